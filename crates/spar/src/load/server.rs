//! The server process: a child process with its own data folder.

use crate::fault::Fault;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server. Dropping it kills the process.
pub struct Server {
    child: Child,
    address: SocketAddr,
}

/// The highest default limit on simultaneous connections and requests.
const USUAL: usize = 512;

/// The server options for this many players without pauses from one address. All other options
/// have their defaults.
pub fn raised(players: usize) -> Vec<String> {
    let more = players + USUAL;
    let options = [
        ("--connections", more),
        ("--address-connections", more),
        ("--address-requests", more),
        ("--queue", more),
        ("--requests-per-minute", 1_000_000),
        ("--address-requests-per-minute", 1_000_000_000),
        ("--new-people-per-hour", 1_000_000),
    ];
    options.into_iter().flat_map(|(name, most)| [name.to_owned(), most.to_string()]).collect()
}

impl Server {
    /// Starts this program as a server with this data folder, on any free port.
    ///
    /// # Errors
    /// If the server does not start.
    pub fn start(program: &Path, data: &Path, options: &[String]) -> Result<Server, Fault> {
        let failed = |why: &str| Fault::new(format!("the server does not start: {why}"));
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--log", "off", "--data"])
            .arg(data)
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error.to_string()))?;
        let mut told = String::new();
        if let Some(output) = child.stdout.take() {
            let _ = BufReader::new(output).read_line(&mut told);
        }
        let address = told.trim().strip_prefix("listening at http://");
        let Some(address) = address.and_then(|it| it.trim_end_matches('/').parse().ok()) else {
            let _ = (child.kill(), child.wait());
            return Err(failed("it does not say where it listens"));
        };
        Ok(Server { child, address })
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its current memory in bytes; `None` if the system does not report it.
    pub fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Its peak memory in bytes; `None` if the system does not report it.
    pub fn peak(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    }
}

/// Kills the process at once, as `kill -9` does.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

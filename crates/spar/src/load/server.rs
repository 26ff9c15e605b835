//! The program as a server: a child process with a folder of its own.

use crate::fault::Fault;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that runs until it is dropped, and then ends at once.
pub struct Server {
    child: Child,
    address: SocketAddr,
}

/// The highest of the usual limits on what goes on at once.
const USUAL: usize = 512;

/// The options that let this many players, who all come from one address and take no time
/// to think, in: everything else is as usual.
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
    /// Has this program serve from this folder, on any port that is free.
    ///
    /// # Errors
    /// If it does not start.
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

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The bytes of memory that it has now; `None` where the system does not report it.
    pub fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// The most that it has had.
    pub fn peak(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    }
}

/// As `kill -9` does: it has no time to do anything more.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

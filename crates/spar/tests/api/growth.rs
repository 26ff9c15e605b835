//! The memory of the real program under excessive requests.

use super::program::listening;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};

/// The limit of its memory in bytes.
const MOST: u64 = 300_000_000;

/// The program, serving; it ends with the test.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path) -> Serving {
        let (child, address) = listening(Command::new(env!("CARGO_BIN_EXE_spar")), data);
        Serving { child, address }
    }

    /// The peak memory so far.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// Sends the same request this many times on one connection, which is replaced whenever the
    /// server closes it. Returns the statuses.
    fn ask(&self, request: &[u8], times: usize) -> Vec<u16> {
        let mut statuses = Vec::new();
        for _ in 0..2 * times {
            if statuses.len() == times {
                break;
            }
            let mut stream = BufReader::new(TcpStream::connect(&self.address).unwrap());
            while statuses.len() < times {
                let sent = stream.get_mut().write_all(request).ok();
                let Some((status, closes)) = sent.and_then(|()| answer(&mut stream)) else { break };
                statuses.push(status);
                if closes {
                    break;
                }
            }
        }
        assert_eq!(statuses.len(), times, "it hangs up without a word");
        statuses
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a response: its status, and whether the server closes the connection.
fn answer(stream: &mut BufReader<TcpStream>) -> Option<(u16, bool)> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let (mut length, mut closes) = (0, false);
    loop {
        line.clear();
        stream.read_line(&mut line).ok()?;
        let header = line.trim().to_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        closes |= header == "connection: close";
    }
    std::io::copy(&mut stream.by_ref().take(length), &mut std::io::sink()).ok()?;
    Some((status, closes))
}

fn post(path: &str, body: &str) -> Vec<u8> {
    let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json");
    format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

#[test]
fn the_program_stays_small_whatever_it_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(folder.path());
    // The body has the announced length, but the request is rejected before the body is read.
    let long = String::from_utf8(post("/api/sessions", "")).unwrap();
    let long = long.replace("content-length: 0", "content-length: 4000000000");
    assert!(serving.ask(long.as_bytes(), 100).iter().all(|it| *it == 413));
    let deep = "[".repeat(20_000);
    assert!(
        serving.ask(&post("/api/sessions", &deep), 20).iter().all(|it| (400..500).contains(it))
    );
    let large = "/api/values?game=lines:rows=8,cols=8,connect=5";
    assert!(serving.ask(&get(large), 2).iter().all(|it| *it == 200));
    let begin = post("/api/sessions", r#"{"begin": {"game": "tictactoe"}, "move": "b2"}"#);
    let made = serving.ask(&begin, 10_000);
    assert!(made.iter().all(|it| matches!(it, 201 | 429)));
    assert!(made.contains(&201) && made.contains(&429));
    let peak = serving.peak();
    assert!(peak < MOST, "{peak} bytes");
}

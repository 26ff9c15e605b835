//! Traces the system calls of the real program: data is on disk before the first byte of the
//! answer is sent, and simultaneous requests share one sync.

use super::program::listening;
use super::strace::{Moment, ToLog, moments, strace, to_log};
use std::collections::{HashMap, HashSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::sync::{Arc, Barrier};

/// The number of people who begin a game at the same moment.
const AT_ONCE: usize = 8;

/// The number of such moments.
const ROUNDS: usize = 6;

/// Begins a game with its first move. Returns its id.
fn begin(address: &str, together: &Barrier) -> String {
    let body = r#"{"begin": {"game": "tictactoe"}, "move": "b2"}"#;
    let mut stream = TcpStream::connect(address).unwrap();
    let head = "POST /api/sessions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: application/json\r\n";
    write!(stream, "{head}content-length: {}\r\n\r\n", body.len()).unwrap();
    together.wait();
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    id_of(&answer).unwrap().to_owned()
}

/// The id of the game in an answer.
fn id_of(answer: &str) -> Option<&str> {
    let id = answer.split_once(r#""id":""#)?.1.get(..32)?;
    id.bytes().all(|it| it.is_ascii_hexdigit()).then_some(id)
}

/// The program that `strace` has started.
fn traced(strace: &Child) -> String {
    let id = strace.id();
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
    children.split_whitespace().next().unwrap().to_owned()
}

/// For each game, the number of the sync before its answer; an error if there was none.
fn groups(trace: &str, ids: &HashSet<String>) -> Result<HashMap<String, usize>, String> {
    let mut unsynced: HashSet<&String> = HashSet::new();
    let mut synced: HashMap<String, usize> = HashMap::new();
    let (mut n_syncs, mut answered) = (0, HashSet::new());
    for moment in moments(trace) {
        match moment {
            Moment::Begins(start) if !start.contains("spar.db") => {
                // Quotes are escaped in a trace.
                let text = start.replace("\\\"", "\"");
                let Some(id) = id_of(&text).filter(|id| ids.contains(*id)) else { continue };
                if !synced.contains_key(id) {
                    return Err(format!("{id} was answered before its sync"));
                }
                answered.insert(id.to_owned());
            }
            Moment::Begins(_) => {}
            Moment::Ends(whole) => match to_log(&whole) {
                Some(ToLog::Wrote) => {
                    let is_new = |id: &&String| !synced.contains_key(*id) && whole.contains(*id);
                    unsynced.extend(ids.iter().filter(is_new));
                }
                Some(ToLog::Synced) => {
                    n_syncs += 1;
                    synced.extend(unsynced.drain().map(|id| (id.clone(), n_syncs)));
                }
                None => {}
            },
        }
    }
    assert_eq!(answered.len(), ids.len(), "an answer is missing in the trace");
    Ok(synced)
}

#[test]
fn what_is_answered_over_http_was_synced_before_and_groups_share_a_sync() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    let mut strace = strace(&trace);
    strace.arg(env!("CARGO_BIN_EXE_spar"));
    let (mut child, address) = listening(strace, folder.path());

    let mut ids = HashSet::new();
    for _ in 0..ROUNDS {
        let together = Arc::new(Barrier::new(AT_ONCE));
        let people = (0..AT_ONCE).map(|_| {
            let (address, together) = (address.clone(), Arc::clone(&together));
            std::thread::spawn(move || begin(&address, &together))
        });
        let people: Vec<_> = people.collect();
        ids.extend(people.into_iter().map(|it| it.join().unwrap()));
    }
    assert_eq!(ids.len(), AT_ONCE * ROUNDS);
    // The server is stopped gracefully, so that the trace is complete.
    assert!(Command::new("kill").args(["-TERM", &traced(&child)]).status().unwrap().success());
    assert!(child.wait().unwrap().success());

    let trace = std::fs::read_to_string(trace).unwrap();
    let groups_of = groups(&trace, &ids).unwrap();
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    for group in groups_of.values() {
        *sizes.entry(*group).or_default() += 1;
    }
    assert!(sizes.values().any(|size| *size > 1), "nobody shares a sync: {sizes:?}");
    // The check works: without its syncs, the same trace is rejected.
    let unsynced: Vec<&str> = trace.lines().filter(|line| !line.contains("sync")).collect();
    assert!(groups(&unsynced.join("\n"), &ids).is_err());
}

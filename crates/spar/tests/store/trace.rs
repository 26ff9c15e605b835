//! Traces the system calls: the log is synced before any answer.

use crate::Place;
use crate::children::{child, reply};
use crate::strace::{Moment, ToLog, moments, strace, to_log};

/// The relevant effect of a system call.
#[derive(Debug, PartialEq)]
enum Call {
    /// It affected the store's log.
    Log(ToLog),
    /// It sent an answer.
    Replied(usize),
}

/// Writes and syncs in the order of their ends, answers in the order of their begins.
fn calls(trace: &str) -> Vec<Call> {
    let call = |moment: Moment| match moment {
        Moment::Begins(start) => reply_of(&start),
        Moment::Ends(whole) => to_log(&whole).map(Call::Log),
    };
    moments(trace).into_iter().filter_map(call).collect()
}

/// An answer, which counts from its first byte on.
fn reply_of(start: &str) -> Option<Call> {
    let (name, arguments) = start.split_once('(')?;
    let text = arguments.split('"').nth(1).filter(|_| matches!(name, "write" | "writev"))?;
    reply(text.split("\\n").next()?).map(Call::Replied)
}

/// Checks that each answer comes after its change was written and synced.
fn check(calls: &[Call]) -> Result<usize, String> {
    let (mut is_written, mut is_synced, mut n_replies) = (false, false, 0);
    for call in calls {
        match call {
            Call::Log(ToLog::Wrote) => (is_written, is_synced) = (true, false),
            Call::Log(ToLog::Synced) => is_synced = is_written,
            Call::Replied(number) if is_synced => {
                (is_written, is_synced) = (false, false);
                n_replies += 1;
                assert_eq!(*number + 1, n_replies, "a reply is missing");
            }
            Call::Replied(number) => return Err(format!("reply {number} came before its sync")),
        }
    }
    Ok(n_replies)
}

#[test]
fn every_group_is_synced_before_its_reply() {
    let place = Place::new();
    let trace = place.folder().join("trace");
    let mut strace = strace(&trace);
    strace.arg(std::env::current_exe().unwrap());
    // Each event waits for the one before it, so each is committed as a group of its own.
    let output = child(&mut strace, &place, "ann", 3).wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));

    let trace = std::fs::read_to_string(trace).unwrap();
    assert_eq!(check(&calls(&trace)), Ok(3), "{trace}");
    // The check works: without its syncs, the same trace is rejected.
    let unsynced: Vec<&str> = trace.lines().filter(|line| !line.contains("sync")).collect();
    assert_eq!(check(&calls(&unsynced.join("\n"))), Err("reply 0 came before its sync".to_owned()));
}

#[test]
fn split_calls_are_put_together() {
    let trace = "\
11 pwrite64(5</d/spar.db-wal>, \"x\", 4096, 0) = 4096
12 fdatasync(5</d/spar.db-wal> <unfinished ...>
11 write(1<pipe:[7]>, \"reply 0\\n\", 8 <unfinished ...>
12 <... fdatasync resumed>)         = 0
11 <... write resumed>)         = 8
11 fdatasync(4</d/spar.db>) = 0
11 fdatasync(5</d/spar.db-wal>) = -1 EIO (Input/output error)
";
    assert_eq!(calls(trace), [Call::Log(ToLog::Wrote), Call::Replied(0), Call::Log(ToLog::Synced)]);
}

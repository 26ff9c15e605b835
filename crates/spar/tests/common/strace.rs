//! What `strace -f -y` writes, put together again. Shared by tests of the store and of the
//! server.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// The calls that make something durable, and those that answer.
const CALLS: &str = "fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg";

/// A command that writes the system calls of what is added to it into a file.
pub(crate) fn strace(trace: &Path) -> Command {
    strace_of(CALLS, trace)
}

/// The same for these calls alone.
pub(crate) fn strace_of(calls: &str, trace: &Path) -> Command {
    let found = Command::new("strace").arg("-V").output();
    assert!(found.is_ok(), "`strace` is missing; Debian: apt-get install strace");
    let mut strace = Command::new("strace");
    // Whole pages of the store are shown.
    strace.args(["-f", "-y", "-s", "20000", "-e", &format!("trace={calls}"), "-o"]).arg(trace);
    strace
}

/// A moment of a system call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Moment {
    /// It begins: name and arguments, as far as they are known.
    Begins(String),
    /// It has ended: name, arguments and result.
    Ends(String),
}

/// The moments of all calls in order. A line names the process first; a call is split in
/// two where another process ran meanwhile.
pub(crate) fn moments(trace: &str) -> Vec<Moment> {
    let mut begun: HashMap<&str, String> = HashMap::new();
    let mut moments = Vec::new();
    for line in trace.lines() {
        let Some((process, rest)) = line.split_once(char::is_whitespace) else { continue };
        let rest = rest.trim_start();
        if let Some(start) = rest.strip_suffix("<unfinished ...>") {
            moments.push(Moment::Begins(start.to_owned()));
            begun.insert(process, start.to_owned());
            continue;
        }
        let resumed = rest.strip_prefix("<... ").and_then(|it| it.split_once(" resumed>"));
        if let Some((_, end)) = resumed {
            moments.push(Moment::Ends(begun.remove(process).unwrap_or_default() + end));
        } else {
            moments.push(Moment::Begins(rest.to_owned()));
            moments.push(Moment::Ends(rest.to_owned()));
        }
    }
    moments
}

/// What a call that ended did to the store's log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ToLog {
    Wrote,
    Synced,
}

/// What a call did to the store's log, if it ended well.
pub(crate) fn to_log(whole: &str) -> Option<ToLog> {
    let (name, arguments) = whole.split_once('(')?;
    let is_of_log = arguments.split(',').next()?.contains("spar.db-wal");
    let is_done = !whole.rsplit(" = ").next()?.starts_with('-');
    match name {
        "pwrite64" if is_of_log && is_done => Some(ToLog::Wrote),
        "fsync" | "fdatasync" if is_of_log && is_done => Some(ToLog::Synced),
        _ => None,
    }
}

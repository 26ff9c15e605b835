//! Parses the output of `strace -f -y`. Shared by tests of the store and of the server.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// The calls that make data durable, and those that send answers.
const CALLS: &str = "fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg";

/// A command that runs the command appended to it and writes its system calls to a file.
pub(crate) fn strace(trace: &Path) -> Command {
    strace_of(CALLS, trace)
}

/// Like `strace`, for these calls only.
pub(crate) fn strace_of(calls: &str, trace: &Path) -> Command {
    let found = Command::new("strace").arg("-V").output();
    assert!(found.is_ok(), "`strace` is missing; Debian: apt-get install strace");
    let mut strace = Command::new("strace");
    // Long enough to show whole pages of the store.
    strace.args(["-f", "-y", "-s", "20000", "-e", &format!("trace={calls}"), "-o"]).arg(trace);
    strace
}

/// A moment of a system call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Moment {
    /// It begins: the name and the known arguments.
    Begins(String),
    /// It has ended: name, arguments and result.
    Ends(String),
}

/// The begins and ends of all calls, in order. A line starts with the process id; a call is
/// split in two if another process ran in the meantime.
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

/// The effect of a finished call on the store's log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ToLog {
    Wrote,
    Synced,
}

/// The effect of a successful call on the store's log, if any.
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

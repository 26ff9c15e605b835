//! The exit codes and errors of the program.

use crate::limits::Stopped;
use spar_catalog::input::TooLong;
use spar_rules::ReadError;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// The result of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// The command's answer is no.
    No,
    /// There was not enough memory for everything; the results so far were printed.
    Partial,
    /// Stopped by the budget or the user; the results so far were printed.
    Stopped(Stopped),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Partial | Exit::Stopped(Stopped::Time) => 3,
            Exit::Stopped(Stopped::Interrupt) => 130,
        })
    }
}

/// The error of a failed run.
#[derive(Debug)]
pub enum Fault {
    /// An input cannot be used. Contains the reason and a hint.
    Input(ReadError),
    /// There is no space for the output: the disk is full, or a quota or file size limit is
    /// exceeded.
    NoSpace(ReadError),
    /// The reader of the output has closed it. This is not a failure.
    ClosedPipe,
    /// The user ended the program at the terminal.
    Interrupted,
}

impl Fault {
    /// An error with a message.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault::Input(ReadError::new(what))
    }

    /// An error with a message and a hint.
    pub fn with_hint(what: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault::Input(ReadError::new(what).hint(hint))
    }

    /// The message and the hint; `None` if this is not a failure.
    pub fn told(&self) -> Option<&ReadError> {
        match self {
            Fault::Input(error) | Fault::NoSpace(error) => Some(error),
            Fault::ClosedPipe | Fault::Interrupted => None,
        }
    }

    /// Returns the same error with another message.
    #[must_use]
    pub fn map_what(self, what: impl FnOnce(&str) -> String) -> Fault {
        let change = |error: ReadError| ReadError { what: what(&error.what), ..error };
        match self {
            Fault::Input(error) => Fault::Input(change(error)),
            Fault::NoSpace(error) => Fault::NoSpace(change(error)),
            Fault::ClosedPipe | Fault::Interrupted => self,
        }
    }

    /// The error for a file that cannot be read.
    pub fn reading(path: &Path, error: &io::Error) -> Fault {
        if let Some(too_long) = TooLong::of(error) {
            let what = format!("cannot read `{}`: {too_long}", path.display());
            return Fault::with_hint(what, too_long.hint());
        }
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Fault::new(format!("cannot read `{}`: {why}", path.display()))
    }

    /// The error for a file that cannot be written.
    pub fn writing(path: &Path, error: &io::Error) -> Fault {
        let place = format!("`{}`", path.display());
        if let Some(fault) = no_space(&place, error) {
            return fault;
        }
        let why = match error.kind() {
            io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Fault::new(format!("cannot write {place}: {why}"))
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Fault {
        Fault::Input(error)
    }
}

/// Only errors of standard input and output are plain `io` errors; errors of files contain the
/// path.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Fault::ClosedPipe;
        }
        if let Some(too_long) = TooLong::of(&error) {
            let what = format!("cannot read standard input: {too_long}");
            return Fault::with_hint(what, too_long.hint());
        }
        no_space("to standard output", &error)
            .unwrap_or_else(|| Fault::new(format!("input or output failed: {error}")))
    }
}

/// The hint for a full disk.
const ELSEWHERE: &str = "free some space, or write to another disk";

/// The error for missing disk space; `None` for other kinds of errors.
fn no_space(place: &str, error: &io::Error) -> Option<Fault> {
    let (why, hint) = match error.kind() {
        io::ErrorKind::StorageFull => ("the disk is full", ELSEWHERE),
        io::ErrorKind::QuotaExceeded => ("the disk quota is used up", ELSEWHERE),
        io::ErrorKind::FileTooLarge => (
            "the file would be larger than the limit allows",
            "`ulimit -f` shows and changes the limit",
        ),
        _ => return None,
    };
    Some(Fault::NoSpace(ReadError::new(format!("cannot write {place}: {why}")).hint(hint)))
}

impl Fault {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Fault::ClosedPipe => 0,
            Fault::Interrupted => 130,
            Fault::Input(_) => 2,
            // As much as possible was written.
            Fault::NoSpace(_) => 3,
        }
    }

    /// Converts a command line error of `clap`, with its tips.
    pub fn usage(error: &clap::Error) -> Fault {
        let text = error.render().to_string();
        let lines = || text.lines().map(str::trim);
        let what: Vec<&str> = lines().take_while(|line| !line.is_empty()).collect();
        let what = what.join(" ");
        let tips: Vec<&str> = lines().filter_map(|line| line.strip_prefix("tip: ")).collect();
        let hint =
            if tips.is_empty() { "`--help` lists all options".to_owned() } else { tips.join("; ") };
        Fault::with_hint(what.strip_prefix("error: ").unwrap_or(&what), hint)
    }
}

impl From<&Fault> for ExitCode {
    fn from(fault: &Fault) -> ExitCode {
        ExitCode::from(fault.code())
    }
}

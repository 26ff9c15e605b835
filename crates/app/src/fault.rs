//! How a run of the program ends.

use crate::limits::Stopped;
use spar_rules::ReadError;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// How a run ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// The answer is no.
    No,
    /// Memory did not suffice for all of it; what there is was given.
    Partial,
    /// Stopped by its budget or by the person; what there is was given.
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

/// Why a run failed.
#[derive(Debug)]
pub enum Fault {
    /// Something that a person gave cannot be used: what, and how to mend it.
    Input(ReadError),
    /// Nobody reads the output any more. That is no failure.
    ClosedPipe,
}

impl Fault {
    /// A fault with its sentence.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault::Input(ReadError::new(what))
    }

    /// A fault with its sentence and a hint.
    pub fn with_hint(what: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault::Input(ReadError::new(what).hint(hint))
    }

    /// The fault of a file that cannot be read.
    pub fn reading(path: &Path, error: &io::Error) -> Fault {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "that is not allowed".to_owned(),
            io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Fault::new(format!("cannot read `{}`: {why}", path.display()))
    }

    /// The fault of a file that cannot be written.
    pub fn writing(path: &Path, error: &io::Error) -> Fault {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
            io::ErrorKind::PermissionDenied => "that is not allowed".to_owned(),
            io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Fault::new(format!("cannot write `{}`: {why}", path.display()))
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Fault {
        Fault::Input(error)
    }
}

/// Only standard input and output give plain `io` errors; files name their path.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Fault::ClosedPipe,
            _ => Fault::new(format!("cannot go on: {error}")),
        }
    }
}

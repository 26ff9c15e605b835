//! Why the store could not do what it was asked.

use rusqlite::{Connection, ErrorCode};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why the store could not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The log has another length than the change expects: somebody was faster.
    #[error("this game has gone on meanwhile")]
    Conflict,
    /// There is no such thing, it is somebody else's, or the link is used or old.
    #[error("there is no such thing, or it is not yours")]
    Gone,
    /// Something with this id is kept already.
    #[error("this id is taken")]
    Taken,
    /// Too many changes wait already.
    #[error("too many changes wait to be written")]
    Full,
    /// The writer has ended.
    #[error("the store is closed")]
    Closed,
    /// The system refused.
    #[error("cannot {doing} `{path}`: {why}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file is something else.
    #[error("`{path}` is no store of games played")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error("`{path}` has format {found}; this program knows up to format {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// The file is not as it was written.
    #[error("`{path}` is damaged: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// What is written here would not outlast a power cut.
    #[error("`{path}` cannot be written durably: `{pragma}` is `{found}`, not `{wanted}`")]
    NotDurable {
        /// The file.
        path: PathBuf,
        /// The setting that was read back.
        pragma: &'static str,
        /// What it is.
        found: String,
        /// What it has to be.
        wanted: &'static str,
    },
    /// The database refused.
    #[error("the store failed: {0}")]
    Sql(Arc<rusqlite::Error>),
}

impl StoreError {
    /// How to fix it, where a person can.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            StoreError::Newer { .. } => Some("use the version of the program that wrote it"),
            StoreError::Foreign { .. } => Some("`--data DIR` chooses another folder"),
            StoreError::Damaged { .. } => {
                Some("`spar data verify` lists what is; put a copy in its place, or begin anew")
            }
            StoreError::NotDurable { .. } => {
                Some("`--data DIR` chooses a folder on another file system")
            }
            StoreError::Full => Some("try again in a moment"),
            _ => None,
        }
    }

    /// Why, in a few words that name no file: for those who may not know where it is.
    pub fn reason(&self) -> &'static str {
        let StoreError::Sql(error) = self else { return "the store cannot be used" };
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "the disk is full",
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "another program holds the store's file"
            }
            Some(ErrorCode::ReadOnly) => "the store's file is read-only",
            _ => "the store cannot be used",
        }
    }

    /// The error of a file or folder.
    pub(super) fn io(doing: &'static str, path: PathBuf, error: &io::Error) -> StoreError {
        StoreError::Io { doing, path, why: error.to_string() }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Sql(Arc::new(error))
    }
}

/// Where the file of a connection is.
pub(super) fn path(connection: &Connection) -> &Path {
    Path::new(connection.path().unwrap_or_default())
}

/// What a person has to know of an error of the database.
pub(super) fn named(error: rusqlite::Error, path: &Path) -> StoreError {
    let path = PathBuf::from(path);
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, why: error.to_string() },
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
            StoreError::Io { doing: "open", path, why: error.to_string() }
        }
        _ => error.into(),
    }
}

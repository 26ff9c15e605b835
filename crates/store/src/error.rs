//! Errors of the store.

use rusqlite::{Connection, ErrorCode};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why the store refused or failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The log is not as long as the change expects: another change came first.
    #[error("this game has changed in the meantime")]
    Conflict,
    /// It does not exist, it belongs to somebody else, or the link is used or has expired.
    #[error("it does not exist, or it belongs to somebody else")]
    Gone,
    /// The store already has something with this id.
    #[error("this id is already in use")]
    Taken,
    /// Too many changes are waiting already.
    #[error("too many changes are waiting to be written")]
    Full,
    /// The writer has ended.
    #[error("the store is closed")]
    Closed,
    /// The operating system reported an error.
    #[error("cannot {doing} `{path}`: {why}")]
    Io {
        /// What was attempted, as a verb: `open`, `create`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The message of the system.
        why: String,
    },
    /// The file is not a store.
    #[error("`{path}` is not a Spar store")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error("`{path}` has format {found}; this version reads formats up to {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// The content of the file has changed since it was written.
    #[error("`{path}` is damaged: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Data written to this file might not survive a power cut.
    #[error("`{path}` cannot be written durably: `{pragma}` is `{found}`, not `{wanted}`")]
    NotDurable {
        /// The file.
        path: PathBuf,
        /// The setting that was read back.
        pragma: &'static str,
        /// Its value.
        found: String,
        /// The required value.
        wanted: &'static str,
    },
    /// The database reported an error.
    #[error("the store failed: {0}")]
    Sql(Arc<rusqlite::Error>),
}

impl StoreError {
    /// How a person can fix it, if they can.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            StoreError::Newer { .. } => {
                Some("use the version of Spar that wrote it, or a later one")
            }
            StoreError::Foreign { .. } => Some("`--data DIR` chooses another folder"),
            StoreError::Damaged { .. } => {
                Some("`spar data verify` lists the damage; restore a backup, or move the file away")
            }
            StoreError::NotDurable { .. } => {
                Some("`--data DIR` chooses a folder on another file system")
            }
            StoreError::Full => Some("try again in a moment"),
            _ => None,
        }
    }

    /// The reason in a few words, without the path, for readers who must not learn the location
    /// of the file.
    pub fn reason(&self) -> &'static str {
        let StoreError::Sql(error) = self else { return "the store cannot be used" };
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "the disk is full",
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "another program has locked the store's file"
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

/// The path of the file of a connection.
pub(super) fn path(connection: &Connection) -> &Path {
    Path::new(connection.path().unwrap_or_default())
}

/// An error of the database, with the path of the file.
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

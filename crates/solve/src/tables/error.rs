//! Why a kept table could not be used.

use crate::SolveError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a table could not be read from disk or written to it.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refused.
    #[error("cannot {doing} {path}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried: `open`, `read`, `write` and so on.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The file is something else.
    #[error("{path} is no table of a solved game")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error("{path} has format {found}; this program reads up to format {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: u32,
        /// The latest format that this program reads.
        known: u32,
    },
    /// The file holds another game.
    #[error("{path} holds the table of `{found}`, not of `{wanted}`")]
    WrongGame {
        /// The file.
        path: PathBuf,
        /// The game in the file.
        found: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The file holds this game, but under other rules or with other ranks.
    #[error("{path} was made under other rules of `{name}`")]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The game.
        name: String,
    },
    /// The file is not as it was written.
    #[error("{path} is damaged: {damage}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: Damage,
    },
    /// The table does not fit into the memory that the system gives.
    #[error(transparent)]
    Memory(#[from] SolveError),
    /// The budget's stop flag was raised; nothing was changed.
    #[error("stopped before {path} was written")]
    Stopped {
        /// The file.
        path: PathBuf,
    },
}

/// What is wrong with a damaged table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The end is missing, or does not stand where the file ends.
    #[error("it was cut, or bytes were added ({length} bytes)")]
    Length {
        /// The bytes of the file.
        length: u64,
    },
    /// The front, the header, the index or the end.
    #[error("its header or index fails its checksum")]
    Header,
    /// A block.
    #[error("block {0} fails its checksum")]
    Block(u64),
}

/// Gives an error of the system the path it concerns.
pub(super) trait At<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T, TableError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T, TableError> {
        self.map_err(|source| TableError::Io { path: path.to_owned(), doing, source })
    }
}

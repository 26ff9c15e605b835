//! Solved games stored on disk.
//!
//! A [`Shelf`] is a folder with one file per game. [`Shelf::put`] writes a solved game;
//! [`Shelf::get`] opens it as a [`Kept`] table. Opening reads a few bytes of the file, and each
//! lookup of a position reads one block.
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Notation, Value};
//! use spar_solve::{Budget, Silent, explicit::Table, tables::Shelf};
//!
//! let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
//! let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
//!
//! let folder = tempfile::tempdir().unwrap();
//! let shelf = Shelf::new(folder.path());
//! shelf.put(&game, "tictactoe", &table, &Budget::unlimited(), &Silent).unwrap();
//!
//! let kept = shelf.get(&game, "tictactoe").unwrap().expect("it was just put there");
//! let position = game.read_position("xx./oo./...").unwrap();
//! assert_eq!(kept.value(&game, &position).unwrap(), Some(Value::Win(1)));
//! assert_eq!(kept.summary(), table.summary());
//! ```
//!
//! # The file
//!
//! All numbers are little-endian.
//!
//! ```text
//! ┌────────────────┐ 0
//! │ front, 16 B    │ magic "spar\xF0tab", format version u32, header length u32
//! ├────────────────┤ 16
//! │ header         │ name, fingerprint, ranks, block bits, summary
//! ├────────────────┤
//! │ block 0        │ one zstd frame for each 2^(block bits) ranks:
//! │ block 1        │   one bit for each rank: whether play reaches it,
//! │ …              │   then one byte for each bit that is set: its score.
//! │                │ A block without positions takes no bytes.
//! ├────────────────┤ index start
//! │ index          │ for each block: length u32, entries u32, checksum u64
//! ├────────────────┤
//! │ end, 32 B      │ index start u64, file length u64, checksum u64, magic "end\xF0spar"
//! └────────────────┘ file length
//! ```
//!
//! Checksums are XXH3 with 64 bits. The checksum of a block covers its bytes in the file. The
//! one at the end covers everything else: front, header, index and the two numbers before it.
//! So every changed byte is detected. The file length detects truncation.
//!
//! The *fingerprint* is a checksum over the ranks and outcomes of a few fixed random games. It
//! detects tables of other rules or other ranks, even if the name is the same.
//!
//! Every file is validated: a file that is damaged, not a table, newer or of another game gives
//! a [`TableError`] with its path, never a result. The caller then solves the game again, and
//! [`Shelf::put`] replaces the file.

mod format;
mod kept;
mod shelf;

use crate::SolveError;
pub use kept::Kept;
pub(crate) use shelf::stem;
pub use shelf::{Disk, Files, Listed, Reading, Shelf, Writing};
use std::io;
use std::path::{Path, PathBuf};

/// The checksum of some bytes.
fn checksum(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}

/// A table could not be read from disk or written to it.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The operating system returned an error.
    #[error("cannot {doing} {path}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The failed operation: `open`, `read`, `write` and so on.
        doing: &'static str,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file is not a table.
    #[error("{path} is not a table of a solved game")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    #[error("{path} has format {found}; this program reads up to format {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format version of the file.
        found: u32,
        /// The latest supported format version.
        known: u32,
    },
    /// The file holds another game.
    #[error("{path} holds the table of `{found}`, not of `{wanted}`")]
    WrongGame {
        /// The file.
        path: PathBuf,
        /// The game in the file.
        found: String,
        /// The requested game.
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
    /// The file is damaged.
    #[error("{path} is damaged: {damage}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: Damage,
    },
    /// There is not enough memory for the table.
    #[error(transparent)]
    Memory(#[from] SolveError),
    /// The budget's stop flag is raised. Nothing was changed.
    #[error("stopped before {path} was written")]
    Stopped {
        /// The file.
        path: PathBuf,
    },
}

/// The kind of damage of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The end of the table is missing or not at the end of the file.
    #[error("it was cut, or bytes were added ({length} bytes)")]
    Length {
        /// The size of the file in bytes.
        length: u64,
    },
    /// The front, the header, the index or the end is damaged.
    #[error("its header or index fails its checksum")]
    Header,
    /// The block with this number is damaged.
    #[error("block {0} fails its checksum")]
    Block(u64),
}

/// Adds the operation and path to an operating system error.
pub(super) trait At<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T, TableError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, doing: &'static str, path: &Path) -> Result<T, TableError> {
        self.map_err(|source| TableError::Io { path: path.to_owned(), doing, source })
    }
}

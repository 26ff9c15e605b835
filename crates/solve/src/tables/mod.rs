//! Solved games kept on disk.
//!
//! A [`Shelf`] is a folder with one file for each game. [`Shelf::put`] writes a
//! solved game, [`Shelf::get`] opens it again: [`Kept`] reads a few bytes of the
//! file, and one block of it for each position that it is asked about.
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
//! Checksums are XXH3 with 64 bits. That of a block is over its bytes as they
//! stand in the file; the one at the end is over all that is not a block: front,
//! header, index and the two numbers before it. So no byte can change without
//! notice. The file length notices a cut.
//!
//! The *fingerprint* is a checksum over the ranks and outcomes of a few fixed
//! random games. It tells a table that was made under other rules or with other
//! ranks, even if the name is the same.
//!
//! Nothing in a file is trusted: a file that is damaged, foreign, newer or of
//! another game gives a [`TableError`] that names it, never an answer. The
//! caller solves the game again, and [`Shelf::put`] replaces the file.

mod disk;
mod error;
mod header;
mod kept;
mod shelf;
mod writer;

pub use disk::{Disk, Files, Reading, Writing};
pub use error::{Damage, TableError};
pub use kept::Kept;
pub use shelf::{Listed, Shelf};

/// The checksum of some bytes.
fn checksum(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}

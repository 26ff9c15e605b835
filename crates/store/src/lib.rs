//! The store of people and the games they have played.
//!
//! People and their games in one `SQLite` file with one writer and many readers. All SQL is in
//! this crate.
//!
//! A change is answered only after the group that holds it is on disk ([`Store::write`]
//! for threads, [`Store::submit`] for tasks). A read sees one state of the file
//! ([`Store::read`]). Time comes from the caller; secrets come as hashes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `store` | an open store: its readers, and the only writer, which commits in groups |
//! | `file` | the file: its mark, its formats, migrations, synced commits |
//! | `table` | its tables: each row is written and read with its checksum |
//! | `rows` | plans and logs as types, and how they become sessions |
//! | `tries` | tries at levels, and how they change ratings |
//! | `read` | reading |
//! | `change` | changes, and who may make them; importing another store |
//! | `archive` | export and import as lines of JSON |
//! | `check` | checks of everything in the store |
//! | `error` | errors |

mod archive;
mod change;
mod check;
mod error;
mod file;
mod read;
mod rows;
mod store;
mod table;
mod tries;

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

pub use archive::{WriteError, read_archive, write_archive};
pub use change::{Batch, Change, Logged, Merged, Written};
pub use check::{Finding, findings};
pub use error::StoreError;

pub use read::{Counts, Reader};
pub use rows::{
    Event, EventKind, Game, Hash, LONGEST_NAME, Millis, Person, Plan, Served, read_name,
};
pub use store::{Answer, Figures, Gate, Setting, Store};
pub use table::{ByWord, GoalWord, SideWord};
pub use tries::{Tried, Try, TryRating};

use rusqlite::Connection;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "spar.db";

/// Overwrites the checksum of every row with that of its current content. For tests of the
/// other checks.
#[doc(hidden)]
pub fn sum_anew(connection: &Connection) -> rusqlite::Result<()> {
    table::TABLES.iter().try_for_each(|table| table.sum_anew(connection))
}

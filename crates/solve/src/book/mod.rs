//! Books: the exact values of all positions near the start of a game.
//!
//! A search takes longest near the start. A [`Book`] stores the values of all positions that play
//! reaches within some number of plies, up to symmetry. [`Openings`] lists these positions and
//! makes a book from the values of the last ones; [`Books`] finds the book of a game.
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Notation, Value};
//! use spar_solve::{Budget, Silent, alpha_beta::Search, book::{Book, Openings}};
//!
//! let game = Lines::new(Keys::preset("connect3").unwrap()).unwrap();
//! let budget = Budget::unlimited();
//! let openings = Openings::within(&game, 3, &budget).unwrap();
//! let mut search = Search::new(&game);
//! let solved = openings.unsolved().map(|position| {
//!     let value = search.solve(position, &budget, &Silent).exact().unwrap();
//!     (game.write_position(position), value)
//! });
//! let bytes = openings.book(&game, "connect3", &solved.collect()).unwrap();
//!
//! let book = Book::open(bytes.into(), &game, "connect3").unwrap();
//! assert_eq!(book.value(&game, &game.read_position("1").unwrap()).unwrap(), Some(Value::Loss(14)));
//! assert_eq!(book.value(&game, &game.read_position("1234").unwrap()).unwrap(), None);
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `format` | the file: header, index and blocks |
//! | `openings` | the positions of a book, and their values |
//! | `books` | the books of all games: built into the program, or in a folder |

mod books;
mod format;
mod openings;

pub use books::Books;
pub use openings::{Missing, Openings};

use crate::fingerprint::fingerprint;
use format::{BookBlock, BookHeader};
use spar_rules::{Notation, Symmetric, Value};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The values of all positions within some number of plies of a game's start, up to symmetry.
/// Several threads may read it at the same time.
pub struct Book {
    header: BookHeader,
    bytes: Cow<'static, [u8]>,
    blocks: Vec<(BookBlock, OnceLock<Entries>)>,
}

/// The entries of a block, sorted by position; `None` if they cannot be read.
type Entries = Option<Vec<(Box<str>, Value)>>;

/// A book could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The bytes are not a book.
    #[error("it is not a book of openings")]
    Foreign,
    /// The book was written by a later version of this program.
    #[error("it has format {found}; this program reads up to format {known}")]
    Newer {
        /// Its format version.
        found: u32,
        /// The latest supported format version.
        known: u32,
    },
    /// The book is of another game.
    #[error("it is a book of `{0}`")]
    OtherGame(String),
    /// The book is of this game, but under other rules.
    #[error("it was made under other rules of the game")]
    OtherRules,
    /// Some bytes are wrong or missing.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

impl Book {
    /// The book of this game in these bytes. Checks all checksums; each block is unpacked when it is
    /// first needed.
    ///
    /// # Errors
    /// If the bytes are no book, or the book of another game.
    pub fn open<G: Notation + Symmetric>(
        bytes: Cow<'static, [u8]>,
        game: &G,
        name: &str,
    ) -> Result<Book, BookError> {
        let book = Book::read(bytes)?;
        if book.header.name != name {
            return Err(BookError::OtherGame(book.header.name));
        }
        if book.header.fingerprint != rules_of(game) {
            return Err(BookError::OtherRules);
        }
        Ok(book)
    }

    /// The book in these bytes, of whatever game.
    ///
    /// # Errors
    /// If the bytes are no book, or it is damaged.
    pub fn read(bytes: Cow<'static, [u8]>) -> Result<Book, BookError> {
        let (header, blocks) = format::read(&bytes)?;
        let blocks = blocks.into_iter().map(|block| (block, OnceLock::new())).collect();
        Ok(Book { header, bytes, blocks })
    }

    /// The canonical name of the game.
    pub fn name(&self) -> &str {
        &self.header.name
    }

    /// The book contains every unfinished position that play reaches within this many plies.
    pub fn plies(&self) -> u32 {
        self.header.plies
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        self.blocks.iter().map(|(block, _)| u64::from(block.n_entries)).sum()
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position for the side to move; `None` if the book does not contain it.
    ///
    /// # Errors
    /// If the block that would contain it is not what a writer of books makes.
    pub fn value<G: Notation + Symmetric>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<Value>, BookError> {
        let text = game.write_position(&game.canonical(position));
        let after = self.blocks.partition_point(|(block, _)| *block.first <= *text);
        let Some(index) = after.checked_sub(1) else { return Ok(None) };
        let entries = self.block(index)?;
        let found = entries.binary_search_by(|(entry, _)| (**entry).cmp(&text));
        Ok(found.ok().map(|at| entries[at].1))
    }

    /// All entries, sorted by position: the canonical text, and the value for the side to move.
    ///
    /// # Errors
    /// If a block is not what a writer of books makes.
    pub fn entries(&self) -> Result<Vec<(&str, Value)>, BookError> {
        let mut all = Vec::new();
        for index in 0..self.blocks.len() {
            all.extend(self.block(index)?.iter().map(|(text, value)| (&**text, *value)));
        }
        Ok(all)
    }

    fn block(&self, index: usize) -> Result<&[(Box<str>, Value)], BookError> {
        let (block, entries) = &self.blocks[index];
        let entries = entries.get_or_init(|| block.entries(&self.bytes));
        let damaged = || BookError::Damaged(format!("block {index} cannot be read"));
        entries.as_deref().ok_or_else(damaged)
    }
}

/// The fingerprint of a game's rules and notation.
fn rules_of<G: Notation + Symmetric>(game: &G) -> u64 {
    fingerprint(game, |position, out| {
        out.extend(game.write_position(&game.canonical(position)).bytes());
    })
}

//! The JSON output of `spar book`.

use serde::{Deserialize, Serialize};
use spar_rules::Value;

/// `book`: a solved position.
#[derive(Debug, Serialize, Deserialize)]
pub struct BookRow {
    /// The position as text.
    pub position: String,
    /// `"win"`, `"draw"` or `"loss"` for the side to move.
    pub value: String,
    /// Plies to the end; `null` for a draw.
    pub plies: Option<u32>,
}

impl BookRow {
    /// A position with its value.
    pub fn of(position: &str, value: Value) -> BookRow {
        let (position, word) = (position.to_owned(), value.word().to_owned());
        BookRow { position, value: word, plies: value.plies() }
    }
}

/// `book`: a book that was made.
#[derive(Debug, Serialize)]
pub struct BookMade {
    /// The canonical name of the game.
    pub game: String,
    /// The book contains every position that play reaches within this many plies.
    pub plies: u32,
    /// The number of positions up to symmetry.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
    /// Where it is.
    pub file: String,
}

/// `book verify`: what was checked.
#[derive(Debug, Serialize)]
pub struct BookVerified {
    /// The canonical name of the game.
    pub game: String,
    /// The book contains every position that play reaches within this many plies.
    pub plies: u32,
    /// The number of entries.
    pub entries: u64,
    /// The number of positions that are missing.
    pub missing: u64,
    /// The number of entries that a search proved again.
    pub proved: u64,
    /// The entries that are wrong.
    pub wrong: Vec<WrongEntry>,
}

/// An entry of a book that is wrong.
#[derive(Debug, Serialize)]
pub struct WrongEntry {
    /// The entry.
    #[serde(flatten)]
    pub entry: BookRow,
    /// The value that a search proved.
    pub proved: String,
    /// Plies to the end; `null` for a draw.
    pub proved_plies: Option<u32>,
}

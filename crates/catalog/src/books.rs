//! The books of openings that are built into the program. `spar book` makes them.

use spar_solve::book::Books;
use std::path::PathBuf;

/// The built-in books, each by the name of its game.
const BUILT_IN: &[(&str, &[u8])] = &[("connect4", include_bytes!("../books/connect4.book"))];

/// The built-in books, and those in a folder.
pub fn books(folder: Option<PathBuf>) -> Books {
    Books::new(BUILT_IN.to_vec(), folder)
}

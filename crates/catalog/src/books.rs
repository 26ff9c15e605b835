//! The books of openings that are built into the program. `spar book` makes them.

use spar_solve::book::Books;
use std::path::PathBuf;

/// The built-in books, and those in a folder.
pub fn books(folder: Option<PathBuf>) -> Books {
    Books::new(Vec::new(), folder)
}

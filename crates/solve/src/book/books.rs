//! The books of all games.

use super::{Book, BookError};
use crate::tables::stem;
use spar_rules::{Notation, Symmetric};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, fs};

/// Finds the book of a game: one that is built into the program, or a deeper one in a folder.
/// Clones share the books that are open. The default has none.
#[derive(Clone, Default)]
pub struct Books(Arc<BookPlaces>);

/// Where books are.
#[derive(Default)]
struct BookPlaces {
    built_in: Vec<(&'static str, &'static [u8])>,
    folder: Option<PathBuf>,
    opened: Mutex<HashMap<String, Opened>>,
}

/// The book of a game, if there is one, and why another was not used.
#[derive(Clone, Default)]
struct Opened {
    book: Option<Arc<Book>>,
    remark: Option<String>,
}

impl Books {
    /// The books in these bytes, each with the name of its game, and those in a folder.
    pub fn new(built_in: Vec<(&'static str, &'static [u8])>, folder: Option<PathBuf>) -> Books {
        Books(Arc::new(BookPlaces { built_in, folder, opened: Mutex::default() }))
    }

    /// The path of the book of the game with this name in the folder, if there is a folder.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.0.folder.as_ref()?.join(format!("{}.{EXTENSION}", stem(name))))
    }

    /// The deepest book of this game. Adds a remark if there is one that cannot be used.
    pub fn get<G: Notation + Symmetric>(
        &self,
        game: &G,
        name: &str,
        remarks: &mut Vec<String>,
    ) -> Option<Arc<Book>> {
        if self.0.built_in.is_empty() && self.0.folder.is_none() {
            return None;
        }
        let opened = self.opened(game, name);
        remarks.extend(opened.remark);
        opened.book
    }

    /// The book of this game as it was first opened. That a game has none is not remembered, as
    /// there is no end of games.
    fn opened<G: Notation + Symmetric>(&self, game: &G, name: &str) -> Opened {
        let all = || self.0.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = all().get(name) {
            return opened.clone();
        }
        let opened = self.open(game, name);
        if opened.book.is_none() && opened.remark.is_none() {
            return opened;
        }
        all().entry(name.to_owned()).or_insert(opened).clone()
    }

    fn open<G: Notation + Symmetric>(&self, game: &G, name: &str) -> Opened {
        let built_in = self.0.built_in.iter().find(|it| it.0 == name);
        let built_in = built_in.map(|(_, bytes)| {
            let book = Book::open(Cow::Borrowed(*bytes), game, name);
            Arc::new(book.expect("invariant: the books in the program are sound"))
        });
        match self.path(name).map(|path| read_file(&path, game, name)) {
            None | Some(Ok(None)) => Opened { book: built_in, remark: None },
            Some(Err(remark)) => Opened { book: built_in, remark: Some(remark) },
            Some(Ok(Some(own))) => {
                let deeper = built_in.filter(|it| it.plies() >= own.plies());
                Opened { book: Some(deeper.unwrap_or(own)), remark: None }
            }
        }
    }
}

/// The extension of the files of books.
const EXTENSION: &str = "book";

/// The book in a file; `None` if there is no such file, and an error as a remark.
fn read_file<G: Notation + Symmetric>(
    path: &Path,
    game: &G,
    name: &str,
) -> Result<Option<Arc<Book>>, String> {
    let remark = |error: &dyn fmt::Display| format!("`{}` is not used: {error}", path.display());
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(|error| remark(&error))?,
    };
    let book = Book::open(Cow::Owned(bytes), game, name);
    book.map(|book| Some(Arc::new(book))).map_err(|error: BookError| remark(&error))
}

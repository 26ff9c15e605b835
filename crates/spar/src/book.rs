//! The book of a game's openings, from the solved positions of a batch.

use crate::fault::Fault;
use crate::wire;
use spar_catalog::AnyGame;
use spar_rules::Value;
use spar_solve::Budget;
use std::collections::HashMap;

/// Which book a batch makes. Its text is the command in the files of the batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookCommand {
    /// The canonical name of the game.
    pub(crate) game: String,
    pub(crate) plies: u32,
}

impl BookCommand {
    pub(crate) fn text(&self) -> String {
        format!("book {} plies={}", self.game, self.plies)
    }

    /// Reads the command in a file of a batch.
    pub(crate) fn read(text: &str) -> Result<BookCommand, Fault> {
        let parts = text.strip_prefix("book ").and_then(|it| it.rsplit_once(" plies="));
        let read = parts.and_then(|(game, plies)| {
            Some(BookCommand { game: game.to_owned(), plies: plies.parse().ok()? })
        });
        read.ok_or_else(|| Fault::new(format!("`{text}` is not the command of a book")))
    }

    /// The file of the book from these rows.
    pub(crate) fn book(&self, rows: &[String]) -> Result<Vec<u8>, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let solved =
            rows.iter().map(|row| solved(row)).collect::<Result<HashMap<_, _>, Fault>>()?;
        // They were listed within the budget before the work began.
        let openings = game.openings(self.plies, &Budget::unlimited());
        let openings = openings.ok_or_else(|| no_books(&*game))?;
        let openings = openings.map_err(|error| Fault::new(error.to_string()))?;
        openings.book(&solved).map_err(|error| Fault::new(error.to_string()))
    }
}

/// The error for a game without books.
pub(crate) fn no_books(game: &dyn AnyGame) -> Fault {
    let what = format!("`{}` has no values that a book could hold", game.facts().name);
    Fault::with_hint(what, "a book is for games without chance")
}

fn solved(row: &str) -> Result<(String, Value), Fault> {
    let read: Option<wire::BookRow> = serde_json::from_str(row).ok();
    let solved = read.and_then(|row| {
        let value = Value::from_word(&row.value, row.plies)?;
        Some((row.position, value))
    });
    solved.ok_or_else(|| Fault::new(format!("`{row}` is not a solved position")))
}

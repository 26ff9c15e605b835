//! Games at hand: to open one means to lay out its board, which is more work than most
//! requests are.

use super::games;
use super::refusal::Refused;
use spar_catalog::AnyGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Games that are kept at most: the largest take most of a megabyte.
const MOST: usize = 24;

/// Opened games by the names that they were asked for by.
#[derive(Default)]
pub(crate) struct Opened(Mutex<HashMap<String, Arc<dyn AnyGame>>>);

impl Opened {
    /// The game of this name.
    ///
    /// # Errors
    /// Absent if no game is called so; unfit if its settings cannot be.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, Refused> {
        if let Some(game) = self.lock().get(name) {
            return Ok(Arc::clone(game));
        }
        let game: Arc<dyn AnyGame> = games::open(name)?.into();
        let mut kept = self.lock();
        if kept.len() >= MOST {
            // Whichever it is, it can be opened again.
            let any = kept.keys().next().cloned();
            any.and_then(|name| kept.remove(&name));
        }
        kept.insert(name.to_owned(), Arc::clone(&game));
        Ok(game)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<dyn AnyGame>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_opened_once_and_few_are_kept() {
        let opened = Opened::default();
        let first = opened.open("tictactoe").unwrap();
        assert!(Arc::ptr_eq(&first, &opened.open("tictactoe").unwrap()));
        assert!(opened.open("no game").is_err());
        let sizes = (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols)));
        for (rows, cols) in sizes.filter(|(rows, cols)| rows * cols <= 16) {
            let name = format!("lines:rows={rows},cols={cols},connect=1");
            assert_eq!(opened.open(&name).unwrap().facts().size, format!("{rows}×{cols}"));
            assert!(opened.lock().len() <= MOST);
        }
        assert_eq!(opened.lock().len(), MOST);
    }
}

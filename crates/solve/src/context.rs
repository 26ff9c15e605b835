//! What a piece of work has at hand: its budget, the shelf of solved games, what was
//! found out before, and somebody who hears how far it is.

use crate::tables::Shelf;
use crate::{Budget, Progress, Silent};
use std::any::Any;
use std::sync::Arc;

/// The context of a piece of work: its limits, the tables it may use, its listener, its cache.
pub struct Context {
    /// What it may cost.
    pub budget: Budget,
    /// Where solved games are kept, if anywhere.
    pub shelf: Option<Shelf>,
    /// Who hears how far it is.
    pub progress: Box<dyn Progress + Send>,
    /// What was found out before with an equal budget, if anybody remembers.
    pub memory: Option<Arc<dyn Memory>>,
}

/// Something that was found out, whatever its type.
pub type Found = Arc<dyn Any + Send + Sync>;

/// Remembers what was found out of positions, so that it is there at once and the same
/// when it is asked for again. It may forget.
pub trait Memory: Send + Sync {
    /// What is remembered of a position of the game with this name.
    fn recall(&self, game: &str, position: &str) -> Option<Found>;

    /// Remembers something.
    fn keep(&self, game: &str, position: String, found: Found);

    /// Remembers something that takes about so many bytes, which is more than usual.
    fn keep_large(&self, game: &str, position: String, found: Found, _bytes: u64) {
        self.keep(game, position, found);
    }
}

impl Context {
    /// A context without a shelf and without a listener.
    pub fn bare(budget: Budget) -> Context {
        Context::quiet(budget, None)
    }

    /// A context with this shelf and without a listener.
    pub fn quiet(budget: Budget, shelf: Option<Shelf>) -> Context {
        Context { budget, shelf, progress: Box::new(Silent), memory: None }
    }
}

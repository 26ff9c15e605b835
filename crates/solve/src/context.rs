//! The context of a piece of work: its budget, the shelf of solved games, a cache of earlier
//! results, and a listener that hears how far it is.

use crate::budget::{Budget, Progress, Silent};
use crate::tables::Shelf;
use std::any::Any;
use std::sync::Arc;

/// The context of a piece of work: its limits, the tables it may use, its listener, its cache.
pub struct Context {
    /// Limits of nodes, memory and threads.
    pub budget: Budget,
    /// Where solved games are kept, if anywhere.
    pub shelf: Option<Shelf>,
    /// The listener that hears how far it is.
    pub progress: Box<dyn Progress + Send>,
    /// A cache of earlier results that had an equal budget, if there is one.
    pub memory: Option<Arc<dyn Memory>>,
}

/// A cached result of any type.
pub type CachedValue = Arc<dyn Any + Send + Sync>;

/// A cache of results by game and position, so that the same question gets the same answer at
/// once. It may evict entries.
pub trait Memory: Send + Sync {
    /// The cached result for a position of the game with this name.
    fn recall(&self, game: &str, position: &str) -> Option<CachedValue>;

    /// Stores a result.
    fn keep(&self, game: &str, position: String, found: CachedValue);

    /// Stores a large result that takes about this many bytes.
    fn keep_large(&self, game: &str, position: String, found: CachedValue, _bytes: u64) {
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

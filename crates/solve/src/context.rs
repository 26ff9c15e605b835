//! The context of a piece of work: its budget, the shelf of solved games, a cache of earlier
//! results, and a receiver of progress reports.

use crate::budget::{Budget, Progress, Silent};
use crate::tables::Shelf;
use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The context of a piece of work.
pub struct Context {
    /// The limits on nodes, memory and threads.
    pub budget: Budget,
    /// The folder of solved games, if there is one.
    pub shelf: Option<Shelf>,
    /// Receives progress reports.
    pub progress: Box<dyn Progress + Send>,
    /// A cache of earlier results, if there is one. They were computed with an equal budget.
    pub memory: Option<Arc<dyn Memory>>,
}

/// A cached result of any type.
pub type CachedValue = Arc<dyn Any + Send + Sync>;

/// A cache of results. It may evict entries at any time.
pub trait Memory: Send + Sync {
    /// Returns the cached result for this key.
    fn recall(&self, key: &CacheKey) -> Option<CachedValue>;

    /// Stores a result.
    fn keep(&self, key: CacheKey, found: CachedValue);

    /// Stores a large result that takes about this many bytes.
    fn keep_large(&self, key: CacheKey, found: CachedValue, _bytes: u64) {
        self.keep(key, found);
    }
}

/// The key of a cached result: the name of a game and a question about it. Keys with questions
/// of different types are never equal.
#[derive(Clone)]
pub struct CacheKey {
    game: Arc<str>,
    question: Arc<dyn AnyQuestion>,
}

impl CacheKey {
    /// The key of a question about the game with this name.
    pub fn new(game: &Arc<str>, question: impl Any + Hash + Eq + Send + Sync) -> CacheKey {
        CacheKey { game: Arc::clone(game), question: Arc::new(question) }
    }
}

impl PartialEq for CacheKey {
    fn eq(&self, other: &CacheKey) -> bool {
        self.game == other.game && self.question.is_equal(&*other.question)
    }
}

impl Eq for CacheKey {}

impl Hash for CacheKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        self.question.hash_into(state);
    }
}

/// A question of any type that can be a key.
trait AnyQuestion: Any + Send + Sync {
    fn is_equal(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<T: Any + Hash + Eq + Send + Sync> AnyQuestion for T {
    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        TypeId::of::<T>().hash(&mut state);
        self.hash(&mut state);
    }
}

impl Context {
    /// A context without a shelf and without progress reports.
    pub fn bare(budget: Budget) -> Context {
        Context::quiet(budget, None)
    }

    /// A context with this shelf and without progress reports.
    pub fn quiet(budget: Budget, shelf: Option<Shelf>) -> Context {
        Context { budget, shelf, progress: Box::new(Silent), memory: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_equal_by_game_type_and_question() {
        #[derive(PartialEq, Eq, Hash)]
        struct Other(u32);
        let key = |game: &str| CacheKey::new(&game.into(), 7_u32);
        let other = CacheKey::new(&"g".into(), Other(7));
        assert!(key("g") == key("g") && key("g") != key("h") && key("g") != other);
        assert!(key("g") != CacheKey::new(&"g".into(), 8_u32));
        assert_eq!(HashSet::from([key("g"), key("g"), key("h"), other]).len(), 3);
    }
}

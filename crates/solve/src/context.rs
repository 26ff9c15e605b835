//! The context of a piece of work: its budget, the stored solutions, a cache of earlier results,
//! and a receiver of progress reports.

use crate::book::Books;
use crate::budget::{Budget, Progress, Silent};
use crate::tables::Shelf;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The context of a piece of work.
pub struct Context {
    /// The limits on nodes, memory and threads.
    pub budget: Budget,
    /// The stored solutions.
    pub sources: Sources,
    /// Receives progress reports.
    pub progress: Box<dyn Progress + Send>,
    /// A cache of earlier results, if there is one. They were computed with an equal budget.
    pub memory: Option<Arc<Memory>>,
}

impl Context {
    /// A context without stored solutions and without progress reports.
    pub fn bare(budget: Budget) -> Context {
        Context::quiet(budget, Sources::default())
    }

    /// A context with these stored solutions and without progress reports.
    pub fn quiet(budget: Budget, sources: impl Into<Sources>) -> Context {
        Context { budget, sources: sources.into(), progress: Box::new(Silent), memory: None }
    }
}

/// The stored solutions of games: whole games, and books of openings. The default has none.
#[derive(Clone, Default)]
pub struct Sources {
    /// The folder of solved games, if there is one.
    pub shelf: Option<Shelf>,
    /// The books.
    pub books: Books,
}

impl Sources {
    /// The same sources without write access.
    #[must_use]
    pub fn for_reading(self) -> Sources {
        Sources { shelf: self.shelf.map(Shelf::for_reading), ..self }
    }
}

impl From<Shelf> for Sources {
    fn from(shelf: Shelf) -> Sources {
        Sources { shelf: Some(shelf), ..Sources::default() }
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

/// A cached result of any type.
pub type CachedValue = Arc<dyn Any + Send + Sync>;

/// A cache of results, so that the same question gets the same answer at once. It keeps a limited
/// number of them and drops the least recently used. Large ones are limited by their bytes.
pub struct Memory {
    most: usize,
    most_bytes: u64,
    kept: Mutex<CacheEntries>,
    hits: AtomicU64,
    misses: AtomicU64,
}

#[derive(Default)]
struct CacheEntries {
    clock: u64,
    entries: HashMap<CacheKey, CacheEntry>,
}

struct CacheEntry {
    used: u64,
    found: CachedValue,
    /// Its bytes, if it is large.
    bytes: u64,
}

/// Hits, misses and the number of entries of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryCounts {
    /// Results that were found.
    pub hits: u64,
    /// Results that were not.
    pub misses: u64,
    /// Entries.
    pub held: usize,
}

impl Memory {
    /// Keeps at most `most` entries, and large ones up to `most_bytes` in all.
    pub fn new(most: usize, most_bytes: u64) -> Memory {
        let (hits, misses) = (AtomicU64::new(0), AtomicU64::new(0));
        Memory { most: most.max(1), most_bytes, kept: Mutex::default(), hits, misses }
    }

    /// Its statistics.
    pub fn counts(&self) -> MemoryCounts {
        let held = self.lock().entries.len();
        let count = |it: &AtomicU64| it.load(Ordering::Relaxed);
        MemoryCounts { hits: count(&self.hits), misses: count(&self.misses), held }
    }

    fn lock(&self) -> MutexGuard<'_, CacheEntries> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the cached result for this key.
    pub fn recall(&self, key: &CacheKey) -> Option<CachedValue> {
        let mut kept = self.lock();
        let now = kept.tick();
        let entry = kept.entries.get_mut(key);
        let count = if entry.is_some() { &self.hits } else { &self.misses };
        count.fetch_add(1, Ordering::Relaxed);
        entry.map(|entry| {
            entry.used = now;
            CachedValue::clone(&entry.found)
        })
    }

    /// Stores a result.
    pub fn keep(&self, key: CacheKey, found: CachedValue) {
        self.keep_large(key, found, 0);
    }

    /// Stores a large result that takes about this many bytes.
    pub fn keep_large(&self, key: CacheKey, found: CachedValue, bytes: u64) {
        let mut kept = self.lock();
        // What is replaced needs no room.
        kept.entries.remove(&key);
        if kept.entries.len() >= self.most {
            kept.halve();
        }
        if bytes > 0 {
            kept.make_room(self.most_bytes.saturating_sub(bytes));
        }
        let used = kept.tick();
        kept.entries.insert(key, CacheEntry { used, found, bytes });
    }
}

impl CacheEntries {
    /// The next time of use: no two entries have the same.
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Drops the oldest large entries until all of them together have at most this many bytes.
    fn make_room(&mut self, most_bytes: u64) {
        let large = self.entries.iter().filter(|it| it.1.bytes > 0);
        let mut large: Vec<_> =
            large.map(|(key, entry)| (entry.used, entry.bytes, key.clone())).collect();
        large.sort_unstable_by_key(|it| it.0);
        let mut bytes: u64 = large.iter().map(|it| it.1).sum();
        for (_, size, key) in large {
            if bytes <= most_bytes {
                break;
            }
            bytes -= size;
            self.entries.remove(&key);
        }
    }

    /// Drops the older half, so that this work is rare.
    fn halve(&mut self) {
        let mut used: Vec<u64> = self.entries.values().map(|entry| entry.used).collect();
        used.sort_unstable();
        let middle = used.get(used.len() / 2).copied().unwrap_or_default();
        self.entries.retain(|_, entry| entry.used > middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;
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

    fn key(game: &str, position: &str) -> CacheKey {
        CacheKey::new(&game.into(), position.to_owned())
    }

    fn ask(memory: &Memory, game: &str, position: &str) -> bool {
        let known = memory.recall(&key(game, position)).is_some();
        if !known {
            memory.keep(key(game, position), Arc::new(7));
        }
        known
    }

    #[test]
    fn what_is_known_is_known_by_game_and_position() {
        let memory = Memory::new(10, 0);
        assert!(!ask(&memory, "g", "p") && ask(&memory, "g", "p"));
        assert!(!ask(&memory, "g", "q") && !ask(&memory, "h", "p"));
        assert_eq!(memory.counts(), MemoryCounts { hits: 1, misses: 3, held: 3 });
    }

    #[test]
    fn it_stays_small_and_keeps_what_is_used() {
        let memory = Memory::new(8, 0);
        ask(&memory, "g", "0");
        for index in 1..1000 {
            ask(&memory, "g", &index.to_string());
            assert!(ask(&memory, "g", "0"), "it is used all the time");
            assert!(memory.counts().held <= 8);
        }
    }

    #[test]
    fn large_ones_take_no_more_than_their_bytes() {
        let memory = Memory::new(100, 1000);
        ask(&memory, "g", "small");
        for index in 0..20 {
            memory.keep_large(key("g", &format!("large {index}")), Arc::new(index), 300);
            let held = memory.lock().entries.values().map(|it| it.bytes).sum::<u64>();
            assert!(held <= 1000, "{held}");
        }
        assert!(ask(&memory, "g", "small") && ask(&memory, "g", "large 19"));
        assert!(memory.recall(&key("g", "large 15")).is_none());
    }

    /// The keys that were used, the last one at the end.
    fn touch(used: &mut Vec<u64>, key: u64) {
        used.retain(|it| *it != key);
        used.push(key);
    }

    #[test]
    fn what_was_used_lately_stays_and_has_its_last_value() {
        let memory = Memory::new(16, 0);
        let mut random = SplitMix::new(1);
        let (mut used, mut values) = (Vec::new(), HashMap::new());
        for step in 0..5000_u64 {
            let number = random.below(40);
            let key = key("g", &number.to_string());
            if random.below(3) == 0 {
                let found = memory.recall(&key);
                assert!(found.is_some() || !used.iter().rev().take(7).any(|it| *it == number));
                let Some(found) = found else { continue };
                assert_eq!(found.downcast_ref::<u64>(), values.get(&number));
            } else {
                memory.keep(key, Arc::new(step));
                values.insert(number, step);
            }
            touch(&mut used, number);
            assert!(memory.counts().held <= 16);
        }
    }

    #[test]
    fn large_ones_go_in_the_order_of_their_last_use() {
        let memory = Memory::new(1000, 100);
        let mut random = SplitMix::new(2);
        // The oldest first.
        let mut model: Vec<(u64, u64)> = Vec::new();
        for step in 0..3000 {
            let number = random.below(30);
            let name = key("g", &number.to_string());
            if random.below(3) == 0 {
                let at = model.iter().position(|it| it.0 == number);
                assert_eq!(memory.recall(&name).is_some(), at.is_some(), "step {step}: {number}");
                let held = at.map(|at| model.remove(at));
                model.extend(held);
            } else {
                let bytes = 1 + random.below(40);
                memory.keep_large(name, Arc::new(step), bytes);
                model.retain(|it| it.0 != number);
                while model.iter().map(|it| it.1).sum::<u64>() + bytes > 100 {
                    model.remove(0);
                }
                model.push((number, bytes));
            }
            assert_eq!(memory.counts().held, model.len(), "step {step}");
        }
    }
}

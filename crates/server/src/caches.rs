//! Caches of evaluations and of open games.

use super::refusal::Refused;
use spar_catalog::{AnyGame, AnyPosition, ladder};
use spar_challenge::oracle::{Evaluation, Values};
use spar_rules::{ReadError, nearest};
use spar_solve::{CacheKey, CachedValue, Memory};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keeps a limited number of evaluations and drops the least recently used. Large ones are
/// limited by their bytes.
pub(crate) struct Cache {
    most: usize,
    most_bytes: u64,
    kept: Mutex<CacheEntries>,
    hits: AtomicU64,
    misses: AtomicU64,
}

#[derive(Default)]
struct CacheEntries {
    clock: u64,
    entries: HashMap<CacheKey, Entry>,
}

struct Entry {
    used: u64,
    found: CachedValue,
    /// Its size in bytes; 0 if it is not large.
    bytes: u64,
}

/// Hits, misses and the number of entries of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) hits: u64,
    pub(crate) misses: u64,
    pub(crate) held: usize,
}

impl Cache {
    /// A cache for at most `most` entries, whose large ones take at most `most_bytes` in total.
    pub(crate) fn new(most: usize, most_bytes: u64) -> Cache {
        let (hits, misses) = (AtomicU64::new(0), AtomicU64::new(0));
        Cache { most: most.max(1), most_bytes, kept: Mutex::default(), hits, misses }
    }

    /// The statistics of the cache.
    pub(crate) fn counts(&self) -> Counts {
        let held = self.lock().entries.len();
        let count = |it: &AtomicU64| it.load(Ordering::Relaxed);
        Counts { hits: count(&self.hits), misses: count(&self.misses), held }
    }

    fn lock(&self) -> MutexGuard<'_, CacheEntries> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory for Cache {
    fn recall(&self, key: &CacheKey) -> Option<CachedValue> {
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

    fn keep(&self, key: CacheKey, found: CachedValue) {
        self.keep_large(key, found, 0);
    }

    fn keep_large(&self, key: CacheKey, found: CachedValue, bytes: u64) {
        let mut kept = self.lock();
        // Remove a replaced entry first, so that its space is free.
        kept.entries.remove(&key);
        if kept.entries.len() >= self.most {
            kept.halve();
        }
        if bytes > 0 {
            kept.make_room(self.most_bytes.saturating_sub(bytes));
        }
        let used = kept.tick();
        kept.entries.insert(key, Entry { used, found, bytes });
    }
}

impl CacheEntries {
    /// Returns the next time of use. No two entries have the same.
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

/// The most open games in the cache: the largest take most of a megabyte.
const MOST: usize = 24;

/// Open games by the names in requests.
#[derive(Default)]
pub(crate) struct OpenGames(Mutex<HashMap<String, Arc<dyn AnyGame>>>);

impl OpenGames {
    /// The game of this name.
    ///
    /// # Errors
    /// 404 if no game has this name, 422 if its settings are not valid.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, Refused> {
        if let Some(game) = self.lock().get(name) {
            return Ok(Arc::clone(game));
        }
        let game: Arc<dyn AnyGame> = open(name)?.into();
        let mut kept = self.lock();
        if kept.len() >= MOST {
            // Drop any entry: it can be opened again.
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

/// Opens a game by its name. Rules files are only for the command line.
///
/// # Errors
/// 404 if no game has this name, 422 if its settings are not valid.
pub(crate) fn open(name: &str) -> Result<Box<dyn AnyGame>, Refused> {
    spar_catalog::open_name(name).map_err(|error| {
        let base = name.split(':').next().unwrap_or_default();
        let entries = spar_catalog::entries();
        let names = || entries.iter().map(|entry| entry.name);
        if names().any(|name| name == base) {
            return Refused::from(error);
        }
        let hint = match nearest(&base.to_lowercase(), names()) {
            Some(near) => format!("nearest: `{near}`"),
            None => "`/api/games` lists all games".to_owned(),
        };
        Refused::absent(ReadError::new(error.what).hint(hint))
    })
}

/// An evaluation, completed with the known value of the default start, so that every page says
/// the same about it.
pub(crate) fn informed(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    found: Evaluation,
) -> Evaluation {
    let known = || ladder::start_value(&game.facts().name);
    match found {
        Evaluation::Values(found)
            if found.value.is_none() && position.text() == game.start().text() =>
        {
            Evaluation::Values(match known() {
                Some(value) => Values { value: Some(value), bounds: (value, value), ..found },
                None => found,
            })
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;
    use std::sync::Arc;

    fn key(game: &str, position: &str) -> CacheKey {
        CacheKey::new(&game.into(), position.to_owned())
    }

    fn ask(cache: &Cache, game: &str, position: &str) -> bool {
        let known = cache.recall(&key(game, position)).is_some();
        if !known {
            cache.keep(key(game, position), Arc::new(7));
        }
        known
    }

    #[test]
    fn what_is_known_is_known_by_game_and_position() {
        let cache = Cache::new(10, 0);
        assert!(!ask(&cache, "g", "p") && ask(&cache, "g", "p"));
        assert!(!ask(&cache, "g", "q") && !ask(&cache, "h", "p"));
        assert_eq!(cache.counts(), Counts { hits: 1, misses: 3, held: 3 });
    }

    #[test]
    fn it_stays_small_and_keeps_what_is_used() {
        let cache = Cache::new(8, 0);
        ask(&cache, "g", "0");
        for index in 1..1000 {
            ask(&cache, "g", &index.to_string());
            assert!(ask(&cache, "g", "0"), "it is used all the time");
            assert!(cache.counts().held <= 8);
        }
    }

    #[test]
    fn large_ones_take_no_more_than_their_bytes() {
        let cache = Cache::new(100, 1000);
        ask(&cache, "g", "small");
        for index in 0..20 {
            cache.keep_large(key("g", &format!("large {index}")), Arc::new(index), 300);
            let held = cache.lock().entries.values().map(|it| it.bytes).sum::<u64>();
            assert!(held <= 1000, "{held}");
        }
        assert!(ask(&cache, "g", "small") && ask(&cache, "g", "large 19"));
        assert!(cache.recall(&key("g", "large 15")).is_none());
    }

    /// The keys that were used, the last one at the end.
    fn touch(used: &mut Vec<u64>, key: u64) {
        used.retain(|it| *it != key);
        used.push(key);
    }

    #[test]
    fn what_was_used_lately_stays_and_has_its_last_value() {
        let cache = Cache::new(16, 0);
        let mut random = SplitMix::new(1);
        let (mut used, mut values) = (Vec::new(), HashMap::new());
        for step in 0..5000_u64 {
            let number = random.below(40);
            let key = key("g", &number.to_string());
            if random.below(3) == 0 {
                let found = cache.recall(&key);
                assert!(found.is_some() || !used.iter().rev().take(7).any(|it| *it == number));
                let Some(found) = found else { continue };
                assert_eq!(found.downcast_ref::<u64>(), values.get(&number));
            } else {
                cache.keep(key, Arc::new(step));
                values.insert(number, step);
            }
            touch(&mut used, number);
            assert!(cache.counts().held <= 16);
        }
    }

    #[test]
    fn large_ones_go_in_the_order_of_their_last_use() {
        let cache = Cache::new(1000, 100);
        let mut random = SplitMix::new(2);
        // The oldest first.
        let mut model: Vec<(u64, u64)> = Vec::new();
        for step in 0..3000 {
            let number = random.below(30);
            let name = key("g", &number.to_string());
            if random.below(3) == 0 {
                let at = model.iter().position(|it| it.0 == number);
                assert_eq!(cache.recall(&name).is_some(), at.is_some(), "step {step}: {number}");
                let held = at.map(|at| model.remove(at));
                model.extend(held);
            } else {
                let bytes = 1 + random.below(40);
                cache.keep_large(name, Arc::new(step), bytes);
                model.retain(|it| it.0 != number);
                while model.iter().map(|it| it.1).sum::<u64>() + bytes > 100 {
                    model.remove(0);
                }
                model.push((number, bytes));
            }
            assert_eq!(cache.counts().held, model.len(), "step {step}");
        }
    }

    #[test]
    fn a_game_is_opened_once_and_few_are_kept() {
        let opened = OpenGames::default();
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

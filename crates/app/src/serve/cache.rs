//! Evaluations at hand, so that what was found out once is there at once, and hints,
//! verdicts, values and reviews say the same.

use spar_challenge::oracle::Evaluation;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps a limited number of evaluations; those not used for longest go first.
pub(crate) struct Cache {
    most: usize,
    kept: Mutex<Kept>,
    hits: AtomicU64,
    misses: AtomicU64,
}

#[derive(Default)]
struct Kept {
    clock: u64,
    entries: HashMap<(String, String), Entry>,
}

struct Entry {
    used: u64,
    evaluation: Arc<Evaluation>,
}

impl Cache {
    /// Keeps at most so many.
    pub(crate) fn new(most: usize) -> Cache {
        let (hits, misses) = (AtomicU64::new(0), AtomicU64::new(0));
        Cache { most: most.max(1), kept: Mutex::default(), hits, misses }
    }

    /// What is kept of a position, or what `find` finds, which is kept if it says so.
    pub(crate) fn get(
        &self,
        game: &str,
        position: &str,
        find: impl FnOnce() -> (Evaluation, Keep),
    ) -> Arc<Evaluation> {
        let key = (game.to_owned(), position.to_owned());
        if let Some(found) = self.look_up(&key) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return found;
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        // Found without the lock: others need not wait.
        let (evaluation, keep) = find();
        let evaluation = Arc::new(evaluation);
        if keep == Keep::Yes {
            self.put(key, &evaluation);
        }
        evaluation
    }

    fn look_up(&self, key: &(String, String)) -> Option<Arc<Evaluation>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let now = kept.clock;
        let entry = kept.entries.get_mut(key)?;
        entry.used = now;
        Some(Arc::clone(&entry.evaluation))
    }

    fn put(&self, key: (String, String), evaluation: &Arc<Evaluation>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.entries.len() >= self.most {
            kept.halve();
        }
        let used = kept.clock;
        kept.entries.insert(key, Entry { used, evaluation: Arc::clone(evaluation) });
    }

    /// How often it knew the answer, how often not, and how much it holds.
    pub(crate) fn counts(&self) -> (u64, u64, usize) {
        let held = self.kept.lock().unwrap_or_else(PoisonError::into_inner).entries.len();
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed), held)
    }
}

/// Whether an evaluation is worth keeping: one that was cut short by somebody is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// It is.
    Yes,
    /// It is not.
    No,
}

impl Kept {
    /// Lets the older half go, so that the work of finding it is rare.
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

    fn unknown() -> (Evaluation, Keep) {
        (Evaluation::unknown(["a1".to_owned()]), Keep::Yes)
    }

    #[test]
    fn what_is_known_is_not_found_out_again() {
        let cache = Cache::new(10);
        cache.get("g", "p", unknown);
        cache.get("g", "p", || panic!("it is at hand"));
        cache.get("g", "q", unknown);
        cache.get("h", "p", unknown);
        assert_eq!(cache.counts(), (1, 3, 3));
    }

    #[test]
    fn what_was_cut_short_is_not_kept() {
        let cache = Cache::new(10);
        cache.get("g", "p", || (Evaluation::unknown([]), Keep::No));
        assert_eq!(cache.counts(), (0, 1, 0));
    }

    #[test]
    fn it_stays_small_and_keeps_what_is_used() {
        let cache = Cache::new(8);
        for index in 0..1000 {
            cache.get("g", &index.to_string(), unknown);
            cache.get("g", "0", unknown);
            assert!(cache.counts().2 <= 8);
        }
        cache.get("g", "0", || panic!("it was used all the time"));
    }
}

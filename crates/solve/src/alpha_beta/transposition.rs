//! What a search remembers: proven bounds of the positions it has met.
//!
//! A bucket holds two entries: the one that cost most work, and the newest. The
//! table starts small, because one that fits the processor's cache is twice as
//! fast, and doubles once it has been written over several times. Whole keys are
//! kept, so a hit is never false.

use super::score::{FAR, Score};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU8;

/// Bounds of a score: `lower <= score <= upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    /// What holds for every position.
    pub(super) const NONE: Bounds = Bounds { lower: -FAR, upper: FAR };

    /// The bounds that hold where both hold.
    #[inline]
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

#[derive(Clone, Copy)]
struct Entry<K> {
    key: K,
    lower: i16,
    upper: i16,
    /// One more than the logarithm of the nodes that the bounds cost.
    work: NonZeroU8,
}

type Bucket<K> = [Option<Entry<K>>; 2];

/// Two entries for each bucket: first the one kept by work, then the newest.
pub(super) struct Transposition<K> {
    buckets: Vec<Bucket<K>>,
    /// The table doubles while it has fewer buckets than this.
    most_buckets: usize,
    stores_since_growth: usize,
}

/// The buckets of an empty table.
const FIRST_BUCKETS: usize = 1 << 9;

/// The buckets of a table that the budget does not limit.
const USUAL_MOST_BUCKETS: usize = 1 << 23;

impl<K: Copy + Eq + Hash> Transposition<K> {
    /// An empty table that grows.
    pub(super) fn growing() -> Transposition<K> {
        Transposition::with_buckets(FIRST_BUCKETS, USUAL_MOST_BUCKETS)
    }

    /// An empty table of `2^log2_buckets` buckets that keeps its size.
    pub(super) fn fixed(log2_buckets: u32) -> Transposition<K> {
        Transposition::with_buckets(1 << log2_buckets, 1 << log2_buckets)
    }

    fn with_buckets(buckets: usize, most_buckets: usize) -> Transposition<K> {
        Transposition { buckets: vec![[None; 2]; buckets], most_buckets, stores_since_growth: 0 }
    }

    /// Lets the table grow to at most so many bytes, or to its usual most.
    pub(super) fn limit(&mut self, bytes: u64) {
        let fits = (bytes / size_of::<Bucket<K>>() as u64).max(FIRST_BUCKETS as u64);
        let power_of_two = 1_u64 << fits.ilog2();
        self.most_buckets = usize::try_from(power_of_two).unwrap_or(USUAL_MOST_BUCKETS);
        self.most_buckets = self.most_buckets.min(USUAL_MOST_BUCKETS);
    }

    /// The proven bounds of a position.
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<Bounds> {
        let bucket = &self.buckets[self.index(key)];
        let entry = bucket.iter().flatten().find(|entry| entry.key == key)?;
        Some(Bounds { lower: entry.lower.into(), upper: entry.upper.into() })
    }

    /// Remembers bounds that so many nodes have proven.
    #[inline]
    pub(super) fn put(&mut self, key: K, bounds: Bounds, nodes: u64) {
        self.grow_if_worn();
        let index = self.index(key);
        let work = NonZeroU8::MIN.saturating_add((nodes | 1).ilog2() as u8);
        let [kept, newest] = &mut self.buckets[index];
        let known = [&mut *kept, &mut *newest].into_iter().flatten().find(|it| it.key == key);
        if let Some(known) = known {
            known.lower = known.lower.max(bounds.lower as i16);
            known.upper = known.upper.min(bounds.upper as i16);
            known.work = known.work.max(work);
            return;
        }
        let entry = Entry { key, lower: bounds.lower as i16, upper: bounds.upper as i16, work };
        if kept.is_none_or(|kept| kept.work <= work) {
            *newest = kept.replace(entry);
        } else {
            *newest = Some(entry);
        }
    }

    /// Doubles the table if since the last time it was written over twice.
    #[inline]
    fn grow_if_worn(&mut self) {
        self.stores_since_growth += 1;
        if self.stores_since_growth > 4 * self.buckets.len()
            && self.buckets.len() < self.most_buckets
        {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old_len = self.buckets.len();
        self.buckets.resize(2 * old_len, [None; 2]);
        self.stores_since_growth = 0;
        for old in 0..old_len {
            for slot in 0..2 {
                let Some(entry) = self.buckets[old][slot] else { continue };
                let index = self.index(entry.key);
                if index != old {
                    self.buckets[index][slot] = self.buckets[old][slot].take();
                }
            }
        }
    }

    #[inline]
    fn index(&self, key: K) -> usize {
        FxBuildHasher.hash_one(key) as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_hit_is_never_false_and_bounds_only_tighten() {
        let mut table = Transposition::with_buckets(4, 64);
        let mut truth: HashMap<u64, Bounds> = HashMap::new();
        let mut random = spar_rules::SplitMix::new(1);
        for _ in 0..20_000 {
            let key = random.below(600);
            let bounds =
                Bounds { lower: -(random.below(99) as i32), upper: random.below(99) as i32 };
            table.put(key, bounds, random.below(1000));
            let all = truth.entry(key).or_insert(Bounds::NONE);
            *all = all.and(bounds);
            let got = table.get(key).expect("the newest entry is always there");
            assert!(got.lower <= all.lower && all.upper <= got.upper, "{key}: {got:?} {all:?}");
            assert!(bounds.lower <= got.lower && got.upper <= bounds.upper, "{key}");
        }
        assert_eq!(table.buckets.len(), 64);
    }

    #[test]
    fn growing_loses_no_entry() {
        let mut table = Transposition::with_buckets(4, 1024);
        let present = |table: &Transposition<u64>| {
            (0..600).filter(|key| table.get(*key).is_some()).collect::<Vec<u64>>()
        };
        for key in 0..600 {
            table.put(key, Bounds { lower: 0, upper: 1 }, key);
            let before = present(&table);
            if table.buckets.len() < 1024 {
                table.grow();
            }
            assert_eq!(present(&table), before);
        }
    }
}

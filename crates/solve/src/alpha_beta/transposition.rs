//! The transposition table: proven bounds of the positions that a search has visited.
//!
//! A bucket holds two entries: the one that cost most work, and the newest. The table starts
//! small, because a table that fits the processor's cache is twice as fast. It doubles once
//! it has been overwritten several times. Whole keys are stored, so there are no false hits.

use super::search::{FAR, Score, plies_after, plies_before};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Bounds of a score: `lower <= score <= upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProvenBounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl ProvenBounds {
    /// What holds for every position.
    pub(super) const NONE: ProvenBounds = ProvenBounds { lower: -FAR, upper: FAR };

    /// Both bounds are this score.
    #[inline]
    pub(super) fn exact(score: Score) -> ProvenBounds {
        ProvenBounds { lower: score, upper: score }
    }

    /// These bounds of a position as a side saw them this many plies before: the side that is to
    /// move in it, or the other.
    #[inline]
    pub(super) fn seen_before(self, same_side: bool, plies: u32) -> ProvenBounds {
        let ProvenBounds { lower, upper } = self;
        let (lower, upper) = if same_side { (lower, upper) } else { (-upper, -lower) };
        ProvenBounds { lower: plies_before(lower, plies), upper: plies_before(upper, plies) }
    }

    /// Undoes [`seen_before`](ProvenBounds::seen_before).
    pub(super) fn seen_after(self, same_side: bool, plies: u32) -> ProvenBounds {
        let (lower, upper) = (plies_after(self.lower, plies), plies_after(self.upper, plies));
        let (lower, upper) = if same_side { (lower, upper) } else { (-upper, -lower) };
        ProvenBounds { lower, upper }
    }

    /// The bounds that hold where both hold.
    #[inline]
    pub(super) fn and(self, other: ProvenBounds) -> ProvenBounds {
        ProvenBounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// An entry without its key. Eight bytes, so that a bucket is read at once.
#[derive(Clone, Copy)]
struct TranspositionEntry {
    /// Some bits of the key's hash: where they differ, so do the keys.
    tag: u16,
    lower: i16,
    upper: i16,
    /// One more than the logarithm of the nodes that the bounds cost; 0 if the
    /// entry is empty.
    work: u16,
}

const EMPTY: TranspositionEntry = TranspositionEntry { tag: 0, lower: 0, upper: 0, work: 0 };

/// First the entry kept by work, then the newest.
type Bucket = [TranspositionEntry; 2];

/// Two entries for each bucket. The keys stand apart: they are read only where
/// the tag is right, so what a miss reads stays small.
pub(super) struct Transposition<K> {
    buckets: Vec<Bucket>,
    /// The keys of the entries; empty while all entries are.
    keys: Vec<[K; 2]>,
    /// The table doubles while it has fewer buckets than this.
    most_buckets: usize,
    /// Bytes on the heap that the keys own.
    owned: u64,
    /// The bytes that the table may take together with what the keys own.
    most_bytes: u64,
    stores_since_growth: usize,
}

/// The buckets of an empty table.
const FIRST_BUCKETS: usize = 1 << 9;

/// The buckets of a table that the budget does not limit.
const USUAL_MOST_BUCKETS: usize = 1 << 23;

/// Where a key belongs.
#[derive(Clone, Copy)]
struct Spot {
    index: usize,
    tag: u16,
}

impl<K: Clone + Eq + Hash> Transposition<K> {
    /// An empty table that grows.
    pub(super) fn growing() -> Transposition<K> {
        Transposition::with_buckets(FIRST_BUCKETS, USUAL_MOST_BUCKETS)
    }

    /// An empty table of `2^log2_buckets` buckets that keeps its size.
    pub(super) fn fixed(log2_buckets: u32) -> Transposition<K> {
        Transposition::with_buckets(1 << log2_buckets, 1 << log2_buckets)
    }

    fn with_buckets(buckets: usize, most_buckets: usize) -> Transposition<K> {
        let (buckets, keys) = (vec![[EMPTY; 2]; buckets], Vec::new());
        let (owned, most_bytes) = (0, u64::MAX);
        Transposition { buckets, keys, most_buckets, owned, most_bytes, stores_since_growth: 0 }
    }

    /// Lets the table grow to at most this many bytes, or to its default limit.
    pub(super) fn limit(&mut self, bytes: u64) {
        self.most_bytes = bytes;
        let fits = (bytes / Self::BUCKET_BYTES).max(FIRST_BUCKETS as u64);
        let power_of_two = 1_u64 << fits.ilog2();
        self.most_buckets = usize::try_from(power_of_two).unwrap_or(USUAL_MOST_BUCKETS);
        self.most_buckets = self.most_buckets.min(USUAL_MOST_BUCKETS);
    }

    const BUCKET_BYTES: u64 = (size_of::<Bucket>() + size_of::<[K; 2]>()) as u64;

    /// Whether this many buckets with keys that own this much are too many bytes. Buckets
    /// alone are not: `most_buckets` limits them.
    fn is_too_much(&self, buckets: usize, owned: u64) -> bool {
        owned > 0 && buckets as u64 * Self::BUCKET_BYTES + owned > self.most_bytes
    }

    /// The proven bounds of a position.
    #[inline]
    pub(super) fn bounds(&self, key: &K) -> Option<ProvenBounds> {
        let spot = self.spot(key);
        let bucket = self.buckets[spot.index];
        let slot = (0..2).find(|slot| self.holds(bucket[*slot], spot, *slot, key))?;
        let TranspositionEntry { lower, upper, .. } = bucket[slot];
        Some(ProvenBounds { lower: lower.into(), upper: upper.into() })
    }

    /// Whether this entry, in this slot, is the key's.
    #[inline]
    fn holds(&self, entry: TranspositionEntry, spot: Spot, slot: usize, key: &K) -> bool {
        entry.tag == spot.tag && entry.work > 0 && self.keys[spot.index][slot] == *key
    }

    /// Stores bounds that took this many nodes to prove, unless the key owns more than fits.
    /// `bytes` tells how much a key owns.
    #[inline]
    pub(super) fn put(
        &mut self,
        key: K,
        bounds: ProvenBounds,
        nodes: u64,
        bytes: impl Fn(&K) -> usize,
    ) {
        if !self.make_room(&key, bytes(&key)) {
            return;
        }
        let spot = self.spot(&key);
        let bucket = self.buckets[spot.index];
        let (lower, upper) = (bounds.lower as i16, bounds.upper as i16);
        let work = (nodes | 1).ilog2() as u16 + 1;
        let known = (0..2).find(|slot| self.holds(bucket[*slot], spot, *slot, &key));
        if let Some(slot) = known {
            let entry = &mut self.buckets[spot.index][slot];
            entry.lower = entry.lower.max(lower);
            entry.upper = entry.upper.min(upper);
            entry.work = entry.work.max(work);
            return;
        }
        // The newest entry makes way, whichever of the two the new one takes.
        let (needed, freed) = (bytes(&key) as u64, bytes(&self.keys[spot.index][1]) as u64);
        if needed > freed && self.is_too_much(self.buckets.len(), self.owned + needed - freed) {
            return;
        }
        self.owned = self.owned + needed - freed;
        let (bucket, keys) = (&mut self.buckets[spot.index], &mut self.keys[spot.index]);
        let slot = usize::from(bucket[0].work > work);
        if slot == 0 {
            bucket[1] = bucket[0];
            keys.swap(0, 1);
        }
        bucket[slot] = TranspositionEntry { tag: spot.tag, lower, upper, work };
        keys[slot] = key;
    }

    /// Doubles the table if since the last time it was written over twice. Returns whether
    /// there is room at all.
    #[inline]
    fn make_room(&mut self, key: &K, bytes: usize) -> bool {
        self.stores_since_growth += 1;
        let worn = self.stores_since_growth > 4 * self.buckets.len();
        if worn && self.buckets.len() < self.most_buckets {
            self.grow();
        } else if self.keys.is_empty() {
            return self.fill(key, bytes);
        }
        true
    }

    /// Puts a first key everywhere, if that is not too much.
    #[cold]
    fn fill(&mut self, key: &K, bytes: usize) -> bool {
        let owned = 2 * (self.buckets.len() * bytes) as u64;
        if self.is_too_much(self.buckets.len(), owned) {
            self.stores_since_growth = 0;
            return false;
        }
        self.keys = vec![[key.clone(), key.clone()]; self.buckets.len()];
        self.owned = owned;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let old_len = self.buckets.len();
        if self.is_too_much(2 * old_len, 2 * self.owned) {
            self.most_buckets = old_len;
            return;
        }
        let reserved = self.buckets.try_reserve_exact(old_len);
        if reserved.and_then(|()| self.keys.try_reserve_exact(old_len)).is_err() {
            // The system gives no more: the table stays as it is, and older entries go.
            self.most_buckets = old_len;
            return;
        }
        self.buckets.resize(2 * old_len, [EMPTY; 2]);
        self.keys.extend_from_within(..);
        self.owned *= 2;
        self.stores_since_growth = 0;
        for old in 0..old_len {
            for slot in 0..2 {
                let entry = self.buckets[old][slot];
                let index = self.spot(&self.keys[old][slot]).index;
                // The keys are in both halves already; only the entry moves.
                if entry.work > 0 && index != old {
                    self.buckets[index][slot] = entry;
                    self.buckets[old][slot] = EMPTY;
                }
            }
        }
    }

    #[inline]
    fn spot(&self, key: &K) -> Spot {
        let hash = FxBuildHasher.hash_one(key);
        Spot { index: hash as usize & (self.buckets.len() - 1), tag: (hash >> 48) as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn get(table: &Transposition<u64>, key: u64) -> Option<ProvenBounds> {
        table.bounds(&key)
    }

    #[test]
    fn a_hit_is_never_false_and_bounds_only_tighten() {
        let mut table = Transposition::with_buckets(4, 64);
        let mut truth: HashMap<u64, ProvenBounds> = HashMap::new();
        let mut random = spar_rules::SplitMix::new(1);
        for _ in 0..20_000 {
            let key = random.below(600);
            let bounds =
                ProvenBounds { lower: -(random.below(99) as i32), upper: random.below(99) as i32 };
            table.put(key, bounds, random.below(1000), |_| 0);
            let all = truth.entry(key).or_insert(ProvenBounds::NONE);
            *all = all.and(bounds);
            let got = get(&table, key).expect("the newest entry is always there");
            assert!(got.lower <= all.lower && all.upper <= got.upper, "{key}: {got:?} {all:?}");
            assert!(bounds.lower <= got.lower && got.upper <= bounds.upper, "{key}");
        }
        assert_eq!(table.buckets.len(), 64);
    }

    #[test]
    fn growing_loses_no_entry() {
        let mut table = Transposition::with_buckets(4, 1024);
        let present = |table: &Transposition<u64>| {
            (0..600).filter(|key| get(table, *key).is_some()).collect::<Vec<u64>>()
        };
        for key in 0..600 {
            table.put(key, ProvenBounds { lower: 0, upper: 1 }, key, |_| 0);
            let before = present(&table);
            if table.buckets.len() < 1024 {
                table.grow();
            }
            assert_eq!(present(&table), before);
        }
    }

    #[test]
    fn what_keys_own_counts_against_the_limit() {
        let bounds = ProvenBounds { lower: 0, upper: 1 };
        let mut random = spar_rules::SplitMix::new(1);
        for (limit, is_used, grows) in
            [(10_000, false, false), (300_000, true, false), (4_000_000, true, true)]
        {
            let mut table = Transposition::<Vec<u8>>::growing();
            table.limit(limit);
            let mut n_kept = 0;
            for number in 0..20_000_u64 {
                let length = 8 + random.below(300) as usize;
                let key: Vec<u8> = number.to_le_bytes().into_iter().cycle().take(length).collect();
                table.put(key.clone(), bounds, random.below(1000), Vec::capacity);
                n_kept += u32::from(table.bounds(&key).is_some());
                let owned: usize = table.keys.iter().flatten().map(Vec::capacity).sum();
                assert_eq!(table.owned, owned as u64);
                let buckets = table.buckets.len() as u64 * Transposition::<Vec<u8>>::BUCKET_BYTES;
                assert!(owned == 0 || buckets + owned as u64 <= limit, "{limit}: {owned}");
            }
            assert_eq!(n_kept > 0, is_used, "{limit}");
            assert_eq!(table.buckets.len() > FIRST_BUCKETS, grows, "{limit}");
        }
    }
}

//! A transposition table with eight bytes for each entry, for games whose positions have numbers.
//!
//! The number goes through a bijection. The leading bits of the result are the index of a
//! bucket; the entry holds the other bits. So there are no false hits, and a table that grows
//! finds the new index of an entry in the entry itself.

use super::prefetch::prefetch;
use super::search::{FAR, Score};
use super::transposition::ProvenBounds;
use std::sync::atomic::{AtomicU64, Ordering};

/// Two entries for each bucket: the one that cost most work, and the newest. Several threads may
/// read and write them at the same time: an entry is true by itself, and at worst one is lost.
pub(super) struct PackedTable {
    buckets: Vec<PackedBucket>,
    /// Bits of a number.
    bits: u32,
    /// The table has `2^log2_buckets` buckets.
    log2_buckets: u32,
    most_log2_buckets: u32,
    stores_since_growth: usize,
}

type PackedBucket = [AtomicU64; 2];

fn bucket(entries: [u64; 2]) -> PackedBucket {
    entries.map(AtomicU64::new)
}

#[inline]
fn entries(bucket: &PackedBucket) -> [u64; 2] {
    bucket.each_ref().map(|entry| entry.load(Ordering::Relaxed))
}

/// The number of a position after the bijection.
#[derive(Clone, Copy)]
pub(super) struct MixedNumber(pub(super) u64);

/// An entry: the rest of the number, then the lower and the upper bound, then work: one
/// more than the logarithm of the nodes that the bounds cost. An empty entry is 0.
const WORK_BITS: u32 = 6;
const BOUND_BITS: u32 = 7;
const REST_SHIFT: u32 = WORK_BITS + 2 * BOUND_BITS;
const REST_BITS: u32 = 64 - REST_SHIFT;

/// The most plies of a win or loss that a bound can hold.
const MOST_PLIES: u32 = 62;

/// The code of a draw as a bound. Losses have smaller codes and wins have larger ones.
const DRAW: Score = 64;

/// The buckets of an empty table, as a logarithm.
const FIRST_LOG2: u32 = 9;

/// The buckets of a table that the budget does not limit, as a logarithm: half a gigabyte.
const USUAL_MOST_LOG2: u32 = 25;

impl PackedTable {
    /// Whether numbers of this many bits, and bounds of positions whose play ends within this
    /// many plies, fit into an entry.
    pub(super) fn takes(bits: u32, horizon: Option<u32>) -> bool {
        (2..=REST_BITS + 14).contains(&bits) && horizon.is_some_and(|plies| plies <= MOST_PLIES)
    }

    /// An empty table that grows.
    pub(super) fn growing(bits: u32) -> PackedTable {
        PackedTable::with_log2(bits, FIRST_LOG2, USUAL_MOST_LOG2)
    }

    /// An empty table of `2^log2_buckets` buckets that keeps its size.
    pub(super) fn fixed(bits: u32, log2_buckets: u32) -> PackedTable {
        PackedTable::with_log2(bits, log2_buckets, log2_buckets)
    }

    fn with_log2(bits: u32, log2_buckets: u32, most_log2_buckets: u32) -> PackedTable {
        let log2_buckets = log2_buckets.max(bits.saturating_sub(REST_BITS)).min(bits);
        let buckets = (0..1_usize << log2_buckets).map(|_| bucket([0; 2])).collect();
        let most_log2_buckets = most_log2_buckets.max(log2_buckets).min(bits);
        PackedTable { buckets, bits, log2_buckets, most_log2_buckets, stores_since_growth: 0 }
    }

    /// Lets the table grow to at most this many bytes, or to its default limit. While it grows, it
    /// takes half as much again.
    pub(super) fn limit(&mut self, bytes: u64) {
        let fits = (bytes / 3 * 2 / size_of::<PackedBucket>() as u64).max(1).ilog2();
        self.most_log2_buckets = fits.min(USUAL_MOST_LOG2).min(self.bits);
    }

    /// Where the bounds of the position with this number are.
    #[inline]
    pub(super) fn slot(&self, number: u64) -> MixedNumber {
        let mask = u64::MAX >> (64 - self.bits);
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        let mixed = mixed ^ mixed >> (self.bits / 2);
        MixedNumber(mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask)
    }

    /// Begins to load the bucket of a position.
    #[inline]
    pub(super) fn prefetch(&self, slot: MixedNumber) {
        prefetch(&self.buckets[self.place(slot).0]);
    }

    /// The proven bounds of a position.
    #[inline]
    pub(super) fn bounds(&self, slot: MixedNumber) -> Option<ProvenBounds> {
        let (index, rest) = self.place(slot);
        let entries = entries(&self.buckets[index]);
        let entry = entries.into_iter().find(|entry| *entry != 0 && entry >> REST_SHIFT == rest)?;
        let (lower, upper) = (entry >> (WORK_BITS + BOUND_BITS) & 127, entry >> WORK_BITS & 127);
        Some(ProvenBounds { lower: score(lower), upper: score(upper) })
    }

    /// Stores bounds that took this many nodes to prove, and grows if it is time to.
    #[inline]
    pub(super) fn put(&mut self, slot: MixedNumber, bounds: ProvenBounds, nodes: u64) {
        self.stores_since_growth += 1;
        if self.is_worn(0) {
            self.grow();
        }
        self.store(slot, bounds, nodes);
    }

    /// Whether it should grow, after as many more stores.
    #[inline]
    pub(super) fn is_worn(&self, stores: usize) -> bool {
        self.stores_since_growth + stores > 8 * self.buckets.len()
            && self.log2_buckets < self.most_log2_buckets
    }

    /// Counts as many more stores, and grows if it is time to.
    pub(super) fn count_stores(&mut self, stores: usize) {
        self.stores_since_growth += stores;
        if self.is_worn(0) {
            self.grow();
        }
    }

    /// Stores bounds that took this many nodes to prove.
    #[inline]
    pub(super) fn store(&self, slot: MixedNumber, bounds: ProvenBounds, nodes: u64) {
        let (index, rest) = self.place(slot);
        let work = u64::from((nodes | 1).ilog2() + 1);
        let (lower, upper) = (lower_code(bounds.lower), upper_code(bounds.upper));
        let bucket = &self.buckets[index];
        let old = entries(bucket);
        let known = old.iter().position(|entry| *entry != 0 && *entry >> REST_SHIFT == rest);
        if let Some(known) = known {
            let entry = old[known];
            let lower = lower.max(entry >> (WORK_BITS + BOUND_BITS) & 127);
            let upper = upper.min(entry >> WORK_BITS & 127);
            let work = work.max(entry & 63);
            bucket[known].store(packed(rest, lower, upper, work), Ordering::Relaxed);
            return;
        }
        let entry = packed(rest, lower, upper, work);
        if old[0] & 63 > work {
            bucket[1].store(entry, Ordering::Relaxed);
        } else {
            bucket[0].store(entry, Ordering::Relaxed);
            bucket[1].store(old[0], Ordering::Relaxed);
        }
    }

    /// Doubles the table, unless the system gives no more memory: then older entries go.
    #[cold]
    fn grow(&mut self) {
        self.stores_since_growth = 0;
        let mut grown = Vec::new();
        if grown.try_reserve_exact(2 * self.buckets.len()).is_err() {
            self.most_log2_buckets = self.log2_buckets;
            return;
        }
        let rest_bits = self.bits - self.log2_buckets;
        for old in &self.buckets {
            let mut halves = [[0; 2]; 2];
            let entries = entries(old).into_iter().enumerate();
            for (slot, entry) in entries.filter(|(_, entry)| *entry != 0) {
                let rest = entry >> REST_SHIFT;
                let half = (rest >> (rest_bits - 1)) as usize;
                let shorter = rest & ((1 << (rest_bits - 1)) - 1);
                halves[half][slot] = shorter << REST_SHIFT | entry & ((1 << REST_SHIFT) - 1);
            }
            grown.extend(halves.map(bucket));
        }
        self.buckets = grown;
        self.log2_buckets += 1;
    }

    /// The index of the bucket, and the bits that the entry holds.
    #[inline]
    fn place(&self, MixedNumber(mixed): MixedNumber) -> (usize, u64) {
        let rest_bits = self.bits - self.log2_buckets;
        ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1))
    }
}

#[inline]
fn packed(rest: u64, lower: u64, upper: u64, work: u64) -> u64 {
    rest << REST_SHIFT | lower << (WORK_BITS + BOUND_BITS) | upper << WORK_BITS | work
}

/// A score as the lower bound of an entry. A win or loss that is too far away to be stored becomes
/// the next lower bound that can be.
#[inline]
fn lower_code(score: Score) -> u64 {
    let code = match score {
        0 => DRAW,
        1.. => (score - FAR + 127).max(DRAW),
        _ => (score + FAR + 1).min(DRAW - 1),
    };
    code as u64
}

/// A score as the upper bound of an entry, likewise the next higher one.
#[inline]
fn upper_code(score: Score) -> u64 {
    let code = match score {
        0 => DRAW,
        1.. => (score - FAR + 127).max(DRAW + 1),
        _ => (score + FAR + 1).min(DRAW),
    };
    code as u64
}

/// The score that has this code.
#[inline]
fn score(code: u64) -> Score {
    match code as Score {
        DRAW => 0,
        code if code > DRAW => code - 127 + FAR,
        code => code - 1 - FAR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The score of a win or loss after up to 62 plies, or of a draw.
    fn any_score(random: &mut spar_rules::SplitMix) -> Score {
        let plies = random.below(63) as Score;
        [0, FAR - plies, plies - FAR][random.below(3) as usize]
    }

    #[test]
    fn a_bound_is_read_as_it_was_stored() {
        for plies in 0..=62 {
            for bound in [0, FAR - plies, plies - FAR] {
                for code in [lower_code(bound), upper_code(bound)] {
                    assert_eq!(score(code), bound);
                    assert!(code < 1 << BOUND_BITS);
                }
            }
        }
    }

    #[test]
    fn a_bound_too_far_away_becomes_a_weaker_one() {
        for plies in 63..200 {
            for (bound, lower, upper) in [(FAR - plies, 0, FAR - 62), (plies - FAR, 62 - FAR, 0)] {
                assert_eq!(score(lower_code(bound)), lower, "{plies}");
                assert_eq!(score(upper_code(bound)), upper, "{plies}");
            }
        }
    }

    #[test]
    fn a_hit_is_never_false_and_bounds_only_tighten() {
        for bits in [9, 12, 44, 49, 58] {
            let mut table = PackedTable::with_log2(bits, 2, 16);
            let mut truth: HashMap<u64, ProvenBounds> = HashMap::new();
            let mut random = spar_rules::SplitMix::new(u64::from(bits));
            let mask = u64::MAX >> (64 - bits);
            for _ in 0..20_000 {
                let number = random.below(600).wrapping_mul(0x2545_F491_4F6C_DD1D) & mask;
                let bounds = ProvenBounds {
                    lower: any_score(&mut random).min(0),
                    upper: any_score(&mut random).max(0),
                };
                table.put(table.slot(number), bounds, random.below(1000));
                let all = truth.entry(number).or_insert(ProvenBounds::NONE);
                *all = all.and(bounds);
                let got =
                    table.bounds(table.slot(number)).expect("the newest entry is always there");
                assert!(got.lower <= all.lower && all.upper <= got.upper, "{number}: {got:?}");
                assert!(bounds.lower <= got.lower && got.upper <= bounds.upper, "{number}");
            }
        }
    }

    #[test]
    fn growing_loses_no_entry() {
        let mut table = PackedTable::with_log2(40, 2, 12);
        let present = |table: &PackedTable| {
            (0..600)
                .filter(|number| table.bounds(table.slot(*number)).is_some())
                .collect::<Vec<u64>>()
        };
        for number in 0..600 {
            table.put(table.slot(number), ProvenBounds { lower: 0, upper: FAR }, number);
            let before = present(&table);
            if table.log2_buckets < 12 {
                table.grow();
            }
            assert_eq!(present(&table), before);
        }
        assert_eq!(table.buckets.len(), 1 << 12);
    }

    #[test]
    fn what_does_not_fit_is_not_taken() {
        assert!(PackedTable::takes(49, Some(42)) && PackedTable::takes(58, Some(62)));
        assert!(!PackedTable::takes(59, Some(42)) && !PackedTable::takes(49, Some(63)));
        assert!(!PackedTable::takes(49, None) && !PackedTable::takes(1, Some(42)));
    }
}

//! A set of ranks as a bitmap, with the index of each member among all members.

use crate::SolveError;
use crate::budget::filled;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bits of one block, and its words of 64 bits.
const BLOCK: u64 = 512;
const WORDS: usize = (BLOCK / 64) as usize;

/// For a block, the number of bits set before it; for each word but the first, the number of
/// bits set in the block before that word, in nine bits each. So finding an index needs a bit
/// count in one word only. This is "rank9" of Vigna (2008).
#[derive(Clone, Copy)]
struct Before {
    block: u64,
    words: u64,
}

/// A set of ranks. Several threads may add ranks while others iterate over the set: the
/// schedule of a sweep ensures that a rank is added before it is looked up. After the last rank
/// is added, [`count`] computes the indices.
///
/// [`count`]: Bitmap::count
pub(crate) struct Bitmap {
    words: Vec<AtomicU64>,
    before: Vec<Before>,
}

impl Bitmap {
    /// An empty set of ranks below `ranks`.
    ///
    /// # Errors
    /// If the system refuses the memory of the bits or of the indices.
    pub(crate) fn new(ranks: u64) -> Result<Bitmap, SolveError> {
        let blocks = ranks.div_ceil(BLOCK) as usize;
        let mut before = Vec::new();
        let needed = Bitmap::bytes(ranks);
        before.try_reserve_exact(blocks).map_err(|_| SolveError::NoMemory { needed })?;
        Ok(Bitmap { words: filled(blocks * WORDS, || AtomicU64::new(0))?, before })
    }

    /// The bytes of a set of ranks below `ranks`, including its indices.
    pub(crate) fn bytes(ranks: u64) -> u128 {
        let blocks = u128::from(ranks.div_ceil(BLOCK));
        blocks * (u128::from(BLOCK / 8) + size_of::<Before>() as u128)
    }

    /// Adds a rank; other threads may add ranks at the same time.
    #[inline]
    pub(crate) fn insert_shared(&self, rank: u64) {
        let (word, bit) = (&self.words[(rank / 64) as usize], 1 << (rank % 64));
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Adds a rank; no other thread may add ranks at the same time.
    #[inline]
    pub(crate) fn insert_alone(&self, rank: u64) {
        let word = &self.words[(rank / 64) as usize];
        word.store(word.load(Relaxed) | 1 << (rank % 64), Relaxed);
    }

    #[inline]
    pub(crate) fn contains(&self, rank: u64) -> bool {
        self.words
            .get((rank / 64) as usize)
            .is_some_and(|word| word.load(Relaxed) >> (rank % 64) & 1 == 1)
    }

    /// Returns the bits of ranks `64 * word` to `64 * word + 63`.
    #[inline]
    pub(crate) fn word(&self, word: u64) -> u64 {
        self.words[word as usize].load(Relaxed)
    }

    /// Computes the indices and returns the number of members.
    pub(crate) fn count(&mut self) -> u64 {
        let mut count = 0;
        self.before.clear();
        for block in self.words.chunks_exact(WORDS) {
            let (mut inside, mut words) = (0, 0);
            for (index, word) in block.iter().enumerate() {
                if index > 0 {
                    words |= u64::from(inside) << (9 * (index - 1));
                }
                inside += word.load(Relaxed).count_ones();
            }
            self.before.push(Before { block: count, words });
            count += u64::from(inside);
        }
        count
    }

    /// Returns the number of members below `rank`: the index of `rank` if it is a member.
    #[inline]
    pub(crate) fn place(&self, rank: u64) -> usize {
        let Before { block, words } = self.before[(rank / BLOCK) as usize];
        // For the first word the shift is 63, where the bits are 0.
        let shift = 9 * ((rank / 64 % WORDS as u64 + 7) % 8);
        let below = self.word(rank / 64) & ((1 << (rank % 64)) - 1);
        (block + (words >> shift & 0x1ff) + u64::from(below.count_ones())) as usize
    }

    /// Returns the rank at an index below the count. This is the inverse of
    /// [`place`](Bitmap::place).
    pub(crate) fn at(&self, place: usize) -> u64 {
        let block = self.before.partition_point(|it| it.block <= place as u64) - 1;
        let mut left = place as u64 - self.before[block].block;
        for word in (block * WORDS) as u64.. {
            let mut here = self.word(word);
            let ones = u64::from(here.count_ones());
            if left < ones {
                for _ in 0..left {
                    here &= here - 1;
                }
                return word * 64 + u64::from(here.trailing_zeros());
            }
            left -= ones;
        }
        unreachable!("invariant: a place is below the count")
    }

    /// Visits the members from `low` to below `high` in ascending order. `visit` may add ranks
    /// above the current one; they are visited too.
    #[inline]
    pub(crate) fn ascend(&self, low: u64, high: u64, mut visit: impl FnMut(u64)) {
        let mut from = low;
        while from < high {
            let word = from / 64;
            let here = self.word(word) & (u64::MAX << (from % 64));
            if here == 0 {
                from = (word + 1) * 64;
                continue;
            }
            let rank = word * 64 + u64::from(here.trailing_zeros());
            if rank >= high {
                return;
            }
            visit(rank);
            from = rank + 1;
        }
    }

    /// Visits the members from below `high` down to `low`, each with its index.
    #[inline]
    pub(crate) fn descend(&self, low: u64, high: u64, mut visit: impl FnMut(u64, usize)) {
        if low >= high {
            return;
        }
        let mut place = self.place(high - 1) + usize::from(self.contains(high - 1));
        for word in (low / 64..=(high - 1) / 64).rev() {
            let mut here = self.word(word);
            if word == (high - 1) / 64 {
                here &= u64::MAX >> (63 - (high - 1) % 64);
            }
            if word == low / 64 {
                here &= u64::MAX << (low % 64);
            }
            while here != 0 {
                let bit = here.ilog2();
                here &= !(1 << bit);
                place -= 1;
                visit(word * 64 + u64::from(bit), place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_see_what_was_added_in_order() {
        let ranks = [0, 1, 63, 64, 65, 511, 512, 513, 1000, 1600, 2046];
        let mut bitmap = Bitmap::new(2047).unwrap();
        for rank in ranks {
            bitmap.insert_shared(rank);
        }
        assert_eq!(bitmap.count(), ranks.len() as u64);
        for (place, rank) in ranks.iter().enumerate() {
            assert_eq!(bitmap.place(*rank), place);
            assert_eq!(bitmap.at(place), *rank);
        }
        for low in 0..200 {
            for high in [low, low + 1, 64, 65, 512, 1001, 2047] {
                let inside: Vec<u64> =
                    ranks.into_iter().filter(|it| (low..high).contains(it)).collect();
                let mut up = Vec::new();
                bitmap.ascend(low, high, |rank| up.push(rank));
                assert_eq!(up, inside, "{low}..{high}");
                let mut down = Vec::new();
                bitmap.descend(low, high, |rank, place| {
                    assert_eq!(ranks[place], rank);
                    down.insert(0, rank);
                });
                assert_eq!(down, inside, "{low}..{high}");
            }
        }
    }

    #[test]
    fn a_walk_up_meets_what_it_adds() {
        let bitmap = Bitmap::new(300).unwrap();
        bitmap.insert_alone(3);
        let mut seen = Vec::new();
        bitmap.ascend(0, 300, |rank| {
            seen.push(rank);
            if rank * 2 < 300 {
                bitmap.insert_alone(rank * 2);
                bitmap.insert_alone(rank + 1);
            }
        });
        assert!(seen.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(seen.len(), 222, "3 to 150, then the even numbers to 298");
    }
}

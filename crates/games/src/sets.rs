//! Sets of a fixed number of squares, numbered in order.

use crate::cells::low_bits;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// All sets of a fixed number of squares. The set {a < b < c} has the number C(a, 1) + C(b, 2)
/// + C(c, 3), so replacing a square by a later one increases the number.
#[derive(Clone)]
pub(crate) struct Sets {
    size: u32,
    count: u64,
    /// The binomial coefficients C(square, k + 1), indexed by k and square.
    choose: [[u32; 64]; MOST],
    /// All sets in order, computed on first use.
    all: OnceLock<Arc<[u64]>>,
}

/// The size of the largest sets.
const MOST: usize = 5;

impl fmt::Debug for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sets { size, count, .. } = self;
        f.debug_struct("Sets").field("size", size).field("count", count).finish_non_exhaustive()
    }
}

impl Sets {
    /// All sets of `size` squares among the first `squares`: 1 to 5 of at most 63.
    pub(crate) fn new(squares: u32, size: u32) -> Sets {
        let mut choose = [[0; 64]; MOST];
        for square in 1..=squares as usize {
            choose[0][square] = square as u32;
            for k in 1..MOST {
                choose[k][square] = choose[k][square - 1] + choose[k - 1][square - 1];
            }
        }
        let count = choose[size as usize - 1][squares as usize].into();
        Sets { size, count, choose, all: OnceLock::new() }
    }

    /// The number of sets.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The number of a set, given as bits.
    #[inline]
    pub(crate) fn number(&self, set: u64) -> u64 {
        let (mut rest, mut number) = (set, 0);
        for choose in &self.choose {
            if rest == 0 {
                break;
            }
            number += choose[rest.trailing_zeros() as usize & 63];
            rest &= rest - 1;
        }
        number.into()
    }

    /// The set with this number.
    #[inline]
    pub(crate) fn set(&self, number: u64) -> u64 {
        self.all.get_or_init(|| self.list())[number as usize]
    }

    /// Lists all sets; each is the next larger word with the same number of bits (Gosper's
    /// hack).
    fn list(&self) -> Arc<[u64]> {
        let next = |set: &u64| {
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            Some(carried | (set ^ carried) >> 2 >> lowest.trailing_zeros())
        };
        let all = std::iter::successors(Some(low_bits(self.size)), next);
        all.take(self.count as usize).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_one_after_the_other() {
        for (squares, size, count) in [(6, 1, 6), (6, 3, 20), (18, 3, 816), (32, 4, 35_960)] {
            let sets = Sets::new(squares, size);
            assert_eq!(sets.count(), count);
            for number in 0..count {
                let set = sets.set(number);
                assert_eq!((sets.number(set), set.count_ones()), (number, size));
                assert!(set < 1 << squares);
            }
        }
    }
}

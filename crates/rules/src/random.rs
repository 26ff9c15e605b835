//! A small random number generator whose algorithm never changes: a seed always gives the same
//! numbers.

/// The `SplitMix64` generator of Steele, Lea and Flood (2014).
///
/// ```
/// let mut random = spar_rules::SplitMix::new(7);
/// let rolled: Vec<u64> = (0..3).map(|_| random.below(6) + 1).collect();
/// assert!(rolled.iter().all(|it| (1..=6).contains(it)));
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator with this seed.
    pub fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A uniformly distributed number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Numbers from `limit` on are drawn again: they would favour small results.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next_u64();
            if number < limit {
                return number % bound;
            }
        }
    }

    /// A random index, with probability proportional to its weight; `None` if all weights are
    /// 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let whole: u64 = weights.clone().sum();
        if whole == 0 {
            return None;
        }
        let mut ticket = self.below(whole);
        let mut weights = weights;
        weights.position(|weight| {
            let is_it = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            is_it
        })
    }

    /// A uniformly chosen item; `None` if there are no items.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len() as u64) as usize].clone())
    }
}

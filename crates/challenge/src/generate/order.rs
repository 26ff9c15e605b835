//! Orders of levels: a seeded random order of all indices of a table, without listing them; and
//! selections from easy to hard, spread over all available chances.

use spar_rules::SplitMix;

/// A permutation of `0..len`: a Feistel network over the next even power of two, applied
/// repeatedly while the result is out of range.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    len: u64,
    half_bits: u32,
    keys: [u64; ROUNDS],
}

const ROUNDS: usize = 6;

impl Order {
    /// The order of `0..len` for this seed.
    pub fn new(seed: u64, len: u64) -> Order {
        let bits = 64 - len.saturating_sub(1).leading_zeros();
        let mut random = SplitMix::new(seed);
        let keys = std::array::from_fn(|_| random.next_u64());
        Order { len, half_bits: bits.div_ceil(2).max(1), keys }
    }

    /// The index at a turn, counted from 0.
    pub fn place(&self, turn: u64) -> u64 {
        let mut number = turn;
        loop {
            number = self.forward(number);
            if number < self.len {
                return number;
            }
        }
    }

    /// The turn of an index.
    pub fn turn(&self, place: u64) -> u64 {
        let mut number = place;
        loop {
            number = self.backward(number);
            if number < self.len {
                return number;
            }
        }
    }

    fn forward(&self, number: u64) -> u64 {
        let (mut left, mut right) = self.split(number);
        for key in self.keys {
            (left, right) = (right, left ^ self.mixed(right, key));
        }
        left << self.half_bits | right
    }

    fn backward(&self, number: u64) -> u64 {
        let (mut left, mut right) = self.split(number);
        for key in self.keys.into_iter().rev() {
            (left, right) = (right ^ self.mixed(left, key), left);
        }
        left << self.half_bits | right
    }

    fn split(&self, number: u64) -> (u64, u64) {
        (number >> self.half_bits, number & self.mask())
    }

    fn mixed(&self, half: u64, key: u64) -> u64 {
        SplitMix::new(half ^ key).next_u64() & self.mask()
    }

    fn mask(&self) -> u64 {
        (1 << self.half_bits) - 1
    }
}

/// Picks up to `count` candidates, given as turns with the learner's chance in units. For
/// chances evenly spaced from the best to the worst, picks the nearest candidate that is not
/// picked yet; among equal ones, the earliest turn. Returns them from easy to hard.
pub fn graded(candidates: &[(u64, u32)], count: u64) -> Vec<u64> {
    let mut left: Vec<(u32, u64)> =
        candidates.iter().map(|(turn, units)| (*units, *turn)).collect();
    left.sort_unstable_by_key(|(units, turn)| (*units, std::cmp::Reverse(*turn)));
    let (Some(worst), Some(best)) = (left.first(), left.last()) else { return Vec::new() };
    let (worst, best) = (u128::from(worst.0), u128::from(best.0));
    let n = u128::from(count).min(left.len() as u128);
    let mut picked = Vec::new();
    for step in 0..n {
        let target = (best - (best - worst) * step / (n - 1).max(1)) as u32;
        // The last candidate with at most the target's chance has the earliest turn of its
        // chance, and so has the last one with the next larger chance.
        let above = left.partition_point(|(units, _)| *units <= target);
        let next = left
            .get(above)
            .map(|(larger, _)| left.partition_point(|(units, _)| units <= larger) - 1);
        let distance = |place: usize| left[place].0.abs_diff(target);
        let place = match (above.checked_sub(1), next) {
            (Some(low), Some(high)) if distance(high) < distance(low) => high,
            (Some(low), _) => low,
            (None, Some(high)) => high,
            (None, None) => break,
        };
        picked.push(left.remove(place));
    }
    picked.sort_unstable_by_key(|(units, turn)| (std::cmp::Reverse(*units), *turn));
    picked.into_iter().map(|(_, turn)| turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_comes_once_and_its_turn_is_known() {
        for len in [1, 2, 3, 5, 64, 65, 1000, 4097] {
            let order = Order::new(7, len);
            let mut seen: Vec<u64> = (0..len).map(|turn| order.place(turn)).collect();
            for (turn, place) in seen.iter().enumerate() {
                assert_eq!(order.turn(*place), turn as u64, "{len}");
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..len), "{len}");
        }
    }

    #[test]
    fn the_first_turn_is_uniform() {
        let mut counts = [0_u32; 10];
        for seed in 0..10_000 {
            counts[Order::new(seed, 10).place(0) as usize] += 1;
        }
        // The standard deviation is 30.
        assert!(counts.iter().all(|it| it.abs_diff(1000) < 150), "{counts:?}");
    }

    #[test]
    fn a_progression_goes_from_easy_to_hard_and_spreads_out() {
        let candidates: Vec<(u64, u32)> =
            (0..100).map(|turn| (turn, (turn as u32 * 37) % 101)).collect();
        let chance = |turn: &u64| candidates[*turn as usize].1;
        let picked = graded(&candidates, 5);
        let chances: Vec<u32> = picked.iter().map(chance).collect();
        assert_eq!(chances.len(), 5);
        assert!(chances.windows(2).all(|pair| pair[0] >= pair[1]), "{chances:?}");
        assert_eq!((chances[0], chances[4]), (100, 0));
        assert!(chances[2].abs_diff(50) <= 1, "{chances:?}");
    }

    #[test]
    fn equal_chances_go_by_turn_and_none_comes_twice() {
        let candidates = [(7, 10), (3, 10), (5, 10), (1, 0)];
        assert_eq!(graded(&candidates, 3), [3, 5, 1]);
        assert_eq!(graded(&candidates, 9), [3, 5, 7, 1]);
        assert_eq!(graded(&candidates, 1), [3]);
        assert_eq!(graded(&[], 4), [0_u64; 0]);
    }
}

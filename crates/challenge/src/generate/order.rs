//! All places of a table in a random order that a seed settles, without listing them.

use spar_rules::SplitMix;

/// A permutation of `0..len`: a Feistel network over the next even power of two, in
/// which numbers beyond the end are sent on until they fall inside.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    len: u64,
    half_bits: u32,
    keys: [u64; ROUNDS],
}

const ROUNDS: usize = 6;

impl Order {
    /// The order of `0..len` for a seed.
    pub fn new(seed: u64, len: u64) -> Order {
        let bits = 64 - len.saturating_sub(1).leading_zeros();
        let mut random = SplitMix::new(seed);
        let keys = std::array::from_fn(|_| random.next_u64());
        Order { len, half_bits: bits.div_ceil(2).max(1), keys }
    }

    /// Which place comes at this turn, counted from 0.
    pub fn place(&self, turn: u64) -> u64 {
        let mut number = turn;
        loop {
            number = self.forward(number);
            if number < self.len {
                return number;
            }
        }
    }

    /// At which turn this place comes.
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
}

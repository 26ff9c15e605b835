//! Boards made by a seed.

use super::board::check_size;
use spar_rules::{ReadError, SplitMix};
use std::collections::HashSet;

/// What a random board shall be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// How many squares.
    pub n: u32,
    /// How many ladders are tried for.
    pub ladders: u32,
    /// How many snakes are tried for.
    pub snakes: u32,
    /// No jump is longer than so many squares.
    pub longest: u32,
    /// Settles which of all such boards.
    pub seed: u64,
}

/// After so many places that do not fit, a jump is left out.
const TRIES: u32 = 1000;

impl Recipe {
    /// The jumps of this board: first all ladders, then all snakes, each from a random
    /// square over a random length. No jump ends where another starts, none ends on the
    /// goal, and square 0 has none.
    ///
    /// # Errors
    /// Says which number is out of range.
    pub fn jumps(&self) -> Result<Vec<(u32, u32)>, ReadError> {
        check_size(self.n)?;
        let n = self.n;
        if self.longest == 0 {
            return Err(ReadError::new("`longest=0` is out of range")
                .hint("a jump has a length of 1 or more"));
        }
        let wanted = u64::from(self.ladders) + u64::from(self.snakes);
        if wanted > u64::from(n) {
            return Err(ReadError::new(format!("{wanted} jumps do not fit {n} squares"))
                .hint("say fewer `ladders` and `snakes`"));
        }
        let mut random = SplitMix::new(self.seed);
        let (mut starts, mut taken) = (HashSet::new(), HashSet::new());
        let mut jumps = Vec::new();
        if n < 3 {
            return Ok(jumps);
        }
        for number in 0..wanted {
            let is_ladder = number < u64::from(self.ladders);
            for _ in 0..TRIES {
                let mut below = |bound: u32| random.next_u64() % u64::from(bound);
                let start = 1 + below(n - 2);
                let length = 1 + below(self.longest);
                let end = if is_ladder { Some(start + length) } else { start.checked_sub(length) };
                let Some(end) = end.filter(|end| *end <= u64::from(n - 2)) else { continue };
                if taken.contains(&start) || starts.contains(&end) {
                    continue;
                }
                starts.insert(start);
                taken.extend([start, end]);
                jumps.push((start as u32, end as u32));
                break;
            }
        }
        Ok(jumps)
    }
}

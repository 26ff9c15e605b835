//! The memory floor: a lower bound for a solver that reads two random cache lines for each move
//! of a game and does nothing else.

/// A table of cache lines.
pub(super) struct Floor {
    lines: Vec<[u64; 8]>,
}

impl Floor {
    /// A table of this many megabytes (10^6 bytes).
    pub(super) fn new(megabytes: u64) -> Floor {
        let count = megabytes * 1_000_000 / 64;
        Floor { lines: (0..count).map(|index| [index; 8]).collect() }
    }

    /// Reads `2 * edges` lines at addresses from a xorshift generator. The reads are
    /// independent; the sum prevents the compiler from removing them.
    pub(super) fn read(&self, edges: u64) -> u64 {
        let count = self.lines.len() as u128;
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut sum = 0_u64;
        for _ in 0..2 * edges {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let line = (u128::from(state) * count) >> 64;
            sum = sum.wrapping_add(self.lines[line as usize][0]);
        }
        sum
    }
}

//! The floor: what memory alone would cost a solver that reads two random lines
//! for each move of a game, and does nothing else.

/// A table of cache lines to read from.
pub(super) struct Floor {
    lines: Vec<[u64; 8]>,
}

impl Floor {
    /// A table of this many megabytes (of a million bytes).
    pub(super) fn new(megabytes: u64) -> Floor {
        let count = megabytes * 1_000_000 / 64;
        Floor { lines: (0..count).map(|index| [index; 8]).collect() }
    }

    /// Reads `2 * edges` lines at addresses of a xorshift generator. The reads do
    /// not depend on one another; the sum keeps them from being left out.
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

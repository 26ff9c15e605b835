//! How good a board looks: the reward of Ahmed, Chatterjee and Gulwani (2013), as
//! their figures show it.
//!
//! A line that holds `m` stones of one side, at least two and not yet all, and none
//! of the other counts `m` for that side. Gravity does not matter, nor whether the
//! stones touch. Under misère the paper says nothing, so nothing counts there.

use super::keys::LineRule;
use super::rules::{Board, Lines};
use spar_rules::Reward;

impl Reward for Lines {
    #[inline]
    fn reward(&self, board: &Board) -> i32 {
        if self.keys.line == LineRule::Loses {
            return 0;
        }
        let [first, second] = self.grid.open_lines([board.first, board.second]);
        first as i32 - second as i32
    }

    fn most_reward(&self) -> u32 {
        let fullest = if self.grid.connect > 2 { self.grid.connect - 1 } else { 0 };
        self.grid.lines().count() as u32 * fullest
    }
}

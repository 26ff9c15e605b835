//! Races: each side walks alone on the same squares, and the first side at the goal wins.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `layout` | the squares as flat arrays, and the one inner loop |
//! | `extrapolation` | extrapolation of converging values |
//! | `policy` | what a piece chooses on each square |
//! | [`turns`] | fewest turns, for one piece alone |
//! | [`pairs`] | chances to be first, for two |
//! | [`written`] | the same written out, for other engines |

mod extrapolation;
mod layout;
pub mod pairs;
mod policy;
pub mod turns;
pub mod written;

use crate::{Budget, SolveError};
pub use layout::{Track, sums};
pub use policy::Policy;
use std::cell::Cell;

/// Values that a sweep updates in the time that a search takes for one node, or less.
const UPDATES_A_NODE: u64 = 64;

/// Counts values that are given against a budget's nodes.
pub struct Cost<'a> {
    budget: &'a Budget,
    /// What one value counts: 1 where rolls are short.
    weight: u64,
    updates: Cell<u64>,
}

impl<'a> Cost<'a> {
    /// Nothing is used yet; one value counts `weight`.
    pub fn new(weight: u64, budget: &'a Budget) -> Cost<'a> {
        Cost { budget, weight, updates: Cell::new(0) }
    }

    /// Nothing is used; values are of this track.
    fn of(track: &Track, budget: &'a Budget) -> Cost<'a> {
        Cost::new(track.weight(), budget)
    }

    /// Counts this number of updated values.
    ///
    /// # Errors
    /// If the budget is used up, or was stopped.
    pub fn spend(&self, updates: usize) -> Result<(), SolveError> {
        let counted = (updates as u64).saturating_mul(self.weight);
        let used = self.updates.get().saturating_add(counted);
        self.updates.set(used);
        let is_over = used / UPDATES_A_NODE > self.budget.nodes;
        if is_over || self.budget.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
    }
}

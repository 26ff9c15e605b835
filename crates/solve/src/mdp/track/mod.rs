//! Races: each side moves its own piece on the same squares, and the first side at the goal
//! wins.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `layout` | the squares as flat arrays, and the inner loop of all sweeps |
//! | `extrapolation` | extrapolation of converging values |
//! | `policy` | policies of one piece |
//! | [`turns`] | the fewest expected turns, for one piece alone |
//! | [`pairs`] | two pieces: the probability of being first |
//! | [`written`] | races as explicit models, for other solvers |

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

/// A sweep updates at least this many values in the time that a search takes for one node.
const UPDATES_A_NODE: u64 = 64;

/// Counts value updates against a budget's node limit.
pub struct Cost<'a> {
    budget: &'a Budget,
    /// The weight of one update: 1 if rolls are short.
    weight: u64,
    updates: Cell<u64>,
}

impl<'a> Cost<'a> {
    /// Starts at zero. Each update counts `weight`.
    pub fn new(weight: u64, budget: &'a Budget) -> Cost<'a> {
        Cost { budget, weight, updates: Cell::new(0) }
    }

    /// Starts at zero, with the weight of this track.
    fn of(track: &Track, budget: &'a Budget) -> Cost<'a> {
        Cost::new(track.weight(), budget)
    }

    /// Counts this many updates.
    ///
    /// # Errors
    /// If the budget is exceeded or the work is stopped.
    pub fn spend(&self, updates: usize) -> Result<(), SolveError> {
        let counted = (updates as u64).saturating_mul(self.weight);
        let used = self.updates.get().saturating_add(counted);
        self.updates.set(used);
        let is_over = used / UPDATES_A_NODE > self.budget.nodes;
        if is_over || self.budget.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
    }
}

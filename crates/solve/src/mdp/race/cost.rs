//! How much of a budget a race has used.

use crate::{Budget, SolveError};
use std::cell::Cell;

/// A sweep gives so many values in the time that a search takes for one node, or less.
const UPDATES_A_NODE: u64 = 64;

/// Counts values that are given against a budget's nodes.
pub(super) struct Cost<'a> {
    budget: &'a Budget,
    updates: Cell<u64>,
}

impl<'a> Cost<'a> {
    pub(super) fn new(budget: &'a Budget) -> Cost<'a> {
        Cost { budget, updates: Cell::new(0) }
    }

    /// Notes that so many values were given.
    ///
    /// # Errors
    /// If the budget is used up, or was stopped.
    pub(super) fn spend(&self, updates: usize) -> Result<(), SolveError> {
        let used = self.updates.get().saturating_add(updates as u64);
        self.updates.set(used);
        let is_over = used / UPDATES_A_NODE > self.budget.nodes;
        if is_over || self.budget.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
    }
}

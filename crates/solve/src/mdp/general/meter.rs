//! How much of a budget is used.

use crate::Budget;
use std::cell::Cell;

/// Counts updates of states against a budget's nodes.
pub(super) struct Meter<'a> {
    budget: &'a Budget,
    used: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &'a Budget) -> Meter<'a> {
        Meter { budget, used: Cell::new(0) }
    }

    pub(super) fn add(&self, updates: usize) {
        self.used.set(self.used.get().saturating_add(updates as u64));
    }

    /// Whether work must end now.
    pub(super) fn is_empty(&self) -> bool {
        self.used.get() > self.budget.nodes || self.budget.is_stopped()
    }

    pub(super) fn used(&self) -> u64 {
        self.used.get()
    }
}

//! How much of a budget is used.

use crate::Budget;
use std::cell::Cell;

/// How values of a component are found before they are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    /// Policy iteration with elimination of states up to a size, sweeps beyond.
    Elimination,
    /// Sweeps alone.
    Sweeps,
}

/// Counts updates of states against a budget's nodes, and says by which means to work.
pub(super) struct Meter<'a> {
    pub(super) means: Means,
    budget: &'a Budget,
    used: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(means: Means, budget: &'a Budget) -> Meter<'a> {
        Meter { means, budget, used: Cell::new(0) }
    }

    pub(super) fn add(&self, updates: usize) {
        self.used.set(self.used.get().saturating_add(updates as u64));
    }

    /// Whether work must end now.
    pub(super) fn is_empty(&self) -> bool {
        self.used.get() > self.budget.nodes || self.budget.is_stopped()
    }

    /// Whether somebody asked for the end of all work.
    pub(super) fn is_stopped(&self) -> bool {
        self.budget.is_stopped()
    }

    pub(super) fn used(&self) -> u64 {
        self.used.get()
    }
}

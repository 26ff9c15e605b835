//! Limits on work, the errors of exceeding them, and progress reports.

use spar_rules::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The limits of a piece of work. Clones share one stop flag, so every holder of a clone can
/// stop the work, for example a timer or an interrupt handler. Work started with a
/// [`part`](Budget::part) can be stopped separately.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Nodes that a search may visit.
    pub nodes: u64,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Threads that may work at once.
    pub threads: usize,
    stop: Arc<Stop>,
}

/// A stop flag. A part also counts as stopped when its whole is stopped.
#[derive(Debug, Default)]
struct Stop {
    asked: AtomicBool,
    whole: Option<Arc<Stop>>,
}

impl Stop {
    fn is_asked(&self) -> bool {
        let whole = || self.whole.as_ref().is_some_and(|whole| whole.is_asked());
        self.asked.load(Ordering::Relaxed) || whole()
    }
}

impl Budget {
    /// A budget without limits, for one thread.
    pub fn unlimited() -> Budget {
        Budget { nodes: u64::MAX, memory: u64::MAX, threads: 1, stop: Arc::default() }
    }

    /// Returns the same budget for a part of the work. Stopping the whole also stops the part;
    /// stopping the part does not stop the whole.
    #[must_use]
    pub fn part(&self) -> Budget {
        let whole = Some(Arc::clone(&self.stop));
        let stop = Arc::new(Stop { asked: AtomicBool::new(false), whole });
        Budget { stop, ..self.clone() }
    }

    /// Returns the same budget with the stop flag of the whole that this budget is a part of.
    /// If it is not a part, returns the budget unchanged.
    #[must_use]
    pub fn whole(&self) -> Budget {
        let stop = self.stop.whole.as_ref().unwrap_or(&self.stop);
        Budget { stop: Arc::clone(stop), ..self.clone() }
    }

    /// Sets the node limit.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Budget {
        Budget { nodes, ..self }
    }

    /// Sets the memory limit, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Budget {
        Budget { memory, ..self }
    }

    /// Sets the number of threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Budget {
        Budget { threads: threads.max(1), ..self }
    }

    /// Raises the stop flag. Running work ends soon after.
    pub fn stop(&self) {
        self.stop.asked.store(true, Ordering::Relaxed);
    }

    /// Returns whether the stop flag is raised.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The budget's stop flag was raised.
    #[error("stopped before the end")]
    Stopped,
    /// The tables would take more memory than the budget has.
    #[error("the whole game needs about {needed} bytes, more than the {allowed} allowed")]
    TooLarge {
        /// An estimate of the bytes needed.
        needed: u128,
        /// The bytes that the budget allows.
        allowed: u64,
    },
    /// The budget would allow the tables, but the system refuses the memory.
    #[error("it needs {needed} bytes, which the system does not have")]
    NoMemory {
        /// The requested bytes.
        needed: u128,
    },
    /// A position is further from the end than a table entry can store.
    #[error("some position is more than {most} plies from the end")]
    TooLong {
        /// The largest distance that an entry can hold.
        most: u32,
    },
}

impl SolveError {
    /// Returns whether a larger memory limit or a smaller problem would help.
    pub fn is_memory(&self) -> bool {
        matches!(self, SolveError::TooLarge { .. } | SolveError::NoMemory { .. })
    }
}

// Progress reports.

/// Receives progress reports, possibly from several threads. Implementations need not be fast.
pub trait Progress: Sync {
    /// Reports that `done` of `total` steps of this stage are done.
    fn report(&self, stage: &'static str, done: u64, total: u64);

    /// Reports what a search has proven so far.
    fn proven(&self, _so_far: &ProvenSoFar) {}
}

/// What a search has proven so far of a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenSoFar {
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// The value of each move in the game's order, if it is known; empty if only the value of the
    /// position is asked for.
    pub moves: Vec<Option<Value>>,
}

/// Ignores all reports.
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _stage: &'static str, _done: u64, _total: u64) {}
}

// Allocations of large tables. They return an error instead of aborting the program.

/// Allocates a table of `count` cells.
///
/// # Errors
/// If the system refuses the memory.
pub(crate) fn filled<T>(count: usize, cell: impl FnMut() -> T) -> Result<Vec<T>, SolveError> {
    let mut cells = Vec::new();
    let needed = size_of::<T>() as u128 * count as u128;
    cells.try_reserve_exact(count).map_err(|_| SolveError::NoMemory { needed })?;
    cells.extend(std::iter::repeat_with(cell).take(count));
    Ok(cells)
}

/// Checks that the system can provide this much memory, before work that allocates several
/// tables in turn.
///
/// # Errors
/// If the system refuses the memory.
pub(crate) fn probe(needed: u128) -> Result<(), SolveError> {
    let no_memory = || SolveError::NoMemory { needed };
    let bytes = usize::try_from(needed).map_err(|_| no_memory())?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| no_memory())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_stopped_alone_or_with_the_whole() {
        let whole = Budget::unlimited();
        let (one, other) = (whole.part().with_nodes(7), whole.part());
        one.clone().stop();
        assert!(one.is_stopped() && !other.is_stopped() && !whole.is_stopped());
        assert!(!one.whole().is_stopped() && one.whole().nodes == 7);
        whole.stop();
        assert!(other.is_stopped() && other.part().is_stopped());
        assert!(other.whole().is_stopped() && whole.whole().is_stopped());
    }

    #[test]
    fn a_table_that_no_machine_can_hold_is_an_error() {
        let needed = 8 << 58;
        assert_eq!(filled(1 << 58, || 0_u64), Err(SolveError::NoMemory { needed }));
        assert_eq!(filled(3, || 7), Ok(vec![7; 3]));
        assert_eq!(probe(1 << 100), Err(SolveError::NoMemory { needed: 1 << 100 }));
        assert_eq!(probe(1 << 62), Err(SolveError::NoMemory { needed: 1 << 62 }));
        assert_eq!(probe(1 << 20), Ok(()));
    }
}

//! How much work may cost, and why it ended early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a piece of work may cost. Clones share the same stop flag, so whoever
/// holds one can end the work: a timer, an interrupt, a closed window.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Nodes that a search may visit.
    pub nodes: u64,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Threads that may work at once.
    pub threads: usize,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// No limit but one thread.
    pub fn unlimited() -> Budget {
        let stop = Arc::new(AtomicBool::new(false));
        Budget { nodes: u64::MAX, memory: u64::MAX, threads: 1, stop }
    }

    /// The same budget with so many nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Budget {
        Budget { nodes, ..self }
    }

    /// The same budget with so many bytes.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Budget {
        Budget { memory, ..self }
    }

    /// The same budget with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Budget {
        Budget { threads: threads.max(1), ..self }
    }

    /// Asks the work to end soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work should end now.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
    /// A position is further from the end than a table's entry can say.
    #[error("some position is more than {most} plies from the end")]
    TooLong {
        /// The largest distance that an entry can hold.
        most: u32,
    },
}

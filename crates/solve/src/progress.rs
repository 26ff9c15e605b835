//! What long work tells while it runs.

/// Hears how far work is. Called from several threads, not too often.
pub trait Progress: Sync {
    /// `done` of `total` steps of this stage are done.
    fn report(&self, stage: &'static str, done: u64, total: u64);
}

/// Hears nothing.
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _stage: &'static str, _done: u64, _total: u64) {}
}

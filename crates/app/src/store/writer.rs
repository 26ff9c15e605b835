//! The one writer. It takes all changes that wait, commits them as one group, and only
//! then answers each: nobody hears of a change that is not on disk.

use super::change::{Change, Written, apply};
use super::error::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;
use tokio::sync::oneshot;

/// What somebody who asked for a change is told.
pub type Answer = Result<Written, StoreError>;

/// A change, and who waits for it.
pub(super) struct Waiting {
    pub(super) change: Change,
    pub(super) asker: Asker,
}

/// Who waits for a change.
pub(super) enum Asker {
    /// A thread.
    Thread(mpsc::SyncSender<Answer>),
    /// A task.
    Task(oneshot::Sender<Answer>),
}

impl Asker {
    /// Tells them. Whoever has gone need not hear it; what is written stays written.
    fn tell(self, answer: Answer) {
        match self {
            Asker::Thread(sender) => drop(sender.send(answer)),
            Asker::Task(sender) => drop(sender.send(answer)),
        }
    }
}

/// What the writer has done so far, for figures.
#[derive(Debug, Default)]
pub(super) struct Meter {
    pub(super) waiting: AtomicUsize,
    groups: AtomicU64,
    changes: AtomicU64,
    last_group: AtomicUsize,
    nanoseconds: AtomicU64,
}

/// What the writer has done so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Changes that wait.
    pub waiting: usize,
    /// Groups committed.
    pub groups: u64,
    /// Changes in them.
    pub changes: u64,
    /// How many changes the last group had.
    pub last_group: usize,
    /// Seconds spent in commits.
    pub seconds_in_commit: f64,
}

impl Meter {
    pub(super) fn figures(&self) -> Figures {
        let nanoseconds = self.nanoseconds.load(Ordering::Relaxed);
        Figures {
            waiting: self.waiting.load(Ordering::Relaxed),
            groups: self.groups.load(Ordering::Relaxed),
            changes: self.changes.load(Ordering::Relaxed),
            last_group: self.last_group.load(Ordering::Relaxed),
            seconds_in_commit: nanoseconds as f64 / 1e9,
        }
    }

    fn committed(&self, n_changes: usize, began: Instant) {
        self.groups.fetch_add(1, Ordering::Relaxed);
        self.changes.fetch_add(n_changes as u64, Ordering::Relaxed);
        self.last_group.store(n_changes, Ordering::Relaxed);
        self.nanoseconds.fetch_add(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}

/// Called with the size of a group before its commit, so that a test can hold it back.
pub type Gate = Box<dyn FnMut(usize) + Send>;

/// The writer with all that it needs.
pub(super) struct Writer<'a> {
    pub(super) connection: Connection,
    pub(super) most_in_group: usize,
    pub(super) meter: &'a Meter,
    pub(super) gate: Option<Gate>,
}

impl Writer<'_> {
    /// Works until nobody can ask any more and all who asked are answered.
    pub(super) fn run(mut self, inbox: &Receiver<Waiting>) {
        while let Ok(first) = inbox.recv() {
            let mut changes = vec![first.change];
            let mut askers = vec![first.asker];
            while changes.len() < self.most_in_group
                && let Ok(Waiting { change, asker }) = inbox.try_recv()
            {
                changes.push(change);
                askers.push(asker);
            }
            self.meter.waiting.fetch_sub(changes.len(), Ordering::Relaxed);
            let answers = match self.commit(&changes) {
                Ok(answers) => answers,
                Err(error) => changes.iter().map(|_| Err(error.clone())).collect(),
            };
            for (asker, answer) in askers.into_iter().zip(answers) {
                asker.tell(answer);
            }
        }
    }

    /// Writes a group to disk. A refused change leaves the others be; if the group
    /// itself fails, nothing of it is written.
    fn commit(&mut self, changes: &[Change]) -> Result<Vec<Answer>, StoreError> {
        let mut group =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut answers = Vec::with_capacity(changes.len());
        for change in changes {
            let step = group.savepoint()?;
            let answer = apply(&step, change);
            match &answer {
                Ok(_) => step.commit()?,
                Err(_) => step.finish()?,
            }
            // A full disk or a failed read may have rolled back the whole group.
            if let Err(error) = &answer
                && group.is_autocommit()
            {
                return Err(error.clone());
            }
            answers.push(answer);
        }
        if let Some(gate) = &mut self.gate {
            gate(changes.len());
        }
        let began = Instant::now();
        group.commit()?;
        self.meter.committed(changes.len(), began);
        Ok(answers)
    }
}

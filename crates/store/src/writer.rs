//! The only writer. It takes all waiting changes, commits them as one group, and then answers
//! each: an answer means that the change is on disk.

use super::change::{Change, Written, apply};
use super::error::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;
use tokio::sync::oneshot;

/// The result of a change.
pub type Answer = Result<Written, StoreError>;

/// A change and the caller that waits for its result.
pub(super) struct Waiting {
    pub(super) change: Change,
    pub(super) asker: Asker,
}

/// The caller that waits for a change.
pub(super) enum Asker {
    /// A thread.
    Thread(mpsc::SyncSender<Answer>),
    /// A task.
    Task(oneshot::Sender<Answer>),
}

impl Asker {
    /// Sends the answer. The change is kept even if the caller no longer waits.
    fn tell(self, answer: Answer) {
        match self {
            Asker::Thread(sender) => drop(sender.send(answer)),
            Asker::Task(sender) => drop(sender.send(answer)),
        }
    }
}

/// Counters behind [`Figures`].
#[derive(Debug, Default)]
pub(super) struct Meter {
    pub(super) waiting: AtomicUsize,
    groups: AtomicU64,
    changes: AtomicU64,
    failures: AtomicU64,
    last_group: AtomicUsize,
    nanoseconds: AtomicU64,
}

/// Statistics of the writer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Changes that wait.
    pub waiting: usize,
    /// Groups committed.
    pub groups: u64,
    /// Changes in them.
    pub changes: u64,
    /// Groups that could not be committed.
    pub failures: u64,
    /// The number of changes in the last group.
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
            failures: self.failures.load(Ordering::Relaxed),
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

/// The writer.
pub(super) struct Writer<'a> {
    pub(super) connection: Connection,
    pub(super) most_in_group: usize,
    pub(super) meter: &'a Meter,
    pub(super) gate: Option<Gate>,
}

impl Writer<'_> {
    /// Works until the queue is closed and every change is answered.
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
                Err(error) => {
                    self.meter.failures.fetch_add(1, Ordering::Relaxed);
                    changes.iter().map(|_| Err(error.clone())).collect()
                }
            };
            for (asker, answer) in askers.into_iter().zip(answers) {
                asker.tell(answer);
            }
        }
    }

    /// Writes a group to disk. A refused change does not affect the others; if the group
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FILE_NAME, Person, Reader, file};

    fn player(id: String, name: String) -> Change {
        let mut token = [0; 32];
        token[..id.len()].copy_from_slice(id.as_bytes());
        Change::NewPlayer { player: Person { id, name, made: 1 }, token }
    }

    /// Whatever fails: a change that was confirmed is in the store, and one that was refused
    /// is not.
    #[test]
    fn a_full_disk_makes_no_answer_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let connection = file::open(&path).unwrap();
        let n_pages: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        let most = n_pages + 3;
        connection.execute_batch(&format!("PRAGMA max_page_count = {most}")).unwrap();
        let meter = Meter::default();
        let mut writer = Writer { connection, most_in_group: 256, meter: &meter, gate: None };
        let (mut n_kept, mut n_refused) = (0, 0);
        for group in 0..60 {
            let name = "n".repeat(40);
            let changes: Vec<_> =
                (0..10).map(|index| player(format!("p{group}-{index}"), name.clone())).collect();
            let answers = writer.commit(&changes);
            assert!(writer.connection.is_autocommit(), "no group stays open");
            for (index, change) in changes.iter().enumerate() {
                let Change::NewPlayer { player, .. } = change else { continue };
                let found = Reader(&writer.connection).player(&player.id).unwrap();
                let told = answers.as_ref().is_ok_and(|answers| answers[index].is_ok());
                assert_eq!(found.is_some(), told, "{}", player.id);
                n_kept += usize::from(told);
                n_refused += usize::from(!told);
            }
        }
        assert!(n_kept > 10 && n_refused > 10, "{n_kept} kept, {n_refused} refused");
    }
}

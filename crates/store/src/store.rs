//! An open store: many readers, and one writer. The writer takes all waiting changes, commits them
//! as one group, and then answers each: an answer means that the change is on disk.

use super::change::{Change, Written, apply};
use super::error::StoreError;
use super::read::Reader;
use super::{check, file};
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::oneshot;

/// The most idle read connections that stay open. Enough for the threads of a usual server.
const IDLE_READERS: usize = 12;

/// An open store. Dropping it waits until all submitted changes are on disk.
pub struct Store {
    path: PathBuf,
    /// `None` while the store is being closed.
    inbox: Option<SyncSender<Waiting>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    meter: Arc<Meter>,
}

/// Settings of the writer.
pub struct Setting {
    /// The most changes that may wait; more are refused.
    pub queue: usize,
    /// The most changes that are committed as one group.
    pub group: usize,
    /// Whether the whole file is checked when it is opened.
    pub look: bool,
    /// Called before each commit.
    #[doc(hidden)]
    pub gate: Option<Gate>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting { queue: 1024, group: 256, look: true, gate: None }
    }
}

impl Store {
    /// Opens the store in this file. A missing file is created, an earlier format is migrated
    /// to the latest. The whole file is checked first: a lost row would not be noticed later.
    ///
    /// # Errors
    /// If the file is not a store, is damaged or has a later format, or if writes to it would
    /// not be durable.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_with(path, Setting::default())
    }

    /// Like [`open`](Store::open), with other settings of the writer.
    ///
    /// # Errors
    /// As [`open`](Store::open).
    pub fn open_with(path: &Path, setting: Setting) -> Result<Store, StoreError> {
        let connection = file::open(path)?;
        if setting.look {
            check::look(&Reader(&connection))?;
        }
        let (inbox, outbox) = mpsc::sync_channel(setting.queue);
        let meter = Arc::new(Meter::default());
        let shared = Arc::clone(&meter);
        let work = move || {
            let Setting { group, gate, .. } = setting;
            Writer { connection, most_in_group: group, meter: &shared, gate }.run(&outbox);
        };
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(work)
            .map_err(|error| StoreError::io("start the writer of", path.to_owned(), &error))?;
        Ok(Store {
            path: path.to_owned(),
            inbox: Some(inbox),
            writer: Some(writer),
            readers: Mutex::new(Vec::new()),
            meter,
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a change and waits until it is on disk.
    ///
    /// # Errors
    /// If it is refused or cannot be written. In both cases, nothing is stored.
    pub fn write(&self, change: Change) -> Answer {
        let (sender, receiver) = mpsc::sync_channel(1);
        let waiting = Waiting { change, asker: Asker::Thread(sender) };
        let inbox = self.inbox.as_ref().ok_or(StoreError::Closed)?;
        self.meter.waiting.fetch_add(1, Ordering::Relaxed);
        inbox.send(waiting).map_err(|_| {
            self.meter.waiting.fetch_sub(1, Ordering::Relaxed);
            StoreError::Closed
        })?;
        receiver.recv().map_err(|_| StoreError::Closed)?
    }

    /// Submits a change without waiting for space in the queue. The answer comes when it is on
    /// disk.
    ///
    /// # Errors
    /// [`StoreError::Full`] if too many changes are waiting.
    pub fn submit(&self, change: Change) -> Result<oneshot::Receiver<Answer>, StoreError> {
        let (sender, receiver) = oneshot::channel();
        let waiting = Waiting { change, asker: Asker::Task(sender) };
        let inbox = self.inbox.as_ref().ok_or(StoreError::Closed)?;
        self.meter.waiting.fetch_add(1, Ordering::Relaxed);
        match inbox.try_send(waiting) {
            Ok(()) => Ok(receiver),
            Err(refused) => {
                self.meter.waiting.fetch_sub(1, Ordering::Relaxed);
                Err(match refused {
                    TrySendError::Full(_) => StoreError::Full,
                    TrySendError::Disconnected(_) => StoreError::Closed,
                })
            }
        }
    }

    /// Makes a change; done when it is on disk.
    ///
    /// # Errors
    /// If it is refused, too many changes are waiting, or it cannot be written.
    pub async fn change(&self, change: Change) -> Answer {
        self.submit(change)?.await.map_err(|_| StoreError::Closed)?
    }

    /// Reads one state of the store. It blocks, so a task must call it on another thread.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read<T>(
        &self,
        read: impl FnOnce(Reader<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.idle().pop();
        let connection = idle.map_or_else(|| file::open_to_read(&self.path), Ok)?;
        let answer = {
            let state = connection.unchecked_transaction()?;
            read(Reader(&state))
        };
        let mut idle = self.idle();
        if answer.is_ok() && idle.len() < IDLE_READERS {
            idle.push(connection);
        }
        answer
    }

    /// Statistics of the writer.
    pub fn figures(&self) -> Figures {
        self.meter.figures()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // Connections are pushed and popped whole, so a panic elsewhere cannot damage the list.
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.idle().clear();
        self.inbox = None;
        if let Some(writer) = self.writer.take() {
            // If it panicked, every waiting caller has received `Closed`.
            let _ = writer.join();
        }
    }
}

// The writer.

/// The result of a change.
pub type Answer = Result<Written, StoreError>;

/// A change and the caller that waits for its result.
struct Waiting {
    change: Change,
    asker: Asker,
}

/// Who waits for a change.
enum Asker {
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
struct Meter {
    waiting: AtomicUsize,
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
    fn figures(&self) -> Figures {
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
struct Writer<'a> {
    connection: Connection,
    most_in_group: usize,
    meter: &'a Meter,
    gate: Option<Gate>,
}

impl Writer<'_> {
    /// Works until the queue is closed and every change is answered.
    fn run(mut self, inbox: &Receiver<Waiting>) {
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
    use crate::{FILE_NAME, Person};

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

//! What has been played?
//!
//! People and their games in one `SQLite` file with one writer and many readers. All SQL is in
//! this crate.
//!
//! A change is answered only after the group that holds it is on disk ([`Store::write`]
//! for threads, [`Store::submit`] for tasks). A read sees one state of the file
//! ([`Store::read`]). Time comes from the caller; secrets come as hashes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `file` | the file: its mark, its formats, the way from each to the latest, synced commits |
//! | `table` | its tables: each row is written with its checksum and read with it |
//! | `rows` | plans and logs as types, and how they become games under way |
//! | `tries` | tries at levels, and what they do to ratings |
//! | `read` | what can be read |
//! | `change` | what can be changed, and who may; taking in another store |
//! | `writer` | the one writer, which commits in groups |
//! | `archive` | all that is kept as lines of JSON |
//! | `check` | what must hold of all that is kept |
//! | `error` | why something was refused |

mod archive;
mod change;
mod check;
mod error;
mod file;
mod read;
mod rows;
mod table;
mod tries;
mod writer;

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

pub use archive::{WriteError, read_archive, write_archive};
pub use change::{Batch, Change, Logged, Merged, Written};
pub use check::{Finding, findings};
pub use error::StoreError;

pub use read::{Counts, Reader};
pub use rows::{
    Event, EventKind, Game, Hash, LONGEST_NAME, Millis, Plan, Player, Served, read_name,
};
pub use table::{ByWord, GoalWord, SideWord};
pub use tries::{Rated, Tried, Try};
pub use writer::{Answer, Figures, Gate};

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;
use writer::{Asker, Meter, Waiting, Writer};

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "spar.db";

/// Read connections that are kept open while nobody reads: one for each thread of a server
/// that may read, unless it has many.
const IDLE_READERS: usize = 12;

/// An open store. Dropping it waits until all changes asked for are on disk.
pub struct Store {
    path: PathBuf,
    /// None once the store is being closed.
    inbox: Option<SyncSender<Waiting>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    meter: Arc<Meter>,
}

/// How the writer works.
pub struct Setting {
    /// How many changes may wait; more are refused.
    pub queue: usize,
    /// How many changes are committed as one group at most.
    pub group: usize,
    /// Whether the whole file is looked through before it is believed.
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
    /// Opens the store in this file, which is made if it is not there and brought to
    /// the latest format if it is of an earlier one. All of it is looked through first: a
    /// row that got lost could not be missed later.
    ///
    /// # Errors
    /// If the file is something else, damaged or of a later format, or if what is
    /// written to it would not be durable.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_with(path, Setting::default())
    }

    /// The same with a writer that is set otherwise.
    ///
    /// # Errors
    /// The same.
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

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a change and waits until it is on disk.
    ///
    /// # Errors
    /// If it is refused, or cannot be written. Then nothing of it is kept.
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

    /// Asks for a change without waiting for room. The answer comes when it is on disk.
    ///
    /// # Errors
    /// [`StoreError::Full`] if too many changes wait already.
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

    /// Asks for a change, and is done when it is on disk.
    ///
    /// # Errors
    /// If it is refused, too many wait, or it cannot be written.
    pub async fn change(&self, change: Change) -> Answer {
        self.submit(change)?.await.map_err(|_| StoreError::Closed)?
    }

    /// Reads one state of the store. It blocks: a task has to leave it to a thread.
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

    /// What the writer has done so far.
    pub fn figures(&self) -> Figures {
        self.meter.figures()
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // Connections are pushed and popped whole: a panic elsewhere leaves them fine.
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Believes every row of a file as it stands and writes its sum, so that tests can see
/// what is found besides.
#[doc(hidden)]
pub fn sum_anew(connection: &Connection) -> rusqlite::Result<()> {
    table::TABLES.iter().try_for_each(|table| table.sum_anew(connection))
}

impl Drop for Store {
    fn drop(&mut self) {
        self.idle().clear();
        self.inbox = None;
        if let Some(writer) = self.writer.take() {
            // If it panicked, everybody who waited has been told that it is closed.
            let _ = writer.join();
        }
    }
}

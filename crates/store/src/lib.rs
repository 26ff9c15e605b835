//! The store of people and the games they have played.
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
//! | `file` | the file: its mark, its formats, migrations, synced commits |
//! | `table` | its tables: each row is written and read with its checksum |
//! | `rows` | plans and logs as types, and how they become sessions |
//! | `tries` | tries at levels, and how they change ratings |
//! | `read` | reading |
//! | `change` | changes, and who may make them; importing another store |
//! | `writer` | the only writer, which commits in groups |
//! | `archive` | export and import as lines of JSON |
//! | `check` | checks of everything in the store |
//! | `error` | errors |

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
    Event, EventKind, Game, Hash, LONGEST_NAME, Millis, Person, Plan, Served, read_name,
};
pub use table::{ByWord, GoalWord, SideWord};
pub use tries::{Tried, Try, TryRating};
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

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // Connections are pushed and popped whole, so a panic elsewhere cannot damage the list.
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Overwrites the checksum of every row with that of its current content. For tests of the
/// other checks.
#[doc(hidden)]
pub fn sum_anew(connection: &Connection) -> rusqlite::Result<()> {
    table::TABLES.iter().try_for_each(|table| table.sum_anew(connection))
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

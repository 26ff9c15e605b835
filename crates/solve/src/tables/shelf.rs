//! The folder of solved games, and the file system operations that it needs.

use super::format::{BLOCK_BITS, Header, fingerprint, write};
use super::kept::Kept;
use super::{At, TableError, checksum};
use crate::explicit::Table;
use crate::{Budget, Progress};
use spar_rules::Ranked;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder of solved games, one file per game.
///
/// A file is written under a temporary name, synced and then renamed. So a reader finds a
/// complete file or none, whatever happens to other processes.
#[derive(Clone)]
pub struct Shelf {
    folder: PathBuf,
    disk: Arc<dyn Disk>,
    block_bits: u32,
    purpose: Purpose,
}

/// Whether a shelf may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    ReadAndWrite,
    ReadAlone,
}

/// A file on a shelf.
#[derive(Debug)]
pub struct Listed {
    /// The path of the file.
    pub path: PathBuf,
    /// The game's canonical name, if the header can be read.
    pub name: Option<String>,
    /// The size of the file in bytes, if it can be opened.
    pub bytes: Option<u64>,
    /// The game's number of positions; images count separately.
    pub positions: Option<u64>,
    /// Errors in its header or index. [`Shelf::check`] also reads the blocks.
    pub state: Result<(), TableError>,
}

impl Shelf {
    /// The shelf in this folder. The folder is created when the first table is stored.
    pub fn new(folder: impl Into<PathBuf>) -> Shelf {
        Shelf::on(Arc::new(Files), folder)
    }

    /// The shelf in a folder of another file system.
    pub fn on(disk: Arc<dyn Disk>, folder: impl Into<PathBuf>) -> Shelf {
        let purpose = Purpose::ReadAndWrite;
        Shelf { folder: folder.into(), disk, block_bits: BLOCK_BITS, purpose }
    }

    /// The same shelf without write access: solved games are not stored and damaged tables are
    /// not removed.
    #[must_use]
    pub fn for_reading(self) -> Shelf {
        Shelf { purpose: Purpose::ReadAlone, ..self }
    }

    /// Returns whether solved games may be stored and damaged tables removed.
    pub(crate) fn is_for_writing(&self) -> bool {
        self.purpose == Purpose::ReadAndWrite
    }

    /// The same shelf with blocks of `2^bits` ranks for new files; `bits` is limited to 6 to
    /// 24. Every shelf reads all block sizes.
    #[must_use]
    pub fn with_block_bits(self, bits: u32) -> Shelf {
        Shelf { block_bits: bits.clamp(6, 24), ..self }
    }

    /// The path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the table of the game with this name. File names are readable, valid on
    /// every system and unique per name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{}{TABLE}", stem(name)))
    }

    /// Opens the table of this game, if there is one.
    ///
    /// # Errors
    /// If there is a file but it cannot be used. In this case, solve the game and
    /// [`put`](Shelf::put) it again.
    pub fn get<G: Ranked>(&self, game: &G, name: &str) -> Result<Option<Kept>, TableError> {
        match Kept::open(&*self.disk, &self.path(name), game, name) {
            Err(error) if is_missing(&error) => Ok(None),
            result => result.map(Some),
        }
    }

    /// Stores a solved game and replaces an existing table. Returns the size of the file in
    /// bytes. The content does not depend on the number of threads.
    ///
    /// # Errors
    /// If the file cannot be written or the work is stopped. The old file then remains, unless
    /// only the last step failed, which syncs the folder.
    ///
    /// # Panics
    /// If the table belongs to another game.
    pub fn put<G: Ranked>(
        &self,
        game: &G,
        name: &str,
        table: &Table,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<u64, TableError> {
        assert_eq!(game.ranks(), Some(table.ranks()), "invariant: the table is of this game");
        self.disk.make_folder(&self.folder).at("make the folder", &self.folder)?;
        // Ignore errors: stale files of other processes do no harm.
        let _ = self.clear_stale();
        let header = Header {
            name: name.to_owned(),
            fingerprint: fingerprint(game),
            ranks: table.ranks(),
            block_bits: self.block_bits,
            summary: table.summary().clone(),
        };
        let (temporary, mut file) = self.create(name)?;
        let path = self.path(name);
        let written = write(&mut *file, &path, &header, table, budget, progress)
            .and_then(|bytes| file.sync().at("write", &path).map(|()| bytes))
            .and_then(|bytes| {
                self.disk.rename(&temporary, &path).at("write", &path)?;
                Ok(bytes)
            });
        drop(file);
        if written.is_err() {
            let _ = self.disk.remove(&temporary);
        }
        let bytes = written?;
        self.sync()?;
        Ok(bytes)
    }

    /// Lists all files with the name of a table, sorted by name.
    ///
    /// # Errors
    /// If the folder exists but cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, TableError> {
        let mut paths = self.files()?;
        paths.retain(|path| file_name(path).ends_with(TABLE));
        paths.sort();
        Ok(paths.into_iter().map(|path| self.listed(path)).collect())
    }

    /// Reads the whole table of the game with this name and verifies every block. Returns
    /// whether there is a table.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn check(&self, name: &str) -> Result<bool, TableError> {
        match Kept::open_any(&*self.disk, &self.path(name)) {
            Err(error) if is_missing(&error) => Ok(false),
            result => result?.named(name)?.check().map(|()| true),
        }
    }

    /// Removes the table of the game with this name, even if it is damaged. Returns whether
    /// there was one.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<bool, TableError> {
        self.discard(&self.path(name))
    }

    /// Removes a file that [`list`](Shelf::list) returned. Returns whether it existed.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn discard(&self, path: &Path) -> Result<bool, TableError> {
        match self.disk.remove(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            result => result.at("remove", path)?,
        }
        self.sync().map(|()| true)
    }

    /// Removes temporary files of processes that have ended. Returns their number. Temporary
    /// files in use and all other files are kept.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file cannot be removed.
    pub fn clear_stale(&self) -> Result<usize, TableError> {
        let mut removed = 0;
        for path in self.files()? {
            if !is_temporary(&file_name(&path)) {
                continue;
            }
            match self.disk.remove_unused(&path) {
                // Its writer has renamed or removed it in the meantime.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                result => removed += usize::from(result.at("remove", &path)?),
            }
        }
        Ok(removed)
    }

    fn listed(&self, path: PathBuf) -> Listed {
        let opened = Kept::open_any(&*self.disk, &path);
        let bytes = match &opened {
            Ok(kept) => Some(kept.bytes()),
            Err(_) => self.disk.open(&path).and_then(|file| file.length()).ok(),
        };
        let name = opened.as_ref().ok().map(|kept| kept.name().to_owned());
        let positions = opened.as_ref().ok().map(|kept| kept.summary().positions);
        let state = opened.and_then(|kept| {
            // A table whose file name belongs to another game would never be found.
            let right = file_name(&path) == file_name(&self.path(kept.name()));
            let found = kept.name().to_owned();
            let wanted = file_name(&path).trim_end_matches(TABLE).to_owned();
            let wrong = TableError::WrongGame { path: path.clone(), found, wanted };
            if right { Ok(()) } else { Err(wrong) }
        });
        Listed { path, name, bytes, positions, state }
    }

    fn files(&self) -> Result<Vec<PathBuf>, TableError> {
        match self.disk.list(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            result => result.at("list", &self.folder),
        }
    }

    fn sync(&self) -> Result<(), TableError> {
        self.disk.sync_folder(&self.folder).at("sync the folder", &self.folder)
    }

    /// Creates a temporary file with a unique name in the same folder.
    fn create(&self, name: &str) -> Result<(PathBuf, Box<dyn Writing>), TableError> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let mut tries = 0;
        loop {
            let count = COUNTER.fetch_add(1, Ordering::Relaxed);
            // Two machines or containers may share the folder and have equal process ids.
            let random = RandomState::new().hash_one(count);
            let id = std::process::id();
            let file = format!("{}.{id}-{count}-{random:016x}{TEMPORARY}", stem(name));
            let path = self.folder.join(file);
            match self.disk.create(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if is_taken(error.kind()) && tries < 10 => tries += 1,
                Err(error) => return Err(error).at("create", &path),
            }
        }
    }
}

const TABLE: &str = ".table";
const TEMPORARY: &str = ".tmp";

fn is_taken(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::AlreadyExists | ErrorKind::NotFound)
}

fn is_missing(error: &TableError) -> bool {
    let TableError::Io { doing: "open", source, .. } = error else { return false };
    source.kind() == ErrorKind::NotFound
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The first part of a file name: the readable part of a game's name, then a checksum of the
/// whole name.
pub(crate) fn stem(name: &str) -> String {
    let safe = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let readable: String = name.chars().map(safe).take(80).collect();
    format!("{readable}-{:016x}", checksum(name.as_bytes()))
}

/// Returns whether a file name has the form that [`Shelf::create`] uses.
fn is_temporary(name: &str) -> bool {
    let Some((stem, marks)) = name.strip_suffix(TEMPORARY).and_then(|it| it.split_once('.')) else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_sum = |text: &str| text.len() == 16 && text.bytes().all(|it| it.is_ascii_hexdigit());
    let marks: Vec<&str> = marks.split('-').collect();
    stem.rsplit_once('-').is_some_and(|(_, sum)| is_sum(sum))
        && matches!(marks[..], [id, count, random]
            if is_number(id) && is_number(count) && is_sum(random))
}

// The file system operations that tables need, as a trait, so that tests can make each of them
// fail.

/// A file system with the operations that tables need.
pub trait Disk: Send + Sync {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// The operating system's error; `NotFound` if there is no such file.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Reading>>;

    /// Creates a new file. While it is open, [`remove_unused`](Disk::remove_unused) does not
    /// remove it.
    ///
    /// # Errors
    /// The operating system's error; `AlreadyExists` or `NotFound` if another process created
    /// or removed the file in the meantime.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Writing>>;

    /// Renames a file; replaces an existing file with the new name.
    ///
    /// # Errors
    /// The operating system's error.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// The operating system's error.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes a file unless the process that created it still has it open. Returns whether it
    /// was removed.
    ///
    /// # Errors
    /// The operating system's error.
    fn remove_unused(&self, path: &Path) -> io::Result<bool>;

    /// Lists the files and folders in a folder.
    ///
    /// # Errors
    /// The operating system's error.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Creates a folder and its parents if they do not exist.
    ///
    /// # Errors
    /// The operating system's error.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Syncs a folder, so that its file names are on the disk.
    ///
    /// # Errors
    /// The operating system's error.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// A file that several threads can read at any offset.
pub trait Reading: Send + Sync {
    /// The size of the file in bytes.
    ///
    /// # Errors
    /// The operating system's error.
    fn length(&self) -> io::Result<u64>;

    /// Fills `out` with the bytes from offset `start` on.
    ///
    /// # Errors
    /// The operating system's error; `UnexpectedEof` if the file is too short.
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()>;
}

/// A file that is being written.
pub trait Writing {
    /// Appends bytes.
    ///
    /// # Errors
    /// The operating system's error.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Syncs the file, so that its bytes are on the disk.
    ///
    /// # Errors
    /// The operating system's error.
    fn sync(&mut self) -> io::Result<()>;
}

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files;

impl Disk for Files {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Reading>> {
        // Opening a named pipe would block until somebody writes to it.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not an ordinary file"));
        }
        Ok(Box::new(File::open(path)?))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Writing>> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        // The lock marks the file as in use until the process ends. On systems without locks,
        // no process can remove the file as stale either.
        match file.lock() {
            Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
            _ => {}
        }
        // Another process may have removed it before the lock was taken.
        fs::metadata(path)?;
        Ok(Box::new(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_unused(&self, path: &Path) -> io::Result<bool> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => fs::remove_file(path).map(|()| true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect()
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // On other systems a folder cannot be opened, and a rename needs no sync.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

impl Reading for File {
    fn length(&self) -> io::Result<u64> {
        self.metadata().map(|it| it.len())
    }

    #[cfg(unix)]
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, out, start)
    }

    #[cfg(windows)]
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        let mut done = 0;
        while done < out.len() {
            let place = start + done as u64;
            match std::os::windows::fs::FileExt::seek_read(self, &mut out[done..], place)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => done += more,
            }
        }
        Ok(())
    }
}

impl Writing for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_safe_and_differ() {
        let names =
            ["connect4:rows=5,cols=5", "connect4-rows=5,cols=5", "../a", "", "COM1", "com1"];
        let stems: Vec<String> = names.iter().map(|name| stem(name)).collect();
        for (index, stem) in stems.iter().enumerate() {
            assert!(stem.bytes().all(|it| it == b'-' || it.is_ascii_alphanumeric()), "{stem}");
            let lower = |it: &String| it.to_ascii_lowercase();
            assert!(!stems[..index].iter().map(lower).any(|it| it == lower(stem)), "{stem}");
        }
        assert!(stems[0].starts_with("connect4-rows-5-cols-5-"));
        assert!(stem(&"x".repeat(10_000)).len() < 100);
    }

    #[test]
    fn only_our_own_temporary_files_look_temporary() {
        let own = format!("{}.17-0-0123456789abcdef.tmp", stem("connect4:rows=5,cols=5"));
        assert!(is_temporary(&own));
        for other in [
            "notes.tmp",
            "a-b.1-2-3.tmp",
            "tictactoe.17-0-0123456789abcdef.tmp",
            &own.replace(".tmp", ".table"),
            &own.replace("-0-", "-x-"),
            &own.replace("17", ""),
        ] {
            assert!(!is_temporary(other), "{other}");
        }
    }
}

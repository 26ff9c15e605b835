//! The journal: the finished items of a batch, in a file next to the result until it is
//! complete.
//!
//! It has one line for the run, then one line for each finished item, in any order. Each line
//! begins with a checksum of its rest, so damage by a killed process or a failing disk is
//! detected.

use super::sheet::{FORMAT, Header, ItemRows, item_line};
use crate::fault::Fault;
use crate::wire;
use spar_catalog::input::read_line;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use twox_hash::XxHash3_64;

/// What to do with an existing journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Keep its items.
    Resume,
    /// Empty it.
    Anew,
}

/// The open journal of a run. While it is open, no other process writes to it.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The offset of the next line.
    end: u64,
    /// For each item, the offset of its line.
    places: Vec<Option<u64>>,
    /// The number of damaged lines, which are ignored.
    damaged: usize,
    /// The time of the last sync to disk.
    synced: Instant,
}

/// The time between syncs. A power failure costs at most about this much work.
const SYNC_EVERY: Duration = Duration::from_secs(1);

impl Journal {
    /// The path of the journal for this result.
    pub(super) fn beside(result: &Path) -> PathBuf {
        let mut name: OsString = result.as_os_str().to_owned();
        name.push(".spar-job");
        name.into()
    }

    /// Opens the journal of the run with this header, or creates it.
    ///
    /// # Errors
    /// If another process has it open, or if it belongs to another run.
    pub(super) fn open(path: &Path, header: &Header, start: Start) -> Result<Journal, Fault> {
        let file = locked(path)?;
        let places = vec![None; header.items];
        let path = path.to_owned();
        let mut journal =
            Journal { path, file, end: 0, places, damaged: 0, synced: Instant::now() };
        if start == Start::Resume {
            journal.take_over(header)?;
        }
        // Anything after the last complete line comes from a killed process.
        journal.file.set_len(journal.end).map_err(|error| journal.fault(&error))?;
        if journal.end == 0 {
            journal.write(&wire::line(header))?;
        }
        Ok(journal)
    }

    /// Returns whether the rows of this item are in the journal.
    pub(super) fn holds(&self, index: usize) -> bool {
        self.places[index].is_some()
    }

    /// The number of items in the journal.
    pub(super) fn count(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// The number of damaged lines, which are ignored.
    pub(super) fn damaged(&self) -> usize {
        self.damaged
    }

    /// Adds the rows of an item. They survive the end of this process at once, and a power
    /// failure after the next sync.
    pub(super) fn add(&mut self, index: usize, rows: &[String]) -> Result<(), Fault> {
        self.places[index] = Some(self.end);
        self.write(&item_line(index, rows))?;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Syncs the journal to disk.
    pub(super) fn sync(&mut self) -> Result<(), Fault> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| self.fault(&error))
    }

    /// Calls `visit` with each of these items, which must be in the journal, and its rows.
    pub(super) fn visit(
        &self,
        indices: impl Iterator<Item = usize>,
        mut visit: impl FnMut(usize, &[String]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let failed = |error: io::Error| Fault::reading(&self.path, &error);
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut at = reader.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut line = Vec::new();
        for index in indices {
            let place = self.places[index].expect("invariant: only items that are there are asked");
            reader.seek_relative(place.wrapping_sub(at) as i64).map_err(failed)?;
            at = place + read_line(&mut reader, &mut line, index as u64 + 1).map_err(failed)?;
            match read_item(&line) {
                Some(found) if found.item == index => visit(index, &found.rows)?,
                _ => return Err(self.changed()),
            }
        }
        Ok(())
    }

    /// Removes the journal, after the result is complete.
    pub(super) fn remove(self) -> Result<(), Fault> {
        fs::remove_file(&self.path).map_err(|error| self.fault(&error))
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        let line = format!("{} {text}\n", checksum(text.as_bytes()));
        // Write the whole line in one call at its offset; the file cursor may be elsewhere.
        let written = self
            .file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(line.as_bytes()));
        written.map_err(|error| self.fault(&error))?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Reads an existing journal and finds its valid lines.
    fn take_over(&mut self, wanted: &Header) -> Result<(), Fault> {
        let failed = |error: io::Error| Fault::reading(&self.path, &error);
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut line = Vec::new();
        let mut number = 1;
        read_line(&mut reader, &mut line, number).map_err(failed)?;
        if !line.ends_with(b"\n") && is_begun(&line, wanted) {
            return Ok(());
        }
        self.accept(&line, wanted)?;
        let part = wanted.part().expect("invariant: a header of this run");
        loop {
            self.end += line.len() as u64;
            number += 1;
            read_line(&mut reader, &mut line, number).map_err(failed)?;
            if !line.ends_with(b"\n") {
                return Ok(());
            }
            let mine = |it: &ItemRows<Vec<String>>| {
                it.item < wanted.items && it.item % part.of as usize == part.number as usize - 1
            };
            match read_item(&line).filter(mine) {
                Some(found) => self.places[found.item] = Some(self.end),
                None => self.damaged += 1,
            }
        }
    }

    /// Checks that a first line belongs to this run.
    fn accept(&self, line: &[u8], wanted: &Header) -> Result<(), Fault> {
        let hint = "start over with `--restart`, remove the file, or choose another `--out`";
        let refused =
            |what: &str| Err(Fault::with_hint(format!("`{}` {what}", self.path.display()), hint));
        let header = checked(line).and_then(|text| serde_json::from_slice::<Header>(text).ok());
        let Some(header) = header.filter(|it| it.spar == wanted.spar) else {
            return refused("is not a journal, or its line 1 is damaged");
        };
        if header.format != FORMAT {
            return refused(&format!("has format {}; this Spar has {FORMAT}", header.format));
        }
        if let Some(difference) = header.differs(wanted) {
            return refused(&format!("is the journal of another run: {difference}"));
        }
        if header.shard != wanted.shard {
            let (is, wanted) = (header.shard, wanted.shard);
            return refused(&format!("is the journal of shard {is}, not of shard {wanted}"));
        }
        Ok(())
    }

    fn changed(&self) -> Fault {
        let hint = "run the same command again: damaged lines are computed again";
        Fault::with_hint(format!("`{}` was changed while it was read", self.path.display()), hint)
    }

    fn fault(&self, error: &io::Error) -> Fault {
        Fault::writing(&self.path, error)
    }
}

/// Opens a journal and locks it.
fn locked(path: &Path) -> Result<File, Fault> {
    let failed = |error: &io::Error| Fault::writing(path, error);
    loop {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => return Ok(file),
            // Its owner finished and removed the file just before the lock became free.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let what = format!("another run is writing to `{}`", path.display());
                return Err(Fault::with_hint(what, "wait for it, or choose another `--out`"));
            }
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
    }
}

/// Returns whether this open file is the one with this path now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |it: fs::Metadata| (it.dev(), it.ino());
    let [open, named] = [file.metadata(), fs::metadata(path)].map(|it| it.map(identity).ok());
    open.is_some() && open == named
}

/// On other systems, the name of a removed file is not available while it is open.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Returns whether an incomplete first line is the beginning of this run's header.
fn is_begun(line: &[u8], wanted: &Header) -> bool {
    let text = wire::line(wanted);
    format!("{} {text}", checksum(text.as_bytes())).as_bytes().starts_with(line)
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", XxHash3_64::oneshot(bytes))
}

/// The content of a complete line after its checksum, if the checksum is correct.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_suffix(b"\n")?;
    let (sum, text) = (line.get(..16)?, line.get(17..)?);
    (line[16] == b' ' && sum == checksum(text).as_bytes()).then_some(text)
}

fn read_item(line: &[u8]) -> Option<ItemRows<Vec<String>>> {
    serde_json::from_slice(checked(line)?).ok()
}

#[cfg(test)]
mod tests;

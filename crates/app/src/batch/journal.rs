//! What is finished of a batch, in a file beside its result until that is whole.
//!
//! A line for the run, then one for each finished item in any order. Each begins
//! with the checksum of the rest of it, so that what a killed process or a failing
//! disk left behind is either right or not used.

use super::sheet::{FORMAT, Header, ItemRows, item_line};
use crate::fault::Fault;
use crate::wire;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use twox_hash::XxHash3_64;

/// What becomes of a journal that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// What it holds is taken over.
    Resume,
    /// It is emptied.
    Anew,
}

/// The finished items of a run. While it lives no other process writes to it.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Where the next line goes.
    end: u64,
    /// Where each item's line begins, by index.
    places: Vec<Option<u64>>,
    /// Lines that were not used because they are damaged.
    damaged: usize,
    /// When the disk was last told to keep what it has.
    synced: Instant,
}

/// A power failure costs at most about this much work.
const SYNC_EVERY: Duration = Duration::from_secs(1);

impl Journal {
    /// The journal beside this result.
    pub(super) fn beside(result: &Path) -> PathBuf {
        let mut name: OsString = result.as_os_str().to_owned();
        name.push(".spar-job");
        name.into()
    }

    /// Opens the journal of the run with this header, or begins it.
    ///
    /// # Errors
    /// If another process has it, or if it belongs to another run.
    pub(super) fn open(path: &Path, header: &Header, start: Start) -> Result<Journal, Fault> {
        let file = locked(path)?;
        let places = vec![None; header.items];
        let path = path.to_owned();
        let mut journal =
            Journal { path, file, end: 0, places, damaged: 0, synced: Instant::now() };
        if start == Start::Resume {
            journal.take_over(header)?;
        }
        // What follows the last whole line was cut by a kill.
        journal.file.set_len(journal.end).map_err(|error| journal.fault(&error))?;
        if journal.end == 0 {
            journal.write(&wire::line(header))?;
        }
        Ok(journal)
    }

    /// Whether the rows of this item are there.
    pub(super) fn holds(&self, index: usize) -> bool {
        self.places[index].is_some()
    }

    /// How many items are there.
    pub(super) fn count(&self) -> usize {
        self.places.iter().flatten().count()
    }

    /// How many lines were found damaged and are not used.
    pub(super) fn damaged(&self) -> usize {
        self.damaged
    }

    /// Adds the rows of an item. They survive the end of this process from now on,
    /// and that of the machine soon.
    pub(super) fn add(&mut self, index: usize, rows: &[String]) -> Result<(), Fault> {
        self.places[index] = Some(self.end);
        self.write(&item_line(index, rows))?;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Everything is on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Fault> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| self.fault(&error))
    }

    /// Calls `visit` with these items, which must be there, and their rows.
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
            line.clear();
            at = place + reader.read_until(b'\n', &mut line).map_err(failed)? as u64;
            match read_item(&line) {
                Some(found) if found.item == index => visit(index, &found.rows)?,
                _ => return Err(self.changed()),
            }
        }
        Ok(())
    }

    /// Removes the journal: the result is whole.
    pub(super) fn remove(self) -> Result<(), Fault> {
        fs::remove_file(&self.path).map_err(|error| self.fault(&error))
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        let line = format!("{} {text}\n", checksum(text.as_bytes()));
        // One call for the whole line, at its place: the cursor may be elsewhere.
        let written = self
            .file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(line.as_bytes()));
        written.map_err(|error| self.fault(&error))?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Finds the lines that can be used.
    fn take_over(&mut self, wanted: &Header) -> Result<(), Fault> {
        let failed = |error: io::Error| Fault::reading(&self.path, &error);
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).map_err(failed)?;
        if !line.ends_with(b"\n") && is_begun(&line, wanted) {
            return Ok(());
        }
        self.accept(&line, wanted)?;
        let part = wanted.part().expect("invariant: a header of this run");
        loop {
            self.end += line.len() as u64;
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(failed)?;
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

    /// Refuses a first line that is not of this run.
    fn accept(&self, line: &[u8], wanted: &Header) -> Result<(), Fault> {
        let hint = "`--restart` begins anew; or remove it, or choose another `--out`";
        let refused =
            |what: &str| Err(Fault::with_hint(format!("`{}` {what}", self.path.display()), hint));
        let header = checked(line).and_then(|text| serde_json::from_slice::<Header>(text).ok());
        let Some(header) = header.filter(|it| it.spar == wanted.spar) else {
            return refused("is no journal, or its line 1 is damaged");
        };
        if header.format != FORMAT {
            return refused(&format!("has format {}; this Spar has {FORMAT}", header.format));
        }
        if let Some((is, wanted)) = header.differs(wanted) {
            return refused(&format!("is the journal of another run: {is}, not {wanted}"));
        }
        if header.shard != wanted.shard {
            let (is, wanted) = (header.shard, wanted.shard);
            return refused(&format!("is the journal of shard {is}, not of shard {wanted}"));
        }
        Ok(())
    }

    fn changed(&self) -> Fault {
        let hint = "run the same command again: what is damaged is done anew";
        Fault::with_hint(format!("`{}` was changed meanwhile", self.path.display()), hint)
    }

    fn fault(&self, error: &io::Error) -> Fault {
        Fault::writing(&self.path, error)
    }
}

/// Opens a journal and keeps all others from it.
fn locked(path: &Path) -> Result<File, Fault> {
    let failed = |error: &io::Error| Fault::writing(path, error);
    loop {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => return Ok(file),
            // Its owner finished and removed it just before the lock was free.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let what = format!("another run is writing to `{}`", path.display());
                return Err(Fault::with_hint(what, "wait for it, or choose another `--out`"));
            }
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
    }
}

/// Whether this file is the one that has the name now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |it: fs::Metadata| (it.dev(), it.ino());
    let [open, named] = [file.metadata(), fs::metadata(path)].map(|it| it.map(identity).ok());
    open.is_some() && open == named
}

/// Elsewhere a file that is open and removed keeps its name from others.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Whether a first line without its end is one of this kind that a kill cut.
fn is_begun(line: &[u8], wanted: &Header) -> bool {
    let text = wire::line(wanted);
    format!("{} {text}", checksum(text.as_bytes())).as_bytes().starts_with(line)
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", XxHash3_64::oneshot(bytes))
}

/// What a whole line says behind its checksum, if that is right.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_suffix(b"\n")?;
    let (sum, text) = (line.get(..16)?, line.get(17..)?);
    (line[16] == b' ' && sum == checksum(text).as_bytes()).then_some(text)
}

fn read_item(line: &[u8]) -> Option<ItemRows<Vec<String>>> {
    serde_json::from_slice(checked(line)?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{Batch, Item, Shard};
    use super::*;

    const ITEMS: usize = 9;

    fn batch() -> Batch {
        let items = (0..ITEMS).map(|it| Item { name: format!("item {it}") }).collect();
        Batch { command: "test".to_owned(), seed: 3, items }
    }

    fn header() -> Header {
        Header::new("job", &batch(), Shard::WHOLE)
    }

    /// Rows with what could confuse a reader of lines.
    fn rows(index: usize) -> Vec<String> {
        let odd = ["", "plain", "\"quoted\" \\ \r \u{2028} ö", "{\"item\":1,\"rows\":[]}"];
        (0..index % 4).map(|row| format!("{index} {}", odd[row])).collect()
    }

    fn open(path: &Path) -> Result<Journal, Fault> {
        Journal::open(path, &header(), Start::Resume)
    }

    /// The bytes of a journal with all items, in an order of finishing, and where
    /// each line ends.
    fn whole(path: &Path) -> (Vec<u8>, Vec<(usize, Option<usize>)>) {
        let mut journal = open(path).unwrap();
        let mut ends = vec![(journal.end as usize, None)];
        for index in [1, 0, 3, 2, 8, 7, 4, 5, 6] {
            journal.add(index, &rows(index)).unwrap();
            ends.push((journal.end as usize, Some(index)));
        }
        (fs::read(path).unwrap(), ends)
    }

    /// Opens what is there, does what is missing, and compares all rows; gives back
    /// which items were taken over.
    fn completed(path: &Path) -> Result<Vec<usize>, Fault> {
        let mut journal = open(path)?;
        let held: Vec<usize> = (0..ITEMS).filter(|index| journal.holds(*index)).collect();
        assert_eq!(journal.count(), held.len());
        for index in (0..ITEMS).filter(|index| !held.contains(index)) {
            journal.add(index, &rows(index))?;
        }
        let mut next = 0;
        journal.visit(0..ITEMS, |index, found| {
            assert_eq!((index, found), (next, &rows(index)[..]));
            next += 1;
            Ok(())
        })?;
        assert_eq!(next, ITEMS);
        Ok(held)
    }

    #[test]
    fn cut_anywhere_the_whole_lines_are_taken_over_and_the_rest_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (bytes, ends) = whole(&path);
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let mut there: Vec<usize> =
                ends.iter().filter(|(end, _)| *end <= cut).filter_map(|(_, item)| *item).collect();
            there.sort_unstable();
            assert_eq!(completed(&path).unwrap(), there, "cut at {cut}");
            assert_eq!(completed(&path).unwrap().len(), ITEMS, "and again after {cut}");
        }
    }

    #[test]
    fn a_flipped_byte_costs_its_lines_or_the_journal_and_never_a_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (bytes, ends) = whole(&path);
        for at in 0..bytes.len() {
            for mask in [0x01, 0x20, 0x80, bytes[at] ^ b'\n'] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                fs::write(&path, &damaged).unwrap();
                let held = completed(&path);
                if damaged == bytes {
                    assert_eq!(held.unwrap().len(), ITEMS);
                } else if at < ends[0].0 {
                    assert!(held.is_err(), "the first line is damaged at {at}");
                } else {
                    let held = held.unwrap().len();
                    assert!((ITEMS - 2..ITEMS).contains(&held), "{held} held, damaged at {at}");
                }
            }
        }
    }

    #[test]
    fn a_journal_of_another_run_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (bytes, _) = whole(&path);
        let other = |change: &dyn Fn(&mut Batch)| {
            let mut batch = batch();
            change(&mut batch);
            Header::new("job", &batch, Shard::WHOLE)
        };
        let others = [
            (other(&|it| it.command = "other".to_owned()), "command `test`, not command `other`"),
            (other(&|it| it.seed = 4), "seed 3, not seed 4"),
            (other(&|it| drop(it.items.pop())), "9 items, not 8 items"),
            (other(&|it| it.items.swap(0, 1)), "other items, not these items"),
            (Header::new("job", &batch(), Shard::new(1, 2).unwrap()), "1 shards, not 2 shards"),
        ];
        for (header, said) in others {
            let Err(Fault::Input(error)) = Journal::open(&path, &header, Start::Resume) else {
                panic!("taken, though it is of another run: {said}");
            };
            assert!(error.what.contains(said), "{}", error.what);
            assert!(error.hint.unwrap().contains("--restart"));
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        assert_eq!(open(&path).unwrap().count(), ITEMS);
        assert_eq!(Journal::open(&path, &header(), Start::Anew).unwrap().count(), 0);
        assert_eq!(open(&path).unwrap().count(), 0, "it was emptied");
    }

    #[test]
    fn any_other_file_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for text in ["my notes", "my notes\n", "\n", "{\"spar\":\"job\"}\n"] {
            fs::write(&path, text).unwrap();
            assert!(open(&path).is_err(), "{text:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn only_one_at_a_time_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = open(&path).unwrap();
        let Err(Fault::Input(error)) = open(&path) else { panic!("two have it") };
        assert!(error.what.starts_with("another run is writing to"), "{}", error.what);
        first.remove().unwrap();
        assert!(!path.exists());
        assert_eq!(open(&path).unwrap().count(), 0);
    }
}

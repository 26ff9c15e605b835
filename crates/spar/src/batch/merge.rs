//! Merges the shards of a run: first reads and checks each shard completely, then writes the
//! rows in the order of the items.

use super::Chain;
use super::sheet::{BatchSheet, FORMAT, Header, ItemRows, LastLine};
use crate::fault::Fault;
use crate::place::Place;
use spar_catalog::input::read_line;
use spar_solve::{Budget, Progress};
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Merged {
    /// All rows were written.
    Whole,
    /// Nothing was written: these shards are missing, of this total number.
    Missing(Vec<u32>, u32),
    /// The work was stopped.
    Stopped,
}

/// The maximum memory for the lines of all shards together, in bytes.
const HELD: usize = 64 << 20;

/// The maximum number of bytes that are read from a file at once.
const LARGEST: usize = 1 << 16;

/// Merges the shards of one run. There may be more shards than a process can have open files,
/// so each is opened only while it is read. `place` creates the output for the command that
/// made the shards.
///
/// # Errors
/// If a shard is damaged, incomplete, given twice or from another run; the message names it.
pub(crate) fn merge<P: Place>(
    paths: &[PathBuf],
    place: impl FnOnce(&str) -> Result<P, Fault>,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Merged, Fault> {
    let mut shards: BTreeMap<u32, Checked> = BTreeMap::new();
    for (read, path) in paths.iter().enumerate() {
        progress.report("checking", read as u64, paths.len() as u64);
        if budget.is_stopped() {
            return Ok(Merged::Stopped);
        }
        let shard = Checked::read(path)?;
        if let Some(other) = shards.values().next() {
            shard.is_of_the_run(other)?;
        }
        if let Some(other) = shards.get(&shard.header.shard) {
            return Err(shard.is_twice(other));
        }
        shards.insert(shard.header.shard, shard);
    }
    let Some(Header { of, items, command, .. }) =
        shards.values().next().map(|it| it.header.clone())
    else {
        return Err(Fault::new("no shard was given"));
    };
    let missing: Vec<u32> = (1..=of).filter(|number| !shards.contains_key(number)).collect();
    if !missing.is_empty() {
        return Ok(Merged::Missing(missing, of));
    }
    let mut shards: Vec<Checked> = shards.into_values().collect();
    let mut sheet = BatchSheet::plain(place(&command)?);
    let held = HELD / of as usize;
    for item in 0..items {
        if item % 4096 == 0 {
            progress.report("merging", item as u64, items as u64);
            if budget.is_stopped() {
                return Ok(Merged::Stopped);
            }
        }
        sheet.item(item, &shards[item % of as usize].next(item, held)?)?;
    }
    sheet.finish().map(|()| Merged::Whole)
}

/// A shard that was checked completely.
struct Checked {
    path: PathBuf,
    header: Header,
    /// The offset of the next line that is not in `lines`.
    at: u64,
    lines: VecDeque<Vec<u8>>,
}

impl Checked {
    fn read(path: &Path) -> Result<Checked, Fault> {
        let mut lines = ShardLines::open(path, 0, LARGEST)?;
        let header = first(&mut lines)?;
        let at = lines.at;
        let part =
            header.part().ok_or_else(|| lines.damaged("its shard number is out of range"))?;
        let mut rows = 0;
        for item in part.indices(header.items) {
            let line = lines.next_or("the rows of further items are missing")?;
            rows += match serde_json::from_slice::<ItemRows<Vec<String>>>(line) {
                Ok(found) if found.item == item => found.rows.len() as u64,
                _ => return Err(lines.damaged(&format!("it should hold item {item}"))),
            };
        }
        let checksum = lines.checksum.text();
        let line = lines.next_or("its last line is missing")?;
        match serde_json::from_slice::<LastLine>(line) {
            Ok(LastLine { end: true, rows: said, checksum: sum })
                if said == rows && sum == checksum => {}
            Ok(_) => return Err(lines.damaged("the checksum does not match the lines before it")),
            Err(_) => return Err(lines.damaged("it should be the last line")),
        }
        if lines.next()?.is_some() {
            return Err(lines.damaged("there is more text after the last line"));
        }
        Ok(Checked { path: path.to_owned(), header, at, lines: VecDeque::new() })
    }

    /// Checks that a shard belongs to the same run.
    fn is_of_the_run(&self, other: &Checked) -> Result<(), Fault> {
        let Some(difference) = self.header.differs(&other.header) else { return Ok(()) };
        let [path, others] = [self, other].map(|it| it.path.display());
        let what = format!("`{path}` belongs to another run than `{others}`: {difference}");
        Err(Fault::with_hint(what, "merge the shards of one run"))
    }

    fn is_twice(&self, other: &Checked) -> Fault {
        let Header { shard, of, .. } = self.header;
        let [path, others] = [self, other].map(|it| it.path.display());
        let what = format!("shard {shard} of {of} is given twice: `{others}` and `{path}`");
        Fault::with_hint(what, "name each shard once")
    }

    /// Returns the rows of an item, which must be the next one of this shard. Reads ahead about
    /// `held` bytes of lines.
    fn next(&mut self, item: usize, held: usize) -> Result<Vec<String>, Fault> {
        if self.lines.is_empty() {
            let mut lines = ShardLines::open(&self.path, self.at, held)?;
            let mut bytes = 0;
            while let Some(line) = lines.next()?.filter(|_| bytes <= held) {
                bytes += line.len() + size_of::<Vec<u8>>();
                self.at += line.len() as u64 + 1;
                self.lines.push_back(line.to_vec());
            }
        }
        let line = self.lines.pop_front().unwrap_or_default();
        match serde_json::from_slice::<ItemRows<Vec<String>>>(&line) {
            Ok(found) if found.item == item => Ok(found.rows),
            _ => {
                Err(Fault::new(format!("`{}` was changed while it was read", self.path.display())))
            }
        }
    }
}

/// Reads the first line of a shard.
fn first(lines: &mut ShardLines) -> Result<Header, Fault> {
    let path = lines.path.display().to_string();
    let hint = "`--shard 1/8` writes the first of eight shards";
    let no_shard = || {
        Fault::with_hint(format!("`{path}` is not a shard: its line 1 is not a shard header"), hint)
    };
    let Some(line) = lines.next()? else {
        return Err(no_shard());
    };
    let header: Header = serde_json::from_slice(line).map_err(|_| no_shard())?;
    if header.spar != "shard" {
        return Err(no_shard());
    }
    if header.format != FORMAT {
        let what = format!("`{path}` has format {}; this Spar reads {FORMAT}", header.format);
        return Err(Fault::with_hint(what, "use the Spar that wrote it"));
    }
    Ok(header)
}

/// Reads a file line by line, with the positions for error messages.
struct ShardLines {
    path: PathBuf,
    reader: BufReader<File>,
    line: Vec<u8>,
    /// The number of the last line read, from 1.
    number: u64,
    /// The offset of the next line.
    at: u64,
    /// The chained checksum of all lines so far.
    checksum: Chain,
}

impl ShardLines {
    fn open(path: &Path, at: u64, buffer: usize) -> Result<ShardLines, Fault> {
        let opened = File::open(path).and_then(|mut file| {
            file.seek(SeekFrom::Start(at))?;
            Ok(BufReader::with_capacity(buffer.clamp(4096, LARGEST), file))
        });
        let reader = opened.map_err(|error| Fault::reading(path, &error))?;
        let (path, line, checksum) = (path.to_owned(), Vec::new(), Chain::default());
        Ok(ShardLines { path, reader, line, number: 0, at, checksum })
    }

    /// The next line without its line end; `None` at the end of the file.
    fn next(&mut self) -> Result<Option<&[u8]>, Fault> {
        self.number += 1;
        let read = read_line(&mut self.reader, &mut self.line, self.number);
        let read = read.map_err(|error| Fault::reading(&self.path, &error))?;
        self.at += read;
        if read == 0 {
            return Ok(None);
        }
        if self.line.pop() != Some(b'\n') {
            return Err(self.cut_short("the line does not end"));
        }
        self.checksum.add(&self.line);
        Ok(Some(&self.line))
    }

    /// The next line; an error if there is none.
    fn next_or(&mut self, missing: &str) -> Result<&[u8], Fault> {
        if self.next()?.is_none() {
            return Err(self.cut_short(missing));
        }
        Ok(&self.line)
    }

    fn cut_short(&self, why: &str) -> Fault {
        self.wrong(&format!("is cut short at line {}: {why}", self.number))
    }

    fn damaged(&self, why: &str) -> Fault {
        self.wrong(&format!("is damaged at line {}: {why}", self.number))
    }

    fn wrong(&self, what: &str) -> Fault {
        let what = format!("`{}` {what}", self.path.display());
        Fault::with_hint(what, "create this shard again with the same command")
    }
}

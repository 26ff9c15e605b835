//! Reads and writes the file format of tables: header, index and blocks.

use super::shelf::Writing;
use super::{At, TableError, checksum};
use crate::bytes::{Reader, put_u32, put_u64};
use crate::explicit::{LAYERS, Summary, Table};
use crate::{Budget, Progress};
use rayon::prelude::*;
use spar_rules::{Ranked, Value};
use std::path::Path;

pub(super) const MAGIC: [u8; 8] = *b"spar\xF0tab";
pub(super) const END_MAGIC: [u8; 8] = *b"end\xF0spar";
pub(super) const VERSION: u32 = 2;

/// The first version, which stored neither moves nor classes. Such tables can still be read.
pub(super) const FIRST_VERSION: u32 = 1;
pub(super) const FRONT_BYTES: u64 = 16;
pub(super) const ENTRY_BYTES: u64 = 16;
pub(super) const END_BYTES: u64 = 32;

/// The maximum header length. A larger length means damage; no memory is allocated for it.
pub(super) const MOST_HEADER_BYTES: u32 = 1 << 16;

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) fingerprint: u64,
    pub(super) ranks: u64,
    /// The number of ranks in a block is `2^block_bits`.
    pub(super) block_bits: u32,
    pub(super) summary: Summary,
}

impl Header {
    /// The number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.ranks.div_ceil(1 << self.block_bits)
    }

    /// The ranks of a block: (first rank, one past the last rank).
    pub(super) fn ranks_of(&self, block: u64) -> (u64, u64) {
        let low = block << self.block_bits;
        (low, (low + (1 << self.block_bits)).min(self.ranks))
    }

    /// The front and the header, as in the file.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        put_u32(&mut body, self.name.len() as u32);
        body.extend(self.name.as_bytes());
        put_u64(&mut body, self.fingerprint);
        put_u64(&mut body, self.ranks);
        put_u32(&mut body, self.block_bits);
        put_summary(&mut body, &self.summary);

        let mut out = MAGIC.to_vec();
        put_u32(&mut out, VERSION);
        put_u32(&mut out, body.len() as u32);
        out.extend(body);
        out
    }

    /// Reads the header (the bytes after the front), written in format `version`. The caller has
    /// verified the checksum, so `None` means a bug of the writer.
    pub(super) fn read(version: u32, body: &[u8]) -> Option<Header> {
        let mut from = Reader(body);
        let length = from.u32()? as usize;
        let header = Header {
            name: String::from_utf8(from.take(length)?.to_vec()).ok()?,
            fingerprint: from.u64()?,
            ranks: from.u64()?,
            block_bits: from.u32()?,
            summary: from.summary(version)?,
        };
        let sound = from.0.is_empty() && (6..=24).contains(&header.block_bits) && header.ranks > 0;
        sound.then_some(header)
    }
}

/// The index entry of a block: its length, number of entries and checksum.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockEntry {
    pub(super) length: u32,
    pub(super) entries: u32,
    pub(super) checksum: u64,
}

impl BlockEntry {
    pub(super) fn write(self, out: &mut Vec<u8>) {
        put_u32(out, self.length);
        put_u32(out, self.entries);
        put_u64(out, self.checksum);
    }

    pub(super) fn read(bytes: &[u8]) -> Option<BlockEntry> {
        let mut from = Reader(bytes);
        Some(BlockEntry { length: from.u32()?, entries: from.u32()?, checksum: from.u64()? })
    }
}

/// Returns the 32-byte trailer of the file; `head` (front and header) and `index` only enter its
/// checksum.
pub(super) fn write_end(head: &[u8], index: &[u8], index_start: u64) -> Vec<u8> {
    let mut out = Vec::new();
    put_u64(&mut out, index_start);
    put_u64(&mut out, index_start + index.len() as u64 + END_BYTES);
    let sum = checksum(&[head, index, &out].concat());
    put_u64(&mut out, sum);
    out.extend(END_MAGIC);
    out
}

/// A checksum over ranks, images and outcomes along a few fixed random games. Different rules
/// or ranks almost certainly give a different checksum.
pub(super) fn fingerprint<G: Ranked>(game: &G) -> u64 {
    crate::fingerprint::fingerprint(game, |position, out| {
        let (rank, images) = game.fold(position);
        put_u64(out, rank);
        put_u32(out, images);
    })
}

fn put_summary(out: &mut Vec<u8>, summary: &Summary) {
    let Summary { positions, ended, full, wins, draws, losses, .. } = summary;
    for count in [positions, ended, full, wins, draws, losses] {
        put_u64(out, *count);
    }
    let Summary { value, win_in, loss_in, layers, moves, classes, .. } = summary;
    let (word, plies) = match *value {
        Value::Loss(plies) => (0, plies),
        Value::Draw => (1, 0),
        Value::Win(plies) => (2, plies),
    };
    put_u32(out, word);
    put_u32(out, plies);
    for list in [win_in, loss_in] {
        put_u32(out, list.len() as u32);
        for &(plies, count) in list {
            put_u32(out, plies);
            put_u64(out, count);
        }
    }
    put_u32(out, u32::from(layers.is_some()));
    layers.iter().flatten().for_each(|count| put_u64(out, *count));
    for count in [moves, classes] {
        put_u32(out, u32::from(count.is_some()));
        if let Some(count) = count {
            put_u64(out, *count);
        }
    }
}

/// The parts of a table's header.
impl Reader<'_> {
    fn counts(&mut self) -> Option<Vec<(u32, u64)>> {
        let length = self.u32()?;
        (0..length).map(|_| Some((self.u32()?, self.u64()?))).collect()
    }

    fn summary(&mut self, version: u32) -> Option<Summary> {
        let mut summary = self.first_summary()?;
        if version > FIRST_VERSION {
            for count in [&mut summary.moves, &mut summary.classes] {
                *count = match self.u32()? {
                    0 => None,
                    1 => Some(self.u64()?),
                    _ => return None,
                };
            }
        }
        Some(summary)
    }

    /// Reads the summary of the first version.
    fn first_summary(&mut self) -> Option<Summary> {
        Some(Summary {
            positions: self.u64()?,
            ended: self.u64()?,
            full: self.u64()?,
            wins: self.u64()?,
            draws: self.u64()?,
            losses: self.u64()?,
            value: match (self.u32()?, self.u32()?) {
                (0, plies) => Value::Loss(plies),
                (1, 0) => Value::Draw,
                (2, plies) => Value::Win(plies),
                _ => return None,
            },
            win_in: self.counts()?,
            loss_in: self.counts()?,
            layers: match self.u32()? {
                0 => None,
                1 => Some(self.layers()?),
                _ => return None,
            },
            moves: None,
            classes: None,
        })
    }

    fn layers(&mut self) -> Option<[u64; LAYERS]> {
        let mut layers = [0; LAYERS];
        for count in &mut layers {
            *count = self.u64()?;
        }
        Some(layers)
    }
}

// Writing of solved games.

/// log2 of the number of ranks in a block. Larger blocks compress better but take
/// longer to unpack: about 0.1 ms at this size.
pub(super) const BLOCK_BITS: u32 = 18;

/// The compression level. Higher levels save little space and take much longer.
const LEVEL: i32 = 6;

/// The number of blocks that are compressed in parallel before they are written.
const BATCH: u64 = 32;

/// Writes the whole file and returns its length.
pub(super) fn write(
    file: &mut dyn Writing,
    path: &Path,
    header: &Header,
    table: &Table,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<u64, TableError> {
    let head = header.write();
    file.write(&head).at("write", path)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(budget.threads).build().ok();
    let mut length = head.len() as u64;
    let mut index = Vec::new();
    let blocks = header.blocks();
    let mut from = 0;
    while from < blocks {
        if budget.is_stopped() {
            return Err(TableError::Stopped { path: path.to_owned() });
        }
        let to = blocks.min(from + BATCH);
        let pack = || (from..to).into_par_iter().map(|block| packed(table, header, block));
        let packed: Vec<_> = match &pool {
            Some(pool) => pool.install(|| pack().collect()),
            None => pack().collect(),
        };
        let mut bytes = Vec::new();
        for (frame, entries) in packed {
            let entry = entry_of(&frame.at("pack the entries of", path)?, entries, &mut bytes);
            entry.write(&mut index);
        }
        file.write(&bytes).at("write", path)?;
        length += bytes.len() as u64;
        progress.report("saving", to, blocks);
        from = to;
    }
    let end = write_end(&head, &index, length);
    file.write(&[&index[..], &end[..]].concat()).at("write", path)?;
    Ok(length + (index.len() + end.len()) as u64)
}

fn entry_of(frame: &[u8], entries: u32, out: &mut Vec<u8>) -> BlockEntry {
    out.extend(frame);
    BlockEntry { length: frame.len() as u32, entries, checksum: checksum(frame) }
}

/// One block as bytes of the file, and its number of entries.
fn packed(table: &Table, header: &Header, block: u64) -> (std::io::Result<Vec<u8>>, u32) {
    let (low, high) = header.ranks_of(block);
    let mut bits = vec![0u64; (high - low).div_ceil(64) as usize];
    let mut scores = Vec::new();
    table.each_entry(low, high, |rank, score| {
        bits[((rank - low) / 64) as usize] |= 1 << ((rank - low) % 64);
        scores.push(score.0 as u8);
    });
    if scores.is_empty() {
        return (Ok(Vec::new()), 0);
    }
    let mut bytes: Vec<u8> = bits.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend(&scores);
    (zstd::bulk::compress(&bytes, LEVEL), scores.len() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let summary = Summary {
            positions: 1,
            ended: 2,
            full: 3,
            wins: 4,
            draws: 5,
            losses: 6,
            value: Value::Loss(8),
            win_in: vec![(1, 7), (3, 8)],
            loss_in: vec![(2, 9)],
            layers: Some([1, 2, 3, 4, 5]),
            moves: Some(10),
            classes: Some(11),
        };
        let name = "connect4:rows=5,cols=5".to_owned();
        let header = Header { name, fingerprint: 99, ranks: 1 << 30, block_bits: 18, summary };
        let other =
            Summary { layers: None, value: Value::Draw, classes: None, ..header.summary.clone() };
        for header in [header.clone(), Header { summary: other, ..header }] {
            let body = &header.write()[FRONT_BYTES as usize..];
            assert_eq!(Header::read(VERSION, body).as_ref(), Some(&header));
            for cut in 0..body.len() {
                assert_eq!(Header::read(VERSION, &body[..cut]), None, "{cut}");
            }
            assert_eq!(Header::read(VERSION, &[body, &[0]].concat()), None);
        }
    }
}

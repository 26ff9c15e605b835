//! From a solved game to the bytes of its file.

use super::checksum;
use super::disk::Writing;
use super::error::{At, TableError};
use super::header::{Entry, Header, write_end};
use crate::explicit::Table;
use crate::{Budget, Progress};
use rayon::prelude::*;
use std::path::Path;

/// Ranks of a block, as a power of two. Larger blocks are packed better and take
/// longer to unpack: about 0.1 ms at this size.
pub(super) const BLOCK_BITS: u32 = 18;

/// Higher levels save little and take much longer.
const LEVEL: i32 = 6;

/// Blocks that are packed, then written, at once.
const BATCH: u64 = 32;

/// Writes the whole file, and tells its length.
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
        progress.report("keeping", to, blocks);
        from = to;
    }
    let end = write_end(&head, &index, length);
    file.write(&[&index[..], &end[..]].concat()).at("write", path)?;
    Ok(length + (index.len() + end.len()) as u64)
}

fn entry_of(frame: &[u8], entries: u32, out: &mut Vec<u8>) -> Entry {
    out.extend(frame);
    Entry { length: frame.len() as u32, entries, checksum: checksum(frame) }
}

/// One block as it stands in the file, and how many entries it has.
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

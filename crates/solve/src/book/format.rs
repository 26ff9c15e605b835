//! The file of a book.
//!
//! All numbers are little-endian.
//!
//! ```text
//! ┌────────────────┐ 0
//! │ front, 16 B    │ magic "spar\xF0bok", format version u32, head length u32
//! ├────────────────┤ 16
//! │ head           │ name, fingerprint u64, plies u32, number of blocks u32, and for each block:
//! │                │ length u32, number of entries u32, checksum u64, first position
//! ├────────────────┤
//! │ checksum u64   │ of everything before it
//! ├────────────────┤
//! │ block 0        │ one zstd frame for each 1024 entries: the positions, sorted, each without
//! │ block 1        │ the bytes that it shares with the one before; then a u16 for each value
//! │ …              │
//! └────────────────┘
//! ```
//!
//! Texts have their length before them, as a u32. Checksums are XXH3 with 64 bits; that of a
//! block covers its bytes in the file. So every changed byte is detected, and because the lengths
//! are in the head, so is a missing end.

use super::BookError;
use crate::bytes::{Reader, put_text, put_u32};
use spar_rules::Value;
use std::ops::Range;
use twox_hash::XxHash3_64;

const MAGIC: [u8; 8] = *b"spar\xF0bok";
const VERSION: u32 = 1;
const FRONT_BYTES: usize = 16;

/// Entries of a block.
const BLOCK_ENTRIES: usize = 1024;

/// The most bytes of an unpacked block. More means a bug of the writer or a hostile file.
const MOST_BLOCK_BYTES: usize = 16 << 20;

/// The strongest level that is still fast enough for small files.
const LEVEL: i32 = 19;

/// What a book is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BookHeader {
    pub(super) name: String,
    pub(super) fingerprint: u64,
    pub(super) plies: u32,
}

/// Where the entries of a block are.
pub(super) struct BookBlock {
    /// The first position.
    pub(super) first: Box<str>,
    pub(super) n_entries: u32,
    bytes: Range<usize>,
    checksum: u64,
}

/// The file of a book with these entries, which are sorted by position.
pub(super) fn write(header: &BookHeader, entries: &[(String, Value)]) -> Vec<u8> {
    let mut head = Vec::new();
    put_text(&mut head, &header.name);
    head.extend(header.fingerprint.to_le_bytes());
    put_u32(&mut head, header.plies);
    put_u32(&mut head, entries.len().div_ceil(BLOCK_ENTRIES) as u32);
    let mut body = Vec::new();
    for entries in entries.chunks(BLOCK_ENTRIES) {
        let block = packed(entries);
        put_u32(&mut head, block.len() as u32);
        put_u32(&mut head, entries.len() as u32);
        head.extend(XxHash3_64::oneshot(&block).to_le_bytes());
        put_text(&mut head, &entries[0].0);
        body.extend(block);
    }
    let mut out = MAGIC.to_vec();
    put_u32(&mut out, VERSION);
    put_u32(&mut out, head.len() as u32);
    out.extend(head);
    out.extend(XxHash3_64::oneshot(&out).to_le_bytes());
    out.extend(body);
    out
}

/// The header and the blocks of a file, all of whose checksums are right.
pub(super) fn read(bytes: &[u8]) -> Result<(BookHeader, Vec<BookBlock>), BookError> {
    let damaged = |what: &str| BookError::Damaged(what.to_owned());
    let mut front = Reader(bytes);
    if front.take(MAGIC.len()) != Some(&MAGIC[..]) {
        return Err(BookError::Foreign);
    }
    let cut = || damaged("its end is missing");
    let version = front.u32().ok_or_else(cut)?;
    if version > VERSION {
        return Err(BookError::Newer { found: version, known: VERSION });
    }
    let head_bytes = front.u32().ok_or_else(cut)? as usize;
    let head = front.take(head_bytes).ok_or_else(cut)?;
    let checksum = front.u64().ok_or_else(cut)?;
    let head_end = FRONT_BYTES + head_bytes;
    let sound = version == VERSION && checksum == XxHash3_64::oneshot(&bytes[..head_end]);
    let wrong = || damaged("its header fails its checksum");
    if !sound {
        return Err(wrong());
    }
    let (header, blocks) = read_head(head, head_end + size_of::<u64>()).ok_or_else(wrong)?;
    let end = blocks.last().map_or(head_end + size_of::<u64>(), |block| block.bytes.end);
    if end != bytes.len() {
        return Err(damaged("it was cut, or bytes were added"));
    }
    let is_sound =
        |block: &BookBlock| XxHash3_64::oneshot(&bytes[block.bytes.clone()]) == block.checksum;
    if let Some(index) = blocks.iter().position(|block| !is_sound(block)) {
        return Err(damaged(&format!("block {index} fails its checksum")));
    }
    Ok((header, blocks))
}

/// The parts of a head. The first block begins at `first`.
fn read_head(head: &[u8], first: usize) -> Option<(BookHeader, Vec<BookBlock>)> {
    let mut head = Reader(head);
    let name = head.text()?.to_owned();
    let (fingerprint, plies) = (head.u64()?, head.u32()?);
    let (n_blocks, mut start) = (head.u32()?, first);
    let mut blocks = Vec::new();
    for _ in 0..n_blocks {
        let (length, n_entries, checksum) = (head.u32()? as usize, head.u32()?, head.u64()?);
        if n_entries as usize > BLOCK_ENTRIES {
            return None;
        }
        let bytes = start..start.checked_add(length)?;
        start = bytes.end;
        blocks.push(BookBlock { first: head.text()?.into(), n_entries, bytes, checksum });
    }
    head.0.is_empty().then_some((BookHeader { name, fingerprint, plies }, blocks))
}

impl BookBlock {
    /// The entries, sorted by position; `None` if the block is not what a writer of books makes.
    pub(super) fn entries(&self, file: &[u8]) -> Option<Vec<(Box<str>, Value)>> {
        let packed = file.get(self.bytes.clone())?;
        let unpacked = zstd::bulk::decompress(packed, MOST_BLOCK_BYTES).ok()?;
        let mut from = Reader(&unpacked);
        let (mut texts, mut last, mut n_bytes) = (Vec::new(), Vec::new(), 0);
        for _ in 0..self.n_entries {
            let shared = from.u32()? as usize;
            let rest = from.bytes()?;
            last.truncate(shared);
            last.extend(rest);
            // Texts share bytes, so a small file could hold far more than fits into memory.
            n_bytes += last.len();
            if n_bytes > MOST_BLOCK_BYTES {
                return None;
            }
            texts.push(Box::<str>::from(std::str::from_utf8(&last).ok()?));
        }
        let values = texts.into_iter().map(|text| Some((text, value(from.u16()?))));
        values.collect()
    }
}

/// The bytes of a block.
fn packed(entries: &[(String, Value)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut last: &[u8] = &[];
    for (text, _) in entries {
        let text = text.as_bytes();
        let shared = last.iter().zip(text).take_while(|(a, b)| a == b).count();
        put_u32(&mut out, shared as u32);
        put_u32(&mut out, (text.len() - shared) as u32);
        out.extend(&text[shared..]);
        last = text;
    }
    for (_, value) in entries {
        out.extend(code(*value).to_le_bytes());
    }
    zstd::bulk::compress(&out, LEVEL).expect("invariant: bytes in memory can be compressed")
}

/// The most plies of a win or a loss that a book can hold.
pub(super) const MOST_PLIES: u32 = 20_000;

/// A value as a number: 0 for a draw, odd for wins and even for losses.
fn code(value: Value) -> u16 {
    let code = match value {
        Value::Draw => 0,
        Value::Win(plies) => 2 * plies + 1,
        Value::Loss(plies) => 2 * plies + 2,
    };
    u16::try_from(code).expect("invariant: values of openings have at most `MOST_PLIES`")
}

/// The value with this number.
fn value(code: u16) -> Value {
    match u32::from(code) {
        0 => Value::Draw,
        odd if odd % 2 == 1 => Value::Win(odd / 2),
        even => Value::Loss(even / 2 - 1),
    }
}

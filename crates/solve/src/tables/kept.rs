//! A stored table. Opening reads a few bytes; each lookup reads one block.

use super::format::{
    BlockEntry, END_BYTES, END_MAGIC, ENTRY_BYTES, FIRST_VERSION, FRONT_BYTES, Header, MAGIC,
    MOST_HEADER_BYTES, VERSION, fingerprint,
};
use super::shelf::{Disk, Reading};
use super::{At, Damage, TableError, checksum};
use crate::bytes::Reader;
use crate::explicit::ranked::{each_image, visit_images};
use crate::explicit::score::ByteScore;
use crate::explicit::{Summary, Table};
use spar_rules::{Ranked, Value};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

/// A solved game on disk. Several threads may read it at the same time.
///
/// Every block is verified when it is read, so each result is either right or an error.
pub struct Kept {
    file: Box<dyn Reading>,
    path: PathBuf,
    length: u64,
    header: Header,
    /// For each block, its offset in the file and its index entry.
    index: Vec<(u64, BlockEntry)>,
}

impl Kept {
    /// Opens the table of this game with this name; reads its header and index.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, is not a table or has a newer format, or if it
    /// holds another game or the game under other rules.
    pub fn open<G: Ranked>(
        disk: &dyn Disk,
        path: &Path,
        game: &G,
        name: &str,
    ) -> Result<Kept, TableError> {
        let kept = Kept::open_any(disk, path)?.named(name)?;
        let fits =
            game.ranks() == Some(kept.header.ranks) && fingerprint(game) == kept.header.fingerprint;
        if !fits {
            let path = path.to_owned();
            return Err(TableError::OtherRules { path, name: name.to_owned() });
        }
        Ok(kept)
    }

    /// Opens a table without checking that it fits a game; [`Kept::open`] does that.
    pub(super) fn open_any(disk: &dyn Disk, path: &Path) -> Result<Kept, TableError> {
        let file = disk.open(path).at("open", path)?;
        let length = file.length().at("read", path)?;
        let opening = Opening { file: &*file, path, length };
        let (header, index) = opening.read()?;
        Ok(Kept { file, path: path.to_owned(), length, header, index })
    }

    /// Returns this table if it belongs to the game with this name.
    pub(super) fn named(self, name: &str) -> Result<Kept, TableError> {
        if self.header.name == name {
            return Ok(self);
        }
        let (path, found) = (self.path, self.header.name);
        Err(TableError::WrongGame { path, found, wanted: name.to_owned() })
    }

    /// The game's canonical name.
    pub fn name(&self) -> &str {
        &self.header.name
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// Statistics over all positions.
    pub fn summary(&self) -> &Summary {
        &self.header.summary
    }

    pub(crate) fn summary_mut(&mut self) -> &mut Summary {
        &mut self.header.summary
    }

    /// The value of a position for the side to move, or `None` if play does not reach it from
    /// the start. If the game is over, the value is for the side that would move next. Reads
    /// one block.
    ///
    /// # Errors
    /// If the block cannot be read or is damaged.
    pub fn value<G: Ranked>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<Value>, TableError> {
        let (rank, _) = game.fold(position);
        let score = self.score(rank)?;
        Ok(score.map(|score| score.value(game.side(position))))
    }

    fn score(&self, rank: u64) -> Result<Option<ByteScore>, TableError> {
        if rank >= self.header.ranks {
            return Ok(None);
        }
        let block = self.block(rank >> self.header.block_bits)?;
        Ok(block.score(rank))
    }

    /// Calls `visit` with every position that play reaches and its value, in the same order as
    /// [`Table::visit`]. Holds one block in memory at a time.
    ///
    /// # Errors
    /// If a block cannot be read or is damaged. Entries of earlier blocks were visited.
    pub fn visit<G: Ranked, B>(
        &self,
        game: &G,
        mut visit: impl FnMut(&G::Position, Value) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TableError> {
        let mut images = Vec::new();
        for entry in self.scores() {
            let (rank, score) = entry?;
            let flow = visit_images(game, rank, score, &mut images, &mut visit);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Calls `visit` with the positions of the entries at these indices, in the order of
    /// [`visit`](Kept::visit). Indices from [`len`](Kept::len) on are ignored. Holds one block
    /// in memory at a time.
    ///
    /// # Errors
    /// If a block cannot be read or is damaged. Entries of earlier blocks were visited.
    pub fn visit_places<G: Ranked>(
        &self,
        game: &G,
        places: Range<u64>,
        mut visit: impl FnMut(&G::Position, Value),
    ) -> Result<(), TableError> {
        let mut images = Vec::new();
        let mut next = 0;
        for (block, (_, entry)) in (0..).zip(&self.index) {
            let first = next;
            next += u64::from(entry.entries);
            if next <= places.start || first >= places.end {
                continue;
            }
            let block = self.block(block)?;
            let inside = block.entries().skip(places.start.saturating_sub(first) as usize);
            let count = places.end.min(next) - places.start.max(first);
            for (rank, score) in inside.take(count as usize) {
                each_image(game, rank, score, &mut images, &mut visit);
            }
        }
        Ok(())
    }

    /// The number of entries. Images that the game folds count as one entry.
    pub fn len(&self) -> u64 {
        self.index.iter().map(|(_, entry)| u64::from(entry.entries)).sum()
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry at an index below [`len`](Kept::len), in the order of folded ranks. Reads one
    /// block.
    ///
    /// # Errors
    /// If the block cannot be read or is damaged.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn at<G: Ranked>(&self, game: &G, place: u64) -> Result<(G::Position, Value), TableError> {
        let mut left = place;
        for (block, (_, entry)) in self.index.iter().enumerate() {
            let entries = u64::from(entry.entries);
            if left < entries {
                let block = self.block(block as u64)?;
                let (rank, score) = block.nth(left as usize);
                let position = game.unrank(rank);
                let value = score.value(game.side(&position));
                return Ok((position, value));
            }
            left -= entries;
        }
        panic!("invariant: place {place} is below the number of entries")
    }

    /// Loads the whole table into memory.
    ///
    /// # Errors
    /// If a block cannot be read or is damaged.
    pub fn load(&self) -> Result<Table, TableError> {
        let summary = self.header.summary.clone();
        Table::of_entries(self.header.ranks, summary, self.scores())
    }

    /// Reads and verifies every block.
    ///
    /// # Errors
    /// If a block cannot be read or is damaged; the error names the first one.
    pub fn check(&self) -> Result<(), TableError> {
        (0..self.header.blocks()).try_for_each(|block| self.block(block).map(|_| ()))
    }

    /// All entries in the order of their ranks. A block that cannot be read yields one error.
    fn scores(&self) -> impl Iterator<Item = Result<(u64, ByteScore), TableError>> + '_ {
        (0..self.header.blocks()).flat_map(|block| match self.block(block) {
            Ok(block) => block.entries().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    fn block(&self, block: u64) -> Result<Block, TableError> {
        let (start, entry) = self.index[block as usize];
        let (low, high) = self.header.ranks_of(block);
        let mut frame = vec![0; entry.length as usize];
        self.file.read_at(start, &mut frame).at("read", &self.path)?;
        let sound = checksum(&frame) == entry.checksum;
        let unpacked = sound.then(|| Block::unpack(&frame, low, high, entry.entries)).flatten();
        unpacked.ok_or_else(|| self.damaged(Damage::Block(block)))
    }

    fn damaged(&self, damage: Damage) -> TableError {
        TableError::Damaged { path: self.path.clone(), damage }
    }
}

/// A file whose header and index are being read.
struct Opening<'a> {
    file: &'a dyn Reading,
    path: &'a Path,
    length: u64,
}

impl Opening<'_> {
    fn read(&self) -> Result<(Header, Vec<(u64, BlockEntry)>), TableError> {
        let (version, header_length) = self.front()?;
        let head_length = FRONT_BYTES + u64::from(header_length);
        if header_length > MOST_HEADER_BYTES {
            return Err(self.damaged(Damage::Header));
        }
        if self.length < head_length + END_BYTES {
            return Err(self.cut());
        }
        let head = self.bytes(0, head_length)?;
        let index_start = self.index_start(head_length)?;
        let index = self.bytes(index_start, self.length - END_BYTES - index_start)?;
        let end = self.bytes(self.length - END_BYTES, END_BYTES)?;
        let told = Reader(&end[16..24]).u64();
        if told != Some(checksum(&[&head[..], &index, &end[..16]].concat())) {
            return Err(self.damaged(Damage::Header));
        }
        let entries = Header::read(version, &head[FRONT_BYTES as usize..])
            .and_then(|header| places(&header, &index, head_length, index_start));
        entries.ok_or_else(|| self.damaged(Damage::Header))
    }

    /// Reads the front: the version, which must be supported, and the header length.
    fn front(&self) -> Result<(u32, u32), TableError> {
        let path = || self.path.to_owned();
        let front = self.bytes(0, self.length.min(FRONT_BYTES))?;
        let magic = &front[..front.len().min(MAGIC.len())];
        if !MAGIC.starts_with(magic) {
            return Err(TableError::Foreign { path: path() });
        }
        let mut from = Reader(&front[magic.len()..]);
        let (Some(version), Some(length)) = (from.u32(), from.u32()) else {
            return Err(self.cut());
        };
        match version {
            FIRST_VERSION..=VERSION => Ok((version, length)),
            0 => Err(self.damaged(Damage::Header)),
            found => Err(TableError::Newer { path: path(), found, known: VERSION }),
        }
    }

    /// Reads the end of the file: the offset of the index.
    fn index_start(&self, head_length: u64) -> Result<u64, TableError> {
        let end = self.bytes(self.length - END_BYTES, END_BYTES)?;
        let mut from = Reader(&end);
        let (index_start, length) = (from.u64(), from.u64());
        if end[24..] != END_MAGIC || length != Some(self.length) {
            return Err(self.cut());
        }
        let room = head_length..=self.length - END_BYTES;
        let index_start = index_start.filter(|start| room.contains(start));
        index_start.ok_or_else(|| self.damaged(Damage::Header))
    }

    fn bytes(&self, start: u64, length: u64) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; length as usize];
        self.file.read_at(start, &mut bytes).at("read", self.path)?;
        Ok(bytes)
    }

    fn cut(&self) -> TableError {
        self.damaged(Damage::Length { length: self.length })
    }

    fn damaged(&self, damage: Damage) -> TableError {
        TableError::Damaged { path: self.path.to_owned(), damage }
    }
}

/// The offset of each block; `None` if the blocks do not exactly fill the space between header
/// and index.
fn places(
    header: &Header,
    index: &[u8],
    blocks_start: u64,
    blocks_end: u64,
) -> Option<(Header, Vec<(u64, BlockEntry)>)> {
    if index.len() as u64 != header.blocks().checked_mul(ENTRY_BYTES)? {
        return None;
    }
    let mut start = blocks_start;
    let mut places = Vec::with_capacity(header.blocks() as usize);
    for (block, bytes) in index.chunks_exact(ENTRY_BYTES as usize).enumerate() {
        let entry = BlockEntry::read(bytes)?;
        let (low, high) = header.ranks_of(block as u64);
        if u64::from(entry.entries) > high - low {
            return None;
        }
        places.push((start, entry));
        start += u64::from(entry.length);
    }
    (start == blocks_end).then(|| (header.clone(), places))
}

/// One block in memory.
struct Block {
    low: u64,
    bits: Vec<u64>,
    /// One score for each set bit, in order.
    scores: Vec<u8>,
}

impl Block {
    /// Decompresses the block with the ranks `low..high`; `None` if the data is not such a
    /// block.
    fn unpack(frame: &[u8], low: u64, high: u64, entries: u32) -> Option<Block> {
        if frame.is_empty() && entries == 0 {
            return Some(Block { low, bits: Vec::new(), scores: Vec::new() });
        }
        let n_words = (high - low).div_ceil(64) as usize;
        let length = 8 * n_words + entries as usize;
        let mut bytes = zstd::bulk::decompress(frame, length).ok()?;
        if bytes.len() != length {
            return None;
        }
        let scores = bytes.split_off(8 * n_words);
        let words = bytes.as_chunks().0.iter();
        let bits: Vec<u64> = words.map(|word| u64::from_le_bytes(*word)).collect();
        let block = Block { low, bits, scores };
        // The byte -128 is not a valid score.
        let sound = block.ones(n_words) == entries as usize && !block.scores.contains(&0x80);
        sound.then_some(block)
    }

    /// The number of bits set in the first `words` words.
    fn ones(&self, words: usize) -> usize {
        self.bits[..words].iter().map(|word| word.count_ones() as usize).sum()
    }

    fn score(&self, rank: u64) -> Option<ByteScore> {
        let (word, bit) = (((rank - self.low) / 64) as usize, rank % 64);
        let here = self.bits.get(word)?;
        if here >> bit & 1 == 0 {
            return None;
        }
        let below = (here & ((1 << bit) - 1)).count_ones() as usize;
        Some(ByteScore(self.scores[self.ones(word) + below] as i8))
    }

    /// The entry at an index below the number of entries.
    fn nth(&self, place: usize) -> (u64, ByteScore) {
        let mut left = place;
        for (word, bits) in (0..).zip(&self.bits) {
            let ones = bits.count_ones() as usize;
            if left < ones {
                let rest = (0..left).fold(*bits, |rest, _| rest & (rest - 1));
                let rank = self.low + 64 * word + u64::from(rest.trailing_zeros());
                return (rank, ByteScore(self.scores[place] as i8));
            }
            left -= ones;
        }
        unreachable!("invariant: a block has its entries")
    }

    fn entries(&self) -> impl Iterator<Item = (u64, ByteScore)> + '_ {
        let words = self.bits.iter().enumerate().filter(|(_, bits)| **bits != 0);
        let ranks = words.flat_map(move |(word, bits)| {
            let set = (0..64).filter(move |bit| bits >> bit & 1 == 1);
            set.map(move |bit| self.low + 64 * word as u64 + bit)
        });
        ranks.zip(self.scores.iter().map(|byte| ByteScore(*byte as i8)))
    }
}

//! The form of a batch's result: plain rows, or a shard, which says of what run it
//! is, which rows belong to which item, and whether it is whole.

use super::{Batch, Chain, Shard};
use crate::fault::Fault;
use crate::place::Place;
use crate::wire;
use serde::{Deserialize, Serialize};

/// The version of the formats of shards and journals.
pub(super) const FORMAT: u32 = 1;

/// The first line of a shard or of a journal: of what run it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// What the file is: `"shard"` or `"job"`.
    pub(super) spar: String,
    /// The version of the format.
    pub(super) format: u32,
    /// The verb and every parameter that the rows depend on.
    pub(super) command: String,
    /// The run's seed.
    pub(super) seed: u64,
    /// Which shard, from 1.
    pub(super) shard: u32,
    /// How many shards there are.
    pub(super) of: u32,
    /// How many items all shards have together.
    pub(super) items: usize,
    /// What distinguishes this run from others, items included.
    pub(super) fingerprint: String,
}

/// The rows of an item.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ItemRows<R> {
    /// The item's index among all items of the run, from 0.
    pub(super) item: usize,
    /// Its rows.
    pub(super) rows: R,
}

/// The last line of a shard.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LastLine {
    /// Always `true`.
    pub(super) end: bool,
    /// How many rows there are.
    pub(super) rows: u64,
    /// The chain over all lines before this one, without their ends.
    pub(super) checksum: String,
}

impl Header {
    /// The header of a file of this run.
    pub(super) fn new(spar: &str, batch: &Batch, shard: Shard) -> Header {
        Header {
            spar: spar.to_owned(),
            format: FORMAT,
            command: batch.command.clone(),
            seed: batch.seed,
            shard: shard.number,
            of: shard.of,
            items: batch.items.len(),
            fingerprint: batch.fingerprint().text(),
        }
    }

    /// Which part of the run it is; none if there is no such part.
    pub(super) fn part(&self) -> Option<Shard> {
        Shard::new(self.shard, self.of)
    }

    /// How this run differs from `wanted`, in words for both; none if it is
    /// the same run, whichever shard.
    pub(super) fn differs(&self, wanted: &Header) -> Option<(String, String)> {
        let parts = |it: &Header| {
            [
                format!("command `{}`", it.command),
                format!("seed {}", it.seed),
                format!("{} items", it.items),
                format!("{} shards", it.of),
            ]
        };
        let differs = parts(self).into_iter().zip(parts(wanted)).find(|(is, wanted)| is != wanted);
        let other_items = || {
            let items = |which: &str| format!("{which} items");
            (self.fingerprint != wanted.fingerprint).then(|| (items("other"), items("these")))
        };
        differs.or_else(other_items)
    }
}

/// The rows of an item as a line of JSON, without its end.
pub(super) fn item_line(item: usize, rows: &[String]) -> String {
    wire::line(&ItemRows { item, rows })
}

/// Writes a result, item by item.
pub(super) struct BatchSheet<P: Place> {
    place: P,
    /// What a shard's last line will say; none for plain rows.
    tally: Option<Tally>,
}

#[derive(Default)]
struct Tally {
    rows: u64,
    checksum: Chain,
}

impl<P: Place> BatchSheet<P> {
    /// A result of plain rows.
    pub(super) fn plain(place: P) -> BatchSheet<P> {
        BatchSheet { place, tally: None }
    }

    /// A shard with this header.
    pub(super) fn shard(place: P, header: &Header) -> Result<BatchSheet<P>, Fault> {
        let mut sheet = BatchSheet { place, tally: Some(Tally::default()) };
        sheet.counted(&wire::line(header))?;
        Ok(sheet)
    }

    /// Writes the rows of the next item.
    pub(super) fn item(&mut self, index: usize, rows: &[String]) -> Result<(), Fault> {
        if let Some(tally) = &mut self.tally {
            tally.rows += rows.len() as u64;
            return self.counted(&item_line(index, rows));
        }
        rows.iter().try_for_each(|row| self.line(row))
    }

    /// All items are written.
    pub(super) fn finish(mut self) -> Result<(), Fault> {
        if let Some(Tally { rows, checksum }) = self.tally.take() {
            self.line(&wire::line(&LastLine { end: true, rows, checksum: checksum.text() }))?;
        }
        self.place.finish()
    }

    /// A line that the checksum covers.
    fn counted(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(tally) = &mut self.tally {
            tally.checksum.add(line.as_bytes());
        }
        self.line(line)
    }

    fn line(&mut self, line: &str) -> Result<(), Fault> {
        writeln!(self.place, "{line}").map_err(|error| self.place.fault(error))
    }
}

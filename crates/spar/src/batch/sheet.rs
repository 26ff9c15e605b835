//! The format of a batch's result: plain rows, or a shard, which also records its run, the item
//! of each row, and its own end.

use super::{Batch, Chain, Shard};
use crate::fault::Fault;
use crate::place::Place;
use crate::wire;
use serde::{Deserialize, Serialize};

/// The version of the formats of shards and journals.
pub(super) const FORMAT: u32 = 1;

/// The first line of a shard or journal. It identifies the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The kind of the file: `"shard"` or `"job"`.
    pub(super) spar: String,
    /// The version of the format.
    pub(super) format: u32,
    /// The command and every parameter that the rows depend on.
    pub(super) command: String,
    /// The run's seed.
    pub(super) seed: u64,
    /// The number of this shard, from 1.
    pub(super) shard: u32,
    /// The number of shards.
    pub(super) of: u32,
    /// The number of items in all shards together.
    pub(super) items: usize,
    /// A checksum that identifies the run, items included.
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
    /// The number of rows.
    pub(super) rows: u64,
    /// The chained checksum of all lines before this one, without line ends.
    pub(super) checksum: String,
}

impl Header {
    /// Creates the header of a file of this run.
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

    /// The part of the run; `None` if the numbers are not valid.
    pub(super) fn part(&self) -> Option<Shard> {
        Shard::new(self.shard, self.of)
    }

    /// The first difference between this run and `wanted` in words; `None` if it is the same
    /// run. Ignores the shard number.
    pub(super) fn differs(&self, wanted: &Header) -> Option<String> {
        let count = |n: u64, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
        let parts = |it: &Header| {
            [
                format!("command `{}`", it.command),
                format!("seed {}", it.seed),
                count(it.items as u64, "item"),
                count(u64::from(it.of), "shard"),
            ]
        };
        let differs = parts(self).into_iter().zip(parts(wanted)).find(|(is, wanted)| is != wanted);
        let items_differ = self.fingerprint != wanted.fingerprint;
        differs
            .map(|(is, wanted)| format!("{is}, not {wanted}"))
            .or_else(|| items_differ.then(|| "its items differ".to_owned()))
    }
}

/// The JSON line with the rows of an item, without line end.
pub(super) fn item_line(item: usize, rows: &[String]) -> String {
    wire::line(&ItemRows { item, rows })
}

/// Writes a result, item by item.
pub(super) struct BatchSheet<P: Place> {
    place: P,
    /// The content of a shard's last line; `None` for plain rows.
    tally: Option<Tally>,
}

#[derive(Default)]
struct Tally {
    rows: u64,
    checksum: Chain,
}

impl<P: Place> BatchSheet<P> {
    /// Creates a result with plain rows.
    pub(super) fn plain(place: P) -> BatchSheet<P> {
        BatchSheet { place, tally: None }
    }

    /// Creates a shard with this header.
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

    /// Ends the result, after all items are written.
    pub(super) fn finish(mut self) -> Result<(), Fault> {
        if let Some(Tally { rows, checksum }) = self.tally.take() {
            self.line(&wire::line(&LastLine { end: true, rows, checksum: checksum.text() }))?;
        }
        self.place.finish()
    }

    /// Writes a line that the checksum covers.
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

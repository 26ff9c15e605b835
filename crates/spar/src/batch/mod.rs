//! Batch work: a list of independent pieces, each a pure function of its item and its seed. As
//! a piece depends on no other piece, shard or thread, the rows are the same for any number of
//! shards and threads, and after any interruption.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `job` | runs a batch, from its options to its result |
//! | `run` | runs pieces on threads |
//! | `sheet` | the format of results: plain rows, or the lines of a shard |
//! | `journal` | finished items, in a file next to the result until it is complete |
//! | `merge` | merges the shards of a run |
//! | `positions` | reads lists of positions |

mod job;
mod journal;
mod merge;
mod positions;
mod run;
mod sheet;
#[cfg(test)]
mod whole_runs;

pub(crate) use job::{Job, Start, Workplace};
pub(crate) use merge::{Merged, merge};
pub(crate) use positions::read_positions;

use crate::fault::Fault;
use twox_hash::XxHash3_64;

/// A list of pieces of work.
pub(crate) struct Batch {
    /// The command and every parameter that the rows depend on, in canonical form.
    pub(crate) command: String,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// The word for its items, in the plural, for progress messages.
    pub(crate) unit: &'static str,
    /// The items, in the order of the result. Each has one piece of work.
    pub(crate) items: Vec<Item>,
}

/// The input of one piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The text that distinguishes it from other items, such as the text of a position.
    pub(crate) name: String,
}

/// A piece of work: computes the rows of an item, each one line of text, from the item and its
/// seed alone. Its result is dropped if the budget was stopped.
pub(crate) type Piece<'a> = dyn Fn(&Item, u64) -> Result<Vec<String>, Fault> + Sync + 'a;

impl Batch {
    /// The seed of an item: the XXH3 hash, seeded with the run's seed, of the item's index
    /// (eight bytes, little-endian) and its name.
    fn seed_of(&self, index: usize) -> u64 {
        let index_bytes = (index as u64).to_le_bytes();
        let name = self.items[index].name.as_bytes();
        XxHash3_64::oneshot_with_seed(self.seed, &[&index_bytes, name].concat())
    }

    /// A checksum that identifies the run: a chain over its seed, its command and the names of
    /// its items.
    fn fingerprint(&self) -> Chain {
        let mut chain = Chain(self.seed);
        chain.add(self.command.as_bytes());
        self.items.iter().for_each(|item| chain.add(item.name.as_bytes()));
        chain
    }
}

/// A checksum over texts in their order: the XXH3 hash of each is seeded with the hash of all
/// texts before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chain(u64);

impl Chain {
    fn add(&mut self, bytes: &[u8]) {
        self.0 = XxHash3_64::oneshot_with_seed(self.0, bytes);
    }

    /// The form in files: sixteen hexadecimal digits.
    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// One part of a batch: the items whose index is `number - 1` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the part, from 1 to `of`.
    number: u32,
    /// The number of parts, at most [`Shard::MOST`].
    of: u32,
}

impl Shard {
    /// The whole batch as one part.
    const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The maximum number of shards of a run.
    const MOST: u32 = 65_536;

    fn new(number: u32, of: u32) -> Option<Shard> {
        (1 <= number && number <= of && of <= Shard::MOST).then_some(Shard { number, of })
    }

    /// Reads a shard such as `2/8`.
    ///
    /// # Errors
    /// If the text is not a shard; the message shows the form.
    pub(crate) fn read(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let plain = |digits: &str| digits.bytes().all(|it| it.is_ascii_digit());
            let both = plain(number) && plain(of);
            both.then(|| Some((number.parse().ok()?, of.parse().ok()?))).flatten()
        });
        let shard = numbers.and_then(|(number, of)| Shard::new(number, of));
        shard.ok_or_else(|| {
            format!("a shard looks like `2/8`, from `1/8` to `8/8`, of at most {}", Shard::MOST)
        })
    }

    /// The indices of its items, given the number of all items, in ascending order.
    fn indices(self, items: usize) -> impl ExactSizeIterator<Item = usize> + Clone {
        (self.number as usize - 1..items.max(self.number as usize - 1)).step_by(self.of as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(names: &[&str], seed: u64) -> Batch {
        let items = names.iter().map(|name| Item { name: (*name).to_owned() }).collect();
        Batch { unit: "positions", command: "solve connect3".to_owned(), seed, items }
    }

    #[test]
    fn shards_are_read_or_refused() {
        assert_eq!(Shard::read("2/8"), Ok(Shard { number: 2, of: 8 }));
        assert_eq!(Shard::read("65536/65536"), Ok(Shard { number: 65_536, of: 65_536 }));
        for text in ["", "2", "0/8", "9/8", "1/0", "1/65537", "+1/2", "1/ 2", "-1/2", "1/2/3"] {
            assert!(Shard::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_item_is_in_exactly_one_shard() {
        for items in 0..20 {
            for of in 1..25 {
                let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
                let mut all: Vec<usize> = shards.flat_map(|it| it.indices(items)).collect();
                all.sort_unstable();
                assert_eq!(all, (0..items).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn an_items_seed_follows_from_the_runs_seed_its_index_and_its_name() {
        let seed = batch(&["a", "b", "a"], 7).seed_of(0);
        assert_eq!(batch(&["a", "c"], 7).seed_of(0), seed);
        assert_ne!(batch(&["a", "b", "a"], 7).seed_of(2), seed, "another index");
        assert_ne!(batch(&["b", "b", "a"], 7).seed_of(0), seed, "another name");
        assert_ne!(batch(&["a", "b", "a"], 8).seed_of(0), seed, "another run");
        // Computed independently, from the formula in XXH3's specification for nine bytes.
        assert_eq!(seed, 8_449_942_870_990_724_097);
    }

    #[test]
    fn a_fingerprint_tells_runs_apart() {
        let fingerprint = batch(&["a", "b"], 7).fingerprint();
        assert_eq!(batch(&["a", "b"], 7).fingerprint(), fingerprint);
        for other in [&["b", "a"][..], &["a"], &["ab"], &["a", "b", ""], &["", "a", "b"]] {
            assert_ne!(batch(other, 7).fingerprint(), fingerprint, "{other:?}");
        }
        assert_ne!(batch(&["a", "b"], 8).fingerprint(), fingerprint);
        let command = "solve connect4".to_owned();
        assert_ne!(Batch { command, ..batch(&["a", "b"], 7) }.fingerprint(), fingerprint);
    }
}

//! Lanes: the evaluations of a position at search depth 0, 1, 2, … plies, one byte each. They
//! are the first part of the records of a sweep.

use crate::policy::{Habit, Ties};
use crate::sight::Scale;
use spar_rules::{Outcome, Reward, Side, Tactics};

/// The number of words in the largest record.
pub(crate) const MOST_WORDS: usize = 8;

/// A record of any length, padded with zeros.
pub(crate) type Record = [u64; MOST_WORDS];

/// The evaluation of a finished game in a lane.
const END: i32 = 127;

/// The lanes of a record.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    scale: Scale,
    /// Lane `d` is the evaluation with foresight of `d` plies, for `d` below this number.
    n_sights: usize,
    /// The lane after those, if a player needs it: the evaluation with unlimited foresight.
    full: Option<usize>,
    /// The number of words of the lanes.
    pub(crate) words: usize,
    /// The maximum number of plies in a game.
    pub(crate) longest: u32,
}

impl Lanes {
    /// The lanes that players with these habits need; `None` if an evaluation does not fit into
    /// a lane.
    pub(crate) fn new<G: Tactics + Reward>(game: &G, habits: &[Habit]) -> Option<Lanes> {
        let longest = game.horizon(&game.start())?;
        let all = || habits.iter().copied();
        let rounds = all().filter_map(Habit::rounds).filter(|it| !sees_all(*it, longest)).max();
        let n_sights = 2 * rounds.unwrap_or(0) as usize;
        let needs_all = |habit: Habit| habit.rounds().is_none_or(|it| sees_all(it, longest));
        let full = all().any(needs_all).then_some(n_sights);
        let most = i32::try_from(game.most_reward()).ok()?;
        let fits = most + 1 + n_sights as i32 <= END && longest < END as u32;
        let n_lanes = n_sights + usize::from(full.is_some());
        let (scale, words) = (Scale { most, end: END }, n_lanes.div_ceil(8));
        fits.then_some(Lanes { scale, n_sights, full, words, longest })
    }

    /// How a player with one of the habits chooses.
    pub(crate) fn chooser(&self, habit: Habit) -> Chooser {
        match habit {
            Habit::Any => Chooser::Any,
            Habit::Best => Chooser::Best { lane: self.n_sights, limit: i8::MAX },
            Habit::Foresight(rounds, ties) => {
                let (lane, most) = if sees_all(rounds, self.longest) {
                    (self.n_sights, 0)
                } else {
                    (2 * rounds as usize - 1, self.scale.most)
                };
                let limit = match ties {
                    Ties::Any => most as i8 + 1,
                    Ties::Fastest => i8::MAX,
                };
                Chooser::Best { lane, limit }
            }
        }
    }

    /// The winner with optimal play: 1 for the first side, -1 for the second, 0 for a draw.
    /// Requires the lane with unlimited foresight.
    #[inline]
    pub(crate) fn winner(&self, record: &[u64]) -> i8 {
        lane_of(record, self.n_sights).signum()
    }

    /// Sets the lanes of a finished position.
    #[inline]
    pub(crate) fn finish(&self, outcome: Outcome, record: &mut [u64]) {
        let look = self.scale.of(outcome) as u8;
        record[..self.words].fill(u64::from_ne_bytes([look; 8]));
    }

    /// Sets the lanes of an unfinished position, given the best of each lane among its
    /// successors.
    #[inline]
    pub(crate) fn fill(&self, reward: i32, best: &Record, record: &mut [u64]) {
        let most = self.scale.most as i8;
        let mut carried = reward as i8 as u8;
        for word in 0..self.words {
            let mut bytes = best[word].to_le_bytes();
            for byte in &mut bytes {
                let look = *byte as i8;
                *byte = (look - i8::from(look > most) + i8::from(look < -most)) as u8;
            }
            record[word] = u64::from_le_bytes(bytes) << 8 | u64::from(carried);
            carried = bytes[7];
        }
        if let Some(lane) = self.full {
            let look = lane_of(best, lane);
            let shift = 8 * (lane % 8);
            let byte = u64::from((look - look.signum()) as u8) << shift;
            record[lane / 8] = record[lane / 8] & !(0xff << shift) | byte;
        }
    }
}

/// Returns whether this foresight reaches the end of the longest game.
fn sees_all(rounds: u32, longest: u32) -> bool {
    2 * u64::from(rounds) > u64::from(longest)
}

/// How a player chooses among the successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chooser {
    /// Any of them.
    Any,
    /// The best by this lane. Values beyond the limit count as equal to the limit.
    Best { lane: usize, limit: i8 },
}

impl Chooser {
    /// Returns whether a player may choose a position with these lanes, given the best of each
    /// lane.
    #[inline]
    pub(crate) fn likes(self, record: &[u64], best: &Record) -> bool {
        match self {
            Chooser::Any => true,
            Chooser::Best { lane, limit } => {
                let at = |words: &[u64]| lane_of(words, lane).clamp(-limit, limit);
                at(record) == at(best)
            }
        }
    }
}

/// The evaluation in a lane.
#[inline]
fn lane_of(words: &[u64], lane: usize) -> i8 {
    (words[lane / 8] >> (8 * (lane % 8))) as i8
}

/// The best of each lane for the side to move.
#[inline]
pub(crate) fn best_lanes<'a>(
    side: Side,
    records: impl Iterator<Item = &'a [u64]>,
    lane_words: usize,
) -> Record {
    let worst = if side == Side::First { i8::MIN } else { i8::MAX };
    let mut best = [u64::from_ne_bytes([worst as u8; 8]); MOST_WORDS];
    for record in records {
        for word in 0..lane_words {
            let (a, b) = (best[word].to_ne_bytes(), record[word].to_ne_bytes());
            let better: [u8; 8] = match side {
                Side::First => std::array::from_fn(|i| (a[i] as i8).max(b[i] as i8) as u8),
                Side::Second => std::array::from_fn(|i| (a[i] as i8).min(b[i] as i8) as u8),
            };
            best[word] = u64::from_ne_bytes(better);
        }
    }
    best
}

//! The counts of a survey, and how a position is classified.

use super::{Asked, ByHardness, Count, Duel, EvenStarts, Levels, Ratings};
use crate::chance::{Chances, Fraction};
use crate::duel::{ChanceUnits, Pairing, UNITS};
use crate::generate::Span;
use spar_rules::{Side, Value};
use std::collections::BTreeMap;

/// An unfinished position of the table.
#[derive(Clone, Copy)]
pub(super) struct TalliedPosition {
    /// The side to move.
    pub(super) side: Side,
    /// Its value for that side.
    pub(super) value: Value,
    /// The number of positions that it stands for.
    pub(super) images: u32,
}

/// The counts while positions are visited.
pub(super) struct SurveyTally<'a> {
    asked: &'a Asked,
    even: EvenUnits,
    starts: Vec<EvenStarts>,
    levels: Vec<BTreeMap<u32, ByHardness>>,
}

impl<'a> SurveyTally<'a> {
    pub(super) fn new(asked: &'a Asked) -> SurveyTally<'a> {
        let n_pairs = asked.players.len().pow(2);
        SurveyTally {
            asked,
            even: EvenUnits::new(asked.even),
            starts: vec![EvenStarts::default(); n_pairs],
            levels: vec![BTreeMap::new(); n_pairs],
        }
    }

    /// All pairs of players; the first side's player is first.
    pub(super) fn pairings(&self) -> Vec<Pairing> {
        let players = &self.asked.players;
        let with =
            |first| players.iter().map(move |second| Pairing::of(first, second, Side::First));
        players.iter().flat_map(with).collect()
    }

    /// Returns whether a position counts for this pairing.
    pub(super) fn matters(&self, pair: usize, seen: TalliedPosition) -> bool {
        self.is_unequal(pair) || moves_to_win(seen.value).is_some()
    }

    /// Counts a position for a pairing. `rates` are the chances of the first and of the second
    /// side to win, if a sweep has computed them; `exact` returns the chances of the first side
    /// and is called if those leave something open.
    pub(super) fn add(
        &mut self,
        pair: usize,
        seen: TalliedPosition,
        rates: Option<[ChanceUnits; 2]>,
        is_distinct: impl Fn() -> bool,
        mut exact: impl FnMut() -> Option<Chances>,
    ) {
        let n_players = self.asked.players.len();
        let thresholds = self.asked.thresholds;
        let (first, second) = (pair / n_players, pair % n_players);
        let one = || Count { distinct: is_distinct().into(), all: seen.images.into() };
        if let Some(moves) = moves_to_win(seen.value) {
            let rounded = rates.and_then(|it| thresholds.of_rate(it[seen.side as usize]));
            let hardness = rounded.or_else(|| {
                let chances = exact()?;
                let own = if seen.side == Side::First { chances } else { chances.opposite() };
                thresholds.of_chances(&own)
            });
            let (learner, opponent) = match seen.side {
                Side::First => (first, second),
                Side::Second => (second, first),
            };
            let levels = &mut self.levels[learner * n_players + opponent];
            *levels.entry(moves).or_default().of(hardness) += one();
        }
        if self.is_unequal(pair) {
            let rounded = rates.and_then(|it| self.even.holds(it));
            let is_even = rounded.or_else(|| holds(self.asked.even, &exact()?));
            let starts = &mut self.starts[pair];
            match is_even {
                Some(true) => starts.even += one(),
                Some(false) => {}
                None => starts.open += one(),
            }
        }
    }

    /// The results after all positions were counted; `chances` are those from the start.
    pub(super) fn finish(self, chances: Vec<Chances>) -> Ratings {
        let pairings = self.pairings();
        let unequal: Vec<bool> = (0..pairings.len()).map(|pair| self.is_unequal(pair)).collect();
        let duels = pairings.iter().zip(chances).enumerate().map(|(pair, (pairing, chances))| {
            let even = unequal[pair].then_some(self.starts[pair]);
            Duel { pairing: pairing.clone(), chances, even }
        });
        let duels = duels.collect();
        let levels = pairings.into_iter().zip(self.levels).map(|(pairing, won_in)| Levels {
            learner: pairing.first,
            opponent: pairing.second,
            won_in,
        });
        Ratings { duels, levels: levels.collect() }
    }

    fn is_unequal(&self, pair: usize) -> bool {
        let n_players = self.asked.players.len();
        pair / n_players != pair % n_players
    }
}

/// The number of the winner's moves, if the side to move wins and not with its next move.
fn moves_to_win(value: Value) -> Option<u32> {
    match value {
        Value::Win(plies) => Some(plies.div_ceil(2)).filter(|moves| *moves >= 2),
        Value::Draw | Value::Loss(_) => None,
    }
}

/// The range of even scores in half units: from `least` to below `beyond`.
struct EvenUnits {
    least: u64,
    beyond: u64,
}

/// The number of half units in a certain win.
const WHOLE: u64 = 2 * UNITS as u64;

impl EvenUnits {
    fn new(even: Span<Fraction>) -> EvenUnits {
        let score = |halves: u64| {
            Fraction::new(halves.into(), WHOLE.into()).expect("invariant: a whole is not 0")
        };
        EvenUnits {
            least: first_from(|halves| score(halves) >= even.least),
            beyond: first_from(|halves| score(halves) > even.most),
        }
    }

    /// Returns whether the score is even, given the chances of both sides to win; `None` if
    /// their rounding leaves it open.
    fn holds(&self, [first, second]: [ChanceUnits; 2]) -> Option<bool> {
        // The first side's score is one half plus half the difference of the chances to win.
        let middle = u64::from(UNITS) + u64::from(first.units) - u64::from(second.units);
        let low = middle.saturating_sub(second.error.into());
        let high = middle + u64::from(first.error);
        let holds = |halves: u64| self.least <= halves && halves < self.beyond;
        match (holds(low), holds(high)) {
            (true, true) => Some(true),
            _ if high < self.least || low >= self.beyond => Some(false),
            _ => None,
        }
    }
}

/// The smallest number of half units for which `holds` is true, which must be monotonic; one
/// more than the whole if there is none.
fn first_from(holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, WHOLE + 1);
    while low < high {
        let middle = u64::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Returns whether these chances of the first side give an even score.
fn holds(even: Span<Fraction>, chances: &Chances) -> Option<bool> {
    match chances {
        Chances::Exact(parts) => Some(even.contains(&parts.score()?)),
        Chances::Bounded { win, loss, .. } => {
            // Far more than the error of these few roundings.
            const SLACK: f64 = 1e-12;
            let (least, most) = (even.least.to_f64(), even.most.to_f64());
            let low = f64::midpoint(1.0, win.low - loss.high) - SLACK;
            let high = f64::midpoint(1.0, win.high - loss.low) + SLACK;
            if least < low && high < most {
                return Some(true);
            }
            (high < least || most < low).then_some(false)
        }
        Chances::Sampled(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use spar_solve::Interval;

    fn even() -> Span<Fraction> {
        let fraction = |text: &str| text.parse().unwrap();
        Span { least: fraction("0.45"), most: fraction("0.55") }
    }

    #[test]
    fn even_scores_are_told_from_rounded_chances() {
        let units = EvenUnits::new(even());
        let rate =
            |share: f64, error| ChanceUnits { units: (share * f64::from(UNITS)) as u32, error };
        let holds = |first, second, error| units.holds([rate(first, error), rate(second, error)]);
        assert_eq!(holds(0.5, 0.5, 0), Some(true));
        assert_eq!(holds(0.0, 0.0, 9), Some(true), "all is drawn");
        assert_eq!(holds(0.1, 0.0, 0), Some(true), "the limit belongs to it");
        assert_eq!(holds(0.1, 0.0, 1), None, "the limit, perhaps");
        assert_eq!(holds(0.11, 0.0, 1), Some(false));
        assert_eq!(holds(0.0, 0.1, 0), Some(true));
        assert_eq!(holds(0.0, 0.1, 1), None);
        assert_eq!(holds(0.0, 1.0, 9), Some(false));
        assert_eq!(holds(1.0, 0.0, 0), Some(false));
    }

    #[test]
    fn all_scores_can_be_called_even() {
        let units = EvenUnits::new(Span { least: Fraction::ZERO, most: Fraction::ONE });
        let rate = |units| ChanceUnits { units, error: 0 };
        assert_eq!(units.holds([rate(UNITS), rate(0)]), Some(true));
        assert_eq!(units.holds([rate(0), rate(UNITS)]), Some(true));
    }

    #[test]
    fn bounds_decide_where_they_can() {
        let bounded = |low, high| Chances::Bounded {
            win: Interval { low, high },
            draw: Interval { low: 0.0, high: 1.0 },
            loss: Interval::exact(0.5),
        };
        assert_eq!(holds(even(), &bounded(0.48, 0.5)), Some(true));
        assert_eq!(holds(even(), &bounded(0.2, 0.3)), Some(false));
        assert_eq!(holds(even(), &bounded(0.3, 0.5)), None);
    }
}

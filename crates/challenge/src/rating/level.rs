//! The rating of a level: the rating for which the expected scores of the players with stated
//! ratings add up to their actual chances.

use super::odds::{Odds, Task};
use super::scale::{STATED, expected, stated_player};
use crate::policy::Unknown;
use spar_rules::{Reward, Tactics};
use spar_solve::Interval;
use std::ops::RangeInclusive;

/// The rating of a level, with the chances of the stated players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelRating {
    /// The rating on the scale.
    pub rating: i32,
    /// The chances that the stated players solve it, in the order of [`STATED`].
    pub solved: [Interval; STATED.len()],
}

/// Chances are limited to this value and its complement: a chance of 0 or 1 only shows that a
/// level is far from a player's strength, not how far.
const LEAST: f64 = 0.02;

/// Shares are rounded to multiples of the inverse.
const PLACES: f64 = 1e12;

/// The bound of the ratings that the fit considers.
const FURTHEST: f64 = 4000.0;

impl LevelRating {
    /// The rating of a level that the stated players solve with these chances.
    pub fn fitted(solved: [Interval; STATED.len()]) -> LevelRating {
        LevelRating { rating: fitted(&solved.map(Interval::middle)), solved }
    }

    /// The ratings that a level can have.
    pub fn all() -> RangeInclusive<i32> {
        fitted(&[1.0; STATED.len()])..=fitted(&[0.0; STATED.len()])
    }

    /// The chances as numbers with twelve decimals. Only certain results are 0 or 1.
    pub fn shares(&self) -> [f64; STATED.len()] {
        let share = |it: Interval| {
            let rounded = (it.middle() * PLACES).round() / PLACES;
            let is_sure = it.high <= 0.0 || it.low >= 1.0;
            if is_sure { it.low } else { rounded.clamp(1.0 / PLACES, 1.0 - 1.0 / PLACES) }
        };
        self.solved.map(share)
    }

    /// The chances for these shares.
    pub fn of_shares(rating: i32, shares: [f64; STATED.len()]) -> LevelRating {
        let bounds = |share: f64| {
            let is_sure = share <= 0.0 || share >= 1.0;
            let off = if is_sure { 0.0 } else { 1.0 / PLACES };
            Interval { low: share - off, high: share + off }
        };
        LevelRating { rating, solved: shares.map(bounds) }
    }
}

impl<G: Tactics + Reward> Odds<'_, G> {
    /// Computes the rating of a task.
    ///
    /// # Errors
    /// If it cannot be computed within the budget.
    pub fn rating(&mut self, task: &Task<G::Position>) -> Result<LevelRating, Unknown> {
        let mut solved = [Interval::exact(0.0); STATED.len()];
        for (number, chance) in solved.iter_mut().enumerate() {
            *chance = self.solved(task, &stated_player(number).into())?;
        }
        Ok(LevelRating::fitted(solved))
    }
}

/// The maximum likelihood rating: the one for which the expected scores of the stated players
/// add up to their chances. The sum is monotonic in the rating, so the solution is unique.
fn fitted(chances: &[f64; STATED.len()]) -> i32 {
    let reached: f64 = chances.iter().map(|it| it.clamp(LEAST, 1.0 - LEAST)).sum();
    let wanted = |level| STATED.iter().map(|it| expected(f64::from(*it), level)).sum::<f64>();
    let (mut low, mut high) = (-FURTHEST, FURTHEST);
    // Enough steps that the nearest integer is determined.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if wanted(middle) > reached { low = middle } else { high = middle }
    }
    low.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The likelihood of these chances for a rating.
    fn likelihood(chances: &[f64; 4], level: f64) -> f64 {
        let one = |(chance, stated): (&f64, &i32)| {
            let expected = expected(f64::from(*stated), level);
            chance * expected.ln() + (1.0 - chance) * (1.0 - expected).ln()
        };
        chances.iter().zip(&STATED).map(one).sum()
    }

    #[test]
    fn no_other_rating_is_likelier() {
        for chances in [[0.1, 0.5, 0.9, 0.9], [0.02, 0.02, 0.3, 0.98], [0.5, 0.4, 0.3, 0.2]] {
            let best = fitted(&chances);
            for other in (best - 300..best + 300).filter(|it| *it != best) {
                let [best, other] = [best, other].map(|it| likelihood(&chances, f64::from(it)));
                assert!(best >= other - 1e-6);
            }
        }
    }

    #[test]
    fn what_is_solved_less_is_rated_higher_and_what_is_sure_is_not_endless() {
        let (easy, hard) = (fitted(&[1.0; 4]), fitted(&[0.0; 4]));
        assert_eq!(fitted(&[LEAST; 4]), hard);
        assert_eq!(fitted(&[1.0 - LEAST; 4]), easy);
        assert!(easy > 500 && hard < 2500, "{easy} {hard}");
        let mut last = easy;
        for tenths in (0..=9).rev() {
            let next = fitted(&[f64::from(tenths) / 10.0; 4]);
            assert!(next > last);
            last = next;
        }
    }

    #[test]
    fn what_is_kept_of_chances_holds_them_and_only_what_is_sure_is_sure() {
        let third = Interval { low: 0.333_333_333_333_333_2, high: 0.333_333_333_333_333_4 };
        let [tiny, almost] =
            [(1e-14, 2e-14), (1.0 - 2e-14, 1.0 - 1e-14)].map(|(low, high)| Interval { low, high });
        let known = LevelRating::fitted([Interval::exact(0.0), tiny, third, almost]);
        let kept = LevelRating::of_shares(known.rating, known.shares());
        assert_eq!(kept.rating, known.rating);
        for (kept, known) in kept.solved.iter().zip(known.solved) {
            assert!(kept.low <= known.low && known.high <= kept.high, "{kept:?} {known:?}");
        }
        assert_eq!(kept.solved[0], Interval::exact(0.0));
        assert!(kept.solved[1].high > 0.0 && kept.solved[3].low < 1.0);
    }

    #[test]
    fn a_level_that_fits_a_stated_player_stands_where_that_player_does() {
        let level = 1480.0;
        let chances = STATED.map(|it| expected(f64::from(it), level));
        assert_eq!(fitted(&chances), 1480);
    }
}

//! The hundred positions with the lowest scores. In its larger Tic-Tac-Toe sets, the paper
//! rated only these.
//!
//! The paper's score of a position is the share of games that player 1 wins from it against an
//! opponent with short foresight. Here it is the exact winning chance of the shortest foresight
//! against the opponent with the shortest foresight in the tables. If several positions have
//! the score of the hundredth, some of them are drawn at random.

use super::plays::{Candidate, at, draw};
use super::study::{N_PAIRINGS, Studied, pairing};
use spar_challenge::duel::ChanceUnits;
use spar_challenge::hardness::Hardness;
use spar_challenge::tally::{Expected, Experiment, Tally};
use spar_rules::SplitMix;
use std::collections::BTreeSet;

/// A position with all its chances.
pub(super) struct Scored<P> {
    pub(super) candidate: Candidate<P>,
    pub(super) rates: [ChanceUnits; N_PAIRINGS],
    pub(super) hardness: [Hardness; N_PAIRINGS],
}

impl<P> Scored<P> {
    /// The score: the chance of foresight 1 against 2.
    fn score(&self) -> ChanceUnits {
        self.rates[pairing(0, 0)]
    }

    /// Returns whether the scores are equal within their rounding errors. Chances are stored as
    /// integers with a known error.
    fn is_level_with(&self, score: ChanceUnits) -> bool {
        let own = self.score();
        own.units <= score.units + score.error && score.units <= own.units + own.error
    }
}

/// The positions with the lowest scores.
pub(super) struct Lowest<P> {
    /// The positions that are certainly among them.
    below: Vec<Scored<P>>,
    /// The positions with the score of the last one.
    level: Vec<Scored<P>>,
    /// The number of these that belong to them.
    drawn: u64,
}

fn count<P>(scored: &[Scored<P>]) -> u64 {
    scored.iter().map(|it| u64::from(it.candidate.images)).sum()
}

impl<P> Lowest<P> {
    /// Selects the `wanted` positions with the lowest scores, or all if there are fewer.
    pub(super) fn of(mut scored: Vec<Scored<P>>, wanted: u64) -> Lowest<P> {
        // The sort is stable: positions with equal scores keep the table's order.
        scored.sort_by_key(|it| it.score().units);
        let mut seen = 0;
        let last = scored.iter().find(|it| {
            seen += u64::from(it.candidate.images);
            seen >= wanted
        });
        let Some(last) = last.map(Scored::score) else {
            return Lowest { below: scored, level: Vec::new(), drawn: 0 };
        };
        let (level, others): (Vec<_>, Vec<_>) =
            scored.into_iter().partition(|it| it.is_level_with(last));
        let below: Vec<_> = others.into_iter().filter(|it| it.score().units < last.units).collect();
        let drawn = wanted - count(&below);
        Lowest { below, level, drawn }
    }

    /// The expected numbers of easy, medium and hard positions in an experiment.
    pub(super) fn expected(&self, pairing: usize, experiment: &Experiment) -> [Expected; 3] {
        let tally = |scored: &[Scored<P>]| {
            let mut tally = Tally::default();
            for it in scored {
                let win = it.rates[pairing].bounds().middle();
                tally.add(it.hardness[pairing], win, u64::from(it.candidate.images));
            }
            tally
        };
        tally(&self.below).expected_with_some(&tally(&self.level), self.drawn, experiment)
    }

    /// The positions themselves. The seed decides which positions with the last score are
    /// included.
    pub(super) fn positions<G>(&self, game: &G, seed: u64) -> Vec<G::Position>
    where
        G: Studied<Position = P>,
    {
        let below: BTreeSet<u64> = (0..count(&self.below)).collect();
        let mut found = at(game, self.below.iter().map(|it| &it.candidate), &below);
        let drawn = draw(count(&self.level), self.drawn, &mut SplitMix::new(seed));
        found.extend(at(game, self.level.iter().map(|it| &it.candidate), &drawn));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position with this name, number of images and score.
    fn scored(position: char, images: u32, units: u32, error: u32) -> Scored<char> {
        Scored {
            candidate: Candidate { position, images },
            rates: [ChanceUnits { units, error }; N_PAIRINGS],
            hardness: [Hardness::Hard; N_PAIRINGS],
        }
    }

    fn names(scored: &[Scored<char>]) -> String {
        scored.iter().map(|it| it.candidate.position).collect()
    }

    #[test]
    fn those_with_the_score_of_the_last_one_are_drawn() {
        let all = || {
            vec![
                scored('a', 4, 500, 0),
                scored('b', 2, 100, 0),
                scored('c', 3, 499, 2),
                scored('d', 8, 900, 0),
            ]
        };
        // Two scores are lower; 499 with its error may equal 500.
        let lowest = Lowest::of(all(), 5);
        assert_eq!((names(&lowest.below), names(&lowest.level)), ("b".into(), "ca".into()));
        assert_eq!(lowest.drawn, 3);
        let lowest = Lowest::of(all(), 10);
        assert_eq!((names(&lowest.below), names(&lowest.level)), ("bca".into(), "d".into()));
        assert_eq!(lowest.drawn, 1);
        let lowest = Lowest::of(all(), 20);
        assert_eq!((names(&lowest.below), lowest.drawn), ("bcad".into(), 0));
    }
}

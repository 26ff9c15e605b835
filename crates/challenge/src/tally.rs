//! Counts over a set of positions: how many are easy, medium and hard, how many an experiment
//! with a few plays would classify so, and the effect of longer foresight.
//!
//! ```
//! use spar_challenge::hardness::Hardness;
//! use spar_challenge::tally::{Experiment, Tally};
//!
//! // Two positions with a chance of exactly 2/3 are easy, but thirty plays of each
//! // mostly show no more than twenty wins.
//! let mut tally = Tally::default();
//! tally.add(Hardness::Easy, 2.0 / 3.0, 2);
//! let [easy, medium, _] = tally.expected(&Experiment::PAPER);
//! assert_eq!(tally.counts(), [2, 0, 0]);
//! assert!(easy.mean < 0.9 && medium.mean > 1.1);
//! ```

use crate::hardness::Hardness;
use rustc_hash::FxHashMap;

/// An experiment that classifies a position by plays: easy with more wins than `easy_above`,
/// hard with fewer than `hard_below`, otherwise medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The number of plays per position.
    pub plays: u64,
    /// Easy with more wins than this.
    pub easy_above: u64,
    /// Hard with fewer wins than this.
    pub hard_below: u64,
}

impl Experiment {
    /// The experiment of Ahmed, Chatterjee and Gulwani (2013).
    pub const PAPER: Experiment = Experiment { plays: 30, easy_above: 20, hard_below: 10 };

    /// The classification of a position with this number of wins.
    pub fn hardness(&self, wins: u64) -> Hardness {
        if wins > self.easy_above {
            Hardness::Easy
        } else if wins < self.hard_below {
            Hardness::Hard
        } else {
            Hardness::Medium
        }
    }

    /// The probabilities that a position is classified as easy, medium and hard, given the
    /// chance to win one play.
    pub fn chances(&self, win: f64) -> [f64; 3] {
        let mut chances = [0.0; 3];
        for wins in 0..=self.plays {
            chances[self.hardness(wins) as usize] += binomial(self.plays, wins, win);
        }
        chances
    }
}

/// The probability of exactly `wins` in this number of plays.
fn binomial(plays: u64, wins: u64, win: f64) -> f64 {
    // Multiplying and dividing in turn prevents an overflow.
    let ways = (0..wins).fold(1.0, |ways, it| ways * (plays - it) as f64 / (it + 1) as f64);
    ways * win.powi(wins as i32) * (1.0 - win).powi((plays - wins) as i32)
}

/// A random count: its mean and standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Expected {
    /// Returns whether a count differs from the mean by more than two standard deviations and
    /// by more than one position. If the deviation is nearly zero, a difference of one is not
    /// significant.
    pub fn is_far_from(&self, count: f64) -> bool {
        (count - self.mean).abs() > (2.0 * self.deviation).max(1.0)
    }
}

/// The numbers of easy, medium and hard positions of a set, and their chances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: [u64; 3],
    /// The number of positions for each chance, given by its bits. There are few distinct
    /// chances, and sums over them do not depend on the order of counting.
    by_chance: FxHashMap<u64, u64>,
}

impl Tally {
    /// Counts positions of this hardness and chance to win.
    pub fn add(&mut self, hardness: Hardness, win: f64, positions: u64) {
        self.counts[hardness as usize] += positions;
        *self.by_chance.entry(win.to_bits()).or_insert(0) += positions;
    }

    /// The numbers of easy, medium and hard positions.
    pub fn counts(&self) -> [u64; 3] {
        self.counts
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The expected numbers of easy, medium and hard positions in an experiment with every
    /// position.
    pub fn expected(&self, experiment: &Experiment) -> [Expected; 3] {
        let mut chances: Vec<(u64, u64)> = self.by_chance.iter().map(|(a, b)| (*a, *b)).collect();
        chances.sort_unstable();
        let (mut means, mut variances) = ([0.0; 3], [0.0; 3]);
        for (bits, positions) in chances {
            let taken = experiment.chances(f64::from_bits(bits));
            for class in 0..3 {
                means[class] += positions as f64 * taken[class];
                variances[class] += positions as f64 * taken[class] * (1.0 - taken[class]);
            }
        }
        // Rounding may give a slightly negative variance.
        let of = |class: usize| Expected {
            mean: means[class],
            deviation: variances[class].max(0.0).sqrt(),
        };
        [of(0), of(1), of(2)]
    }

    /// The expected numbers in an experiment with every position and this many of `others`,
    /// drawn at random without repetition.
    pub fn expected_with_some(
        &self,
        others: &Tally,
        drawn: u64,
        experiment: &Experiment,
    ) -> [Expected; 3] {
        let (here, there) = (self.expected(experiment), others.expected(experiment));
        let n_others = others.positions();
        let drawn = drawn.min(n_others);
        if drawn == 0 {
            return here;
        }
        let (drawn, n_others) = (drawn as f64, n_others as f64);
        let share = drawn / n_others;
        std::array::from_fn(|class| {
            let mean = there[class].mean / n_others;
            // The variation of the probabilities for this class among the positions: the
            // variance of a count comes from the plays and from the selection of the positions.
            let plays = there[class].deviation.powi(2);
            let squares = n_others * mean * (1.0 - mean) - plays;
            let apart = if n_others > 1.0 { squares.max(0.0) / (n_others - 1.0) } else { 0.0 };
            let variance =
                here[class].deviation.powi(2) + share * plays + drawn * (1.0 - share) * apart;
            Expected { mean: here[class].mean + drawn * mean, deviation: variance.sqrt() }
        })
    }

    /// The expected numbers in an experiment with this many positions drawn at random.
    pub fn expected_of_sample(&self, experiment: &Experiment, drawn: u64) -> [Expected; 3] {
        let all = self.positions().max(1) as f64;
        self.expected(experiment).map(|Expected { mean, .. }| {
            let share = mean / all;
            let variance = drawn as f64 * share * (1.0 - share);
            Expected { mean: drawn as f64 * share, deviation: variance.max(0.0).sqrt() }
        })
    }
}

/// The effect of longer foresight on the positions of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Entry k-1: the number of positions that are hard for foresight k+1, but not for k.
    pub newly_hard: Vec<u64>,
    /// Entry k-1: the number of positions that are easy for foresight k, but not for k+1.
    pub no_longer_easy: Vec<u64>,
    /// Entry i-1: the number of positions that are easy for foresight i, but not for i-1 (entry
    /// 0: easy for 1). The last entry: those that are not easy for the longest foresight. A
    /// position may count twice, since a player with longer foresight may do worse.
    pub categories: Vec<u64>,
    /// The number of positions that are not easy for at least one of the foresights.
    pub ever_not_easy: u64,
}

impl Growth {
    /// Empty counts for foresights 1 to `most`.
    pub fn new(most: usize) -> Growth {
        let steps = vec![0; most.saturating_sub(1)];
        Growth {
            newly_hard: steps.clone(),
            no_longer_easy: steps,
            categories: vec![0; most + 1],
            ever_not_easy: 0,
        }
    }

    /// Counts positions, given their hardness for foresight 1, 2, ….
    pub fn add(&mut self, by_foresight: &[Hardness], positions: u64) {
        let mut before = None;
        for (index, &now) in by_foresight.iter().enumerate() {
            if let Some(before) = before {
                if now == Hardness::Hard && before != Hardness::Hard {
                    self.newly_hard[index - 1] += positions;
                }
                if now != Hardness::Easy && before == Hardness::Easy {
                    self.no_longer_easy[index - 1] += positions;
                }
            }
            if now == Hardness::Easy && before != Some(Hardness::Easy) {
                self.categories[index] += positions;
            }
            before = Some(now);
        }
        if before.is_some_and(|it| it != Hardness::Easy) {
            self.categories[by_foresight.len()] += positions;
        }
        if by_foresight.iter().any(|it| *it != Hardness::Easy) {
            self.ever_not_easy += positions;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Hardness::{Easy, Hard, Medium};

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn two_thirds_is_mostly_taken_for_medium() {
        // Computed with exact integers: the ways to win 21 or more of 30, times 2^wins, divided
        // by 3^30.
        let (mut ways, mut above) = (1_u128, 0_u128);
        for wins in 0..=30_u128 {
            if wins > 20 {
                above += ways << wins;
            }
            ways = ways * (30 - wins) / (wins + 1);
        }
        let exact = above as f64 / 3_u128.pow(30) as f64;
        let [easy, medium, hard] = Experiment::PAPER.chances(2.0 / 3.0);
        assert!(near(easy, exact) && (0.43..0.44).contains(&easy), "{easy} {exact}");
        assert!(near(easy + medium + hard, 1.0));
    }

    #[test]
    fn what_is_certain_stays_certain() {
        let bits = |chances: [f64; 3]| chances.map(f64::to_bits);
        assert_eq!(bits(Experiment::PAPER.chances(1.0)), bits([1.0, 0.0, 0.0]));
        assert_eq!(bits(Experiment::PAPER.chances(0.0)), bits([0.0, 0.0, 1.0]));
    }

    #[test]
    fn expectations_are_those_of_all_outcomes() {
        // Two plays: hard without a win, easy with two. Three positions; all 64 outcomes are
        // enumerated.
        let experiment = Experiment { plays: 2, easy_above: 1, hard_below: 1 };
        let chances = [0.5, 0.25, 0.25];
        let mut tally = Tally::default();
        tally.add(Medium, 0.5, 1);
        tally.add(Hard, 0.25, 2);
        let (mut mean, mut square) = ([0.0; 3], [0.0; 3]);
        for outcome in 0..64_u32 {
            let mut chance = 1.0;
            let mut counts = [0.0; 3];
            for (index, win) in chances.iter().enumerate() {
                let plays = outcome >> (2 * index) & 3;
                let wins = plays.count_ones();
                chance *= f64::powi(*win, wins as i32) * f64::powi(1.0 - win, 2 - wins as i32);
                counts[2 - wins as usize] += 1.0;
            }
            for class in 0..3 {
                mean[class] += chance * counts[class];
                square[class] += chance * counts[class] * counts[class];
            }
        }
        let expected = tally.expected(&experiment);
        for class in 0..3 {
            let variance = square[class] - mean[class] * mean[class];
            assert!(near(expected[class].mean, mean[class]), "{class}");
            assert!(near(expected[class].deviation, variance.sqrt()), "{class}");
        }
        assert_eq!((tally.counts(), tally.positions()), ([0, 1, 2], 3));
    }

    #[test]
    fn some_of_others_are_expected_as_over_all_ways_to_draw_them() {
        // One certain position and two of three others, with one play each.
        let experiment = Experiment { plays: 1, easy_above: 0, hard_below: 1 };
        let (sure, others) = (0.5, [0.25, 0.5, 1.0]);
        let (mut first, mut rest) = (Tally::default(), Tally::default());
        first.add(Medium, sure, 1);
        for win in others {
            rest.add(Medium, win, 1);
        }
        let (mut mean, mut square) = (0.0, 0.0);
        for left_out in 0..3 {
            let drawn: Vec<f64> =
                (0..3).filter(|it| *it != left_out).map(|it| others[it]).collect();
            for outcome in 0..8_u32 {
                let chances = [sure, drawn[0], drawn[1]];
                let chance = |(at, win): (usize, &f64)| {
                    if outcome >> at & 1 == 1 { *win } else { 1.0 - win }
                };
                let chance: f64 = chances.iter().enumerate().map(chance).product();
                let easy = f64::from(outcome.count_ones());
                mean += chance * easy / 3.0;
                square += chance * easy * easy / 3.0;
            }
        }
        let [easy, _, hard] = first.expected_with_some(&rest, 2, &experiment);
        assert!(near(easy.mean, mean) && near(hard.mean, 3.0 - mean), "{easy:?}");
        assert!(near(easy.deviation, (square - mean * mean).sqrt()), "{easy:?}");
        assert_eq!(first.expected_with_some(&rest, 0, &experiment), first.expected(&experiment));
    }

    #[test]
    fn the_order_of_counting_changes_nothing() {
        let chances: Vec<f64> = (0..200).map(|it| f64::from(it * it % 97) / 97.0).collect();
        let (mut forth, mut back) = (Tally::default(), Tally::default());
        for (win, other) in chances.iter().zip(chances.iter().rev()) {
            forth.add(Easy, *win, 3);
            back.add(Easy, *other, 3);
        }
        let paper = Experiment::PAPER;
        assert_eq!(forth.expected(&paper), back.expected(&paper));
        let sample = forth.expected_of_sample(&paper, 300);
        assert!(near(sample[1].mean, forth.expected(&paper)[1].mean / 2.0));
    }

    #[test]
    fn far_is_more_than_two_deviations_and_more_than_one() {
        let of = |mean, deviation| Expected { mean, deviation };
        assert!(of(10.0, 2.0).is_far_from(14.1) && !of(10.0, 2.0).is_far_from(14.0));
        assert!(of(0.0, 0.0).is_far_from(2.0) && !of(0.0, 0.0).is_far_from(1.0));
    }

    #[test]
    fn growth_counts_what_becomes_worse() {
        let mut growth = Growth::new(3);
        growth.add(&[Easy, Medium, Easy], 1);
        growth.add(&[Medium, Hard, Hard], 10);
        growth.add(&[Easy, Easy, Easy], 100);
        growth.add(&[Easy, Hard, Medium], 1000);
        assert_eq!(growth.newly_hard, [1010, 0]);
        assert_eq!(growth.no_longer_easy, [1001, 0]);
        assert_eq!(growth.categories, [1101, 0, 1, 1010]);
        assert_eq!(growth.ever_not_easy, 1011);
    }
}

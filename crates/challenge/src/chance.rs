//! Chances: as exact fractions, as certified bounds, or as a sample.

use spar_solve::Interval;
use spar_solve::mdp::expected::Outlook;

pub use spar_solve::fraction::{Fraction, Parts};

/// Chances estimated by a sample of plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of plays won.
    pub wins: u64,
    /// The number of plays drawn.
    pub draws: u64,
    /// The number of plays lost.
    pub losses: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Sample {
    /// The number of plays.
    pub fn plays(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The 95 % confidence interval of Wilson (1927) for `count` of all plays.
    pub fn interval(&self, count: u64) -> Interval {
        wilson(count as f64, self.plays() as f64)
    }

    /// The mean score; a draw counts one half. Without plays, one half.
    pub fn score(&self) -> f64 {
        match self.plays() {
            0 => 0.5,
            plays => (self.wins as f64 + self.draws as f64 / 2.0) / plays as f64,
        }
    }

    /// A 95 % confidence interval of the expected score. With draws as one half, a score varies
    /// at most as much as a win/loss result with the same mean, so Wilson's interval is valid.
    pub fn score_interval(&self) -> Interval {
        wilson(self.wins as f64 + self.draws as f64 / 2.0, self.plays() as f64)
    }
}

/// Wilson's interval; `[0, 1]` without plays.
fn wilson(count: f64, plays: f64) -> Interval {
    const Z: f64 = 1.959_963_984_540_054;
    let share = if plays > 0.0 { count / plays } else { return Interval { low: 0.0, high: 1.0 } };
    let scale = 1.0 + Z * Z / plays;
    let middle = (share + Z * Z / (2.0 * plays)) / scale;
    let spread = share * (1.0 - share) / plays + Z * Z / (4.0 * plays * plays);
    let half = Z * spread.sqrt() / scale;
    // If all or no plays were won, the bound is exactly 1 or 0. Rounding must not move it, or
    // the interval could exclude the true chance.
    Interval {
        low: if count <= 0.0 { 0.0 } else { (middle - half).max(0.0) },
        high: if count >= plays { 1.0 } else { (middle + half).min(1.0) },
    }
}

impl From<&Outlook> for Chances {
    fn from(outlook: &Outlook) -> Chances {
        match outlook {
            Outlook::Exact(parts) => Chances::Exact(*parts),
            Outlook::Bounded(it) => Chances::Bounded { win: it.win, draw: it.draw, loss: it.loss },
        }
    }
}

/// The chances of one side, with their certainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chances {
    /// Exact fractions.
    Exact(Parts),
    /// Certified bounds of win, draw and loss.
    Bounded {
        /// Of a win.
        win: Interval,
        /// Of a draw.
        draw: Interval,
        /// Of a loss.
        loss: Interval,
    },
    /// A sample.
    Sampled(Sample),
}

impl Chances {
    /// The same chances for the other side.
    #[must_use]
    pub fn opposite(self) -> Chances {
        match self {
            Chances::Exact(parts) => Chances::Exact(parts.opposite()),
            Chances::Bounded { win, draw, loss } => Chances::Bounded { win: loss, draw, loss: win },
            Chances::Sampled(sample) => {
                Chances::Sampled(Sample { wins: sample.losses, losses: sample.wins, ..sample })
            }
        }
    }

    /// Win, draw and loss as numbers: the exact chances, the middles of bounds, or the shares
    /// observed in a sample.
    pub fn to_f64(self) -> [f64; 3] {
        match self {
            Chances::Exact(parts) => {
                [parts.wins(), parts.draws(), parts.losses()].map(Fraction::to_f64)
            }
            Chances::Bounded { win, draw, loss } => [win, draw, loss].map(Interval::middle),
            Chances::Sampled(sample) => [sample.wins, sample.draws, sample.losses]
                .map(|count| count as f64 / sample.plays() as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_wilson() {
        // 10 of 30: the textbook values.
        let sample = Sample { wins: 10, draws: 0, losses: 20, seed: 0 };
        let interval = sample.interval(10);
        assert!((interval.low - 0.1923).abs() < 1e-4 && (interval.high - 0.5122).abs() < 1e-4);
    }

    /// The ends of Wilson's interval are the probabilities p for which the count is 1.96 standard
    /// deviations from `plays * p`. This test finds them by bisection instead of the formula.
    #[test]
    fn the_interval_ends_where_the_score_test_does() {
        let far = |count: f64, plays: f64, p: f64| {
            (count - plays * p).abs() > 1.959_963_984_540_054 * (plays * p * (1.0 - p)).sqrt()
        };
        let end = |count: f64, plays: f64, outside: f64| {
            let (mut inside, mut outside) = (count / plays, outside);
            for _ in 0..200 {
                let middle = f64::midpoint(inside, outside);
                *(if far(count, plays, middle) { &mut outside } else { &mut inside }) = middle;
            }
            inside
        };
        for plays in [1_u64, 2, 3, 10, 30, 300, 1000, 4000, 99_999] {
            for count in [0, 1, plays / 3, plays / 2, plays - 1, plays] {
                let sample = Sample { wins: count, draws: 0, losses: plays - count, seed: 0 };
                let Interval { low, high } = sample.interval(count);
                let (count, n) = (count as f64, plays as f64);
                assert!((low - end(count, n, 0.0)).abs() < 1e-9, "{count} of {plays}: {low}");
                assert!((high - end(count, n, 1.0)).abs() < 1e-9, "{count} of {plays}: {high}");
            }
        }
    }

    #[test]
    fn what_never_or_always_happened_is_not_excluded() {
        for plays in 1..2000 {
            let sample = Sample { wins: 0, draws: plays, losses: 0, seed: 0 };
            assert_eq!(sample.interval(0).low.to_bits(), 0.0_f64.to_bits(), "0 of {plays}");
            assert_eq!(sample.interval(plays).high.to_bits(), 1.0_f64.to_bits(), "all {plays}");
            assert!(sample.interval(0).high > 0.0 && sample.interval(plays).low < 1.0);
            assert!((sample.score() - 0.5).abs() < 1e-12);
            assert!(sample.score_interval().low < 0.5 && sample.score_interval().high > 0.5);
        }
        let none = Sample { wins: 0, draws: 0, losses: 0, seed: 0 };
        assert_eq!(none.interval(0), Interval { low: 0.0, high: 1.0 });
    }
}

//! The score of a player over both seats.

use crate::chance::{Chances, Fraction};
use spar_solve::Interval;

/// The mean score of a player who plays once in each seat: a win counts 1, a draw one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The mean; if it is not exact, the middle of its bounds. `None` if nothing is known about
    /// a seat.
    pub mean: Option<f64>,
    /// An interval that contains the expected score: certified, or, if a seat was sampled, a 95
    /// % confidence interval.
    pub interval: Interval,
    /// Whether a seat was sampled.
    pub is_sampled: bool,
    exact: Option<Fraction>,
}

/// The score in one seat.
struct SeatScore {
    middle: f64,
    interval: Interval,
}

impl Score {
    /// The score from the chances in both seats; `None` for a seat without results.
    pub fn of(seats: [Option<&Chances>; 2]) -> Score {
        let [one, other] = seats.map(SeatScore::of);
        let fraction = |it: Option<&Chances>| match it {
            Some(Chances::Exact(parts)) => parts.score(),
            _ => None,
        };
        let mean = f64::midpoint(one.middle, other.middle);
        let sampled = seats.map(|it| matches!(it, Some(Chances::Sampled(_))));
        // The errors of two samples are independent, so their squares add up; certified errors
        // add up directly.
        let off = |of: fn(&SeatScore) -> f64| {
            let offs = [of(&one), of(&other)];
            let sum = |wanted: bool, power: i32| -> f64 {
                let fitting = offs.iter().zip(sampled).filter(|it| it.1 == wanted);
                fitting.map(|it| it.0.powi(power)).sum()
            };
            f64::midpoint(sum(false, 1), sum(true, 2).sqrt())
        };
        let low = mean - off(|seat| seat.middle - seat.interval.low);
        let high = mean + off(|seat| seat.interval.high - seat.middle);
        Score {
            mean: seats.iter().all(Option::is_some).then_some(mean),
            interval: Interval { low: low.max(0.0), high: high.min(1.0) },
            is_sampled: sampled.contains(&true),
            exact: fraction(seats[0]).zip(fraction(seats[1])).and_then(|(a, b)| a.plus(b)),
        }
    }

    /// Returns whether the score is below one half: by its exact value, or by the whole
    /// interval.
    pub fn is_below_half(&self) -> bool {
        // The fraction is the sum of both seats, which is twice the mean.
        self.exact.map_or(self.interval.high < 0.5, |sum| sum < Fraction::ONE)
    }
}

impl SeatScore {
    fn of(chances: Option<&Chances>) -> SeatScore {
        let middle = |interval: Interval| SeatScore { middle: interval.middle(), interval };
        match chances {
            None => middle(Interval { low: 0.0, high: 1.0 }),
            Some(Chances::Exact(parts)) => {
                if let Some(score) = parts.score() {
                    return middle(Interval::exact(score.to_f64()));
                }
                let [win, draw, _] = Chances::Exact(*parts).to_f64();
                let score = win + draw / 2.0;
                middle(Interval { low: score - 1e-12, high: score + 1e-12 })
            }
            // A score is one half plus half the difference of wins and losses.
            Some(Chances::Bounded { win, loss, .. }) => middle(Interval {
                low: ((1.0 + win.low - loss.high) / 2.0).next_down().max(0.0),
                high: ((1.0 + win.high - loss.low) / 2.0).next_up().min(1.0),
            }),
            Some(Chances::Sampled(sample)) => {
                SeatScore { middle: sample.score(), interval: sample.score_interval() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Parts, Sample};

    fn exact(win: u128, draw: u128, loss: u128) -> Chances {
        Chances::Exact(Parts { win, draw, loss })
    }

    fn sampled(wins: u64, draws: u64, losses: u64) -> Chances {
        Chances::Sampled(Sample { wins, draws, losses, seed: 0 })
    }

    fn score(one: &Chances, other: &Chances) -> Score {
        Score::of([Some(one), Some(other)])
    }

    #[test]
    fn exact_scores_are_compared_exactly() {
        // 1/3 and 2/3 are not exact as doubles, but their mean must be exactly one half.
        let even = score(&exact(1, 0, 2), &exact(2, 0, 1));
        assert!(!even.is_below_half() && !even.is_sampled);
        let whole = 3_u128 << 60;
        let hair = score(&exact(whole / 3 - 1, 0, whole - whole / 3 + 1), &exact(2, 0, 1));
        assert!(hair.is_below_half(), "less than one half by less than a double can tell");
        assert!(score(&exact(0, 1, 1), &exact(0, 1, 1)).is_below_half());
        assert_eq!(score(&exact(0, 1, 1), &exact(1, 1, 0)).mean, Some(0.5));
    }

    #[test]
    fn a_sample_is_below_half_only_with_its_whole_interval() {
        // 480 of 1000 in each seat: 0.48 ± 0.022, so one half is possible.
        let near = score(&sampled(480, 0, 520), &sampled(480, 0, 520));
        assert!(!near.is_below_half() && near.is_sampled, "{near:?}");
        // 2000 games: the standard deviation of the mean is 0.0112, 1.96 of them 0.0219.
        assert!((near.interval.low - 0.458).abs() < 5e-4, "{near:?}");
        assert!((near.interval.high - 0.502).abs() < 5e-4, "{near:?}");
        assert!(score(&sampled(470, 0, 530), &sampled(470, 0, 530)).is_below_half());
        // Draws count one half each.
        assert_eq!(score(&sampled(0, 10, 0), &sampled(0, 10, 0)).mean, Some(0.5));
    }

    #[test]
    fn what_is_not_known_may_be_anything() {
        let one = Score::of([Some(&exact(0, 0, 1)), None]);
        assert_eq!((one.mean, one.interval), (None, Interval { low: 0.0, high: 0.5 }));
        assert!(!one.is_below_half(), "the other seat may be won");
        let none = Score::of([None, None]);
        assert_eq!((none.mean, none.interval), (None, Interval { low: 0.0, high: 1.0 }));
    }

    #[test]
    fn certified_bounds_around_one_half_are_even() {
        let about = |it: f64| Interval { low: it - 1e-9, high: it + 1e-9 };
        let bounded = |win: f64, loss: f64| Chances::Bounded {
            win: about(win),
            draw: about(1.0 - win - loss),
            loss: about(loss),
        };
        assert!(!score(&bounded(0.6, 0.4), &bounded(0.4, 0.6)).is_below_half());
        let lost = score(&bounded(0.6, 0.4), &bounded(0.39, 0.61));
        assert!(lost.is_below_half() && (lost.mean.unwrap() - 0.495).abs() < 1e-12);
    }
}

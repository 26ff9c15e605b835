//! The hardness of a position for a learner against an opponent.

use crate::chance::{Chances, Fraction};
use crate::duel::ChanceUnits;
use spar_rules::{ReadError, quoted};
use spar_solve::Interval;
use spar_solve::interval::{down, up};
use std::fmt;
use std::str::FromStr;

/// The hardness of a position: determined by the learner's chance to win, or, in games with
/// chance, by the ratio of that chance to the best chance against the same opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hardness {
    /// The learner mostly wins.
    Easy,
    /// Neither easy nor hard.
    Medium,
    /// The learner rarely wins.
    Hard,
}

impl Hardness {
    /// All of them, from easy to hard.
    pub const ALL: [Hardness; 3] = [Hardness::Easy, Hardness::Medium, Hardness::Hard];
}

impl fmt::Display for Hardness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hardness::Easy => "easy",
            Hardness::Medium => "medium",
            Hardness::Hard => "hard",
        })
    }
}

impl FromStr for Hardness {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Hardness, ReadError> {
        Hardness::ALL.into_iter().find(|it| it.to_string() == text).ok_or_else(|| {
            ReadError::new(format!("{} is not a valid hardness", quoted(text)))
                .hint("a hardness is `easy`, `medium` or `hard`")
        })
    }
}

/// The tolerance for a ratio that counts as equal to a threshold.
pub const ON_IT: f64 = 1e-7;

/// The least chance of an easy position, and the greatest chance of a hard one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    easy: Fraction,
    hard: Fraction,
}

impl Default for Thresholds {
    /// The defaults of Ahmed, Chatterjee and Gulwani (2013): easy from 2/3, hard up to 1/3.
    fn default() -> Thresholds {
        let third = |n| Fraction::new(n, 3).expect("invariant: 3 is not 0");
        Thresholds { easy: third(2), hard: third(1) }
    }
}

impl Thresholds {
    /// Thresholds with easy from `easy` on and hard up to `hard`.
    ///
    /// # Errors
    /// If they cross, or are not between 0 and 1.
    pub fn new(easy: Fraction, hard: Fraction) -> Result<Thresholds, ReadError> {
        if easy.max(hard) > Fraction::ONE {
            return Err(ReadError::new(format!(
                "thresholds are chances, at most 1: easy is {easy}, hard is {hard}"
            )));
        }
        if hard >= easy {
            return Err(ReadError::new(format!(
                "the thresholds cross: hard up to {hard}, but easy from {easy} on"
            ))
            .hint("the threshold of hard must be below that of easy"));
        }
        Ok(Thresholds { easy, hard })
    }

    /// The least chance of an easy position.
    pub fn easy(&self) -> Fraction {
        self.easy
    }

    /// The greatest chance of a hard position.
    pub fn hard(&self) -> Fraction {
        self.hard
    }

    /// The hardness of a position with this chance to win.
    pub fn of(&self, win: Fraction) -> Hardness {
        if win >= self.easy {
            Hardness::Easy
        } else if win <= self.hard {
            Hardness::Hard
        } else {
            Hardness::Medium
        }
    }

    /// The hardness by a rounded chance; `None` if the rounding error leaves it open.
    pub fn of_rate(&self, win: ChanceUnits) -> Option<Hardness> {
        match (win.at_least(self.easy)?, win.at_most(self.hard)?) {
            (true, _) => Some(Hardness::Easy),
            (_, true) => Some(Hardness::Hard),
            (false, false) => Some(Hardness::Medium),
        }
    }

    /// The hardness by certified bounds; `None` if they leave it open.
    pub fn of_bounds(&self, win: Interval) -> Option<Hardness> {
        // The float of a threshold has an error of less than one step.
        let around = |it: Fraction| (it.to_f64().next_down(), it.to_f64().next_up());
        let (easy, hard) = (around(self.easy), around(self.hard));
        if win.low >= easy.1 {
            Some(Hardness::Easy)
        } else if win.high <= hard.0 {
            Some(Hardness::Hard)
        } else {
            let medium = win.low > hard.1 && win.high < easy.0;
            medium.then_some(Hardness::Medium)
        }
    }

    /// The hardness in a game with chance: by the ratio of the learner's chance to win to the
    /// best chance against the same opponent. Ratios within [`ON_IT`] of a threshold count as
    /// equal to it: a player who chooses at random often has exactly one third of the best
    /// chance, which bounds cannot prove. `None` if the bounds leave it open, or if winning is
    /// impossible.
    pub fn of_share(&self, win: Interval, best: Interval) -> Option<Hardness> {
        (best.low > 0.0).then_some(())?;
        let share = Interval { low: down(win.low / best.high), high: up(win.high / best.low) };
        let (easy, hard) = (self.easy.to_f64() - ON_IT, self.hard.to_f64() + ON_IT);
        if share.low >= easy {
            Some(Hardness::Easy)
        } else if share.high <= hard {
            Some(Hardness::Hard)
        } else {
            (share.low > hard && share.high < easy).then_some(Hardness::Medium)
        }
    }

    /// The hardness by chances of any kind; `None` if they leave it open. For a sample, the
    /// share of wins decides.
    pub fn of_chances(&self, chances: &Chances) -> Option<Hardness> {
        match chances {
            Chances::Exact(parts) => Some(self.of(parts.wins())),
            Chances::Bounded { win, .. } => self.of_bounds(*win),
            Chances::Sampled(sample) => {
                Some(self.of(Fraction::new(sample.wins.into(), sample.plays().into())?))
            }
        }
    }
}

/// The categories of a position, given whether it is easy for foresight 1, 2, 3, …: the
/// foresights for which it is easy, while it is not easy for one round less. There may be
/// several, since a player with longer foresight may do worse.
pub fn categories(is_easy: &[bool]) -> Vec<u32> {
    let mut before = false;
    let mut found = Vec::new();
    for (rounds, easy) in (1..).zip(is_easy) {
        if *easy && !before {
            found.push(rounds);
        }
        before = *easy;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thresholds_belong_to_easy_and_to_hard() {
        let thresholds = Thresholds::default();
        let of = |a, b| thresholds.of(Fraction::new(a, b).unwrap());
        assert_eq!(of(2, 3), Hardness::Easy);
        assert_eq!(of(1, 3), Hardness::Hard);
        assert_eq!(of(666_666, 1_000_000), Hardness::Medium);
        assert_eq!(of(333_334, 1_000_000), Hardness::Medium);
        assert_eq!((of(0, 1), of(1, 1)), (Hardness::Hard, Hardness::Easy));
    }

    #[test]
    fn where_chance_rolls_the_share_of_the_best_chance_counts() {
        let thresholds = Thresholds::default();
        let near = |it: f64| Interval { low: it - 1e-10, high: it + 1e-10 };
        let of = |win, best| thresholds.of_share(near(win), near(best));
        // 0.1 is low, but it is also the best possible chance.
        assert_eq!(of(0.1, 0.1), Some(Hardness::Easy));
        assert_eq!(of(0.1, 0.2), Some(Hardness::Medium));
        assert_eq!(of(0.1, 0.4), Some(Hardness::Hard));
        assert_eq!(of(0.6, 1.0), Some(Hardness::Medium));
        assert_eq!((of(0.2, 0.3), of(0.1, 0.3)), (Some(Hardness::Easy), Some(Hardness::Hard)));
        assert_eq!(
            (of(0.1999, 0.3), of(0.1001, 0.3)),
            (Some(Hardness::Medium), Some(Hardness::Medium))
        );
        let wide = Interval { low: 0.1, high: 0.2 };
        assert_eq!(thresholds.of_share(wide, near(0.4)), None);
        assert_eq!(thresholds.of_share(Interval::exact(0.0), Interval::exact(0.0)), None);
    }

    #[test]
    fn crossed_thresholds_are_refused() {
        let at = |percent| Fraction::new(percent, 100).unwrap();
        assert!(Thresholds::new(at(40), at(60)).is_err());
        assert!(Thresholds::new(at(50), at(50)).is_err());
        assert!(Thresholds::new(at(101), at(50)).is_err());
        assert!(Thresholds::new(at(51), at(50)).is_ok());
    }

    #[test]
    fn a_position_can_become_easy_twice() {
        assert_eq!(categories(&[true, true, true]), [1]);
        assert_eq!(categories(&[true, false, true]), [1, 3]);
        assert_eq!(categories(&[false, false, false]), [0_u32; 0]);
    }
}

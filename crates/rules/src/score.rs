//! Results that are counted.

use crate::{Game, Outcome, Side};
use std::cmp::Ordering;
use std::fmt;

/// Optional: how much each side has, such as the discs of a Reversi board. Opens scores
/// next to results, and play for the largest score. Without it a game is won, drawn or
/// lost and nothing more.
///
/// Law ([`laws::scores`](crate::laws::scores)): who has more in a finished position has
/// won, and equal scores are a draw.
pub trait Scored: Game {
    /// The final score of a finished position; of an unfinished one, the count so far.
    fn score(&self, position: &Self::Position) -> Score;
}

/// What each side has.
///
/// ```
/// use spar_rules::{Outcome, Score, Side};
///
/// let score = Score { first: 3, second: 11 };
/// assert_eq!(score.outcome(), Outcome::Win(Side::Second));
/// assert_eq!(score.to_string(), "3:11");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Of the first side.
    pub first: u32,
    /// Of the second side.
    pub second: u32,
}

impl Score {
    /// The result of a game that ends with this score.
    pub fn outcome(self) -> Outcome {
        match self.first.cmp(&self.second) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Win(Side::Second),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.first, self.second)
    }
}

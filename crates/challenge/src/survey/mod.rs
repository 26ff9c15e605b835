//! Surveys of whole games: who wins, the advantage of moving first, the levels for each pair of
//! players, and the fair starts for players of different strength.
//!
//! Every position is rated for every pair of players. Sweeps give rounded chances; if rounding
//! leaves a question open, fractions decide it.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `each` | the chances of one learner, position by position |
//! | `rating` | the chances of every position, by sweeps or one by one |
//! | `tally` | the counts, and the classification of positions |

mod each;
mod rating;
mod tally;

pub use each::{PositionRating, RateError, Visit, rate_each};

use crate::chance::{Chances, Fraction};
use crate::duel::Pairing;
use crate::generate::{Playable, Span};
use crate::hardness::{Hardness, Thresholds};
use crate::policy::Player;
use spar_rules::{Side, Turn, Value};
use spar_solve::explicit::Summary;
use spar_solve::whole::{Layered, Whole};
use spar_solve::{Budget, Context, Progress, SolveError};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The parameters of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The players, without duplicates. Every pair of them is rated, equal ones included, on
    /// both sides.
    pub players: Vec<Player>,
    /// The thresholds of easy and hard.
    pub thresholds: Thresholds,
    /// The range of expected scores that count as even; a draw counts one half.
    pub even: Span<Fraction>,
}

/// The results of a survey.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Statistics over all positions, and the value of the start.
    pub summary: Summary,
    /// The unfinished positions by their winner under perfect play.
    pub worth: ValueCounts,
    /// The results that depend on the players, or why they are missing.
    pub ratings: Result<Ratings, Unrated>,
}

/// Numbers of positions by their winner under perfect play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueCounts {
    /// The first side wins.
    pub first: u64,
    /// Neither side can win.
    pub draw: u64,
    /// The second side wins.
    pub second: u64,
}

/// The results that depend on the players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// All pairs of players from the start, in the order of [`Asked::players`]; the first
    /// side's player is first.
    pub duels: Vec<Duel>,
    /// Every learner against every opponent, in the same order.
    pub levels: Vec<Levels>,
}

/// A duel of two players from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// The players of both sides.
    pub pairing: Pairing,
    /// The chances of the first side: exact, or certified bounds.
    pub chances: Chances,
    /// The unfinished positions that are fair for this pair; `None` if the players are equal.
    pub even: Option<EvenStarts>,
}

/// Counts of even starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvenStarts {
    /// The even ones.
    pub even: Count,
    /// Those that could not be decided.
    pub open: Count,
}

/// The levels of a learner, who moves first, against an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The learner.
    pub learner: Player,
    /// The opponent.
    pub opponent: Player,
    /// The counts by hardness, by the number of the winner's moves (two or more).
    pub won_in: BTreeMap<u32, ByHardness>,
}

/// Won positions by hardness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByHardness {
    /// The learner mostly wins.
    pub easy: Count,
    /// Neither easy nor hard.
    pub medium: Count,
    /// The learner rarely wins.
    pub hard: Count,
    /// Those that could not be decided.
    pub open: Count,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Up to symmetry: images count once.
    pub distinct: u64,
    /// All positions.
    pub all: u64,
}

/// Why the results that depend on the players are missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrated {
    /// The chances do not fit into memory.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// No sweep supports the foresight of these players, and there are too many positions to
    /// rate one by one.
    #[error(
        "what such players see fits no sweep, and {positions} positions are too many to rate \
         one by one"
    )]
    TooMany {
        /// The number of positions.
        positions: u64,
    },
}

impl std::ops::Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count { distinct: self.distinct + other.distinct, all: self.all + other.all }
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        *self = *self + other;
    }
}

impl ByHardness {
    /// The count for this hardness.
    fn of(&mut self, hardness: Option<Hardness>) -> &mut Count {
        match hardness {
            Some(Hardness::Easy) => &mut self.easy,
            Some(Hardness::Medium) => &mut self.medium,
            Some(Hardness::Hard) => &mut self.hard,
            None => &mut self.open,
        }
    }
}

/// Surveys a game that can be solved as a whole. Does not use the shelf, so that the same
/// memory limit gives the same result everywhere.
///
/// # Errors
/// If the game is too large for the budget's memory, or if the work is stopped.
pub fn survey<G: Playable>(
    game: &G,
    name: &str,
    asked: &Asked,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Survey, SolveError> {
    let context = Context::bare(budget.clone());
    let whole = Whole::get(game, name, Layered::No, &context, &mut Vec::new())?;
    let ratings = match rating::rate(game, &whole, asked, budget, progress) {
        Err(Unrated::Solve(SolveError::Stopped)) => return Err(SolveError::Stopped),
        ratings => ratings,
    };
    let worth = worth(game, &whole);
    Ok(Survey { summary: whole.summary().clone(), worth, ratings })
}

fn worth<G: Playable>(game: &G, whole: &Whole<G>) -> ValueCounts {
    let mut worth = ValueCounts::default();
    let visited = whole.visit(game, |position, value| {
        if let Turn::Play(side) = game.turn(position) {
            let winner = match value {
                Value::Draw => None,
                Value::Win(_) => Some(side),
                Value::Loss(_) => Some(side.other()),
            };
            *match winner {
                Some(Side::First) => &mut worth.first,
                None => &mut worth.draw,
                Some(Side::Second) => &mut worth.second,
            } += 1;
        }
        ControlFlow::<()>::Continue(())
    });
    let _: ControlFlow<()> = visited.expect("invariant: a table in memory can be read");
    worth
}

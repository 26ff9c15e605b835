//! Surveys of whole games: who wins, how much the first move is worth, which levels exist for
//! which players, and which starts are fair for players of different strength.
//!
//! Every position is rated for every pair of players. Sweeps answer with
//! rounded chances; where the rounding leaves a question open, fractions decide.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `each` | the chances of one learner, handed over position by position |
//! | `rating` | the chances of every position, by sweeps or one by one |
//! | `tally` | what is counted, and how a position is judged |

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

/// What is asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The players, none twice; each meets each, itself included, on either side.
    pub players: Vec<Player>,
    /// What is called easy and hard.
    pub thresholds: Thresholds,
    /// The expected scores, a draw counting one half, that are called even.
    pub even: Span<Fraction>,
}

/// What a survey finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Counts over all positions, and the value of the start.
    pub summary: Summary,
    /// Who wins the unfinished positions under perfect play.
    pub worth: ValueCounts,
    /// What depends on the players, or why it is not known.
    pub ratings: Result<Ratings, Unrated>,
}

/// Positions by who wins them under perfect play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueCounts {
    /// The first side wins.
    pub first: u64,
    /// Neither side can win.
    pub draw: u64,
    /// The second side wins.
    pub second: u64,
}

/// What depends on the players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Every two players from the start, in the order of [`Asked::players`], the first
    /// side's player first.
    pub duels: Vec<Duel>,
    /// Every learner against every opponent, in the same order.
    pub levels: Vec<Levels>,
}

/// Two players from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// Who plays whom.
    pub pairing: Pairing,
    /// The chances of the first side: exact, or certified bounds.
    pub chances: Chances,
    /// The unfinished positions that are fair for these two; none for equal players.
    pub even: Option<EvenStarts>,
}

/// How many starts are even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvenStarts {
    /// These are.
    pub even: Count,
    /// Of these it could not be decided.
    pub open: Count,
}

/// The levels of a learner, who moves first, against an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The learner.
    pub learner: Player,
    /// The opponent.
    pub opponent: Player,
    /// By the moves of the winner, two or more: how hard they are.
    pub won_in: BTreeMap<u32, ByHardness>,
}

/// Won positions by how hard they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByHardness {
    /// The learner mostly wins.
    pub easy: Count,
    /// Neither easy nor hard.
    pub medium: Count,
    /// The learner seldom wins.
    pub hard: Count,
    /// Of these it could not be decided.
    pub open: Count,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Up to symmetry: images counted once.
    pub distinct: u64,
    /// All of them.
    pub all: u64,
}

/// Why there is nothing that depends on the players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrated {
    /// The chances do not fit the memory.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// No sweep can hold what these players see, and one by one would take too long.
    #[error(
        "what such players see fits no sweep, and {positions} positions are too many to rate \
         one by one"
    )]
    TooMany {
        /// How many there are.
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
    /// Where a position of this hardness is counted.
    fn of(&mut self, hardness: Option<Hardness>) -> &mut Count {
        match hardness {
            Some(Hardness::Easy) => &mut self.easy,
            Some(Hardness::Medium) => &mut self.medium,
            Some(Hardness::Hard) => &mut self.hard,
            None => &mut self.open,
        }
    }
}

/// Surveys a game that can be solved as a whole. No shelf is asked, so that the same
/// memory gives the same answer everywhere.
///
/// # Errors
/// If the game is too large for the budget's memory, or the work was stopped.
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

//! A position on a track, to be asked about.

use super::questions::{PolicyAnswer, PolicyQuestion, answer};
use super::tables::{PolicyTable, TableQuestion, table};
use super::{Followed, Place, QuitRule, Walker, WalkerError};
use crate::policy::Player;
use spar_rules::{ReadError, Separable, Side};
use spar_solve::mdp::track::Track;
use spar_solve::{Budget, Context, SolveError};

/// A position of a game in which each side walks by itself, to be asked about.
///
/// ```
/// use spar_challenge::track::{Objective, PolicyQuestion, Walk};
/// use spar_games::ladders::{Ladders, Setup};
/// use spar_rules::{Game, Side};
/// use spar_solve::{Budget, Context};
///
/// let game = Ladders::new(Setup::default()).unwrap();
/// let walk = Walk::at(&game, &game.start());
/// let novice = walk.walker(&"novice".parse().unwrap(), &Budget::unlimited()).unwrap();
/// let objective = Objective::Against(novice);
/// let question = PolicyQuestion { objective, precision: 1e-9, with_sweeps: false };
/// let context = Context::bare(Budget::unlimited());
/// let found = walk.answer(&walk.place(Side::First), &question, &context).unwrap();
/// assert_eq!(format!("{:.4}", found.chance.unwrap().middle()), "0.7062");
/// ```
pub struct Walk {
    track: Track,
    /// Of each side.
    places: [Place; 2],
}

impl Walk {
    /// Asks about a position.
    pub fn at<G: Separable>(game: &G, position: &G::Position) -> Walk {
        let places = [Side::First, Side::Second].map(|side| Place::of(game, position, side));
        Walk { track: Track::of(game), places }
    }

    /// Its squares.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// The place of a side.
    pub fn place(&self, side: Side) -> Place {
        self.places[side as usize]
    }

    /// What a player chooses by squares.
    ///
    /// # Errors
    /// If there is no such player here, or its choices cannot be found within the budget.
    pub fn walker(&self, player: &Player, budget: &Budget) -> Result<Walker, WalkerError> {
        Walker::of(&self.track, player, budget)
    }

    /// Reads when a player gives up: from a file's text, lines `ours theirs chance`.
    ///
    /// # Errors
    /// Names the line that is wrong.
    pub fn quit_chances(&self, text: &str) -> Result<QuitRule, ReadError> {
        QuitRule::read_chances(&self.track, text)
    }

    /// Half the board apart.
    pub fn quit_half(&self) -> QuitRule {
        QuitRule::half(&self.track)
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If nothing was proven before the work was stopped, or the memory does not suffice.
    pub fn answer(
        &self,
        place: &Place,
        question: &PolicyQuestion,
        context: &Context,
    ) -> Result<PolicyAnswer, SolveError> {
        answer(&self.track, place, question, context)
    }

    /// The value of every square or pair of squares.
    ///
    /// # Errors
    /// If the work was stopped, or the memory does not suffice.
    pub fn table(
        self,
        question: &TableQuestion,
        context: &Context,
    ) -> Result<PolicyTable, SolveError> {
        table(self.track, question, context)
    }

    /// Two players that choose by squares; the second gives up by a rule.
    ///
    /// # Errors
    /// If the work was stopped, or the memory does not suffice.
    pub fn meet(
        &self,
        players: [&Walker; 2],
        quits: &QuitRule,
        context: &Context,
    ) -> Result<Followed, SolveError> {
        Followed::between(&self.track, players, quits, context)
    }
}

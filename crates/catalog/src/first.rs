//! The first levels of a game: one idea each, for people who have not tried a level of it yet.

use crate::AnyGame;
use spar_challenge::judge::Goal;
use spar_challenge::policy::Player;
use spar_challenge::rating::Task;
use spar_rules::Side;

/// A level for somebody who has never played the game. It is solved in seconds and not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLevel {
    /// The idea that solves it: `Complete the line`.
    pub idea: &'static str,
    /// What to do, in one sentence.
    pub task: &'static str,
    /// The position as text. The person plays the side to move.
    pub position: &'static str,
    /// The goal.
    pub goal: Goal,
    /// The name of the opponent.
    pub opponent: &'static str,
}

impl FirstLevel {
    /// The opponent.
    ///
    /// # Panics
    /// Never: a test reads every opponent.
    pub fn opponent(&self) -> Player {
        self.opponent.parse().expect("invariant: a test reads every opponent")
    }

    /// The task of the person, who plays this side.
    pub fn of(&self, side: Side) -> Task<()> {
        Task { position: (), side, goal: self.goal, opponent: self.opponent() }
    }
}

/// The first level of a game with this start, as canonical text, and this goal, and its index.
pub fn first_level(
    game: &dyn AnyGame,
    canonical: &str,
    goal: Goal,
) -> Option<(usize, &'static FirstLevel)> {
    let starts_here = |level: &FirstLevel| {
        let start = game.read_position(level.position);
        start.is_ok_and(|it| it.stands_for() == canonical)
    };
    let levels = first_levels(&game.facts().name).iter().enumerate();
    levels.into_iter().find(|(_, level)| level.goal == goal && starts_here(level))
}

/// The first levels of the game with this canonical name, in their order. Variants of a game
/// have none.
pub fn first_levels(game: &str) -> &'static [FirstLevel] {
    crate::entry(game).map_or(&[], |entry| entry.first)
}

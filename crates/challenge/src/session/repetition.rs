//! The third occurrence of a position ends a game with people as a draw.
//!
//! The rule holds where choices alone may bring a position again
//! ([`may_come_back`](spar_rules::Stochastic::may_come_back)): in games without chance that have no horizon. Values
//! are those of positions, whatever was played before; only a move that ends the game by
//! this rule counts as a draw.

use super::{Session, State};
use crate::judge::{Judged, judge_among};
use crate::oracle::Evaluation;
use spar_rules::{Game, Turn, Value};

/// What is said of a game that ended so.
pub const REPEATED: &str = "The same position for the third time: a draw.";

/// The occurrence of a position that ends the game.
const LAST_OCCURRENCE: usize = 3;

impl<G: Game> Session<G> {
    /// Whether this position, reached by one more move after `n_moves` of those that stand,
    /// stands for the third time. What is over by the rules of the game ended by them.
    pub(super) fn is_third(&self, game: &G, next: &G::Position, n_moves: usize) -> bool {
        if !self.may_repeat || matches!(game.turn(next), Turn::Over(_)) {
            return false;
        }
        let earlier = (0..=n_moves).filter(|index| self.at(*index) == Some(next)).count();
        earlier + 1 >= LAST_OCCURRENCE
    }

    /// The moves that would end the game by repetition after `n_moves` of those that stand.
    pub fn repeating(&self, game: &G, n_moves: usize) -> Vec<G::Move> {
        let Some(position) = self.at(n_moves).filter(|_| self.may_repeat) else {
            return Vec::new();
        };
        let mut moves = game.legal(position);
        moves.retain(|mv| self.is_third(game, &game.after(position, mv.clone()), n_moves));
        moves
    }

    /// What is known of the position after `n_moves` of those that stand. `ask` values
    /// positions.
    pub fn known(
        &self,
        game: &G,
        n_moves: usize,
        ask: impl FnOnce(&G::Position) -> Evaluation<G::Move>,
    ) -> Evaluation<G::Move> {
        if self.state() == State::Repeated && n_moves >= self.plies.len() {
            return Evaluation::over(Value::Draw);
        }
        let position = self.at(n_moves).unwrap_or(&self.here);
        ask(position).with_draws(&self.repeating(game, n_moves))
    }

    /// Judges a move of the position now. `ask` values positions, always in the same way.
    pub fn judge(
        &self,
        game: &G,
        mv: G::Move,
        ask: &mut impl FnMut(&G::Position) -> Evaluation<G::Move>,
    ) -> Judged<G::Move> {
        let draws = self.repeating(game, self.plies.len());
        judge_among(game, &self.here, mv, self.plan.goal, &draws, ask)
    }
}

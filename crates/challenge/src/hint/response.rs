//! Help against one player: the move that does best, and what it risks.

use crate::oracle::{Evaluation, Values};
use crate::response::Responses;
use crate::say::comes_to;
use spar_rules::{Game, Value};
use spar_solve::mdp::expected::Outlook;

/// The move that does best against a player.
pub(super) struct Best<M> {
    mv: M,
    /// Its place among the legal moves.
    pub(super) index: usize,
    outlook: Outlook,
    /// How many moves may do as well, this one included.
    n_equal: usize,
    n_moves: usize,
}

impl<M: Clone + PartialEq> Best<M> {
    /// Of the moves that may do best, the first of those that are worth most under perfect
    /// play. `None` where nothing is known.
    pub(super) fn of<G: Game<Move = M>>(
        responses: &Responses<G>,
        game: &G,
        position: &G::Position,
        known: &Evaluation<M>,
    ) -> Option<Best<M>> {
        let moves = responses.moves(game, position);
        let best = responses.best_of(moves.clone())?;
        let first = best.iter().rev().max_by_key(|mv| value(*mv, known))?;
        let index = moves.iter().position(|it| it.0 == *first)?;
        let (mv, outlook) = moves[index].clone();
        Some(Best { mv, index, outlook, n_equal: best.len(), n_moves: moves.len() })
    }

    /// Whether every move may be best, and there is more than one.
    pub(super) fn is_any(&self) -> bool {
        self.n_equal == self.n_moves && self.n_moves > 1
    }

    /// `Against foresight 2, b does best: it wins 81.2 %.`
    pub(super) fn text(
        &self,
        rival: &str,
        known: &Evaluation<M>,
        named: impl Fn(M) -> String,
    ) -> String {
        let comes_to = comes_to(&self.outlook);
        if self.is_any() {
            return format!("Against {rival}, every move does equally well: it {comes_to}.");
        }
        let best = match (self.n_moves, self.n_equal) {
            (1, _) => "is the only move",
            (_, 1) => "does best",
            _ => "is one of the best",
        };
        let risk = risk(&self.mv, known);
        format!("Against {rival}, {} {best}: it {comes_to}.{risk}", named(self.mv.clone()))
    }
}

/// What the move gives up, if it does not keep the win or the draw.
fn risk<M: PartialEq>(mv: &M, known: &Evaluation<M>) -> &'static str {
    match (known.value(), value(mv, known)) {
        (Some(Value::Win(_)), Some(Value::Draw)) => " Against perfect play it would only draw.",
        (Some(Value::Win(_) | Value::Draw), Some(Value::Loss(_))) => {
            " Against perfect play it would lose."
        }
        _ => "",
    }
}

/// What the move is worth under perfect play, where that is known.
fn value<M: PartialEq>(mv: &M, known: &Evaluation<M>) -> Option<Value> {
    let Evaluation::Values(Values { moves, .. }) = known else { return None };
    moves.iter().find(|it| it.0 == *mv).and_then(|it| it.1)
}

//! Best responses from one position and from every position that play reaches from it. Used by
//! hints and reviews of a game against one player.

use super::{NoResponse, outcome, surely_best};
use crate::oracle::Values;
use crate::policy::{Policy, Seen, Unknown, Weights};
use spar_rules::{Game, Side, Stochastic, Turn, Value};
use spar_solve::mdp::expected::{Expected, Outlook, respond};
use spar_solve::{Budget, Progress};

/// The average number of nodes that the player may use per position.
const NODES_OF_PLAYER: u64 = 10;

/// The least difference of results that is mentioned: one point, where a win is worth 100.
const WORTH_SAYING: f64 = 0.01;

/// The best responses of a side to a player from the positions that play reaches.
pub struct Responses<G: Game> {
    side: Side,
    found: Box<dyn Reached<G>>,
}

impl<G: Game> Responses<G> {
    /// Computes the best responses from this position and from all positions that play reaches.
    /// The budget's node limit applies to these positions; the player's own searches may use
    /// ten times as many nodes.
    ///
    /// # Errors
    /// If the player's moves depend on the history or cannot be computed, or if the budget is
    /// exceeded.
    pub fn reached(
        game: &G,
        position: &G::Position,
        side: Side,
        rival: &mut dyn Policy<G>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Responses<G>, NoResponse>
    where
        G: Stochastic,
    {
        if !rival.is_memoryless() {
            return Err(NoResponse::Remembers);
        }
        let most = rival.nodes().saturating_add(budget.nodes.saturating_mul(NODES_OF_PLAYER));
        let mut weights = |position: &G::Position, out: &mut Weights<G>| {
            if rival.nodes() > most {
                return Err(Unknown);
            }
            rival.weights(&Seen::at(game, position), out)
        };
        let found = respond(game, position, side, &mut weights, budget, progress)?;
        Ok(Responses { side, found: Box::new(found) })
    }

    /// The moves of a position with the side's expected chances after each. Empty if the side
    /// is not to move or play does not reach the position.
    pub fn moves(&self, game: &G, position: &G::Position) -> Vec<(G::Move, Outlook)> {
        if game.turn(position) != Turn::Play(self.side) {
            return Vec::new();
        }
        let after = |mv: G::Move| {
            let next = game.after(position, mv.clone());
            Some((mv, self.found.outlook(&next, self.side)?))
        };
        game.legal(position).into_iter().map(after).collect::<Option<_>>().unwrap_or_default()
    }

    /// Finds a move that keeps the outcome, like the move that was made, but has a better
    /// expected result against the player, by enough to mention it. `value` is the value of the
    /// move that was made. `None` if a win was kept, because a win is certain against
    /// everybody.
    pub fn trap(
        &self,
        game: &G,
        position: &G::Position,
        (made, has): (G::Move, Value),
        known: &Values<G::Move>,
    ) -> Option<MissedTrap<G::Move>> {
        if outcome(has) != outcome(known.value?) || has > Value::Draw {
            return None;
        }
        let moves = self.moves(game, position);
        let of = |wanted: G::Move| moves.iter().find(|it| it.0 == wanted).map(|it| it.1);
        let is_same = |it: &(G::Move, Option<Value>)| it.1.map(outcome) == Some(outcome(has));
        let same = known.moves.iter().filter(|it| is_same(it));
        let same = same.filter_map(|it| Some((it.0.clone(), of(it.0.clone())?))).collect();
        let better = self.found.best_of(same)?.into_iter().next()?;
        let (was, could) = (of(made)?, of(better.clone())?);
        let gain = could.result().low - was.result().high;
        (gain >= WORTH_SAYING).then_some(MissedTrap { value: has, better, was, could })
    }

    /// The best of these moves by the expected chances after each; `None` if wide bounds leave
    /// it open.
    pub fn best_of(&self, moves: Vec<(G::Move, Outlook)>) -> Option<Vec<G::Move>> {
        self.found.best_of(moves)
    }
}

/// A move that was not made: it keeps the outcome like the one that was made, and has a better
/// expected result against the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissedTrap<M> {
    /// The value of both under perfect play.
    pub value: Value,
    /// The move.
    pub better: M,
    /// The expected chances after the move that was made.
    pub was: Outlook,
    /// The expected chances after this move.
    pub could: Outlook,
}

/// The first of these positions for which `find` returns a result. Each attempt has half the
/// nodes of the one before. If one fails, the next is halfway to the last position, since later
/// positions reach fewer others. All attempts together use less than twice the nodes.
pub fn earliest<P, T>(
    positions: &[P],
    mut nodes: u64,
    mut ask: impl FnMut(&P, u64) -> Option<T>,
) -> Option<T> {
    let mut left = positions;
    while let (Some(position), true) = (left.first(), nodes > 0) {
        if let Some(found) = ask(position, nodes) {
            return Some(found);
        }
        left = &left[left.len().div_ceil(2)..];
        nodes /= 2;
    }
    None
}

/// Chances of reached positions, with the game's traits erased.
trait Reached<G: Game> {
    fn outlook(&self, position: &G::Position, side: Side) -> Option<Outlook>;
    fn best_of(&self, moves: Vec<(G::Move, Outlook)>) -> Option<Vec<G::Move>>;
}

impl<G: Stochastic> Reached<G> for Expected<G> {
    fn outlook(&self, position: &G::Position, side: Side) -> Option<Outlook> {
        Expected::outlook(self, position, side)
    }

    fn best_of(&self, moves: Vec<(G::Move, Outlook)>) -> Option<Vec<G::Move>> {
        surely_best::<G>(&moves)
    }
}

//! Best responses from one position and from every position that play reaches from it. Hints and
//! reviews of a game against one player use them.

use super::{NoResponse, outcome, surely_best};
use crate::oracle::Values;
use crate::policy::{Policy, Seen, Unknown, Weights};
use spar_rules::{Game, Side, Stochastic, Turn, Value};
use spar_solve::mdp::expected::{Expected, Outlook, respond};
use spar_solve::{Budget, Progress};

/// On average a position may cost the player this many nodes of its own.
const NODES_OF_PLAYER: u64 = 10;

/// A better result than this is worth a sentence: one point, a win counts 100.
const WORTH_SAYING: f64 = 0.01;

/// The best responses of a side to a player from the positions that play reaches.
pub struct Responses<G: Game> {
    side: Side,
    found: Box<dyn Reached<G>>,
}

impl<G: Game> Responses<G> {
    /// From this position and from all that play reaches from it. The budget's nodes limit
    /// these positions and, ten times as many, what the player looks at.
    ///
    /// # Errors
    /// If the player remembers or does not know its moves, or the budget does not suffice.
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

    /// The moves of a position with what the side can expect after each; empty if it is not
    /// to move there, or play does not reach the position.
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

    /// A move with the same outcome under perfect play as the one that was made, which has
    /// this value and keeps what there was, and with a better expected result against the
    /// player, if there is one that is worth a sentence. None where a win was kept: it is
    /// sure against everybody.
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

    /// Those of these moves that are best by what is expected after each; `None` if wide
    /// bounds leave open which.
    pub fn best_of(&self, moves: Vec<(G::Move, Outlook)>) -> Option<Vec<G::Move>> {
        self.found.best_of(moves)
    }
}

/// A move that was not made: it keeps the outcome as well as the one that was made, and does
/// better against the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissedTrap<M> {
    /// What both are worth under perfect play.
    pub value: Value,
    /// The move.
    pub better: M,
    /// What could be expected after the move that was made.
    pub was: Outlook,
    /// What could be expected after this one.
    pub could: Outlook,
}

/// The first of these positions from which an answer is found, each time with half of the
/// nodes: where one costs too much, the next is halfway to the last, since later positions
/// reach fewer. All questions together cost less than twice the nodes.
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

/// Chances that were found, whatever they need to know of the game.
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

//! What the program finds out about a position before it moves.

use super::kit::At;
use super::recalled::Recalled;
use crate::limits;
use spar_challenge::oracle::Evaluation;
use spar_challenge::player::{Player, Ties};
use spar_challenge::policy::Unknown;
use spar_challenge::session::Insight;
use spar_rules::Notation;
use spar_solve::{Budget, Desk};

/// A game, of which any position may be asked about, at a desk.
pub(super) struct Thought<'a, G: Notation> {
    pub(super) at: &'a At<G>,
    pub(super) desk: &'a Desk,
}

impl<G: Notation> Thought<'_, G> {
    /// Nodes for an answer that a person waits for.
    fn quick(&self) -> u64 {
        let (game, mut moves) = (&*self.at.game, Vec::new());
        game.moves(&game.start(), &mut moves);
        limits::scaled(limits::QUICK_NODES, moves.len())
    }
}

impl<G: Notation> Insight<G> for Thought<'_, G> {
    fn known(&mut self, position: &G::Position) -> Evaluation<G::Move> {
        self.at.known(position, self.desk)
    }

    fn preferred(
        &mut self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
    ) -> Result<Vec<G::Move>, Unknown> {
        let levels = self.at.abilities.levels.ok_or(Unknown)?;
        Recalled { at: self.at, desk: self.desk, levels }.preferred(position, rounds, ties)
    }

    fn habits(&mut self, position: &G::Position, player: Player) -> Result<Vec<G::Move>, Unknown> {
        let race = self.at.abilities.race.ok_or(Unknown)?;
        (race.habits)(self.at, position, player, self.desk)
    }

    fn furthest(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        rounds: u32,
        ties: Ties,
    ) -> Vec<G::Move> {
        let Some(levels) = self.at.abilities.levels else { return moves.to_vec() };
        // The desk's time may be over already; nodes still settle what a guess costs.
        let Budget { nodes, memory, .. } = self.desk.budget;
        let budget = Budget::unlimited().with_nodes(nodes.min(self.quick())).with_memory(memory);
        (levels.furthest)(&self.at.game, position, moves, rounds, ties, &budget)
    }
}

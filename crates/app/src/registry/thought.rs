//! What the program finds out about a position before it moves.

use super::kit::At;
use super::recalled::Recalled;
use crate::limits;
use spar_challenge::oracle::Evaluation;
use spar_challenge::player::{Player, Ties};
use spar_challenge::policy::Unknown;
use spar_challenge::session::Insight;
use spar_rules::Notation;
use spar_solve::Desk;

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
        // The part for finding out may be over; a guess has what is left of the whole.
        let whole = self.desk.budget.whole();
        let nodes = whole.nodes.min(self.quick());
        let budget = whole.with_nodes(nodes);
        (levels.furthest)(&self.at.game, position, moves, rounds, ties, &budget)
    }
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use spar_challenge::player::Player;
    use spar_challenge::session::By;
    use spar_rules::SplitMix;
    use spar_solve::{Budget, Desk};
    use std::collections::BTreeSet;

    /// The moves among which perfect play guesses at the start of a large board.
    fn guesses(desk: &Desk, n_seeds: u64) -> BTreeSet<String> {
        let game = registry::open_name("lines:rows=8,cols=8,connect=5").unwrap();
        let start = game.start();
        let choose = |seed| start.choose(Player::Perfect, &mut SplitMix::new(seed), desk);
        let guesses = (0..n_seeds).map(|seed| choose(seed).unwrap());
        guesses
            .map(|(mv, by)| {
                assert_eq!(by, By::Guess);
                mv
            })
            .collect()
    }

    #[test]
    fn a_guess_looks_ahead_only_while_there_is_time() {
        let desk = Desk::bare(Budget::unlimited().with_nodes(1000));
        desk.budget.stop();
        let n_moves = guesses(&desk, 400).len();
        assert!(n_moves > 55, "it looked ahead though it was stopped: {n_moves} of 64 moves");
    }
}

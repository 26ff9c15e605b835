//! The player that knows nothing.

use super::{Policy, Unknown, Weights};
use spar_rules::Game;

/// Gives every legal move the same weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn weights(
        &mut self,
        game: &G,
        position: &G::Position,
        out: &mut Weights<G>,
    ) -> Result<(), Unknown> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        out.extend(moves.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }
}

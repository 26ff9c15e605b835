//! The player that knows nothing.

use super::{Policy, Weights};
use spar_rules::Game;
use std::convert::Infallible;

/// Gives every legal move the same weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    type Error = Infallible;

    fn weights(&self, game: &G, position: &G::Position) -> Result<Weights<G>, Infallible> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        Ok(moves.into_iter().map(|mv| (mv, 1)).collect())
    }
}

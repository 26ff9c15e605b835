//! The player that knows everything.

use super::{Policy, Weights};
use spar_rules::{Game, Value};

/// Knows the value of every move: a table, a search, or a plain function.
pub trait Valuer<G: Game> {
    /// Why a value cannot be told.
    type Error;

    /// Every legal move with its value for the side that makes it.
    ///
    /// # Errors
    /// If the value of some move cannot be told.
    fn move_values(&self, game: &G, position: &G::Position) -> Result<Valued<G>, Self::Error>;
}

/// Moves with their values for the side that makes them.
pub type Valued<G> = Vec<(<G as Game>::Move, Value)>;

impl<G: Game, E, F> Valuer<G> for F
where
    F: Fn(&G, &G::Position) -> Result<Valued<G>, E>,
{
    type Error = E;

    fn move_values(&self, game: &G, position: &G::Position) -> Result<Valued<G>, E> {
        self(game, position)
    }
}

/// Plays only best moves, each with the same weight: the quickest wins, else
/// draws, else the slowest losses.
#[derive(Clone, Copy, Debug)]
pub struct Perfect<V>(pub V);

impl<G: Game, V: Valuer<G>> Policy<G> for Perfect<V> {
    type Error = V::Error;

    fn weights(&self, game: &G, position: &G::Position) -> Result<Weights<G>, V::Error> {
        let valued = self.0.move_values(game, position)?;
        let best = valued.iter().map(|(_, value)| *value).max();
        let is_best = |(_, value): &(G::Move, Value)| Some(*value) == best;
        Ok(valued.into_iter().filter(is_best).map(|(mv, _)| (mv, 1)).collect())
    }
}

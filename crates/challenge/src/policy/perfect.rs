//! The player that knows everything.

use super::{Policy, Unknown, Weights};
use spar_rules::{Game, Value};

/// Knows the value of every move: a table, a search, or a plain function.
pub trait Valuer<G: Game> {
    /// Every legal move with its value for the side that makes it.
    ///
    /// # Errors
    /// If the value of some move cannot be told.
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown>;
}

/// Moves with their values for the side that makes them.
pub type Valued<G> = Vec<(<G as Game>::Move, Value)>;

impl<G: Game, F> Valuer<G> for F
where
    F: FnMut(&G, &G::Position) -> Result<Valued<G>, Unknown>,
{
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        self(game, position)
    }
}

/// Plays only best moves, each with the same weight: the quickest wins, else
/// draws, else the slowest losses.
#[derive(Clone, Copy, Debug)]
pub struct Perfect<V>(pub V);

impl<G: Game, V: Valuer<G>> Policy<G> for Perfect<V> {
    fn weights(
        &mut self,
        game: &G,
        position: &G::Position,
        out: &mut Weights<G>,
    ) -> Result<(), Unknown> {
        best_of::<G>(self.0.move_values(game, position)?, out);
        Ok(())
    }
}

/// Appends the best moves, each with the same weight.
pub(super) fn best_of<G: Game>(valued: Valued<G>, out: &mut Weights<G>) {
    let best = valued.iter().map(|(_, value)| *value).max();
    out.extend(valued.into_iter().filter(|it| Some(it.1) == best).map(|(mv, _)| (mv, 1)));
}

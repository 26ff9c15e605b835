//! The layers of Ahmed, Chatterjee and Gulwani (2013), computed directly from their definition.

use super::ranked::Table;
use super::summary::LAYERS;
use super::sweep::{Next, Step, Swept};
use crate::{Budget, Progress, SolveError};
use spar_rules::{Game, Outcome, Ranked, Side, Turn};

/// The bits of a layer set that mean layers, and the bit that means a win.
const IN_LAYERS: u8 = (1 << LAYERS) - 1;
const WON: u8 = 0x80;

/// The set of layers that a position belongs to.
///
/// Bit `j` means: if the first side is to move, it can force a win with exactly its (j+1)-th
/// move; if the second side is to move, it has a move, and each of its moves leads to a
/// position with bit `j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerSet(u8);

impl LayerSet {
    /// The smallest layer of a position with the first side to move: the `j` of the paper's
    /// `W_j`.
    pub fn least<G: Game>(self, game: &G, position: &G::Position) -> Option<usize> {
        let least = (self.0 & IN_LAYERS).trailing_zeros() as usize;
        (least < LAYERS && game.side(position) == Side::First).then_some(least)
    }
}

/// Computes the layers of a position from the layers of its successors.
pub struct Layering<G: Game> {
    moves: Vec<G::Move>,
}

impl<G: Game> Layering<G> {
    /// Creates empty buffers.
    pub fn new() -> Layering<G> {
        Layering { moves: Vec::new() }
    }

    /// Returns the layers of a position, given the layers of its successors.
    #[inline]
    pub fn set_of(
        &mut self,
        game: &G,
        position: &G::Position,
        set_of: impl Fn(&G::Position) -> LayerSet,
    ) -> LayerSet {
        let side = match game.turn(position) {
            Turn::Over(Outcome::Win(Side::First)) => return LayerSet(WON),
            Turn::Over(_) | Turn::Roll => return LayerSet(0),
            Turn::Play(side) => side,
        };
        self.moves.clear();
        game.moves(position, &mut self.moves);
        let sets = self.moves.iter().map(|mv| set_of(&game.after(position, mv.clone())).0);
        LayerSet(match side {
            Side::First => sets.fold(0, |set, next| {
                set | (next & IN_LAYERS) << 1 & IN_LAYERS | u8::from(next & WON != 0)
            }),
            Side::Second => sets.fold(IN_LAYERS, |set, next| set & next),
        })
    }
}

impl<G: Game> Default for Layering<G> {
    fn default() -> Layering<G> {
        Layering::new()
    }
}

impl<G: Game> Clone for Layering<G> {
    fn clone(&self) -> Layering<G> {
        Layering::new()
    }
}

impl<G: Ranked> Step<G, u8> for Layering<G> {
    #[inline]
    fn step(&mut self, game: &G, position: &G::Position, next: &Next<G, u8>) -> u8 {
        self.set_of(game, position, |position| LayerSet(next.of(position))).0
    }
}

impl Table {
    /// Computes the paper's layers of each position.
    ///
    /// # Errors
    /// If the work exceeds the budget's memory, or if it is stopped.
    pub fn layers<G: Ranked>(
        &self,
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Layers<'_>, SolveError> {
        self.sweep(game, "layering", &Layering::new(), budget, progress).map(Layers)
    }

    /// Counts the paper's layers in another sweep and stores the numbers in the summary.
    ///
    /// # Errors
    /// If the work exceeds the budget's memory, or if it is stopped.
    pub fn count_layers<G: Ranked>(
        &mut self,
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let mut counts = [0; LAYERS];
        self.layers(game, budget, progress)?.0.each(game, |entry| {
            if let Some(least) = LayerSet(entry.found).least(game, &entry.position) {
                counts[least] += u64::from(entry.images);
            }
        });
        self.summary.layers = Some(counts);
        Ok(())
    }
}

/// The layers of every position of a solved game.
pub struct Layers<'t>(Swept<'t, u8>);

impl Layers<'_> {
    /// The layers of a position, or `None` if play does not reach it from the start.
    pub fn of<G: Ranked>(&self, game: &G, position: &G::Position) -> Option<LayerSet> {
        self.0.of(game, position).map(LayerSet)
    }
}

//! Generation of levels.
//!
//! In a solved game every position is a candidate, and its exact chance alone decides, so the
//! result that no such level exists is exact. In larger games, candidates come from random
//! play, and a search proves the win of each.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `wanted` | the conditions on a level |
//! | `order` | random orders of a table; selections from easy to hard |
//! | `solved` | levels of a solved game |
//! | `searched` | levels of a game that is too large to solve |

mod order;
mod searched;
mod solved;
mod wanted;

pub use order::{Order, graded};
pub use searched::{CHECKED, Searched, search};
pub(crate) use solved::stands_for_images;
pub use solved::{Census, GenerateError, from_solved};
pub use wanted::{Even, Impossible, Span, Wanted};

use crate::level::Level;
use spar_rules::{Game, Notation, Ranked, Reward, Symmetric, Tactics};
use std::ops::ControlFlow;

/// The traits that a game needs for the generation of levels.
pub trait Playable: Notation + Ranked + Tactics + Reward + Symmetric {}
impl<G: Notation + Ranked + Tactics + Reward + Symmetric> Playable for G {}

/// Receives each level when it is found.
pub type Take<'a, G> = dyn FnMut(Found<G>) -> ControlFlow<()> + 'a;

/// A level with the types of its game.
pub type Found<G> = Level<<G as Game>::Position, <G as Game>::Move>;

/// Conditions that the rules cannot check: whether a position was served before, the number of
/// its stones.
pub type Also<'a, P> = dyn Fn(&P) -> bool + Sync + 'a;

/// Which of the matching levels to pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A uniform sample, in a random order.
    Fair,
    /// Spread over all available chances, from easy to hard.
    Graded,
}

/// A request for levels.
pub struct Request<'a, P> {
    /// The conditions on each level.
    pub wanted: &'a Wanted,
    /// Further conditions, checked before the chances of a position.
    pub also: &'a Also<'a, P>,
    /// The number of levels.
    pub count: u64,
    /// Which of the matching levels to pick.
    pub pick: Pick,
    /// The seed of the selection.
    pub seed: u64,
}

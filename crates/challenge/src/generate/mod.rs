//! Positions that make good levels.
//!
//! On a solved game every position is a candidate, and nothing but its exact chance
//! decides, so a statement that no such level exists is exact. On larger games candidates
//! come from random play, each with its win proved by search.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `wanted` | what is wanted of a level |
//! | `order` | all places of a table in a random order; levels from easy to hard |
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
use spar_rules::{Game, Ranked, Reward, Symmetric, Tactics};
use std::ops::ControlFlow;

/// What a game must have so that levels can be found in it.
pub trait Playable: Ranked + Tactics + Reward + Symmetric {}
impl<G: Ranked + Tactics + Reward + Symmetric> Playable for G {}

/// Takes a level as soon as it is found.
pub type Take<'a, G> = dyn FnMut(Found<G>) -> ControlFlow<()> + 'a;

/// A level with the types of its game.
pub type Found<G> = Level<<G as Game>::Position, <G as Game>::Move>;

/// What the rules do not know of a position: whether it was served before, how many
/// stones lie on it.
pub type Also<'a, P> = dyn Fn(&P) -> bool + Sync + 'a;

/// Which levels to pick from all that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// A fair draw, in a random order.
    Fair,
    /// Spread over all chances that there are, from easy to hard.
    Graded,
}

/// What to find.
pub struct Request<'a, P> {
    /// What is wanted of each level.
    pub wanted: &'a Wanted,
    /// Asked about a position before its chances are.
    pub also: &'a Also<'a, P>,
    /// How many levels.
    pub count: u64,
    /// Which of those that fit.
    pub pick: Pick,
    /// Settles which of all that fit.
    pub seed: u64,
}

//! Positions that make good levels.
//!
//! On a solved game every position is a candidate, and nothing but its exact chance
//! decides: what is said not to exist does not exist. On larger games candidates
//! come from random play, each with its win proved by search.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `wanted` | what is wanted of a level |
//! | `order` | all places of a table in a random order |
//! | `solved` | levels of a solved game |
//! | `searched` | levels of a game that is too large to solve |

mod order;
mod searched;
mod solved;
mod wanted;

pub use order::Order;
pub use searched::{Searched, search};
pub use solved::{Found, from_solved};
pub use wanted::{Even, Span, Wanted};

use crate::level::Level;
use spar_rules::{Ranked, Reward, Symmetric, Tactics};
use std::ops::ControlFlow;

/// What a game must have so that levels can be found in it.
pub trait Playable: Ranked + Tactics + Reward + Symmetric {}
impl<G: Ranked + Tactics + Reward + Symmetric> Playable for G {}

/// Takes a level as soon as it is found.
pub type Take<'a, G> = dyn FnMut(Level<G>) -> ControlFlow<()> + 'a;

/// What the rules do not know of a position: whether it was served before, how many
/// stones lie on it.
pub type Also<'a, P> = dyn Fn(&P) -> bool + Sync + 'a;

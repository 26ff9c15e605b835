//! The ladder: levels from easy to hard. A person gets a level at once, and the next one can be
//! easier or harder.
//!
//! Each rung has conditions for its levels. A small file of proved levels is built in. If it
//! has no suitable level, or all were played, levels are generated.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `rungs` | the conditions of each rung |
//! | `kept` | the built-in levels |
//! | `rated` | the rating of each built-in level against each opponent |

mod kept;
mod rated;
mod rungs;

pub use kept::{LadderLevel, choose_of, kept, start_value};
pub use rated::{LadderRating, OPPONENTS, kept_level, rated, rated_as, rung_of};
pub use rungs::{RUNGS, Rung};

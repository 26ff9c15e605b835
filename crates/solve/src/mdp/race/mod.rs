//! Races: each side walks alone on the same squares, and who is first at the goal wins.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `track` | the squares as flat arrays, and the one inner loop |
//! | `cost` | how much of a budget is used |
//! | `leap` | where values that change less and less will end |
//! | `policy` | what a piece chooses on each square |
//! | [`turns`] | fewest turns, for one piece alone |
//! | [`pairs`] | chances to be first, for two |
//! | [`written`] | the same written out, for other engines |

mod cost;
mod leap;
pub mod pairs;
mod policy;
mod track;
pub mod turns;
pub mod written;

pub use cost::Cost;
pub use policy::Policy;
pub use track::{Track, sums};

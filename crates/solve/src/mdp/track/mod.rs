//! Races: each side walks alone on the same squares, and who is first at the goal wins.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `layout` | the squares as flat arrays, and the one inner loop |
//! | `cost` | how much of a budget is used |
//! | `leap` | where values that change less and less will end |
//! | `policy` | what a piece chooses on each square |
//! | [`turns`] | fewest turns, for one piece alone |
//! | [`pairs`] | chances to be first, for two |
//! | [`written`] | the same written out, for other engines |

mod cost;
mod layout;
mod leap;
pub mod pairs;
mod policy;
pub mod turns;
pub mod written;

pub use cost::Cost;
pub use layout::{Track, sums};
pub use policy::Policy;

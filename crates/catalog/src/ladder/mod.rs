//! The ladder: levels from easy to hard, so that somebody who wants one gets it at once
//! and the next can be easier or harder.
//!
//! Each rung says what is wanted of its levels. A small file of proved levels comes with
//! the program; where it has none, or no more, they are generated.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `rungs` | what each rung asks for |
//! | `kept` | the levels that come with the program |
//! | `rated` | how hard each of them is against each opponent |

mod kept;
mod rated;
mod rungs;

pub use kept::{Kept, choose_of, kept, start_value};
pub use rated::{OPPONENTS, Rated, kept_level, rated, rated_as, rung_of};
pub use rungs::{RUNGS, Rung};

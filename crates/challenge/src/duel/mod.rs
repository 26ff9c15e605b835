//! Duels: the chances of one player against another.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `exact` | chances from one position, as fractions or certified bounds |
//! | `sampled` | chances from one position, estimated by plays |
//! | `whole` | chances from every position of a solved game, in one sweep |
//! | `lanes` | evaluations that sweeps store for each position |
//! | `score` | the score over both seats, with its certainty |

mod exact;
pub(crate) mod lanes;
mod sampled;
mod score;
mod whole;

pub use exact::{Exact, chances};
pub use sampled::{Choose, LONGEST_PLAY, NextMove, play, sample, sample_by};
pub use score::Score;
pub use whole::{ChanceRow, ChanceTable, ChanceUnits, DuelQuestion, Pairing, Players, UNITS};

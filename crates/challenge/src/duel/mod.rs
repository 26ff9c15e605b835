//! Duels: how often does one player beat another?
//!
//! | file | what it holds |
//! | --- | --- |
//! | `exact` | from one position, by fractions |
//! | `sampled` | from one position, by plays |
//! | `whole` | from every position of a solved game, in one sweep |
//! | `lanes` | what the sweeps over whole games keep of each position |
//! | `score` | the score over both seats, and how sure it is |

mod exact;
pub(crate) mod lanes;
mod sampled;
mod score;
mod whole;

pub use exact::{Exact, chances};
pub use sampled::{Choose, LONGEST_PLAY, NextMove, play, sample, sample_by};
pub use score::Score;
pub use whole::{ChanceRow, ChanceTable, ChanceUnits, DuelQuestion, Pairing, Players, UNITS};

//! Player against player: who wins how often?
//!
//! | file | what it holds |
//! | --- | --- |
//! | `exact` | from one position, by fractions |
//! | `sampled` | from one position, by plays |
//! | `whole` | from every position of a solved game, in one sweep |

mod exact;
mod sampled;
mod whole;

pub use exact::{Exact, chances};
pub use sampled::sample;
pub use whole::{Pairing, Players, Question, Rate, Rated, Rates, UNITS};

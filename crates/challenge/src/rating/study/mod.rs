//! Do computed ratings hold? Simulated learners try levels, move by move; what they reach
//! is set beside what was computed, and beside what was wanted.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `pool` | levels drawn from a solved game, and tries at them |
//! | `learned` | ratings learned from tries alone, and how two orders agree |
//! | `held` | whether matched levels are solved as often as wanted |

mod held;
mod learned;
mod pool;

pub use held::{Held, TRIES, WANTED, WARM_UP};
pub use learned::{learned, spearman};
pub use pool::{Pool, Tried, learners};

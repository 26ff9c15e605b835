//! What tests of several crates share: the truth about small games, toy games of every
//! shape, and random positions.
//!
//! ```
//! use spar_rules::{Side, Value};
//! use spar_testkit::{Ring, truth};
//!
//! let values = truth(&Ring);
//! assert_eq!(values[&(2, Side::First)], Value::Win(1));
//! assert_eq!(values[&(0, Side::First)], Value::Draw); // going round is a draw
//! ```
//!
//! Everything here is slow and obvious, so that a reader can check it. This crate is only
//! ever a dev-dependency, and knows `spar-rules` alone.

mod chain;
mod dice;
mod graph;
mod random;
mod toys;
mod truth;

pub use chain::{Chain, reach};
pub use dice::{Bust, BustPosition, Pig, PigPosition};
pub use graph::{GraphGame, Node, PlainGraph, Shape};
pub use random::random_position;
pub use toys::{Coins, CoinsPosition, Lamps, Ring, Spread, SpreadPosition, Stutter, TakeAgain};
pub use truth::{move_values, orbits, reachable, truth};

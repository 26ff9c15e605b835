//! Test helpers that several crates share: exact values of small games by definition, toy games
//! of every shape, and random positions.
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
//! The code is slow but obviously correct, so that a reader can check it. This crate is only
//! used as a dev-dependency, and depends only on `spar-rules`.

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

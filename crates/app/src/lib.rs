//! How do people reach it?
//!
//! By a command line. Names become games in [`registry`], positions become
//! pictures in [`paint`], answers become JSON in [`wire`]; each verb is a file of
//! [`cli`].
//!
//! ```
//! use spar::paint::terminal;
//! use spar::printer::Look;
//! use spar::registry;
//! use spar_rules::Value;
//! use spar_solve::{Budget, Context};
//!
//! let game = registry::open("tictactoe").unwrap();
//! let mut position = game.read_position("start+b2,a3").unwrap();
//! position.play("c3").unwrap();
//! let board = terminal::paint(&position.scene().unwrap(), Look::Plain, 80);
//! assert_eq!(board, ["3  o . x", "2  . x .", "1  . . .", "   a b c"]);
//!
//! let evaluation = position.evaluate(&Context::bare(Budget::unlimited())).unwrap();
//! assert_eq!(evaluation.value(), Some(Value::Draw));
//! assert_eq!(evaluation.best().collect::<Vec<_>>(), ["a1"]);
//! ```
//!
//! Only this crate prints, reads the clock, and knows files and JSON. Nothing
//! imports it.

mod bar;
mod batch;
pub mod bench;
pub mod cli;
mod counting;
pub mod fault;
mod input;
pub mod ladder;
pub mod limits;
pub mod load;
pub mod machine;
mod output;
pub mod paint;
mod place;
pub mod printer;
pub mod registry;
pub mod reproduce;
pub mod route;
mod rows;
pub mod serve;
pub mod store;
mod survey;
pub mod units;
pub mod views;
pub mod wire;
pub mod words;

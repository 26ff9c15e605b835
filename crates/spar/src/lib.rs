//! The command line program.
//!
//! Each command is a file of [`cli`]. [`paint`] draws positions; [`wire`] defines the JSON
//! output.
//!
//! ```
//! use spar::paint::terminal;
//! use spar::printer::Look;
//!
//! let game = spar_catalog::open("tictactoe").unwrap();
//! let mut position = game.read_position("start+b2,a3").unwrap();
//! position.play("c3").unwrap();
//! let board = terminal::paint(&position.scene().unwrap(), Look::Plain, 80);
//! assert_eq!(board, ["3  o . x", "2  . x .", "1  . . .", "   a b c"]);
//! ```
//!
//! Only this crate prints, and only this crate reads and writes the user's files. No other
//! crate depends on it.

mod bar;
mod batch;
pub mod bench;
mod book;
pub mod cli;
pub mod fault;
pub mod limits;
pub mod load;
pub mod machine;
mod output;
pub mod paint;
mod place;
pub mod printer;
pub mod reproduce;
mod rows;
mod survey;
pub mod wire;

//! Which games are there?
//!
//! - [`ladders`]: Snakes and Ladders with decisions.
//! - [`lines`]: Tic-Tac-Toe, CONNECT, Bottom-2, Qubic and every other game of
//!   stones in a line, as one type with parameters.
//! - [`morris`]: three men each, placed and then moved.
//! - [`reversi`]: discs that enclose others turn them over.
//! - [`sim`]: the side that closes a triangle loses.
//! - [`take`]: 21 and other take-away games, Nim.
//! - [`wolf`]: Wolf and Sheep.
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Game, Notation, perft};
//!
//! let game = Lines::new(Keys::preset("connect4").unwrap()).unwrap();
//! assert_eq!(perft(&game, &game.start(), 4), 2401);
//! let position = game.read_position("4453").unwrap(); // columns, as many sites write moves
//! assert_eq!(game.write_position(&position), "......./......./......./......./...o.../..oxx..");
//! ```
//!
//! A game imports `spar-rules` only. It has no search and no printing; its tests
//! call [`spar_rules::laws`].

mod boards;
mod cells;
pub mod ladders;
pub mod lines;
pub mod morris;
pub mod reversi;
mod sets;
pub mod settings;
pub mod sim;
pub mod take;
pub mod wolf;

pub use settings::Described;

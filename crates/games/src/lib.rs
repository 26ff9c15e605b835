//! The games.
//!
//! - [`ladders`]: Snakes and Ladders with decisions.
//! - [`lines`]: Tic-Tac-Toe, CONNECT, Bottom-2, Qubic and all other games of
//!   stones in a line, as one type with parameters.
//! - [`morris`]: Three Men's Morris; three men per side, first placed, then moved.
//! - [`reversi`]: Reversi; enclosed discs are turned over.
//! - [`sim`]: Sim; the side that closes a triangle loses.
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
//! The games depend on `spar-rules` only. They contain no search and print nothing; their tests
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

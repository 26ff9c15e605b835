//! Snakes and Ladders with decisions (Beaudry, Bisson, Chamberland, Kabanza 2010).
//!
//! Two sides race from square 0 to the last square. On its turn a side chooses how to move: one
//! step, one die or two dice. Ladders lead forward, snakes lead back.
//!
//! ```
//! use spar_games::ladders::{Ladders, Setup};
//! use spar_rules::{Game, Notation, read_position_and_moves};
//!
//! let game = Ladders::new(Setup::default()).unwrap(); // the board of the paper
//! let position = read_position_and_moves(&game, "start+T,7,1").unwrap();
//! // Seven is a snake's head: back to 3. One step leads to the ladder to 4.
//! assert_eq!(game.write_position(&position), "3-4-first");
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `board` | the squares, validation of boards, and random boards |
//! | `setup` | the parameters of a game with its actions, and its name |
//! | `rules` | the rules, and the text form of positions and moves |
//! | `scene` | the scene of the track |

mod board;
mod rules;
mod scene;
mod setup;

pub use crate::settings::Key;

pub use board::{MOST_SQUARES, Overflow, Recipe, TrackBoard};

pub use rules::{Ladders, Move, Position};
pub use scene::MOST_DRAWN;
pub use setup::{KEYS, PAPER, Setup, Shape, action, letters};

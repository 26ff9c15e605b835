//! The definition of a game: a start position, whose turn it is, the moves, and the position
//! after a move.
//!
//! A small example: two players take turns to take one, two or three matches; whoever takes the
//! last one wins:
//!
//! ```
//! use spar_rules::{Deterministic, Game, Outcome, Side, Turn, divide, laws, perft};
//!
//! struct Take(u8);
//!
//! impl Game for Take {
//!     type Position = (u8, Side);
//!     type Move = u8;
//!
//!     fn start(&self) -> (u8, Side) { (self.0, Side::First) }
//!     fn side(&self, &(_, side): &(u8, Side)) -> Side { side }
//!     fn turn(&self, &(left, side): &(u8, Side)) -> Turn {
//!         if left == 0 { Turn::Over(Outcome::Win(side.other())) } else { Turn::Play(side) }
//!     }
//!     fn moves(&self, &(left, _): &(u8, Side), out: &mut Vec<u8>) { out.extend(1..=left.min(3)) }
//!     fn after(&self, &(left, side): &(u8, Side), n: u8) -> (u8, Side) { (left - n, side.other()) }
//! }
//! impl Deterministic for Take {}
//!
//! let game = Take(5);
//! laws::check(&game, 100, laws::deterministic);             // every game keeps the laws
//! assert_eq!(perft(&game, &game.start(), 2), 8);            // paths of two moves
//! assert_eq!(divide(&game, &game.start(), 2), [(1, 3), (2, 3), (3, 2)]);
//! ```
//!
//! Abilities that only some games have are separate small traits, each with its own laws:
//! [`Notation`] (text form), [`Symmetric`] (images under symmetries), [`Ranked`] (ranks for
//! solving whole games in ordered sweeps), [`Tactics`] (quick answers for a search), [`Reward`]
//! (heuristic values for players with limited foresight), [`Scenic`] (drawings), [`Arranged`]
//! (set-up token by token), [`Scored`] (counted results), [`Threats`] (lines to complete),
//! [`Separable`] (sides that move independently).
//!
//! This crate contains no game and uses no files, no clock and no threads.

mod abilities;
mod game;
pub mod laws;
mod notation;
mod random;
pub mod scene;
mod value;

pub use abilities::{
    Action, Ranked, Reward, Score, Scored, Separable, Symmetric, Tactics, Threat, Threats,
};
pub use game::{Deterministic, Game, Outcome, Side, Stochastic, Turn, divide, perft};
pub use notation::{
    Name, Notation, ReadError, escaped, nearest, quoted, read_position_and_moves, turns_text,
};
pub use random::SplitMix;
pub use scene::{Arranged, Scenic};
pub use value::{Value, seen_by_mover};

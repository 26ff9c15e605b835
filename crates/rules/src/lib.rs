//! What is a game? A start, whose turn it is, the moves, and the position after
//! a move.
//!
//! The best definition is a small game written out. Two players take one, two or
//! three matches in turn; who takes the last one wins:
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
//! What only some games can do is a small trait of its own, with laws of its
//! own, and each says which doors it opens: [`Notation`] (texts), [`Symmetric`]
//! (images), [`Ranked`] (whole games solved by ordered sweeps), [`Tactics`] (what
//! a search sees at a glance), [`Reward`] (what a player of short sight sees),
//! [`Scenic`] (drawings), [`Arranged`] (set-up token by token), [`Scored`] (counted results), [`Separable`] (sides that walk by themselves).
//!
//! This crate knows no game, no file, no clock and no thread.

mod abilities;
mod game;
pub mod laws;
mod notation;
mod random;
pub mod scene;
mod value;

pub use abilities::{Action, Ranked, Reward, Score, Scored, Separable, Symmetric, Tactics};
pub use game::{Deterministic, Game, Outcome, Side, Stochastic, Turn, divide, perft};
pub use notation::{
    Name, Notation, ReadError, escaped, nearest, quoted, read_position_and_moves, turns_text,
};
pub use random::SplitMix;
pub use scene::{Arranged, Scenic};
pub use value::{Value, seen_by_mover};

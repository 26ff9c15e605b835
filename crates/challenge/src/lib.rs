//! What fits this person?
//!
//! It begins with players. A player is a distribution over moves: a
//! [`policy`] gives each legal move a whole weight, so its chances are exact,
//! and any player can meet any other.
//!
//! ```
//! use spar_challenge::policy::{self, Perfect, Policy, Random};
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Notation, SplitMix};
//! use spar_solve::minimax;
//!
//! let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
//! let position = game.read_position("x../.o./..x").unwrap();
//!
//! // Four of the six moves hold the draw; perfect play takes each of them alike.
//! let by_minimax = |game: &Lines, position: &_| Ok(minimax::moves(game, position));
//! let mut perfect = Vec::new();
//! Perfect(by_minimax).weights(&game, &position, &mut perfect).unwrap();
//! assert!(perfect.iter().map(|(_, weight)| weight).eq(&[1, 1, 1, 1]));
//!
//! // A seed settles which move is played.
//! let played = policy::choose(&mut Random, &game, &position, &mut SplitMix::new(7)).unwrap().unwrap();
//! assert_eq!(game.write_move(&position, played), "b3");
//! ```
//!
//! What a level says of its value and its chances is proved again by [`verify`], which
//! shares no code with the rest.
//!
//! Everything here is generic over the traits of `spar-rules` and names no game.

pub mod chance;
pub mod cost;
pub mod duel;
pub mod generate;
pub mod hardness;
pub mod hint;
pub mod judge;
pub mod level;
pub mod oracle;
pub mod player;
pub mod policy;
pub mod race;
pub mod rating;
pub mod review;
pub mod say;
pub mod session;
pub mod sight;
pub mod survey;
pub mod tally;
pub mod verify;
pub mod why;

//! Levels, players, sessions and ratings: positions that are suitable for a person.
//!
//! Everything is based on players: a player is a probability distribution over moves. A
//! [`policy`] gives each legal move an integer weight, so chances are exact, and any two
//! players can be matched.
//!
//! ```
//! use spar_challenge::policy::{self, Player, Roster, Seen};
//! use spar_challenge::players::{Known, LookAhead};
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Notation, SplitMix};
//! use spar_solve::{Budget, minimax};
//!
//! let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
//! let position = game.read_position("x../.o./..x").unwrap();
//!
//! // Four of the six moves hold the draw; perfect play takes each of them alike.
//! let by_minimax = |game: &Lines, position: &_| Ok(minimax::moves(game, position));
//! let players = LookAhead::new(Known::new(&game, by_minimax, Budget::unlimited()));
//! let mut perfect = players.policy(&Player::perfect()).unwrap();
//! let seen = Seen::at(&game, &position);
//! let mut weights = Vec::new();
//! perfect.weights(&seen, &mut weights).unwrap();
//! assert!(weights.iter().map(|(_, weight)| weight).eq(&[1, 1, 1, 1]));
//!
//! // A seed settles which move is played.
//! let mut random = players.policy(&"random".parse().unwrap()).unwrap();
//! let played = policy::choose(&mut random, &seen, &mut SplitMix::new(7)).unwrap().unwrap();
//! assert_eq!(game.write_move(&position, played), "b3");
//! ```
//!
//! [`verify`] proves the value and the chances of a level again. It shares no code with the
//! other modules.
//!
//! Everything here is generic over the traits of `spar-rules` and names no game.

pub mod chance;
pub mod cost;
pub mod duel;
pub mod explain;
pub mod eyes;
pub mod generate;
pub mod hardness;
pub mod hint;
pub mod judge;
pub mod level;
pub mod matches;
pub mod oracle;
pub mod players;
pub mod policy;
pub mod rating;
pub mod response;
pub mod review;
pub mod say;
pub mod session;
pub mod sight;
pub mod survey;
pub mod tally;
pub mod track;
pub mod twin;
pub mod verify;
pub mod why;

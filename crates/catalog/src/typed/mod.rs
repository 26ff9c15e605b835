//! Typed games, positions, sessions and solved games, which implement the traits of `any`.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `game` | a game with its abilities and cached results |
//! | `position`, `session`, `solved` | a position, a session, a solved game |
//! | `book` | the openings of a game, and the search that solves them |
//! | `levels` | the abilities of games with levels |
//! | `track` | the abilities of races |
//! | `twin` | twins of missed positions |

mod book;
mod game;
mod levels;
mod position;
mod session;
mod solved;
mod track;
mod twin;

pub use game::{Thrown, TypedGame};

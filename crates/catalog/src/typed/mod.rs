//! Typed games, positions, sessions and solved games: what stands behind the faces of `any`.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `game` | a game with its abilities; results that an open game keeps |
//! | `position`, `session`, `solved` | a position, a game under way, a whole game solved |
//! | `levels` | the abilities that come with levels |
//! | `track` | the abilities of games whose sides walk alone |

mod game;
mod levels;
mod position;
mod session;
mod solved;
mod track;

pub use game::{Thrown, TypedGame};

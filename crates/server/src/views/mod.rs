//! Answers of the server: the types of `api`, made from the data of the other crates. There are
//! no rules here, and what needs a search is asked of the session.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `board` | positions, scenes, moves as they are played |
//! | `explain` | explanations of moves, and lines told to their end |
//! | `value` | values and chances in words and figures |
//! | `session` | the game of a person, its opponent, its review |
//! | `game` | cards and pages of whole games |

mod board;
mod explain;
mod game;
mod session;
mod value;

pub use board::{eyes, frame, frames, position, roll, scene, side, supply, token};
pub use explain::story;
pub use game::{by_chance, card, game, opponents, policy, verdict};
pub use session::opponent;
pub(crate) use session::{Shown, hint, verdict_kind};
pub use value::{certified, chance, exact, pair, standing, value, values, within};

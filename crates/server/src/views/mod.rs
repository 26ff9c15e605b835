//! Answers of the server: the types of `api`, made from the data of the other crates. There are
//! no rules and no searches here.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `board` | positions, pictures, moves as they are played; positions that show a rule |
//! | `value` | values and chances in words and figures |
//! | `players` | opponents by name and strength |
//! | `game` | cards and pages of whole games |

mod board;
mod game;
mod players;
mod value;

pub use board::{Film, position, roll, scene, side, supply, token};
pub use game::{by_chance, card, game, verdict};
pub use players::{opponent, opponents, policy};
pub use value::{certified, chance, exact, pair, standing, value, values, within};

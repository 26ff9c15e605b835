//! Load tests: many simulated players at once, over real sockets, against this program as a
//! separate server. Used by `spar load` and by tests that kill the server.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `server` | the server process, and its raised limits |
//! | `client` | a persistent connection with a cookie |
//! | `player` | a simulated player, who checks every answer |
//! | `game` | a player's knowledge of a game |
//! | `run` | all players at once |
//! | `figures` | the results |

mod client;
mod figures;
mod game;
mod player;
mod run;
mod server;

pub use client::Client;
pub use figures::{Figures, Memory, Times};
pub use game::{PlayedPly, Told};
pub use player::{Notes, Player, Wrong};
pub use run::{LoadRun, figure_of};
pub use server::{Server, raised};
pub use spar_server::playable;

/// What the players play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plays {
    /// This game from its start, against this opponent.
    Game {
        /// The game's name.
        game: String,
        /// The opponent, as written in requests.
        against: String,
    },
    /// Levels of this game, as the server offers them.
    Levels {
        /// The game's name.
        game: String,
    },
}

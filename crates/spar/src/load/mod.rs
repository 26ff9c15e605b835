//! Many players at once, over real sockets, against this program as a separate server:
//! what `spar load` measures, and what tests interrupt.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `server` | the program as a server, and the limits that are raised for it |
//! | `client` | a connection that is kept, with a cookie |
//! | `player` | somebody who plays one game after another and checks every answer |
//! | `game` | what a player knows of a game |
//! | `run` | all of them at once |
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

/// What players play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plays {
    /// This game from its usual start, against this opponent.
    Game {
        /// The game's name.
        game: String,
        /// The opponent as it is written in requests.
        against: String,
    },
    /// The levels of this game, as the server gives them.
    Levels {
        /// The game's name.
        game: String,
    },
}

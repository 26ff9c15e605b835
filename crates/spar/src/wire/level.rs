//! The JSON output of `rate` and `verify`. Levels are in [`spar_catalog::level_json`].

use crate::fault::Fault;
use serde::{Deserialize, Serialize};
pub use spar_catalog::level_json::{Chance, Fractions, Level, Plays, Thresholds, Who};
use spar_catalog::{AnyGame, AnyPosition, TextEyes};
use spar_challenge::eyes::MoveInSight;
use spar_challenge::sight::Look as Seen;

/// `rate --from`: a position that could not be rated.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unrated {
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// The reason.
    pub reason: String,
}

impl Unrated {
    /// A position that could not be rated.
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition, fault: &Fault) -> Unrated {
        let reason = fault.told().map(|error| error.what.clone()).unwrap_or_default();
        Unrated { game: game.facts().name.clone(), position: position.text(), reason }
    }
}

/// `rate --foresight`: a player's view of every move.
#[derive(Debug, Serialize)]
pub struct Looks {
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// The foresight in rounds.
    pub foresight: u32,
    /// Every move.
    pub moves: Vec<MoveLook>,
    /// What the player sees in a sentence.
    pub text: Option<String>,
}

/// A player's view of a move.
#[derive(Debug, Serialize)]
pub struct MoveLook {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// `"win"`, `"open"` or `"loss"` for the side that makes it.
    pub sees: &'static str,
    /// The reward, if the player sees no end of the game.
    pub reward: Option<i32>,
    /// The plies to the end that the player sees, this move included.
    pub plies: Option<u32>,
    /// The play that the player expects after it.
    pub line: Vec<String>,
    /// Whether the player may choose it: no move looks better.
    pub liked: bool,
}

impl Looks {
    /// A player's view of every move in a position.
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition, eyes: &TextEyes) -> Looks {
        let look = |it: &MoveInSight<String>| {
            let (sees, reward, plies) = match it.look {
                Seen::Win(plies) => ("win", None, Some(plies)),
                Seen::Open(reward) => ("open", Some(reward), None),
                Seen::Loss(plies) => ("loss", None, Some(plies)),
            };
            let (mv, line, liked) = (it.mv.clone(), it.line.clone(), it.is_liked);
            MoveLook { mv, sees, reward, plies, line, liked }
        };
        Looks {
            game: game.facts().name.clone(),
            position: position.text(),
            foresight: eyes.rounds,
            moves: eyes.moves.iter().map(look).collect(),
            text: eyes.sentence(String::clone),
        }
    }
}

/// `verify`: a level whose claims could not be verified.
#[derive(Debug, Serialize)]
pub struct Doubt {
    /// Its line number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub doubt: String,
}

/// `verify`: all levels are verified.
#[derive(Debug, Serialize)]
pub struct LevelsVerified {
    /// The number of levels.
    pub verified: u64,
}

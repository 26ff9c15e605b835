//! The shapes of `rate` and `verify`. A level itself is in [`spar_catalog::level_json`].

use crate::fault::Fault;
use serde::{Deserialize, Serialize};
pub use spar_catalog::level_json::{Chance, Fractions, Level, Plays, Thresholds, Who};
use spar_catalog::{AnyGame, AnyPosition, LookedAt};
use spar_challenge::sight::Look as Seen;

/// `rate --from`: a position that could not be rated.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unrated {
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// Why not.
    pub reason: String,
}

impl Unrated {
    /// A position that could not be rated.
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition, fault: &Fault) -> Unrated {
        let reason = fault.told().map(|error| error.what.clone()).unwrap_or_default();
        Unrated { game: game.facts().name.clone(), position: position.text(), reason }
    }
}

/// `rate --foresight`: how every move looks to a player.
#[derive(Debug, Serialize)]
pub struct Looks {
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// Rounds of foresight.
    pub foresight: u32,
    /// Every move.
    pub moves: Vec<MoveLook>,
}

/// How a move looks.
#[derive(Debug, Serialize)]
pub struct MoveLook {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// `"win"`, `"open"` or `"loss"` for the side that makes it.
    pub sees: &'static str,
    /// The reward where nothing ends in sight.
    pub reward: Option<i32>,
    /// Plies to the end that is in sight, this move included.
    pub plies: Option<u32>,
    /// The play that is expected after it.
    pub line: Vec<String>,
}

impl Looks {
    /// How every move of a position looks to a player of this foresight.
    pub fn of(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        foresight: u32,
        looks: &[LookedAt],
    ) -> Looks {
        let look = |it: &LookedAt| {
            let (sees, reward, plies) = match it.look {
                Seen::Win(plies) => ("win", None, Some(plies)),
                Seen::Open(reward) => ("open", Some(reward), None),
                Seen::Loss(plies) => ("loss", None, Some(plies)),
            };
            MoveLook { mv: it.mv.clone(), sees, reward, plies, line: it.line.clone() }
        };
        Looks {
            game: game.facts().name.clone(),
            position: position.text(),
            foresight,
            moves: looks.iter().map(look).collect(),
        }
    }
}

/// `verify`: a level that is not proved.
#[derive(Debug, Serialize)]
pub struct Doubt {
    /// Its line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub doubt: String,
}

/// `verify`: all levels are proved.
#[derive(Debug, Serialize)]
pub struct LevelsVerified {
    /// How many.
    pub verified: u64,
}

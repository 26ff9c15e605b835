//! Why a claim is rejected.

use super::claim::Claimed;
use crate::policy::Player;
use spar_rules::Side;
use std::fmt;

/// The first thing in a claim that could not be proved again. Each is one clause;
/// who knows the file adds where it stands.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Doubt {
    /// A level asks for a move, and here is none.
    #[error("the game is already over")]
    Over,
    /// The claimed winner needs longer, or cannot win at all.
    #[error("the {winner} side cannot force a win within {plies} plies")]
    NotWithin {
        /// The side that wins by the claim.
        winner: Side,
        /// The claimed distance.
        plies: u32,
    },
    /// The claimed distance is not the shortest.
    #[error("the {winner} side can force a win in fewer than {plies} plies")]
    Sooner {
        /// The side that wins by the claim.
        winner: Side,
        /// The claimed distance.
        plies: u32,
    },
    /// A draw is claimed where one side wins.
    #[error("it is not a draw: the {winner} side can force a win")]
    NotDrawn {
        /// The side that wins in truth.
        winner: Side,
    },
    /// A move is listed that the rules do not allow.
    #[error("{mv} is listed among the {list} moves, but is not a legal move")]
    Illegal {
        /// Where it is listed.
        list: List,
        /// The move.
        mv: String,
    },
    /// A move is listed twice.
    #[error("{mv} is listed twice among the {list} moves")]
    Twice {
        /// Where it is listed.
        list: List,
        /// The move.
        mv: String,
    },
    /// A move is listed that does not belong there.
    #[error("{mv} is listed among the {list} moves, but is none of them")]
    Extra {
        /// Where it is listed.
        list: List,
        /// The move.
        mv: String,
    },
    /// A move belongs into a list and is not there.
    #[error("{mv} is not listed among the {list} moves, but is one of them")]
    Missing {
        /// Where it should be listed.
        list: List,
        /// The move.
        mv: String,
    },
    /// The parts of the chances do not make up the whole, or the whole is nothing.
    #[error("the chances ({claimed}) do not make up a whole")]
    NoWhole {
        /// As they are claimed.
        claimed: Claimed,
    },
    /// A bound is not a number from 0 to 1, or the lower one is above the upper.
    #[error("the chances ({claimed}) are not bounds from 0 to 1")]
    NoBounds {
        /// As they are claimed.
        claimed: Claimed,
    },
    /// Interval so far apart that they say little.
    #[error("the chances ({claimed}) are wider apart than {widest}")]
    Wide {
        /// As they are claimed.
        claimed: Claimed,
        /// The widest that is believed.
        widest: f64,
    },
    /// The chances are others.
    #[error("the chances are {found}, not {claimed}")]
    Chance {
        /// As they are claimed.
        claimed: Claimed,
        /// As they were found.
        found: Box<Claimed>,
    },
    /// The best chance against the opponent is another.
    #[error("the best chance is {} to {}, not {} to {}", found.0, found.1, claimed.0, claimed.1)]
    Best {
        /// As it is claimed.
        claimed: (f64, f64),
        /// As it was found.
        found: (f64, f64),
    },
    /// The best chances after the choices are others.
    #[error("the best chances after its choices are {}", listed(found))]
    Worth {
        /// As they were found.
        found: Vec<(f64, f64)>,
    },
    /// The learner, or even best play, cannot win.
    #[error("the learner cannot win there, so it is not a level")]
    Hopeless,
    /// The claim gives fractions, but they are too long to be found again.
    #[error("the chances ({claimed}) cannot be found again as fractions of 128 bits")]
    NotExact {
        /// As they are claimed.
        claimed: Claimed,
    },
    /// The checker has no definition of a player; nothing is said for or against the claim.
    #[error("it cannot be checked: the checker does not know the player `{player}`")]
    Player {
        /// The player.
        player: Player,
    },
    /// The proof is longer than allowed; nothing is said for or against the claim.
    #[error("{positions} positions are not enough to prove it")]
    TooMuch {
        /// How many positions were allowed.
        positions: u64,
    },
}

/// The proof is longer than allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMuch {
    pub(super) positions: u64,
}

impl From<TooMuch> for Doubt {
    fn from(TooMuch { positions }: TooMuch) -> Doubt {
        Doubt::TooMuch { positions }
    }
}

fn listed(bounds: &[(f64, f64)]) -> String {
    let each = bounds.iter().map(|(low, high)| format!("{low} to {high}"));
    each.collect::<Vec<_>>().join(", ")
}

/// A list of moves in a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The moves that keep the win.
    Winning,
    /// The moves that keep the win and its distance.
    Fastest,
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            List::Winning => "winning",
            List::Fastest => "fastest",
        })
    }
}

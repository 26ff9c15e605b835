//! Why a claim is rejected.

use super::claim::Claimed;
use crate::policy::Player;
use spar_rules::Side;
use std::fmt;

/// The first claim that could not be proved again, as one clause. The caller adds its location.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Doubt {
    /// The game is over, so there is no move to find.
    #[error("the game is already over")]
    Over,
    /// The claimed winner needs more plies, or cannot win at all.
    #[error("the {winner} side cannot force a win within {plies} plies")]
    NotWithin {
        /// The claimed winner.
        winner: Side,
        /// The claimed distance.
        plies: u32,
    },
    /// The claimed distance is not the shortest.
    #[error("the {winner} side can force a win in fewer than {plies} plies")]
    Sooner {
        /// The claimed winner.
        winner: Side,
        /// The claimed distance.
        plies: u32,
    },
    /// A draw is claimed, but one side wins.
    #[error("it is not a draw: the {winner} side can force a win")]
    NotDrawn {
        /// The side that wins.
        winner: Side,
    },
    /// A listed move is illegal.
    #[error("{mv} is listed among the {list} moves, but is not a legal move")]
    Illegal {
        /// The list.
        list: List,
        /// The move.
        mv: String,
    },
    /// A move is listed twice.
    #[error("{mv} is listed twice among the {list} moves")]
    Twice {
        /// The list.
        list: List,
        /// The move.
        mv: String,
    },
    /// A listed move does not belong into the list.
    #[error("{mv} is listed among the {list} moves, but is none of them")]
    Extra {
        /// The list.
        list: List,
        /// The move.
        mv: String,
    },
    /// A move is missing in a list.
    #[error("{mv} is not listed among the {list} moves, but is one of them")]
    Missing {
        /// The list.
        list: List,
        /// The move.
        mv: String,
    },
    /// The parts of the chances do not add up to the whole, or the whole is 0.
    #[error("the chances ({claimed}) do not make up a whole")]
    NoWhole {
        /// The claimed chances.
        claimed: Claimed,
    },
    /// A bound is not a number from 0 to 1, or the lower one exceeds the upper one.
    #[error("the chances ({claimed}) are not bounds from 0 to 1")]
    NoBounds {
        /// The claimed chances.
        claimed: Claimed,
    },
    /// The claimed bounds are too wide.
    #[error("the chances ({claimed}) are wider apart than {widest}")]
    Wide {
        /// The claimed chances.
        claimed: Claimed,
        /// The maximum width.
        widest: f64,
    },
    /// The chances are different.
    #[error("the chances are {found}, not {claimed}")]
    Chance {
        /// The claimed chances.
        claimed: Claimed,
        /// The computed chances.
        found: Box<Claimed>,
    },
    /// The best chance against the opponent is different.
    #[error("the best chance is {} to {}, not {} to {}", found.0, found.1, claimed.0, claimed.1)]
    Best {
        /// The claimed bounds.
        claimed: (f64, f64),
        /// The computed bounds.
        found: (f64, f64),
    },
    /// The best chances after the choices are different.
    #[error("the best chances after its choices are {}", listed(found))]
    Worth {
        /// The computed bounds.
        found: Vec<(f64, f64)>,
    },
    /// The learner, or even best play, cannot win.
    #[error("the learner cannot win there, so it is not a level")]
    Hopeless,
    /// The claim contains fractions, but they are too large to be computed again.
    #[error("the chances ({claimed}) cannot be found again as fractions of 128 bits")]
    NotExact {
        /// The claimed chances.
        claimed: Claimed,
    },
    /// The checker does not support a player; the claim is neither confirmed nor refuted.
    #[error("it cannot be checked: the checker does not know the player `{player}`")]
    Player {
        /// The player.
        player: Player,
    },
    /// The proof exceeds its limit; the claim is neither confirmed nor refuted.
    #[error("{positions} positions are not enough to prove it")]
    TooMuch {
        /// The maximum number of positions.
        positions: u64,
    },
}

/// The proof exceeds its limit.
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

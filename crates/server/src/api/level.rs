//! Levels and tries at them.

use super::board::ChanceView;
use super::play::{Begin, SessionView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A level to be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LevelView {
    /// What begins it.
    pub begin: Begin,
    /// The game that the first move begins.
    pub session: SessionView,
    /// Its rating, computed from `odds`; none if they cannot be found out quickly.
    pub rating: Option<i32>,
    /// Who solves it how often: players of foresight 0, 1, 2 and 3, in a race the random,
    /// the novice, the fastest and the perfect one; all exact or certified.
    pub odds: Vec<OddsView>,
    /// Whether a try at it moves the person's rating.
    pub rated: bool,
    /// Why it does or does not, to be said before.
    pub why: String,
    /// If it came back: how.
    pub again: Option<AgainView>,
    /// The chance to solve it, in percent, that was wanted.
    pub wanted: u32,
}

/// How often a player solves a level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OddsView {
    /// The player: `Foresight 2`.
    pub player: String,
    /// The chance.
    pub chance: ChanceView,
}

/// A level that came back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AgainView {
    /// How its board is shown this time.
    pub image: ImageWord,
    /// The same in a sentence.
    pub words: String,
}

/// How a board is shown the next time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImageWord {
    /// In a mirror.
    Mirrored,
    /// Turned round.
    Turned,
    /// As it was: the board has no other image of this position.
    Same,
}

/// What came of a try at a level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TriedView {
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were asked for before it was decided.
    pub helped: bool,
    /// How it moved the person's rating; none if it was not rated.
    pub rating: Option<MovedView>,
    /// The same in a sentence.
    pub words: String,
}

/// How a try moved a person's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct MovedView {
    /// The level's rating.
    pub level: i32,
    /// The person's before it.
    pub before: i32,
    /// The person's after it.
    pub after: i32,
    /// The band around it now: it may well be off by so much.
    pub deviation: u32,
}

/// Asks for a level.
#[derive(Clone, Debug, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WantLevel {
    /// The game's name.
    pub game: String,
    /// The chance to solve it that is wanted, in percent, from 10 to 90; one half if it is
    /// left out.
    #[serde(default)]
    pub wanted: Option<u32>,
    /// Positions that are not wanted again, besides those already played: the last that was
    /// passed over stands last. Spaces stand between them; there may be 200.
    #[serde(default)]
    pub not: Option<String>,
}

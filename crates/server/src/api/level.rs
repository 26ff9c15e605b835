//! Levels and tries at them.

use super::board::ChanceView;
use super::play::{Begin, SessionView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A level to be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LevelView {
    /// The request that begins it.
    pub begin: Begin,
    /// The game that the first move begins.
    pub session: SessionView,
    /// Its rating, computed from `odds`; none if they cannot be computed quickly.
    pub rating: Option<i32>,
    /// How often players solve it: those of foresight 0, 1, 2 and 3, or in a race the random,
    /// the novice, the fastest and the perfect player. All are exact or certified.
    pub odds: Vec<OddsView>,
    /// Whether a try at it changes the person's rating.
    pub rated: bool,
    /// Why it does or does not, to be shown before the first move.
    pub why: String,
    /// Its idea, if it is one of the first levels of its game.
    pub idea: Option<IdeaView>,
    /// How its board is shown, if the level came back.
    pub again: Option<AgainView>,
    /// The wanted chance to solve it, in percent.
    pub wanted: u32,
}

/// The twin of a missed position: one that differs in as few cells as possible, in which the missed
/// move is one of the best.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TwinView {
    /// The missed move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The twin as a level; none if there is none or it was not found.
    pub twin: Option<LevelView>,
    /// The position of the miss as a level, to be tried again.
    pub first: LevelView,
    /// The number of cells that differ.
    pub distance: Option<u32>,
    /// The cells that differ.
    pub cells: Vec<usize>,
    /// What is right in the twin, or why there is none.
    pub words: String,
    /// Which cells differ, in words.
    pub difference: Option<String>,
}

/// The idea of a first level, for somebody who has not tried a level of the game yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct IdeaView {
    /// The idea: `Complete the line`.
    pub name: String,
    /// What to do, in one sentence.
    pub task: String,
    /// The number of this level, from 1.
    pub number: u32,
    /// The number of first levels of the game.
    pub count: u32,
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

/// How the board of a level is shown when it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImageWord {
    /// Mirrored.
    Mirrored,
    /// Turned.
    Turned,
    /// Unchanged: the position has no other image.
    Same,
}

/// The result of a try at a level.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TriedView {
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were asked for before it was decided.
    pub helped: bool,
    /// How it changed the person's rating; none if it was not rated.
    pub rating: Option<MovedView>,
    /// The same in a sentence.
    pub words: String,
}

/// How a try changed a person's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct MovedView {
    /// The level's rating.
    pub level: i32,
    /// The person's rating before it.
    pub before: i32,
    /// The person's rating after it.
    pub after: i32,
    /// The uncertainty of the rating after it, as plus or minus.
    pub deviation: u32,
    /// The rating that is shown after it; none for the first few rated tries.
    pub shown: Option<i32>,
    /// By how much it changed the shown rating, at most 20 points; none if none was shown before.
    pub step: Option<i32>,
    /// The number of rated tries until a rating is shown.
    pub left: u32,
}

/// Asks for a level.
#[derive(Clone, Debug, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WantLevel {
    /// The game's name.
    pub game: String,
    /// The wanted chance to solve it, in percent, from 10 to 90; 50 if it is left out.
    #[serde(default)]
    pub wanted: Option<u32>,
    /// Positions to skip, in addition to those already played, separated by spaces, at most
    /// 200. The last skipped one comes last.
    #[serde(default)]
    pub not: Option<String>,
}

//! What positions and moves are worth.

use super::board::Frame;
use serde::Serialize;
use utoipa::ToSchema;

/// Win, draw or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
    /// Chance decides: `chance` says how likely a win is.
    Chance,
    /// Not known within the budget.
    Unknown,
}

/// A value, seen by one side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ValueView {
    /// Win, draw or loss.
    pub kind: ValueKind,
    /// Moves of the winner until the end; none for a draw.
    pub moves: Option<u32>,
    /// The same in words: `win in 3`, `67 %`, `not known`.
    pub words: String,
    /// The chance to win with best play of both sides, in a game with chance.
    pub chance: Option<ChanceView>,
}

/// A move with its value for the side that makes it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MoveValueView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub value: ValueView,
}

/// What is known of a position and of all its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ValuesView {
    /// For the side to move.
    pub value: ValueView,
    /// What is proven where the value is not known: `at least a draw`.
    pub bounds: Option<String>,
    /// Every legal move.
    pub moves: Vec<MoveValueView>,
    /// Best play from here.
    pub line: Vec<Frame>,
}

/// A chance and how it was got.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChanceView {
    /// Its nearest float.
    pub value: f64,
    /// `63 %`.
    pub words: String,
    /// `exact`, `between 62 % and 65 %` or `about, 1,000 games by seed 7`.
    pub how: String,
    /// It is at least this: rounded down, so that also an exact chance that is no float is
    /// enclosed. Of a sample, the lower end of its interval.
    pub low: f64,
    /// It is at most this, rounded up.
    pub high: f64,
}

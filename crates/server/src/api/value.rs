//! Values and chances of positions and of their moves.

use super::board::{ChanceView, Frame};
use super::explain::StoryView;
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
    /// Chance decides: `chance` is the probability of a win.
    Chance,
    /// Not known within the budget.
    Unknown,
}

/// A value for one side.
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

/// What is known about a position and all its moves.
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
    /// What its first moves do, and how it ends; none if the value is not known.
    pub story: Option<StoryView>,
}

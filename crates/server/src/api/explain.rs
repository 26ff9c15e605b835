//! Explanations: what a move does, which lines it is about, and how a line of moves ends.

use super::board::SideWord;
use serde::Serialize;
use utoipa::ToSchema;

/// A line of moves, told to its end.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StoryView {
    /// What each move of the line does.
    pub steps: Vec<StepView>,
    /// How the line ends.
    pub ending: EndingWord,
    /// If the line is cut before a win: the further moves of the winner.
    pub wins_in: Option<u32>,
    /// How it ends, in one sentence; empty if nothing is known.
    pub sentence: String,
    /// The lines on the board at its end: the completed ones, or those of two threats.
    pub lines: Vec<DrawnLineView>,
    /// What to write next to tokens that are not on the board.
    pub caption: String,
}

/// How a line of moves ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndingWord {
    /// The game is won.
    Won,
    /// The game is drawn.
    Drawn,
    /// A side can complete a line at several cells, and the other cannot prevent them all.
    TwoWays,
    /// The line is cut, and a side goes on and wins.
    Wins,
    /// The line is cut, and best play holds the draw.
    Draws,
    /// What follows is not known.
    Open,
}

/// A move of a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StepView {
    /// The move and what it does, in sentences.
    pub text: String,
    /// What it does.
    pub facts: Vec<FactView>,
}

/// A fact about a move or a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactView {
    /// Its kind.
    pub kind: FactWord,
    /// One sentence.
    pub text: String,
    /// The lines that it is about.
    pub lines: Vec<DrawnLineView>,
    /// The token that a forced reply would place.
    pub ghosts: Vec<GhostView>,
}

/// The kind of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactWord {
    /// The move completes a line.
    Completes,
    /// The move ends the game in another way.
    Ends,
    /// The move takes away a cell where the other side could have completed a line.
    Block,
    /// After the move, its maker could win at once.
    Threat,
    /// The move makes several threats that cannot all be prevented.
    Fork,
    /// Only one reply does not lose at once.
    OnlyReply,
    /// Every reply loses at once.
    NoReply,
    /// Every reply loses at once, although nothing is threatened.
    Zugzwang,
    /// A cell that cannot be played yet would complete a line of either side.
    SharedCell,
    /// A side could complete a line if it were to move.
    Standing,
    /// What the rolls of the choice reach.
    Rolls,
}

/// A line on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawnLineView {
    /// The side that completes it.
    pub side: SideWord,
    /// All its cells, as indices into the scene.
    pub cells: Vec<usize>,
    /// The cell that it lacks; none if it is complete.
    pub missing: Option<usize>,
}

/// A token that is not on the board but would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GhostView {
    /// The cell, as an index into the scene.
    pub cell: usize,
    /// The side.
    pub side: SideWord,
}

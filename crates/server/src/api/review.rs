//! Games looked back at.

use super::board::{Frame, MoveValueView, PositionView, SideWord, ValueView};
use super::play::{ByWord, Say, SessionView, VerdictKind};
use serde::Serialize;
use utoipa::ToSchema;

/// A finished or unfinished game, looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewView {
    /// The game.
    pub session: SessionView,
    /// Whose eyes the curve has: the person's side, or the first.
    pub seen_by: SideWord,
    /// `The win slipped on your 5th move.`
    pub headline: String,
    /// The word on it.
    pub say: Say,
    /// The position where it began.
    pub start: PositionView,
    /// The value where it began, seen by `seen_by`.
    pub start_value: ValueView,
    /// Every move that stands, in order.
    pub moves: Vec<ReviewedMove>,
    /// The index into `moves` of the slip that matters most, if there is one.
    pub slip: Option<usize>,
    /// Moves that lost the outcome and were taken back, in the order they were tried.
    pub slips: Vec<SlipView>,
    /// Whether every value is known.
    pub exact: bool,
}

/// A move, looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedMove {
    /// The move as it is played on the board.
    pub frame: Frame,
    /// Who made it.
    pub by: ByWord,
    /// The text of the position before it: here one may try again.
    pub before: String,
    /// What the mover had before it.
    pub had: ValueView,
    /// What the mover has after it.
    pub has: ValueView,
    /// The value after it, seen by `seen_by`: a point of the curve.
    pub value: ValueView,
    /// What kind of move it was. A roll has no verdict.
    pub kind: VerdictKind,
    /// What a choice cost of the chance to win; none without chance, for a roll, and where
    /// the bounds leave open whether it was a slip.
    pub cost: Option<CostView>,
    /// One sentence that a person understands.
    pub sentence: String,
    /// After a move that changed the outcome: what would have been better.
    pub better: Option<Better>,
    /// After a move of the person that kept the outcome: one that keeps it too and does better
    /// against this opponent. None if nothing does, and where that is not known within the
    /// budget.
    pub trap: Option<TrapView>,
}

/// A move that keeps the outcome too and does better against this opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrapView {
    /// The move as it is played on the board.
    pub frame: Frame,
    /// One sentence that a person understands.
    pub sentence: String,
}

/// What a choice cost of the chance to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct CostView {
    /// About how many points, a hundredth each: to the nearest whole point.
    pub points: u32,
    /// It cost at least this part of the chance, from 0 to 1: certified.
    pub low: f64,
    /// It cost at most this part of the chance: certified.
    pub high: f64,
}

/// A move that lost the outcome and was taken back, looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SlipView {
    /// It was tried before the move of this index into `moves`, or after the last one;
    /// none if moves before it were taken back as well, so that it is off the line.
    pub at: Option<usize>,
    /// The move as it is played on the board.
    pub frame: Frame,
    /// The text of the position before it: here one may try again.
    pub before: String,
    /// What the person had before it.
    pub had: ValueView,
    /// What the person would have had after it.
    pub has: ValueView,
    /// One sentence that a person understands.
    pub sentence: String,
    /// The move and the line that punishes it.
    pub line: Vec<Frame>,
}

/// What would have been better than a move that changed the outcome.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Better {
    /// The best line from the position before the move.
    pub line: Vec<Frame>,
    /// One sentence about it.
    pub sentence: String,
    /// What players of foresight 1, 2, 3 would have played there.
    pub foresights: Vec<ForesightView>,
}

/// What a player of some foresight would have played: any of these, each alike.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForesightView {
    /// How many rounds it looks ahead.
    pub rounds: u32,
    /// Its moves with their exact values.
    pub moves: Vec<MoveValueView>,
}

//! Reviews of games.

use super::board::{Frame, PositionView, SideWord};
use super::explain::StoryView;
use super::play::{ByWord, Say, SessionView, VerdictKind};
use super::value::{MoveValueView, ValueView};
use serde::Serialize;
use utoipa::ToSchema;

/// The review of a finished or unfinished game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewView {
    /// The game.
    pub session: SessionView,
    /// The side from whose perspective the curve is drawn: the person's side, or the first.
    pub seen_by: SideWord,
    /// `The win slipped on your 5th move.`
    pub headline: String,
    /// A comment on it.
    pub say: Say,
    /// The position where it began.
    pub start: PositionView,
    /// The value of that position for `seen_by`.
    pub start_value: ValueView,
    /// The moves that were not taken back, in order.
    pub moves: Vec<ReviewedMove>,
    /// The index into `moves` of the slip that matters most, if there is one.
    pub slip: Option<usize>,
    /// Moves that lost the outcome and were taken back, in the order they were tried.
    pub slips: Vec<SlipView>,
    /// Whether every value is known.
    pub exact: bool,
}

/// A move in a review.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedMove {
    /// The move as it is played on the board.
    pub frame: Frame,
    /// Who made it.
    pub by: ByWord,
    /// The text of the position before it, from which a person may try again.
    pub before: String,
    /// The value before it for the side that made it.
    pub had: ValueView,
    /// The value after it for the side that made it.
    pub has: ValueView,
    /// The value after it for `seen_by`: a point of the curve.
    pub value: ValueView,
    /// The verdict on it. A roll has none.
    pub kind: VerdictKind,
    /// How much of the chance to win a choice cost; none in games without chance, for a roll,
    /// and if the bounds leave open whether it was a slip.
    pub cost: Option<CostView>,
    /// A comment in one sentence.
    pub sentence: String,
    /// After a move that changed the outcome: a better move.
    pub better: Option<Better>,
    /// After a move of the person that kept the outcome: a move that also keeps it and does
    /// better against this opponent; none if there is none, or none was found within the
    /// budget.
    pub trap: Option<TrapView>,
}

/// A move that also keeps the outcome and does better against this opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrapView {
    /// The move as it is played on the board.
    pub frame: Frame,
    /// A comment in one sentence.
    pub sentence: String,
}

/// How much of the chance to win a choice cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct CostView {
    /// The cost in percentage points, rounded to a whole number.
    pub points: u32,
    /// A certified lower bound of the cost, from 0 to 1.
    pub low: f64,
    /// A certified upper bound of the cost, from 0 to 1.
    pub high: f64,
}

/// A move that lost the outcome and was taken back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SlipView {
    /// The index into `moves` of the move that was played instead, or the length of `moves`;
    /// none if moves before it were taken back as well.
    pub at: Option<usize>,
    /// The move as it is played on the board.
    pub frame: Frame,
    /// The text of the position before it, from which a person may try again.
    pub before: String,
    /// The value before it for the person.
    pub had: ValueView,
    /// The value after it for the person.
    pub has: ValueView,
    /// A comment in one sentence.
    pub sentence: String,
    /// The move and the line that punishes it.
    pub line: Vec<Frame>,
    /// What the moves of the line do, and how it ends.
    pub story: StoryView,
}

/// A better choice than a move that changed the outcome.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Better {
    /// The best line from the position before the move.
    pub line: Vec<Frame>,
    /// What the moves of the line do, and how it ends.
    pub story: StoryView,
    /// One sentence about it.
    pub sentence: String,
    /// What players of foresight 1, 2, 3 would have played there.
    pub foresights: Vec<ForesightView>,
}

/// The moves among which a player of some foresight would have chosen, all with the same
/// probability.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ForesightView {
    /// How many rounds it looks ahead.
    pub rounds: u32,
    /// Its moves with their exact values.
    pub moves: Vec<MoveValueView>,
}

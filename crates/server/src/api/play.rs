//! Games of a person.

use super::board::{Frame, PositionView, RollView, SideWord};
use super::explain::{FactView, StoryView};
use super::level::TriedView;
use super::value::{ValueKind, ValuesView};
use serde::{Deserialize, Serialize};
use spar_challenge::judge::Goal;
use spar_challenge::session::By;
use utoipa::{IntoParams, ToSchema};

/// The goal of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoalWord {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
    /// To finish without a slip, whoever wins: in games with chance.
    Best,
}

/// A goal with its number of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GoalView {
    /// The goal.
    pub kind: GoalWord,
    /// The number of moves that the person still needs to reach it, or needed from the start once
    /// the game is over; if it is known.
    pub moves: Option<u32>,
    /// The same in words: `You are X. Win in 3.`
    pub words: String,
}

/// An opponent that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpponentView {
    /// As it is written in requests and links.
    pub id: String,
    /// Its display name: `Foresight 2`.
    pub name: String,
    /// What it does, in a few words.
    pub about: String,
    /// Its strength from 0 to 5, for a picture. Each opponent that is offered has its own.
    pub strength: u8,
}

/// A comment: a headline and one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Say {
    /// Its tone.
    pub tone: Tone,
    /// The headline.
    pub strong: String,
    /// One sentence; may be empty.
    pub text: String,
}

/// The tone of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Neither good nor bad.
    Neutral,
    /// Help.
    Hint,
    /// Good for the person.
    Win,
    /// Even.
    Draw,
    /// Bad for the person.
    Loss,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StateWord {
    /// It goes on.
    Open,
    /// It ended by the rules, or a position occurred for the third time, which is a draw.
    Over,
    /// A person resigned.
    Resigned,
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ByWord {
    /// A person.
    Person,
    /// The program.
    Program,
    /// The program, which could not compute the move of its player in time, and looked as far
    /// ahead as it could.
    Guess,
    /// Chance, for the side that chose to roll.
    Chance,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayedMove {
    /// The text of the move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that made it.
    pub side: SideWord,
    /// Who made it.
    pub by: ByWord,
    /// The text of the position after it.
    pub position: String,
    /// What was rolled, if chance made it.
    pub roll: Option<RollView>,
}

/// A game of a person, or one that the first move would begin.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionView {
    /// Its id; none before it has begun.
    pub id: Option<String>,
    /// The side that the person plays; none if two people share the board.
    pub you: Option<SideWord>,
    /// The opponent.
    pub against: OpponentView,
    /// The goal, if it is a level.
    pub goal: Option<GoalView>,
    /// The text of the position where it began.
    pub start: String,
    /// The seed of the opponent's choices and of all rolls.
    pub seed: u32,
    /// The number of moves made and taken back so far. Requests repeat it, so that none is
    /// applied to a position that the person has not seen.
    pub at: u32,
    /// All moves so far.
    pub moves: Vec<PlayedMove>,
    /// The last move, if one was made.
    pub last: Option<Frame>,
    /// The current position.
    pub now: PositionView,
    /// Whether it is over, and how.
    pub state: StateWord,
    /// The result for the person, or for the first side if two people play: win, draw or loss;
    /// unknown while the game goes on.
    pub result: ValueKind,
    /// Whose turn it is, or how the game ended, in words.
    pub say: Say,
    /// The number of slips: moves that lost the outcome.
    pub slips: u32,
    /// The last stage of a hint that was asked for in this position, 0 to 3.
    pub hinted: u8,
    /// Whether the best response to this opponent can be asked for: in free play, if the
    /// opponent may err.
    pub has_response: bool,
    /// Whether a hint or the values have been asked for.
    pub helped: bool,
    /// What asking for help costs, to be shown before.
    pub cost: String,
    /// The result of the try, if it is a level and a slip or the end has decided it.
    pub tried: Option<TriedView>,
    /// Whether the last move can be taken back.
    pub can_undo: bool,
    /// The rules of the game in one sentence.
    pub rule: String,
}

/// The settings of a new game, as in a link or a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The game's name.
    pub game: String,
    /// The text of the start; the default start if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The opponent, one of those that the game lists; one of medium strength if it is left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The side that the person plays; the side to move if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideWord>,
    /// The goal: with a goal, moves are judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalWord>,
    /// The rung of the ladder, if it was given as a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<u32>,
    /// Whether a try at it is never rated, as one at a twin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
}

/// Begins a game, with the first move if one is given.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    /// The settings of the game.
    pub begin: Begin,
    /// The person's first move.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// The seed of the opponent's choices and of all rolls; random if it is left out.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// A move of the person.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// The text of the move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The `at` of the game that the person saw, so that a move is never made twice or in
    /// another position.
    pub at: u32,
}

/// Names the state of the game in which something is asked for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The `at` of the game that the person saw.
    pub at: u32,
}

/// The answer to a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The verdict on the person's move, in a level and if it is known.
    pub verdict: Option<Verdict>,
    /// The moves that were made, in order: the person's, the opponent's and the rolls; none if
    /// the person's move was taken back.
    pub frames: Vec<Frame>,
    /// The game after it.
    pub session: SessionView,
}

/// The verdict on a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Verdict {
    /// The kind of verdict.
    pub kind: VerdictKind,
    /// A comment on it.
    pub say: Say,
    /// After a slip: the move and the line that punishes it, to be shown on the board and taken
    /// back.
    pub line: Vec<Frame>,
    /// After a slip: what the moves of the line do, and how it ends.
    pub story: Option<StoryView>,
    /// Whether the move was a slip but is not taken back: after a roll nothing is.
    pub stands: bool,
}

/// The kind of verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// No move is better.
    Best,
    /// It keeps the outcome, but takes longer; with chance, it costs less than five points.
    Slower,
    /// It loses the outcome; with chance, it costs five points of winning chance or more.
    Slip,
    /// Its value is not known within the budget: there is no verdict.
    Unknown,
}

/// A hint.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintView {
    /// 1: how many moves keep the outcome; 2: the part of the board; 3: the move; 4: the best
    /// response to this opponent.
    pub stage: u8,
    /// A comment on it.
    pub say: Say,
    /// The cells to look at; none at the first stage, and none if all moves are equally good.
    pub cells: Vec<usize>,
    /// What the text tells about lines and replies.
    pub facts: Vec<FactView>,
    /// The game after it, which counts as helped.
    pub session: SessionView,
}

/// The values of the moves of a game, which then counts as helped.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionValues {
    /// What is known.
    pub values: ValuesView,
    /// The game after it.
    pub session: SessionView,
}

impl From<GoalWord> for Goal {
    fn from(word: GoalWord) -> Goal {
        match word {
            GoalWord::Win => Goal::Win,
            GoalWord::Draw => Goal::Draw,
            GoalWord::Best => Goal::Best,
        }
    }
}

impl From<By> for ByWord {
    fn from(by: By) -> ByWord {
        match by {
            By::Person => ByWord::Person,
            By::Program => ByWord::Program,
            By::Guess => ByWord::Guess,
            By::Chance => ByWord::Chance,
        }
    }
}

impl From<Goal> for GoalWord {
    fn from(goal: Goal) -> GoalWord {
        match goal {
            Goal::Win => GoalWord::Win,
            Goal::Draw => GoalWord::Draw,
            Goal::Best => GoalWord::Best,
        }
    }
}

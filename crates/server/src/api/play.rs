//! Games under way.

use super::board::{Frame, PositionView, RollView, SideWord, ValueKind, ValuesView};
use super::level::TriedView;
use serde::{Deserialize, Serialize};
use spar_challenge::judge::Goal;
use spar_challenge::session::By;
use utoipa::{IntoParams, ToSchema};

/// What is wanted of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoalWord {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
    /// To come to the end without a slip, whoever wins: in games with chance.
    Best,
}

/// A goal with its figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GoalView {
    /// What is wanted.
    pub kind: GoalWord,
    /// In so many moves of the person, if that is known.
    pub moves: Option<u32>,
    /// `You are X. Win in 3.`
    pub words: String,
}

/// An opponent that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpponentView {
    /// As it is written in requests and links.
    pub id: String,
    /// `Foresight 2`.
    pub name: String,
    /// One clause: what it does.
    pub about: String,
    /// From 0 to 5, for a picture: each opponent that is offered has its own.
    pub strength: u8,
}

/// The word on the position: a strong word and one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Say {
    /// How it is drawn.
    pub tone: Tone,
    /// The strong word.
    pub strong: String,
    /// One sentence; may be empty.
    pub text: String,
}

/// How a word on the position is drawn.
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

/// How a game under way stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StateWord {
    /// It goes on.
    Open,
    /// It ended by the rules, or a position stands for the third time: a draw.
    Over,
    /// A person gave up.
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
    /// The program, which could not find out in time what its player would do, and looked
    /// as far ahead as it could.
    Guess,
    /// Chance, for the side that chose to roll.
    Chance,
}

/// A move of a game under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayedMove {
    /// As it is written.
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

/// A game under way, or one that the first move would begin.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionView {
    /// Its name in addresses; none before it has begun.
    pub id: Option<String>,
    /// The side that the person plays; none if two people share the board.
    pub you: Option<SideWord>,
    /// The opponent.
    pub against: OpponentView,
    /// What is wanted, if it is a level.
    pub goal: Option<GoalView>,
    /// The text of the position where it began.
    pub start: String,
    /// Settles the opponent's choices and every roll.
    pub seed: u32,
    /// How often a move was made or taken back: requests say it, so that none is taken
    /// for another position than the person saw.
    pub at: u32,
    /// All moves so far.
    pub moves: Vec<PlayedMove>,
    /// The last move, if one was made.
    pub last: Option<Frame>,
    /// The position now.
    pub now: PositionView,
    /// Whether it goes on.
    pub state: StateWord,
    /// How it ended for the person: win, draw or loss; with two people, seen by the
    /// first side; unknown while it goes on.
    pub result: ValueKind,
    /// Whose turn it is and what is wanted, in one sentence.
    pub say: Say,
    /// How many of its moves lost the outcome and were taken back.
    pub slips: u32,
    /// The last stage of help that was asked for in this position, 0 to 3.
    pub hinted: u8,
    /// Whether it can be asked what does best against this opponent: in free play, if the
    /// opponent may err.
    pub has_response: bool,
    /// Whether a hint or the values have been asked for.
    pub helped: bool,
    /// What asking for help costs, to be said before.
    pub cost: String,
    /// What came of the try, if it is a level and a slip or the end has decided it.
    pub tried: Option<TriedView>,
    /// Whether the last move can be taken back.
    pub can_undo: bool,
}

/// What a link or a card holds: enough to begin a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The game's name.
    pub game: String,
    /// Where it starts; the usual start if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The opponent, one of those that the game lists; a middling one if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The side that the person plays; the side to move if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideWord>,
    /// What is wanted: moves are then judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalWord>,
    /// The rung of the ladder that it stands on, if it was given as a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<u32>,
}

/// Begins a game, by the first move if there is one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    /// Which game.
    pub begin: Begin,
    /// The person's first move.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// Settles the opponent's choices and every roll; drawn at random if it is left out.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// A move of the person.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// The game's `at`, as the page knows it: a move is never made twice, nor in another
    /// position than the person saw.
    pub at: u32,
}

/// Says in which position something is asked for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The game's `at`, as the page knows it.
    pub at: u32,
}

/// The answer to a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// What the person's move was worth, in a level and if it is known.
    pub verdict: Option<Verdict>,
    /// The moves that were made, the person's, the opponent's and the rolls, in order; none
    /// if the person's move was taken back.
    pub frames: Vec<Frame>,
    /// The game now.
    pub session: SessionView,
}

/// What a move was worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Verdict {
    /// What kind of move it was.
    pub kind: VerdictKind,
    /// The word on it.
    pub say: Say,
    /// After a slip: the move and the line that punishes it, to be played on the
    /// board and taken back.
    pub line: Vec<Frame>,
    /// Whether the move stands though it is a slip: after a roll nothing is taken back.
    pub stands: bool,
}

/// What kind of move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// None is better.
    Best,
    /// It keeps the outcome, later; with chance, it costs less than five points.
    Slower,
    /// It loses the outcome; with chance, it costs five points of winning chance or more.
    Slip,
    /// Its value is not known within the budget: there is no verdict.
    Unknown,
}

/// A hint.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintView {
    /// 1: how many moves keep the outcome; 2: which part of the board; 3: the move; 4: what
    /// does best against this opponent.
    pub stage: u8,
    /// The word on it.
    pub say: Say,
    /// The cells to look at; none at the first stage, and none where all moves are as good.
    pub cells: Vec<usize>,
    /// The game now: it counts as helped.
    pub session: SessionView,
}

/// The values of a game under way, which then counts as helped.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionValues {
    /// What is known.
    pub values: ValuesView,
    /// The game now.
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

//! A session with hidden types. Moves and positions are text; parts of the board are indices of
//! cells.

use super::AnyPosition;
use spar_challenge::explain::Story;
use spar_challenge::hint::Hint;
use spar_challenge::judge::{Verdict, Worth};
use spar_challenge::oracle::Evaluation;
use spar_challenge::review::Review;
use spar_challenge::say::Say;
use spar_challenge::session::{Aim, By, Decided, Event, Plan, SessionError, State};
use spar_rules::{ReadError, Side, Value};
use spar_solve::Context;

/// The plan of a session, with its position as text.
pub type TextPlan = Plan<String>;

/// An event of a session, with its move as text.
pub type TextEvent = Event<String>;

/// A session: a game that is being played. The budget of the context limits each question about
/// values; the same context gives the same answer.
pub trait AnySession: Send + Sync {
    /// Its plan.
    fn plan(&self) -> TextPlan;

    /// The number of events in its log.
    fn n_events(&self) -> usize;

    /// Applies an event, and returns it with the canonical text of its move. An event that is
    /// not allowed changes nothing.
    ///
    /// # Errors
    /// If it is not allowed.
    fn apply(&mut self, event: TextEvent) -> Result<TextEvent, EventError>;

    /// The current position.
    fn here(&self) -> Box<dyn AnyPosition>;

    /// The position after the first `n_moves` moves; `None` if there are fewer.
    fn at(&self, n_moves: usize) -> Option<Box<dyn AnyPosition>>;

    /// The moves that were not taken back, in order.
    fn moves(&self) -> Vec<TextPly>;

    /// The number of moves that were not taken back.
    fn n_moves(&self) -> usize;

    /// The number of moves made and taken back so far.
    fn version(&self) -> usize;

    /// Whether and how it is over.
    fn state(&self) -> State;

    /// The result for the person, or for the first side if two people play; `None` before the
    /// end.
    fn result(&self) -> Option<Value>;

    /// Whether the goal was reached; `None` without a goal and while the game goes on.
    fn reached(&self) -> Option<bool>;

    /// The result of the try at a level; `None` without a goal and while it is open.
    fn decided(&self) -> Option<Decided>;

    /// The side to move, if the game goes on and a person plays it.
    fn person_to_move(&self) -> Option<Side>;

    /// Whether the game goes on and it is the program's turn.
    fn is_programs_turn(&self) -> bool;

    /// The last stage of a hint that was asked for in this position, 0 if none.
    fn hinted(&self) -> u8;

    /// The next stage of a hint here.
    fn next_stage(&self) -> u8;

    /// Whether a hint or the values were asked for.
    fn helped(&self) -> bool;

    /// Whether the best response to the opponent may be asked for.
    fn has_response(&self) -> bool;

    /// The number of slips, taken back or not.
    fn slips(&self) -> u32;

    /// Whether a move can be taken back.
    fn can_undo(&self) -> bool;

    /// The evaluation of the current position, in which moves to a third occurrence of a
    /// position are draws; `None` if the game cannot be evaluated.
    fn evaluate(&self, context: &Context) -> Option<Evaluation>;

    /// A comment on whose turn it is or how the game ended.
    fn say(&self) -> Say;

    /// The goal; `None` if it is not a level.
    fn aim(&self, context: &Context) -> Option<Aim>;

    /// The verdict on a move in the current position.
    ///
    /// # Errors
    /// If the move is not legal; the hint lists legal ones.
    fn judge(&self, mv: &str, context: &Context) -> Result<TextJudged, ReadError>;

    /// The last move that missed the goal, taken back or not, and the position before it.
    fn last_miss(&self) -> Option<(Box<dyn AnyPosition>, String)>;

    /// The hint of this stage, or the best response to the opponent; empty if the game is over.
    fn hint(&self, stage: u8, context: &Context) -> Hint;

    /// The review. The budget of the context limits each question, and `nodes` limits all of
    /// them together: positions are evaluated from the last one backwards until the nodes are
    /// used up; the others stay unknown. The remaining nodes are for the best responses to the
    /// opponent.
    fn review(&self, nodes: u64, context: &Context) -> Review;

    /// The program's move, which depends on the seed and on the moves so far; `None` if it is
    /// not its turn.
    fn answer(&self, seed: u64, context: &Context) -> Option<(String, By)>;

    /// The next roll, which depends on the seed and on the moves so far; `None` if chance does
    /// not roll.
    fn roll(&self, seed: u64) -> Option<String>;

    /// The roll of the move with this index, in a game with this seed; `None` if the move is
    /// not a roll, or if rolls have no steps.
    fn rolled(&self, index: usize, seed: u64) -> Option<Rolled>;
}

/// A roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// The number of steps.
    pub steps: u32,
    /// The number on each die; the steps are their sum.
    pub dice: Vec<u32>,
}

/// A move that was not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPly {
    /// The move.
    pub mv: String,
    /// The side that made it.
    pub side: Side,
    /// Who made it.
    pub by: By,
    /// The position before it.
    pub before: String,
    /// The position after it.
    pub after: String,
}

/// A move with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextJudged {
    /// Its proven bounds.
    pub worth: Worth,
    /// Its verdict.
    pub verdict: Verdict,
    /// The comment on it.
    pub say: Say,
    /// After a slip: the move, and best play against it, told to its end.
    pub story: Option<Story>,
}

/// Why an event is not allowed in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventError {
    /// The text is not a legal move here.
    Text(ReadError),
    /// The state of the game does not allow it.
    Game(SessionError),
}

impl From<ReadError> for EventError {
    fn from(error: ReadError) -> EventError {
        EventError::Text(error)
    }
}

impl From<SessionError> for EventError {
    fn from(error: SessionError) -> EventError {
        EventError::Game(error)
    }
}

impl From<EventError> for ReadError {
    fn from(refused: EventError) -> ReadError {
        match refused {
            EventError::Text(error) => error,
            EventError::Game(error) => ReadError::new(error.to_string()),
        }
    }
}

//! A game under way whose types are hidden. Moves and positions are text, parts of the
//! board are indices of cells.

use super::AnyPosition;
use spar_challenge::hint::Hint;
use spar_challenge::judge::{Verdict, Worth};
use spar_challenge::oracle::Evaluation;
use spar_challenge::review::Review;
use spar_challenge::say::Say;
use spar_challenge::session::{Aim, By, Decided, Event, Plan, SessionError, State};
use spar_rules::{ReadError, Side, Value};
use spar_solve::Context;

/// What is settled before the first move, as text.
pub type TextPlan = Plan<String>;

/// Something that happens in a game under way, as text.
pub type TextEvent = Event<String>;

/// A game under way. The context's budget bounds each question about values; the same
/// context gives the same answer.
pub trait AnySession: Send + Sync {
    /// What was settled before the first move.
    fn plan(&self) -> TextPlan;

    /// How many events its log has.
    fn n_events(&self) -> usize;

    /// Lets something happen, and gives back how it is written. Nothing changes if it
    /// cannot.
    ///
    /// # Errors
    /// Says why it cannot.
    fn apply(&mut self, event: TextEvent) -> Result<TextEvent, Refused>;

    /// The position now.
    fn here(&self) -> Box<dyn AnyPosition>;

    /// The position after this many of the moves that stand; `None` if there are fewer.
    fn at(&self, n_moves: usize) -> Option<Box<dyn AnyPosition>>;

    /// The moves that stand, in order.
    fn moves(&self) -> Vec<TextPly>;

    /// How many moves stand.
    fn n_moves(&self) -> usize;

    /// How often a move was made or taken back.
    fn version(&self) -> usize;

    /// How it stands.
    fn state(&self) -> State;

    /// How it ended for the person, with two people for the first side.
    fn result(&self) -> Option<Value>;

    /// Whether the goal was reached; `None` without a goal and while the game goes on.
    fn reached(&self) -> Option<bool>;

    /// How the try at a level was decided; `None` without a goal and while it is open.
    fn decided(&self) -> Option<Decided>;

    /// The side to move, if the game goes on and a person plays it.
    fn person_to_move(&self) -> Option<Side>;

    /// Whether the game goes on and it is the program's turn.
    fn is_programs_turn(&self) -> bool;

    /// The last stage of help that was asked for in this very position, from 0.
    fn hinted(&self) -> u8;

    /// The stage of help that comes next here.
    fn next_stage(&self) -> u8;

    /// Whether a hint or the values were asked for.
    fn helped(&self) -> bool;

    /// Whether it may be asked what does best against the opponent.
    fn has_response(&self) -> bool;

    /// How many slips there were, taken back or not.
    fn slips(&self) -> u32;

    /// Whether a move can be taken back.
    fn can_undo(&self) -> bool;

    /// What is known of the position now, in which a move that repeats a position for the
    /// third time draws; `None` if the game cannot be valued.
    fn evaluate(&self, context: &Context) -> Option<Evaluation>;

    /// Whose turn it is, or how it ended.
    fn say(&self) -> Say;

    /// What is wanted; `None` if it is no level.
    fn aim(&self, context: &Context) -> Option<Aim>;

    /// What a move of this position is worth for the goal.
    ///
    /// # Errors
    /// Names the legal moves if it is none.
    fn judge(&self, mv: &str, context: &Context) -> Result<TextJudged, ReadError>;

    /// Help at this stage, or what does best against the opponent; what is over has none.
    fn hint(&self, stage: u8, context: &Context) -> Hint;

    /// The game looked back at. Beside the context's budget for each question there is one
    /// for all of them: positions are valued from the last one back, and once that has
    /// cost this many nodes the others are not known. What does best against the opponent is
    /// worked out with what is left.
    fn review(&self, nodes: u64, context: &Context) -> Review;

    /// The program's move, settled by the seed and the moves that stand; `None` if it is
    /// not its turn.
    fn answer(&self, seed: u64, context: &Context) -> Option<(String, By)>;

    /// The roll that comes next, settled by the seed and the moves that stand; `None` if
    /// chance does not roll.
    fn roll(&self, seed: u64) -> Option<String>;

    /// What was rolled by the move of this index, in a game by this seed; `None` if it is no
    /// roll, or of a kind that has no steps.
    fn rolled(&self, index: usize, seed: u64) -> Option<Rolled>;
}

/// What was rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// How many steps.
    pub steps: u32,
    /// What each die shows; together they are the steps.
    pub dice: Vec<u32>,
}

/// A move that stands.
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
    /// What is proven of it.
    pub worth: Worth,
    /// What kind of move it was.
    pub verdict: Verdict,
    /// The word on it.
    pub say: Say,
    /// After a slip: the move, and best play against it.
    pub line: Vec<String>,
}

/// Why something cannot happen in a game under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A text is no move here.
    Text(ReadError),
    /// The game does not allow it as it stands.
    Game(SessionError),
}

impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Refused {
        Refused::Text(error)
    }
}

impl From<SessionError> for Refused {
    fn from(error: SessionError) -> Refused {
        Refused::Game(error)
    }
}

impl From<Refused> for ReadError {
    fn from(refused: Refused) -> ReadError {
        match refused {
            Refused::Text(error) => error,
            Refused::Game(error) => ReadError::new(error.to_string()),
        }
    }
}

//! The types that the server and the page exchange. The OpenAPI document is made from these
//! types, and the page's types from that document.
//!
//! Sides are `"first"` and `"second"`; `sides` has their display names. Opponents
//! are written as on the command line: `random`, `1`, `2`, …, `perfect`, in a race also
//! `novice` and `fastest`, and `human` for a second person at the same board.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `board` | scenes, positions, moves |
//! | `value` | values and chances |
//! | `explain` | explanations of moves and lines |
//! | `play` | games of a person |
//! | `review` | reviews of games |
//! | `level` | levels and tries at them |
//! | `people` | people, their games and ratings |
//! | `game` | games, their variants and the policies of races |
//! | `work` | long work and its results |

mod board;
mod explain;
mod game;
mod level;
mod people;
mod play;
mod review;
mod value;
mod work;

pub use board::{
    ButtonView, CellView, ChanceView, Change, Frame, GroupState, GroupView, LegalMove, LinkView,
    PositionView, RollView, SceneView, SetUp, SetUpView, ShapeWord, SideWord, SupplyView,
    TokenView, TurnWord, WhichPosition,
};
pub use board::{EyesView, MoveInSightView, SightWord, WhichEyes};
pub use explain::{DrawnLineView, EndingWord, FactView, FactWord, GhostView, StepView, StoryView};
pub use game::{
    ActionView, Choice, GameCard, GameView, PickWord, PolicyView, RuleView, Switch, WhichPolicy,
};
pub use level::{
    AgainView, IdeaView, ImageWord, LevelView, MovedView, OddsView, TriedView, TwinView, WantLevel,
};
pub use people::{
    BackView, DeviceLink, HomeView, Me, NewName, RatedTry, RatingView, SessionCard, TryWord,
    UseLink,
};
pub use play::{
    At, Begin, ByWord, GoalView, GoalWord, HintView, MoveAnswer, NewMove, NewSession, OpponentView,
    PlayedMove, Say, SessionValues, SessionView, StateWord, Tone, Verdict, VerdictKind,
};
pub use review::{Better, CostView, ForesightView, ReviewView, ReviewedMove, SlipView, TrapView};
pub use value::{MoveValueView, ValueKind, ValueView, ValuesView};
pub use work::{AnalysisView, FactsView, PairView, Work, WorkEvent, WorkId};

use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refusal {
    /// What is wrong.
    pub error: String,
    /// How to fix it.
    pub hint: Option<String>,
}

//! Long work and its results.

use super::board::ChanceView;
use super::play::Begin;
use super::value::{ValueView, ValuesView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A request for long work.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Work {
    /// Analyses a position: its value, those of its moves, and how hard it is for each learner
    /// against each opponent.
    Analysis {
        /// The game's name.
        game: String,
        /// The text of the position.
        position: String,
    },
    /// Searches a position for its value and those of its moves, far longer than an analysis.
    Search {
        /// The game's name.
        game: String,
        /// The text of the position.
        position: String,
    },
    /// Analyses a whole game: the number of positions, who wins, chances by pair of players.
    Facts {
        /// The game's name.
        game: String,
    },
    /// Finds a position for two people that is even for players of two foresights.
    Even {
        /// The game's name.
        game: String,
        /// The foresight of the first player.
        first: u32,
        /// The foresight of the second player.
        second: u32,
        /// The seed that selects the position.
        seed: u32,
    },
}

/// Work that was begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WorkId {
    /// Its id: events are at `/api/work/{id}/events`.
    pub id: String,
}

/// An event of long work, sent as a server-sent event.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum WorkEvent {
    /// Progress.
    Progress {
        /// What is being done: `Solving: about 20 seconds left.`
        words: String,
        /// The part done, from 0 to 1, if it is known.
        part: Option<f64>,
    },
    /// The analysis so far; the last one is complete.
    Analysis {
        /// The results so far.
        analysis: AnalysisView,
        /// Whether it is complete.
        done: bool,
    },
    /// The values of a position so far: more with each move that is proved; the last ones are
    /// complete, or all that could be found.
    Values {
        /// The results so far.
        values: ValuesView,
        /// Whether they are the last ones.
        done: bool,
    },
    /// The facts of a game so far; the last ones are complete.
    Facts {
        /// The results so far.
        facts: FactsView,
        /// Whether they are complete.
        done: bool,
    },
    /// A position that is even.
    Even {
        /// The request that begins a game there; none if no such position was found.
        begin: Option<Begin>,
        /// Why it is even, in one sentence.
        words: String,
    },
    /// It was cancelled, or cannot be done.
    Failed {
        /// Why.
        error: String,
        /// How to fix it.
        hint: Option<String>,
    },
}

/// The analysis of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisView {
    /// Its values.
    pub values: Option<ValuesView>,
    /// Why it is hard, in one sentence.
    pub why: Option<String>,
    /// How hard it is for each learner against each opponent.
    pub hardness: Vec<PairView>,
}

/// A learner against an opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairView {
    /// The learner: `random`, `1`, `2`, …, `perfect`.
    pub learner: String,
    /// The display name of the learner.
    pub learner_name: String,
    /// The opponent.
    pub opponent: String,
    /// The display name of the opponent.
    pub opponent_name: String,
    /// The chance that the learner wins.
    pub win: Option<ChanceView>,
    /// The chance of a draw.
    pub draw: Option<ChanceView>,
    /// `easy`, `medium` or `hard`; none if the chances leave it open.
    pub hardness: Option<String>,
}

/// The facts of a whole game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactsView {
    /// The number of positions that play can reach; none if it is not known.
    pub positions: Option<u64>,
    /// The number of unfinished positions in which the side to move wins.
    pub wins: Option<u64>,
    /// The number of unfinished positions in which neither side can win.
    pub draws: Option<u64>,
    /// The number of unfinished positions in which the side to move loses.
    pub losses: Option<u64>,
    /// The value of the start.
    pub value: Option<ValueView>,
    /// The same in words: `X wins in 9 with best play`.
    pub verdict: Option<String>,
    /// Chances of the first side from the start, by pair of players.
    pub pairs: Vec<PairView>,
    /// What could not be computed, in words.
    pub remarks: Vec<String>,
}

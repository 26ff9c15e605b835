//! Work that takes its time, and what it finds.

use super::board::{ChanceView, ValueView, ValuesView};
use super::play::Begin;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Long work to be done on the server's own pool.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Work {
    /// The value of a position, of its moves, and how hard it is by learner and
    /// opponent.
    Analysis {
        /// The game's name.
        game: String,
        /// The text of the position.
        position: String,
    },
    /// The whole game: its positions, who wins, chances by pair of players.
    Facts {
        /// The game's name.
        game: String,
    },
    /// A position that is even for two levels of play, for two people.
    Even {
        /// The game's name.
        game: String,
        /// The foresight of the one.
        first: u32,
        /// The foresight of the other.
        second: u32,
        /// Settles which.
        seed: u32,
    },
}

/// Work under way.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WorkId {
    /// Its name: events are at `/api/work/{id}/events`.
    pub id: String,
}

/// One event of work under way, as server-sent events carry it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum WorkEvent {
    /// How far it is.
    Progress {
        /// What is being done: `Solving: about 20 seconds left.`
        words: String,
        /// The part done, from 0 to 1, if it is known.
        part: Option<f64>,
    },
    /// An analysis, as far as it is known; the last one is complete.
    Analysis {
        /// What is known.
        analysis: AnalysisView,
        /// Whether it is complete.
        done: bool,
    },
    /// The facts of a game, as far as they are known; the last ones are complete.
    Facts {
        /// What is known.
        facts: FactsView,
        /// Whether they are complete.
        done: bool,
    },
    /// A position that is even.
    Even {
        /// What begins it; none if there is no such position.
        begin: Option<Begin>,
        /// What is even about it, in one sentence.
        words: String,
    },
    /// It was cancelled, or cannot be done.
    Failed {
        /// Why.
        error: String,
        /// How to mend it.
        hint: Option<String>,
    },
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisView {
    /// Its values.
    pub values: Option<ValuesView>,
    /// Why it is hard, in one sentence.
    pub why: Option<String>,
    /// How hard it is by learner and opponent.
    pub hardness: Vec<PairView>,
}

/// A learner against an opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PairView {
    /// The learner: `random`, `1`, `2`, …, `perfect`.
    pub learner: String,
    /// The learner in words.
    pub learner_name: String,
    /// The opponent.
    pub opponent: String,
    /// The opponent in words.
    pub opponent_name: String,
    /// The chance that the learner wins.
    pub win: Option<ChanceView>,
    /// The chance of a draw.
    pub draw: Option<ChanceView>,
    /// `easy`, `medium`, `hard`; none if the chances leave it open.
    pub hardness: Option<String>,
}

/// What is known of a whole game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactsView {
    /// How many positions play can reach; none if it is not known.
    pub positions: Option<u64>,
    /// Of the unfinished ones: the side to move wins.
    pub wins: Option<u64>,
    /// Neither side can win.
    pub draws: Option<u64>,
    /// The side to move loses.
    pub losses: Option<u64>,
    /// The value of the start.
    pub value: Option<ValueView>,
    /// `X wins in 9 with best play`.
    pub verdict: Option<String>,
    /// Chances from the start by pair of players, seen by the first side.
    pub pairs: Vec<PairView>,
    /// What could not be found out, in words.
    pub remarks: Vec<String>,
}

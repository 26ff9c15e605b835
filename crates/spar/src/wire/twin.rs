//! The JSON output for the twin of a missed position.

use super::Position;
use serde::Serialize;
use spar_catalog::{AnyGame, AnyPosition, TwinResult};
use spar_challenge::judge::Goal;
use spar_challenge::twin::{Nearest, Twin};

/// The twin of a position after a miss.
#[derive(Debug, Serialize)]
pub struct TwinOfMiss {
    /// The position of the miss.
    #[serde(flatten)]
    pub position: Position,
    /// The missed move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it misses, and what it reaches in the twin: `win`, `draw` or, with chance, `best`.
    pub goal: Option<&'static str>,
    /// The twin.
    pub twin: Option<String>,
    /// The number of cells that differ.
    pub distance: Option<u32>,
    /// The names of the cells that differ.
    pub cells: Vec<String>,
    /// Whether it is proved that no other twin is nearer, or that there is none.
    pub proved: bool,
    /// No twin differs in up to this many cells; `null` if a twin was found or none exists.
    pub checked: Option<u32>,
    /// Whether only positions that play reaches from the start were searched.
    pub reachable: bool,
    /// The answer in a sentence.
    pub text: String,
}

impl TwinOfMiss {
    /// Converts an answer about this move of this position.
    pub fn of(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        mv: &str,
        answer: &TwinResult<String>,
    ) -> TwinOfMiss {
        let (position, mv) = (Position::of(game, position), mv.to_owned());
        let told = match answer {
            Ok(told) => told,
            Err(why) => {
                return TwinOfMiss {
                    position,
                    text: why.clause(&mv),
                    mv,
                    goal: None,
                    twin: None,
                    distance: None,
                    cells: Vec::new(),
                    proved: false,
                    checked: None,
                    reachable: false,
                };
            }
        };
        let twin = match &told.found {
            Nearest::Twin(twin) => Some(twin),
            Nearest::None | Nearest::Ended { .. } => None,
        };
        TwinOfMiss {
            position,
            mv,
            goal: Some(goal_word(told.miss.goal)),
            twin: twin.map(|it| it.position.clone()),
            distance: twin.map(Twin::distance),
            cells: told.cells.clone(),
            proved: twin.map_or(told.found == Nearest::None, |it| it.is_nearest),
            checked: match told.found {
                Nearest::Ended { checked } => Some(checked),
                Nearest::Twin(_) | Nearest::None => None,
            },
            reachable: told.is_reached,
            text: told.sentence.clone(),
        }
    }
}

fn goal_word(goal: Goal) -> &'static str {
    match goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
        Goal::Best => "best",
    }
}

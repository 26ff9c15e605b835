//! Known figures, read from the data file in this folder.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The paper's figures, and known figures from other sources.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperFigures {
    /// A reference to the paper.
    pub(super) source: String,
    /// For each square, four values and the action.
    pub(super) table_1: Vec<String>,
    /// For each square of the mover, one letter per square of the opponent.
    pub(super) figure_5: Vec<String>,
    /// The four chances of Table II, in percent.
    pub(super) table_2: Vec<u32>,
    /// Wins, losses and quits for both policies of Table III.
    pub(super) table_3: Vec<String>,
    /// Winning chances on the paper's board.
    pub(super) values: BTreeMap<String, String>,
    /// The figures for Equation 12.
    pub(super) experience: Rows,
    /// The boards for Figure 7.
    pub(super) trials: Vec<Trial>,
    /// The families of random boards.
    pub(super) family: Vec<BoardFamily>,
}

/// Lines of figures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    pub(super) rows: Vec<String>,
}

/// A board for Figure 7, with the chances after certain numbers of sweeps of value iteration,
/// and the number of sweeps for the heuristic of RTDP.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trial {
    pub(super) n: usize,
    pub(super) percent: usize,
    pub(super) longest: usize,
    pub(super) seed: u64,
    pub(super) best: String,
    pub(super) heuristic: Option<String>,
    pub(super) from_0: BTreeMap<String, String>,
    pub(super) from_1: BTreeMap<String, String>,
}

/// A family of random boards, with its known figures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardFamily {
    pub(super) percent: usize,
    pub(super) longest: usize,
    pub(super) turns: String,
    pub(super) fastest: String,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) average: String,
    pub(super) quitting: Vec<String>,
}

impl PaperFigures {
    pub(super) fn read() -> PaperFigures {
        toml::from_str(include_str!("figures.toml")).expect("invariant: the file is as declared")
    }
}

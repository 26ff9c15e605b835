//! The figures of the data file next to this one.

use serde::Deserialize;
use std::collections::BTreeMap;

/// What the paper has, and what is known from elsewhere.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperFigures {
    /// The paper.
    pub(super) source: String,
    /// For each square four values and the action.
    pub(super) table_1: Vec<String>,
    /// For each square of the mover a letter for each square of the other.
    pub(super) figure_5: Vec<String>,
    /// The four chances of Table II, in percent.
    pub(super) table_2: Vec<u32>,
    /// Wins, losses and quits of both policies of Table III.
    pub(super) table_3: Vec<String>,
    /// Chances on the paper's board.
    pub(super) values: BTreeMap<String, String>,
    /// Equation 12.
    pub(super) experience: Rows,
    /// Boards for Figure 7.
    pub(super) trials: Vec<Trial>,
    /// Families of random boards.
    pub(super) family: Vec<BoardFamily>,
}

/// Lines of figures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    pub(super) rows: Vec<String>,
}

/// A board for Figure 7, what value iteration reaches after this many sweeps, and after how many
/// sweeps the heuristic of RTDP is ready.
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

/// Random boards of a kind, with what is known of them.
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

//! The results of a study as data, in the form of the JSON output.

use serde::{Serialize, Serializer};
use spar_challenge::tally::Expected;
use std::fmt;

/// A set of positions with x to move that x can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The paper's `W_j`: x can force a win with exactly its (j+1)-th move, and this is not
    /// true for a smaller j.
    Layer(usize),
    /// `D_j`: with best play, x wins with its (j+1)-th move.
    Distance(usize),
}

impl Set {
    /// The sets that are rated.
    pub const ALL: [Set; 4] = [Set::Layer(2), Set::Layer(3), Set::Distance(2), Set::Distance(3)];

    /// The index `j` of the set.
    pub fn j(self) -> usize {
        match self {
            Set::Layer(j) | Set::Distance(j) => j,
        }
    }
}

/// Writes `W2` or `D3`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Layer(j) => write!(f, "W{j}"),
            Set::Distance(j) => write!(f, "D{j}"),
        }
    }
}

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The study of one game of the tables.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// The canonical name of the game.
    pub game: String,
    /// A short form of the paper's name for it.
    pub label: String,
    /// |V|: the number of positions that play reaches, finished ones included.
    pub positions: u64,
    /// |V| as printed in the paper's tables, truncated to two digits.
    pub paper_positions: String,
    /// |V| in full, if the paper's text contains it.
    pub paper_positions_exact: Option<u64>,
    /// Whether our number agrees with the printed one.
    pub paper_positions_agree: bool,
    /// The size of `W_4`. The paper says that this set is almost always empty.
    pub w4: u64,
    /// The sets `W_2`, `W_3`, `D_2` and `D_3`.
    pub sets: Vec<SetStudy>,
    /// Positions found for Figure 1.
    pub finds: Vec<Find>,
}

/// The study of one set of positions of a game, without the empty board.
#[derive(Clone, Debug, Serialize)]
pub struct SetStudy {
    /// The set.
    pub set: Set,
    /// The number of its positions; symmetric images count separately.
    pub positions: u64,
    /// Its size as printed in the paper.
    pub paper_positions: Option<String>,
    /// Whether our size agrees with the printed one; `None` if the paper prints none.
    pub paper_positions_agree: Option<bool>,
    /// The positions that the paper rated: `all`, some `drawn` at random, or the `lowest`.
    pub rated: &'static str,
    /// The statements of Table 7 about this set.
    pub claims: Vec<Claim>,
    /// The results for each rule for ties.
    pub rules: Vec<RuleStudy>,
}

/// A statement of Table 7 about a category in a set, against foresight 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The category.
    pub category: usize,
    /// Whether the table names the category, which means that the set contains such positions.
    pub named: bool,
    /// Whether the statement is true with ties `any`.
    pub any: bool,
    /// Whether the statement is true with ties `fastest`.
    pub fastest: bool,
}

/// The study of a set with one rule for ties.
#[derive(Clone, Debug, Serialize)]
pub struct RuleStudy {
    /// `any` (all wins in sight are equal) or `fastest`.
    pub ties: &'static str,
    /// The results against each opponent.
    pub opponents: Vec<OpponentStudy>,
}

/// The study of a set with one rule for ties against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentStudy {
    /// The opponent's foresight.
    pub foresight: u32,
    /// The results for player 1 with foresight 1, 2 and 3.
    pub learners: Vec<LearnerCell>,
    /// The numbers of positions that are hard for foresight 2 but not for 1, and for 3 but not
    /// for 2.
    pub newly_hard: Vec<u64>,
    /// The numbers of positions that are easy for foresight 1 but not for 2, and for 2 but not
    /// for 3.
    pub no_longer_easy: Vec<u64>,
    /// The numbers of positions in categories 1 to 4.
    pub categories: Vec<u64>,
    /// The number of positions that are not easy for at least one of the foresights.
    pub interesting: u64,
}

/// The hardness of a set's positions for one foresight against another.
#[derive(Clone, Debug, Serialize)]
pub struct LearnerCell {
    /// Player 1's foresight.
    pub foresight: u32,
    /// The exact number of easy positions.
    pub easy: u64,
    /// The exact number of medium positions.
    pub medium: u64,
    /// The exact number of hard positions.
    pub hard: u64,
    /// The expected number of medium positions in the paper's experiment.
    pub expected_medium: Mean,
    /// The expected number of hard positions in the paper's experiment.
    pub expected_hard: Mean,
    /// The paper's numbers.
    pub paper: Option<PaperCell>,
    /// The result of repeating the paper's experiment, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
}

/// A mean and its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// One standard deviation.
    pub deviation: f64,
}

impl From<Expected> for Mean {
    fn from(Expected { mean, deviation }: Expected) -> Mean {
        Mean { mean, deviation }
    }
}

/// The paper's numbers in one cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PaperCell {
    /// The number of medium positions.
    pub medium: u64,
    /// Whether it differs from the expected number by more than two standard deviations.
    pub medium_is_far: bool,
    /// The number of hard positions.
    pub hard: u64,
    /// Whether it differs from the expected number by more than two standard deviations.
    pub hard_is_far: bool,
}

/// The results of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sampled {
    /// The number of played positions.
    pub positions: u64,
    /// How they were chosen: `all`, `drawn` at random, or `lowest` (those with the lowest
    /// scores).
    pub chosen: &'static str,
    /// The number of positions with more than 20 of 30 plays won.
    pub easy: u64,
    /// The number of other positions.
    pub medium: u64,
    /// The number of positions with fewer than 10 of 30 plays won.
    pub hard: u64,
}

/// A position for Figure 1: easy for one foresight, and as hard as possible for one round less.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Find {
    /// The category: the foresight for which the position is easy.
    pub category: usize,
    /// The position as text.
    pub position: String,
    /// The chance to win with one round less of foresight.
    pub chance_below: f64,
    /// The chance to win with this foresight.
    pub chance: f64,
}

/// A board with the score of every move for one foresight.
#[derive(Clone, Debug, Serialize)]
pub struct Scores {
    /// The number of the paper's figure, if it shows this board.
    pub figure: Option<u32>,
    /// The canonical name of the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The foresight in rounds.
    pub foresight: u32,
    /// The moves.
    pub moves: Vec<MoveScore>,
}

/// A move with its score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveScore {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The reward that the player sees; `None` if it sees a win or a loss.
    pub reward: Option<i32>,
    /// The score in the paper's notation: `+5`, `-2`, `0`, `+inf`, `-inf`.
    pub score: String,
    /// The score in the paper.
    pub paper: Option<String>,
    /// The play that the player expects, beginning with this move.
    pub line: Vec<String>,
}

impl Study {
    /// Returns the study of a set.
    pub fn set(&self, set: Set) -> Option<&SetStudy> {
        self.sets.iter().find(|it| it.set == set)
    }
}

impl SetStudy {
    /// Returns the study with this rule for ties against this opponent.
    pub fn opponent(&self, ties: &str, foresight: u32) -> Option<&OpponentStudy> {
        let rule = self.rules.iter().find(|it| it.ties == ties)?;
        rule.opponents.iter().find(|it| it.foresight == foresight)
    }
}

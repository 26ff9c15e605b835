//! What a study finds, as data; JSON shows it as it stands here.

use serde::{Serialize, Serializer};
use spar_challenge::tally::Expected;
use std::fmt;

/// A set of positions with x to move that x can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The paper's `W_j`: x can make the win come with exactly its (j+1)-th move, and
    /// this for no smaller j.
    Layer(usize),
    /// `D_j`: under best play the win comes with x's (j+1)-th move.
    Distance(usize),
}

impl Set {
    /// The sets that are rated.
    pub const ALL: [Set; 4] = [Set::Layer(2), Set::Layer(3), Set::Distance(2), Set::Distance(3)];

    /// Its j.
    pub fn j(self) -> usize {
        match self {
            Set::Layer(j) | Set::Distance(j) => j,
        }
    }
}

/// `W2`, `D3`.
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

/// One game of the tables.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// The canonical name of the game.
    pub game: String,
    /// The paper's name for it, shortened.
    pub label: String,
    /// |V|: all positions that play reaches, finished ones included.
    pub positions: u64,
    /// |V| as the paper's tables print it, cut off after two digits.
    pub paper_positions: String,
    /// |V| where the paper's text gives it in full.
    pub paper_positions_exact: Option<u64>,
    /// Whether ours is what the paper prints.
    pub paper_positions_agree: bool,
    /// The size of `W_4`, which the paper calls almost always empty.
    pub w4: u64,
    /// The sets `W_2`, `W_3`, `D_2` and `D_3`.
    pub sets: Vec<SetStudy>,
    /// Positions for Figure 1.
    pub finds: Vec<Find>,
}

/// One set of positions of a game; the empty board is left out.
#[derive(Clone, Debug, Serialize)]
pub struct SetStudy {
    /// Which set.
    pub set: Set,
    /// Its positions, images under symmetries counted one by one.
    pub positions: u64,
    /// Its size as the paper prints it.
    pub paper_positions: Option<String>,
    /// Whether ours is what the paper prints; `None` where there is nothing to compare with.
    pub paper_positions_agree: Option<bool>,
    /// Which of them the paper rated: `all`, some `drawn` at random, or the `lowest`.
    pub rated: &'static str,
    /// What is compared of Table 7.
    pub claims: Vec<Claim>,
    /// With each rule for ties.
    pub rules: Vec<RuleStudy>,
}

/// What Table 7 says of a category in a set, against foresight 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The category.
    pub category: usize,
    /// Whether the table names it, so that the set should have such positions, or does not.
    pub named: bool,
    /// Whether it is so with ties `any`.
    pub any: bool,
    /// Whether it is so with ties `fastest`.
    pub fastest: bool,
}

/// A set with a rule for ties.
#[derive(Clone, Debug, Serialize)]
pub struct RuleStudy {
    /// `any` (all wins in sight are equal) or `fastest`.
    pub ties: &'static str,
    /// Against each opponent.
    pub opponents: Vec<OpponentStudy>,
}

/// A set with a rule for ties against an opponent.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentStudy {
    /// The opponent's foresight.
    pub foresight: u32,
    /// For foresight 1, 2, 3 of player 1.
    pub learners: Vec<LearnerCell>,
    /// Hard for foresight 2 but not for 1; for 3 but not for 2.
    pub newly_hard: Vec<u64>,
    /// Not easy for foresight 2 but for 1; for 3 but for 2.
    pub no_longer_easy: Vec<u64>,
    /// Category 1 to 4.
    pub categories: Vec<u64>,
    /// Not easy for at least one of the foresights.
    pub interesting: u64,
}

/// How hard a set is for one foresight against another.
#[derive(Clone, Debug, Serialize)]
pub struct LearnerCell {
    /// Player 1's foresight.
    pub foresight: u32,
    /// Exactly this many are easy.
    pub easy: u64,
    /// Exactly this many are medium.
    pub medium: u64,
    /// Exactly this many are hard.
    pub hard: u64,
    /// Medium ones that the paper's experiment should find.
    pub expected_medium: Mean,
    /// Hard ones that the paper's experiment should find.
    pub expected_hard: Mean,
    /// What the paper found.
    pub paper: Option<PaperCell>,
    /// What the same experiment finds here, if it was asked for.
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

/// What the paper found in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PaperCell {
    /// Medium positions.
    pub medium: u64,
    /// Whether that is outside two standard deviations of what is expected.
    pub medium_is_far: bool,
    /// Hard positions.
    pub hard: u64,
    /// Whether that is outside two standard deviations of what is expected.
    pub hard_is_far: bool,
}

/// What an experiment found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sampled {
    /// Positions that were played.
    pub positions: u64,
    /// `all`, `drawn` at random, or `lowest`: those of lowest score.
    pub chosen: &'static str,
    /// Positions with more than 20 of 30 plays won.
    pub easy: u64,
    /// The others.
    pub medium: u64,
    /// Positions with fewer than 10 of 30 plays won.
    pub hard: u64,
}

/// A position for Figure 1: easy for a foresight, and as hard as any for one less.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Find {
    /// The category: the foresight for which it is easy.
    pub category: usize,
    /// The position as text.
    pub position: String,
    /// The chance to win with one round less.
    pub chance_below: f64,
    /// The chance to win with this foresight.
    pub chance: f64,
}

/// A board with every move's score at one foresight.
#[derive(Clone, Debug, Serialize)]
pub struct Scores {
    /// The figure of the paper, if it shows this board.
    pub figure: Option<u32>,
    /// The canonical name of the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The rounds of foresight.
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
    /// The reward that the player sees; `None` where it sees a win or a loss.
    pub reward: Option<i32>,
    /// The same as the paper writes it: `+5`, `-2`, `0`, `+inf`, `-inf`.
    pub score: String,
    /// The same in the paper.
    pub paper: Option<String>,
    /// The line that the player expects, this move first.
    pub line: Vec<String>,
}

impl Study {
    /// The study of a set.
    pub fn set(&self, set: Set) -> Option<&SetStudy> {
        self.sets.iter().find(|it| it.set == set)
    }
}

impl SetStudy {
    /// Its study with a rule for ties against an opponent.
    pub fn opponent(&self, ties: &str, foresight: u32) -> Option<&OpponentStudy> {
        let rule = self.rules.iter().find(|it| it.ties == ties)?;
        rule.opponents.iter().find(|it| it.foresight == foresight)
    }
}

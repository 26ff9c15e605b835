//! The JSON of a survey's row, as `survey` writes and reads it.

use super::level::{Chance, Thresholds, Who};
use serde::{Deserialize, Serialize};
use spar_catalog::Facts;
use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::survey::{self, Asked, ByHardness, Ratings, Survey};
use spar_rules::Value;
use std::collections::BTreeMap;

/// One variant.
#[derive(Debug, Serialize, Deserialize)]
pub struct SurveyRow {
    /// The canonical name of the game.
    pub game: String,
    /// Its display name.
    pub title: String,
    /// The board, rows × columns (× layers).
    pub size: String,
    /// The value of every parameter.
    pub settings: BTreeMap<String, String>,
    /// Whether the value of every position is known.
    pub solved: bool,
    /// Whether the chances of every position are known.
    pub rated: bool,
    /// Why it is not solved or not rated; `null` if it is.
    pub reason: Option<String>,
    /// All positions that play can reach.
    pub positions: Option<u64>,
    /// Of these, the ones that are not over.
    pub unfinished: Option<u64>,
    /// Who wins from the start if both play perfectly: `"first"`, `"draw"`, `"second"`.
    pub winner: Option<String>,
    /// The same for the side to move: `"win"`, `"draw"`, `"loss"`.
    pub value: Option<String>,
    /// Plies to the end from the start under best play; `null` for a draw.
    pub plies: Option<u32>,
    /// Who wins the unfinished positions if both play perfectly.
    pub worth: Option<Worth>,
    /// The players, the weakest first: rounds of foresight (0 plays at random), or
    /// `"perfect"`.
    pub players: Vec<Who>,
    /// How they treat ties: `"any"` or `"fastest"`.
    pub ties: String,
    /// From which chance on a position is easy, and up to which it is hard.
    pub thresholds: Thresholds,
    /// The least and the greatest expected score that are called even.
    pub even: [String; 2],
    /// Every two players from the start.
    pub pairs: Vec<Pair>,
    /// Every learner against every opponent.
    pub levels: Vec<Levels>,
    /// How many of the positions that the side to move wins in two or more moves are not
    /// easy for the strongest learner against the strongest opponent.
    pub interesting: Option<Interesting>,
}

/// Positions by who wins them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The first side.
    pub first: Share,
    /// Nobody.
    pub draw: Share,
    /// The second side.
    pub second: Share,
}

/// A number of positions, and their share of all that were asked.
#[derive(Debug, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Their share.
    pub share: f64,
}

/// Two players from the start.
#[derive(Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Who plays the first side.
    pub first: Who,
    /// Who plays the second side.
    pub second: Who,
    /// The chances of the first side.
    pub chance: Chance,
    /// How much more often the first side wins than the second.
    pub advantage: f64,
    /// The same as a fraction, if it is exact.
    pub advantage_exact: Option<String>,
    /// The unfinished positions that are even for these two; `null` for equal players.
    pub even: Option<Even>,
}

/// Even positions.
#[derive(Debug, Serialize, Deserialize)]
pub struct Even {
    /// How many.
    #[serde(flatten)]
    pub count: Count,
    /// Of how many it could not be decided.
    pub open: u64,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Up to symmetry.
    pub distinct: u64,
    /// All of them.
    pub all: u64,
}

/// The levels of a learner against an opponent; the learner moves first.
#[derive(Debug, Serialize, Deserialize)]
pub struct Levels {
    /// The learner.
    pub learner: Who,
    /// The opponent.
    pub opponent: Who,
    /// By the moves of the winner, from two on.
    pub won_in: Vec<WonIn>,
}

/// Positions that the side to move wins in this many moves, by how hard they are.
#[derive(Debug, Serialize, Deserialize)]
pub struct WonIn {
    /// Moves of the winner.
    pub moves: u32,
    /// Easy ones.
    pub easy: Count,
    /// Neither easy nor hard ones.
    pub medium: Count,
    /// Hard ones.
    pub hard: Count,
    /// Those of which it could not be decided.
    pub open: Count,
}

/// How many wins are not easy.
#[derive(Debug, Serialize, Deserialize)]
pub struct Interesting {
    /// Positions that are not easy, in all.
    pub not_easy: u64,
    /// Positions won in two or more moves, in all.
    pub won: u64,
    /// The share of the first in the second; `null` if there are none.
    pub share: Option<f64>,
}

impl SurveyRow {
    /// What was asked of a game, without any answer.
    pub fn unsolved(facts: &Facts, asked: &Asked, ties: &str, reason: Option<String>) -> SurveyRow {
        let settings = facts.settings.iter();
        SurveyRow {
            game: facts.name.clone(),
            title: facts.title.clone(),
            size: facts.size.clone(),
            settings: settings.map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
            solved: false,
            rated: false,
            reason,
            positions: None,
            unfinished: None,
            winner: None,
            value: None,
            plies: None,
            worth: None,
            players: asked.players.iter().map(Into::into).collect(),
            ties: ties.to_owned(),
            thresholds: Thresholds {
                easy: asked.thresholds.easy().to_string(),
                hard: asked.thresholds.hard().to_string(),
            },
            even: [asked.even.least, asked.even.most].map(|it| it.to_string()),
            pairs: Vec::new(),
            levels: Vec::new(),
            interesting: None,
        }
    }

    /// What a survey has found.
    pub fn of(
        facts: &Facts,
        asked: &Asked,
        ties: &str,
        survey: &Survey,
        reason: Option<String>,
    ) -> SurveyRow {
        let (summary, worth) = (&survey.summary, survey.worth);
        let unfinished = worth.first + worth.draw + worth.second;
        let share = |count: u64| Share { count, share: count as f64 / unfinished as f64 };
        let ratings = survey.ratings.as_ref().ok();
        SurveyRow {
            solved: true,
            rated: ratings.is_some(),
            positions: Some(summary.positions),
            unfinished: Some(unfinished),
            winner: Some(winner(summary.value).to_owned()),
            value: Some(summary.value.word().to_owned()),
            plies: summary.value.plies(),
            worth: Some(Worth {
                first: share(worth.first),
                draw: share(worth.draw),
                second: share(worth.second),
            }),
            pairs: ratings.map_or(Vec::new(), |it| it.duels.iter().map(Pair::of).collect()),
            levels: ratings.map_or(Vec::new(), |it| it.levels.iter().map(Levels::of).collect()),
            interesting: ratings.and_then(Interesting::of),
            ..SurveyRow::unsolved(facts, asked, ties, reason)
        }
    }
}

/// Who wins a start of this value.
fn winner(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "first",
        Value::Draw => "draw",
        Value::Loss(_) => "second",
    }
}

impl Pair {
    fn of(duel: &survey::Duel) -> Pair {
        let [win, _, loss] = duel.chances.to_f64();
        let exact = match duel.chances {
            Chances::Exact(parts) => {
                let sign = if parts.win < parts.loss { "-" } else { "" };
                Fraction::new(parts.win.abs_diff(parts.loss), parts.whole())
                    .map(|advantage| format!("{sign}{advantage}"))
            }
            _ => None,
        };
        Pair {
            first: (&duel.pairing.first).into(),
            second: (&duel.pairing.second).into(),
            chance: Chance::of(&duel.chances),
            advantage: win - loss,
            advantage_exact: exact,
            even: duel.even.map(|it| Even { count: it.even.into(), open: it.open.all }),
        }
    }
}

impl From<survey::Count> for Count {
    fn from(count: survey::Count) -> Count {
        Count { distinct: count.distinct, all: count.all }
    }
}

impl Levels {
    fn of(levels: &survey::Levels) -> Levels {
        let won_in = |(moves, by): (&u32, &ByHardness)| WonIn {
            moves: *moves,
            easy: by.easy.into(),
            medium: by.medium.into(),
            hard: by.hard.into(),
            open: by.open.into(),
        };
        Levels {
            learner: (&levels.learner).into(),
            opponent: (&levels.opponent).into(),
            won_in: levels.won_in.iter().map(won_in).collect(),
        }
    }

    /// The sum over all moves of what `pick` takes.
    pub fn sum(&self, pick: impl Fn(&WonIn) -> Count) -> Count {
        self.won_in.iter().map(pick).fold(Count::default(), |sum, it| Count {
            distinct: sum.distinct + it.distinct,
            all: sum.all + it.all,
        })
    }
}

impl Interesting {
    /// By the last learner and the last opponent, who are the strongest.
    fn of(ratings: &Ratings) -> Option<Interesting> {
        let levels = Levels::of(ratings.levels.last()?);
        let [easy, medium, hard, open] = [
            levels.sum(|it| it.easy),
            levels.sum(|it| it.medium),
            levels.sum(|it| it.hard),
            levels.sum(|it| it.open),
        ]
        .map(|count| count.all);
        let (not_easy, won) = (medium + hard, easy + medium + hard + open);
        let share = (won > 0).then(|| not_easy as f64 / won as f64);
        Some(Interesting { not_easy, won, share })
    }
}

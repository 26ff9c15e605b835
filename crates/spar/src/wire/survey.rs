//! The JSON of a survey's rows, for writing and reading.

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
    /// The size of the board, rows × columns (× layers).
    pub size: String,
    /// The value of every parameter.
    pub settings: BTreeMap<String, String>,
    /// Whether the value of every position is known.
    pub solved: bool,
    /// Whether the chances of every position are known.
    pub rated: bool,
    /// The reason if it is not solved or not rated; `null` otherwise.
    pub reason: Option<String>,
    /// The number of positions that play can reach.
    pub positions: Option<u64>,
    /// The number of these in which the game is not over.
    pub unfinished: Option<u64>,
    /// The winner from the start with optimal play of both: `"first"`, `"draw"`, `"second"`.
    pub winner: Option<String>,
    /// The value of the start for the side to move: `"win"`, `"draw"`, `"loss"`.
    pub value: Option<String>,
    /// The plies to the end from the start with best play; `null` for a draw.
    pub plies: Option<u32>,
    /// The unfinished positions by their winner with optimal play.
    pub worth: Option<Worth>,
    /// The players, weakest first: foresight in rounds (0 plays at random), or `"perfect"`.
    pub players: Vec<Who>,
    /// How they treat ties: `"any"` or `"fastest"`.
    pub ties: String,
    /// The least chance of an easy position, and the greatest chance of a hard one.
    pub thresholds: Thresholds,
    /// The least and the greatest expected score that count as even.
    pub even: [String; 2],
    /// All pairs of players from the start.
    pub pairs: Vec<Pair>,
    /// The levels for every learner against every opponent.
    pub levels: Vec<Levels>,
    /// The number of positions that the side to move wins in two or more moves and that are not
    /// easy for the strongest learner against the strongest opponent.
    pub interesting: Option<Interesting>,
}

/// Positions by their winner.
#[derive(Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The first side.
    pub first: Share,
    /// A draw.
    pub draw: Share,
    /// The second side.
    pub second: Share,
}

/// A number of positions, and their share of the unfinished positions.
#[derive(Debug, Serialize, Deserialize)]
pub struct Share {
    /// The number.
    pub count: u64,
    /// The share.
    pub share: f64,
}

/// A pair of players from the start.
#[derive(Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The player of the first side.
    pub first: Who,
    /// The player of the second side.
    pub second: Who,
    /// The chances of the first side.
    pub chance: Chance,
    /// The first side's chance to win minus the second side's.
    pub advantage: f64,
    /// The advantage as a fraction, if it is exact.
    pub advantage_exact: Option<String>,
    /// The unfinished positions that are even for this pair; `null` if both players are equal.
    pub even: Option<Even>,
}

/// Even positions.
#[derive(Debug, Serialize, Deserialize)]
pub struct Even {
    /// The number of even positions.
    #[serde(flatten)]
    pub count: Count,
    /// The number of positions for which this could not be decided.
    pub open: u64,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The number of positions up to symmetry.
    pub distinct: u64,
    /// The number of all positions.
    pub all: u64,
}

/// The levels for a learner against an opponent. The learner moves first.
#[derive(Debug, Serialize, Deserialize)]
pub struct Levels {
    /// The learner.
    pub learner: Who,
    /// The opponent.
    pub opponent: Who,
    /// The levels by the number of the winner's moves, from two on.
    pub won_in: Vec<WonIn>,
}

/// Positions that the side to move wins in this many moves, by hardness.
#[derive(Debug, Serialize, Deserialize)]
pub struct WonIn {
    /// The number of the winner's moves.
    pub moves: u32,
    /// The easy positions.
    pub easy: Count,
    /// The positions that are neither easy nor hard.
    pub medium: Count,
    /// The hard positions.
    pub hard: Count,
    /// The positions whose hardness could not be decided.
    pub open: Count,
}

/// The number of wins that are not easy.
#[derive(Debug, Serialize, Deserialize)]
pub struct Interesting {
    /// The number of positions that are not easy.
    pub not_easy: u64,
    /// The number of positions won in two or more moves.
    pub won: u64,
    /// The share of `not_easy` in `won`; `null` if `won` is 0.
    pub share: Option<f64>,
}

impl SurveyRow {
    /// A row for a game without results.
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

    /// The row for the results of a survey.
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

/// The winner from a start position with this value.
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

    /// The sum of one kind of count over all numbers of moves.
    pub fn sum(&self, pick: impl Fn(&WonIn) -> Count) -> Count {
        self.won_in.iter().map(pick).fold(Count::default(), |sum, it| Count {
            distinct: sum.distinct + it.distinct,
            all: sum.all + it.all,
        })
    }
}

impl Interesting {
    /// The counts for the last learner and opponent, who are the strongest.
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

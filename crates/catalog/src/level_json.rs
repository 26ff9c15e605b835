//! The JSON of a level: written by `generate` and `rate`, read by `verify`, and used in the file
//! of built-in levels.

use crate::{AnyGame, TextLevel};
use serde::{Deserialize, Serialize};
use spar_challenge::chance::{Chances, Sample};
use spar_challenge::policy::Player;
use spar_rules::Value;
use spar_solve::Interval;

/// A position as a level.
#[derive(Debug, Serialize, Deserialize)]
pub struct Level {
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// The side to move: `"first"` or `"second"`.
    pub turn: String,
    /// The side that the learner plays.
    pub side: String,
    /// `"win"`, `"draw"` or `"loss"` for the side to move; `null` if not known.
    pub value: Option<String>,
    /// Plies to the end under best play; `null` for a draw.
    pub plies: Option<u32>,
    /// Moves of the winner until the end, if the side to move wins.
    pub wins_in: Option<u32>,
    /// The learner: rounds of foresight (0 plays at random), or `"perfect"`.
    pub learner: Who,
    /// The opponent.
    pub opponent: Who,
    /// How they treat ties: `"any"` or `"fastest"`.
    pub ties: String,
    /// The learner's chances.
    pub chance: Chance,
    /// `"easy"`, `"medium"` or `"hard"`; `null` if the chances leave it open.
    pub hardness: Option<String>,
    /// The least chance of an easy level, and the greatest chance of a hard one.
    pub thresholds: Thresholds,
    /// The foresights, from 1 to 3, for which it is easy but not for one round less; `null` if
    /// unknown.
    pub category: Option<Vec<u32>>,
    /// All moves that keep the win.
    pub winning_moves: Vec<String>,
    /// Those that win fastest.
    pub fastest: Vec<String>,
    /// Every move with its value for the side that makes it.
    #[serde(skip_deserializing)]
    pub moves: Vec<MoveValue>,
    /// Why it is hard; `null` if the side to move does not win.
    pub why: Option<String>,
    /// The best chance against the opponent, in games with chance.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub best: Option<Between>,
    /// The learner's choices that are not proven to be worse than the best, in games with
    /// chance.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub best_moves: Vec<String>,
}

/// A player.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Who {
    /// Rounds of foresight; 0 plays at random.
    Foresight(u32),
    /// `"perfect"`.
    Word(String),
}

impl From<&Player> for Who {
    fn from(player: &Player) -> Who {
        match player.rounds() {
            Some(rounds) => Who::Foresight(rounds),
            None => Who::Word(player.to_string()),
        }
    }
}

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Who::Foresight(rounds) => write!(f, "{rounds}"),
            Who::Word(word) => f.write_str(word),
        }
    }
}

/// Chances of win, draw and loss, and how certain they are.
#[derive(Debug, Serialize, Deserialize)]
pub struct Chance {
    /// `"exact"`, `"bounded"` or `"sampled"`.
    pub kind: String,
    /// The chance to win; if it is not exact, the middle of its bounds.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance to lose.
    pub loss: f64,
    /// The chance to win as a fraction, if it is exact.
    pub exact: Option<String>,
    /// All three chances as fractions, if they are exact.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fractions: Option<Fractions>,
    /// Certified bounds `[low, high]` of win, draw and loss, if the kind is `"bounded"`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bounds: Option<[[f64; 2]; 3]>,
    /// The sample, if the kind is `"sampled"`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sample: Option<Plays>,
}

/// Win, draw and loss as fractions.
#[derive(Debug, Serialize, Deserialize)]
pub struct Fractions {
    /// Of a win.
    pub win: String,
    /// Of a draw.
    pub draw: String,
    /// Of a loss.
    pub loss: String,
}

/// A sample of plays.
#[derive(Debug, Serialize, Deserialize)]
pub struct Plays {
    /// The number of plays.
    pub plays: u64,
    /// The number of plays that the learner won.
    pub wins: u64,
    /// The number of drawn plays.
    pub draws: u64,
    /// The number of plays that the learner lost.
    pub losses: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The 95 % confidence interval of the chance to win (Wilson).
    pub interval: [f64; 2],
    /// The number of plays in which a player had to guess a move; omitted if 0.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub guessed: u64,
}

// The signature is required by serde.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The thresholds of easy and hard.
#[derive(Debug, Serialize, Deserialize)]
pub struct Thresholds {
    /// Easy from this chance on.
    pub easy: String,
    /// Hard up to this chance.
    pub hard: String,
}

impl Level {
    /// A level of a game.
    pub fn of(game: &dyn AnyGame, level: &TextLevel) -> Level {
        let thresholds = level.of.thresholds;
        let chance = |mv: &String| {
            let of_best = &level.best.as_ref()?.moves;
            of_best.iter().find(|it| it.0 == *mv).map(|it| it.1)
        };
        let moves = level.moves.iter().map(|(mv, value)| MoveValue::of(mv, *value, chance(mv)));
        let turn = game.read_position(&level.position).map_or(level.side, |it| it.side());
        Level {
            game: game.facts().name.clone(),
            position: level.position.clone(),
            turn: turn.to_string(),
            side: level.side.to_string(),
            value: level.value.map(|value| value.word().to_owned()),
            plies: level.value.and_then(Value::plies),
            wins_in: level.wins_in(),
            learner: (&level.of.learner).into(),
            opponent: (&level.of.opponent).into(),
            ties: level.of.ties.to_string(),
            chance: Chance::of(&level.chances).with_guesses(level.guessed),
            hardness: level.hardness.map(|it| it.to_string()),
            thresholds: Thresholds {
                easy: thresholds.easy().to_string(),
                hard: thresholds.hard().to_string(),
            },
            category: level.easy_from.clone(),
            winning_moves: level.winning().cloned().collect(),
            fastest: level.fastest().cloned().collect(),
            moves: moves.collect(),
            why: level.reason(),
            best: level.best.as_ref().map(|it| it.chance.into()),
            best_moves: level.best.as_ref().map_or(Vec::new(), |it| it.best_moves.clone()),
        }
    }
}

impl Chance {
    /// Sets the number of sampled plays in which a player had to guess.
    fn with_guesses(mut self, guessed: u64) -> Chance {
        if let Some(sample) = &mut self.sample {
            sample.guessed = guessed;
        }
        self
    }

    /// These chances.
    pub fn of(chances: &Chances) -> Chance {
        let [win, draw, loss] = chances.to_f64();
        let chance = |kind: &str| Chance {
            kind: kind.to_owned(),
            win,
            draw,
            loss,
            exact: None,
            fractions: None,
            bounds: None,
            sample: None,
        };
        match chances {
            Chances::Exact(parts) => {
                let [win, draw, loss] =
                    [parts.wins(), parts.draws(), parts.losses()].map(|it| it.to_string());
                let exact = Some(win.clone());
                Chance { exact, fractions: Some(Fractions { win, draw, loss }), ..chance("exact") }
            }
            Chances::Bounded { win, draw, loss } => {
                let pair = |bounds: &Interval| [bounds.low, bounds.high];
                Chance { bounds: Some([pair(win), pair(draw), pair(loss)]), ..chance("bounded") }
            }
            Chances::Sampled(sample) => {
                Chance { sample: Some(Plays::of(sample)), ..chance("sampled") }
            }
        }
    }
}

impl Plays {
    fn of(sample: &Sample) -> Plays {
        let interval = sample.interval(sample.wins);
        Plays {
            plays: sample.plays(),
            wins: sample.wins,
            draws: sample.draws,
            losses: sample.losses,
            seed: sample.seed,
            interval: [interval.low, interval.high],
            guessed: 0,
        }
    }
}

/// A value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ValueInPlies {
    /// `"win"`, `"draw"`, `"loss"`, or `null` if it is not known.
    pub value: Option<&'static str>,
    /// Plies to the end under best play; `null` for a draw.
    pub plies: Option<u32>,
}

/// A move with its value for the side that makes it.
#[derive(Debug, PartialEq, Serialize)]
pub struct MoveValue {
    /// The move as text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueInPlies,
    /// The chance to win with best play of both, in a game with chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Between>,
}

/// Certified bounds of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Between {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl From<Interval> for Between {
    fn from(Interval { low, high }: Interval) -> Between {
        Between { low, high }
    }
}

impl From<Option<Value>> for ValueInPlies {
    fn from(value: Option<Value>) -> ValueInPlies {
        ValueInPlies { value: value.map(Value::word), plies: value.and_then(Value::plies) }
    }
}

impl MoveValue {
    /// A move with its value and, if there is one, its chance.
    pub fn of(mv: &str, value: Option<Value>, chance: Option<Interval>) -> MoveValue {
        MoveValue { mv: mv.to_owned(), value: value.into(), chance: chance.map(Into::into) }
    }
}

//! The JSON output of `solve` and `match` for races: turns, chances and policies.

use super::level::Chance;
use super::{Between, side_word};
use serde::Serialize;
use spar_challenge::track::{
    Objective, Place, PlainSweep, PolicyAnswer, PolicyLetters, PolicyQuestion, Shortfall,
};

/// A policy: one letter per square, the goal included. With two pieces: one such string per
/// opponent square.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Letters {
    /// Indexed by the own square.
    Alone(String),
    /// Indexed by the opponent's square, then the own square.
    Pairs(Vec<String>),
}

/// `solve` of a race.
#[derive(Debug, Serialize)]
pub struct SolvedPolicies {
    /// The canonical name of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The objective: `fastest`, `against`, `self-play`, `keep-in-game` or `experience`.
    pub objective: &'static str,
    /// The expected number of turns to reach the goal alone from our square, with the fastest
    /// policy.
    pub turns: Between,
    /// The best policy.
    pub policy: Letters,
    /// The opponent's name as given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Our side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<&'static str>,
    /// The chance to win from the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Between>,
    /// `keep-in-game` only, replacing `chance`: the chance to win before the opponent gives up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Between>,
    /// `keep-in-game` only: the chance to lose before the opponent gives up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Between>,
    /// `keep-in-game` only: the chance that the opponent gives up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quit: Option<Between>,
    /// The value of the game in which each turn costs the squared distance between the pieces,
    /// later turns discounted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experience: Option<Between>,
    /// The squares from which the opponent may wait forever. Omitted if there are none, or if
    /// the opponent's policy uses both squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalls: Option<Vec<u32>>,
    /// The values after each sweep of plain value iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Vec<Sweep>>,
    /// Whether the work was stopped before the bounds were as tight as requested. They are
    /// valid in any case.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// The reason if the bounds are wider than requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl SolvedPolicies {
    /// The result for a question about a game, a position and an opponent's name.
    pub fn of(
        (game, position, against): (String, String, Option<String>),
        place: &Place,
        question: &PolicyQuestion,
        answer: PolicyAnswer,
    ) -> SolvedPolicies {
        let PolicyAnswer { turns, policy, chance, ends, experience, stalls, sweeps, shortfall } =
            answer;
        let objective = match question.objective {
            Objective::Fastest => "fastest",
            Objective::Against(_) => "against",
            Objective::BothBest => "self-play",
            Objective::KeepInGame(..) => "keep-in-game",
            Objective::Experience(..) => "experience",
        };
        let others = ends.and_then(|it| it.others);
        let is_alone = matches!(question.objective, Objective::Fastest);
        SolvedPolicies {
            game,
            position,
            objective,
            turns: turns.into(),
            policy: match policy {
                PolicyLetters::Alone(letters) => Letters::Alone(letters),
                PolicyLetters::Pairs(letters) => Letters::Pairs(letters),
            },
            against,
            seat: (!is_alone).then(|| side_word(place.side)),
            chance: chance.map(Between::from),
            win: ends.map(|it| it.win.into()),
            loss: others.map(|it| it[0].into()),
            quit: others.map(|it| it[1].into()),
            experience: experience.map(Between::from),
            stalls: Some(stalls).filter(|it| !it.is_empty()),
            iterations: sweeps.map(|all| all.into_iter().map(Sweep::of).collect()),
            stopped: matches!(shortfall, Some(Shortfall::Stopped(_))),
            remark: shortfall.map(|it| remark(it, question.precision)),
        }
    }
}

/// The reason why bounds are wider than requested. For expected turns, the width is relative to
/// the value.
fn remark(shortfall: Shortfall, precision: f64) -> String {
    match shortfall {
        Shortfall::Stopped(width) => {
            format!("stopped: bounds are {width:.1e} wide, not {precision:.1e}; raise `--time`")
        }
        Shortfall::Rounding(width) => format!(
            "bounds are {width:.1e} wide, not {precision:.1e}: double arithmetic does not allow \
             less here"
        ),
        Shortfall::Waiting => {
            "the other player may wait forever, and there are too many pairs of squares to solve \
             this case"
                .to_owned()
        }
        Shortfall::Unsettled => {
            "from some squares both sides can wait forever without losing, so the value is not \
             determined"
                .to_owned()
        }
    }
}

/// `match`: two players in both seats.
#[derive(Debug, Serialize)]
pub struct Meeting {
    /// The canonical name of the game.
    pub game: String,
    /// The start position.
    pub position: String,
    /// The names of the players as given.
    pub players: [String; 2],
    /// The chances of the first player when moving first. `null` if the work was stopped too
    /// early.
    pub first: Option<Chance>,
    /// The chances of the first player when moving second. `null` if the work was stopped too
    /// early.
    pub second: Option<Chance>,
    /// The chance that the second player gives up, in each seat; omitted if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quits: Option<[Between; 2]>,
    /// The first player's mean score over both seats: a win counts 1, a draw one half.
    pub score: Option<f64>,
    /// An interval of the expected score: certified, or a 95 % interval if games were played.
    pub score_interval: [f64; 2],
    /// The played games; `null` if all chances were computed.
    pub played: Option<Played>,
    /// Whether the work was stopped early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

/// The played games.
#[derive(Debug, Serialize)]
pub struct Played {
    /// The number of games in both seats.
    pub games: u64,
    /// The number of distinct games per seat, added up.
    pub distinct: u64,
    /// The number of games in which a player could not compute its move within the budget and
    /// guessed.
    pub guessed: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// One sweep of plain value iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep {
    /// Its number, from 1.
    pub sweep: u32,
    /// The largest change.
    pub change: f64,
    /// For one piece: the value of every square. For two pieces: one number, for the given
    /// position: our chance with us to move, or with optimal play of both the mover's chance.
    pub values: Vec<f64>,
}

impl Sweep {
    fn of(sweep: PlainSweep) -> Sweep {
        let PlainSweep { number, change, values } = sweep;
        Sweep { sweep: number, change, values }
    }
}

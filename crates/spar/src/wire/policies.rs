//! `solve` for races: turns, chances and policies.

use super::level::Chance;
use super::{Between, side_word};
use serde::Serialize;
use spar_challenge::track::{
    Objective, Place, PlainSweep, PolicyAnswer, PolicyLetters, PolicyQuestion, Shortfall,
};

/// One letter for each square, the goal included; against another player one such text for
/// each of its squares.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Letters {
    /// By the own square.
    Alone(String),
    /// By the other's square, then the own.
    Pairs(Vec<String>),
}

/// `solve` of a race.
#[derive(Debug, Serialize)]
pub struct SolvedPolicies {
    /// The canonical name of the game.
    pub game: String,
    /// From where it was asked.
    pub position: String,
    /// What was asked for: `fastest`, `against`, `self-play`, `keep-in-game` or `experience`.
    pub objective: &'static str,
    /// The fewest turns on average, alone on the board, from our square.
    pub turns: Between,
    /// The best policy.
    pub policy: Letters,
    /// The other player, as it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Our side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<&'static str>,
    /// The chance to win from the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Between>,
    /// With an opponent that may give up: the chance to win,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Between>,
    /// to lose,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Between>,
    /// and that the other gives up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quit: Option<Between>,
    /// What the game is worth if each turn costs the squared distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experience: Option<Between>,
    /// Squares from which the other player may wait without end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalls: Option<Vec<u32>>,
    /// Values after each sweep of plain value iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Vec<Sweep>>,
    /// Whether it was stopped before bounds were as close as asked; they hold anyway.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// Why bounds are wider than was asked, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl SolvedPolicies {
    /// The answer to a question, asked of a game from a position, against a player as it was
    /// named.
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

/// Why bounds are wider than was asked.
fn remark(shortfall: Shortfall, precision: f64) -> String {
    match shortfall {
        Shortfall::Stopped(width) => format!(
            "stopped: bounds are {width:.1e} wide, not {precision:.1e}; raise `--time`"
        ),
        Shortfall::Rounding(width) => format!(
            "bounds are {width:.1e} wide, not {precision:.1e}: double arithmetic does not allow \
             less here"
        ),
        Shortfall::Waiting => {
            "the other player may wait without end, and there are too many pairs of squares to find \
             out what comes of that"
                .to_owned()
        }
        Shortfall::Unsettled => {
            "both sides can wait without end and without loss somewhere, so the value is open"
                .to_owned()
        }
    }
}

/// `match`: two players in both seats.
#[derive(Debug, Serialize)]
pub struct Meeting {
    /// The canonical name of the game.
    pub game: String,
    /// Where they start.
    pub position: String,
    /// As they were named.
    pub players: [String; 2],
    /// Chances of the first named player on the first side,
    pub first: Option<Chance>,
    /// and on the second; none if it was stopped before anything was known.
    pub second: Option<Chance>,
    /// How often the second named player gives up, in each seat; none if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quits: Option<[Between; 2]>,
    /// Its mean score over both seats: a win counts 1, a draw one half.
    pub score: Option<f64>,
    /// The expected score lies between: for sure, or, if games were played, by 95 %.
    pub score_interval: [f64; 2],
    /// The games that were played; none if all was computed.
    pub played: Option<Played>,
    /// Whether it was stopped before all was computed or played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

/// Games that were played.
#[derive(Debug, Serialize)]
pub struct Played {
    /// How many, over both seats.
    pub games: u64,
    /// How many of them were distinct, in each seat.
    pub distinct: u64,
    /// In how many of them a player could not find out its move within the budget, and
    /// guessed.
    pub guessed: u64,
    /// What settled them.
    pub seed: u64,
}

/// One sweep of plain value iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep {
    /// Its number, from 1.
    pub sweep: u32,
    /// The largest change.
    pub change: f64,
    /// For one piece: the value of every square. For two: our chance with us
    /// to move, or that of whoever moves if both are at their best.
    pub values: Vec<f64>,
}

impl Sweep {
    fn of(sweep: PlainSweep) -> Sweep {
        let PlainSweep { number, change, values } = sweep;
        Sweep { sweep: number, change, values }
    }
}

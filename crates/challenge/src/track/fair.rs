//! Players of a race made for somebody: the fair opponent of Beaudry, Bisson, Chamberland and
//! Kabanza (2010), who wins most before the other gives up, and a policy written down.

use super::Course;
use super::course::squares;
use crate::policy::{Kind, Player, PlayerParameter, Policy, Seen, Unknown, Weights};
use spar_rules::{Separable, Turn};
use spar_solve::mdp::track::pairs::{PairPolicy, Payoff, Quits, Rival, Setting, best_response};
use spar_solve::mdp::track::{self, Track};
use spar_solve::{Budget, Silent};
use std::borrow::Borrow;

/// `keep-in-game:quits=10,against=novice`: wins most before the other gives up.
pub const KEEP_IN_GAME: Kind = Kind {
    name: "keep-in-game",
    listed: "`keep-in-game`",
    parameters: &[
        PlayerParameter {
            name: "quits",
            takes: "how many squares apart the other gives up, or `half` the board",
            default: "half",
            read: |text| match text {
                "half" => Some(text.to_owned()),
                text => text.parse::<u32>().ok().filter(|it| *it > 0).map(|it| it.to_string()),
            },
        },
        PlayerParameter {
            name: "against",
            takes: "`novice` or `fastest`",
            default: "novice",
            read: |text| ["novice", "fastest"].contains(&text).then(|| text.to_owned()),
        },
    ],
    about: "Wins as often as it can before the other, left too far behind or ahead, gives up.",
    title: |_| "Keep in game".to_owned(),
    phrase: |player| match player.setting("quits") {
        "half" => "the fair opponent".to_owned(),
        squares => format!("the fair opponent (quits at {squares})"),
    },
    habit: |_| None,
    short: |_| None,
};

/// `policy:1DDT…`: a letter for each square.
pub const POLICY: Kind = Kind {
    name: "policy",
    listed: "`policy:…`",
    parameters: &[PlayerParameter {
        name: "letters",
        takes: "a letter for each square, up to 400",
        default: "",
        read: |text| {
            let fits = (1..=400).contains(&text.len());
            (fits && text.bytes().all(|it| it.is_ascii_alphanumeric())).then(|| text.to_owned())
        },
    }],
    about: "Takes what a policy says: a letter for each square.",
    title: |_| "Policy".to_owned(),
    phrase: |_| "the given policy".to_owned(),
    habit: |_| None,
    short: |player| Some(format!("policy:{}", player.setting("letters"))),
};

/// Bounds of the chances by which the fair opponent chooses are about this wide.
const PRECISION: f64 = 1e-9;

/// Takes an action by both squares, by a table that is made at the first question.
pub(super) struct Tabled<C> {
    course: C,
    player: Player,
    table: Option<PairPolicy>,
}

impl<C: Borrow<Course>> Tabled<C> {
    pub(super) fn new(course: C, player: Player) -> Tabled<C> {
        Tabled { course, player, table: None }
    }

    fn table<G: Separable>(&self, game: &G) -> Result<PairPolicy, Unknown> {
        let track = Track::of(game);
        if self.player.is(&POLICY) {
            let policy = track::Policy::read(&track, self.player.setting("letters"));
            return policy.map(|it| PairPolicy::alone(&it)).map_err(|_| Unknown);
        }
        let apart = self.player.setting("quits").parse();
        let apart = apart.unwrap_or_else(|_| track.n().div_ceil(2));
        let rival = match self.player.setting("against") {
            "novice" => self.course.borrow().novice_policy().ok_or(Unknown)?,
            _ => self.course.borrow().fastest_policy(),
        };
        let (rival, quits, payoff) = (Rival::Alone(rival), Quits::Apart(apart), Payoff::WIN);
        let setting = Setting { rival, quits, payoff };
        let best = best_response(&track, &setting, PRECISION, &Budget::unlimited(), &Silent);
        best.map(|it| it.policy).map_err(|_| Unknown)
    }
}

impl<G: Separable, C: Borrow<Course>> Policy<G> for Tabled<C> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let Turn::Play(_) = seen.game.turn(seen.position) else { return Ok(()) };
        let [own, other] = squares(seen.game, seen.position).map(|it| it as usize);
        let table = match self.table.take() {
            Some(table) => table,
            None => self.table(seen.game)?,
        };
        let action = usize::from(self.table.insert(table).action(own, other));
        // The moves of a race are its actions, in their order.
        out.push((seen.legal().get(action).ok_or(Unknown)?.clone(), 1));
        Ok(())
    }
}

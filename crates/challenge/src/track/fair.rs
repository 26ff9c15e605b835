//! Players of a race made for somebody: the fair opponent of Beaudry, Bisson, Chamberland and
//! Kabanza (2010), who wins most before the other gives up, and a policy written down.

use super::WalkerCache;
use super::course::squares;
use crate::policy::{Kind, Player, PlayerParameter, Policy, Seen, Unknown, Weights};
use spar_rules::{Separable, Turn};
use spar_solve::Budget;
use std::sync::Arc;

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

/// No name of a policy is longer.
const MOST_LETTERS: usize = 256 << 20;

/// `policy:1DDT…`: a letter for each square.
pub const POLICY: Kind = Kind {
    name: "policy",
    listed: "`policy:…`",
    parameters: &[PlayerParameter {
        name: "letters",
        takes: "a letter for each square, or lines of them joined by `/`, one for each square \
                of the other",
        default: "",
        read: |text| {
            let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'/';
            let fits = (1..=MOST_LETTERS).contains(&text.len());
            (fits && text.bytes().all(is_letter)).then(|| text.to_owned())
        },
    }],
    about: "Takes what a policy says: a letter for each square.",
    title: |_| "Policy".to_owned(),
    phrase: |_| "the given policy".to_owned(),
    habit: |_| None,
    short: |player| Some(format!("policy:{}", player.setting("letters"))),
};

/// Takes an action by the squares of both sides, by choices that are found at the first
/// question.
pub(super) struct Walking {
    pub(super) player: Player,
    pub(super) cache: Arc<WalkerCache>,
    pub(super) budget: Budget,
}

impl<G: Separable> Policy<G> for Walking {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let Turn::Play(_) = seen.game.turn(seen.position) else { return Ok(()) };
        let [own, other] = squares(seen.game, seen.position).map(|it| it as usize);
        let walker = self.cache.walker(seen.game, &self.player, &self.budget);
        let actions =
            walker.map_err(|_| Unknown)?.actions(&self.cache.track(seen.game), own, other);
        // The moves of a race are its actions, in their order.
        let legal = seen.legal();
        out.extend(actions.into_iter().map(|(number, weight)| (legal[number].clone(), weight)));
        Ok(())
    }
}

//! The player that looks some rounds ahead.

use super::{
    Habit, Kind, Known, Player, PlayerParameter, Policy, Seen, Ties, Unknown, Weights, name,
};
use spar_rules::{Reward, Tactics};

/// `foresight:rounds=2,ties=any`, short `2`.
pub const KIND: Kind = Kind {
    name: "foresight",
    listed: "a foresight of 1, 2, … rounds",
    parameters: &[
        PlayerParameter {
            name: "rounds",
            takes: "1 to 32 rounds; 0 plays at random",
            default: "",
            read: |text| name::rounds(text).map(|it| it.to_string()),
        },
        PlayerParameter {
            name: "ties",
            takes: "`any` or `fastest`",
            default: "any",
            read: |text| text.parse::<Ties>().ok().map(|it| it.to_string()),
        },
    ],
    about: "Looks some rounds ahead, two moves each, and takes what looks best from there.",
    title: |player| match sight(player) {
        (rounds, Ties::Any) => format!("Foresight {rounds}"),
        (rounds, Ties::Fastest) => format!("Foresight {rounds}, fastest"),
    },
    phrase: |player| format!("foresight {}", sight(player).0),
    habit: |player| {
        let (rounds, ties) = sight(player);
        Some(if rounds == 0 { Habit::Any } else { Habit::Foresight(rounds, ties) })
    },
    short: |player| match sight(player) {
        (rounds, Ties::Any) => Some(rounds.to_string()),
        (_, Ties::Fastest) => None,
    },
};

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    let (rounds, ties) = sight(player);
    Box::new(Foresight { known: known.clone(), rounds, ties })
}

/// Its rounds, and what it does with ties.
fn sight(player: &Player) -> (u32, Ties) {
    let rounds = name::rounds(player.setting("rounds")).unwrap_or_default();
    (rounds, player.setting("ties").parse().unwrap_or_default())
}

/// Takes what looks best after this many rounds, moves that look equal with the same chance.
pub struct Foresight<'a, G: Tactics + Reward> {
    pub(super) known: Known<'a, G>,
    pub(super) rounds: u32,
    pub(super) ties: Ties,
}

impl<G: Tactics + Reward> Policy<G> for Foresight<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let mut liked = Vec::new();
        self.known.sight().preferred(seen.position, self.rounds, self.ties, &mut liked)?;
        out.extend(liked.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }

    /// Looks ahead as far as a guess may cost, but never as far as it should.
    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        let rounds = self.rounds.saturating_sub(1);
        self.known.guess(seen.position, &seen.legal(), rounds, self.ties)
    }

    fn nodes(&self) -> u64 {
        self.known.sight().nodes()
    }
}

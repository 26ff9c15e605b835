//! The player that sets traps: it never gives up the outcome, and among the moves that keep it
//! prefers those with the best result against a given player.

use super::Known;
use super::respond::{AGAINST, Respond, rival};
use crate::policy::{Kind, Player, Policy};
use crate::response::Among;
use spar_rules::{Reward, Tactics};

/// `trap:against=2`: the best result among the moves that keep the value.
pub const KIND: Kind = Kind {
    name: "trap",
    listed: "`trap:against=…`",
    parameters: &[AGAINST],
    about: "Keeps the win or the draw, and of such moves takes those with the best expected \
            result against a given player.",
    title: |player| format!("Trap for {}", rival(player).title()),
    phrase: |player| format!("the trap for {}", rival(player).phrase()),
    habit: |_| None,
    short: |_| None,
};

pub(super) fn make<'a, G: Tactics + Reward>(
    known: &Known<'a, G>,
    player: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Respond::new(known, rival(player), Among::Keeping))
}

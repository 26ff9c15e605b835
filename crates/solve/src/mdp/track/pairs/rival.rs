//! The other player, and what ends the game beside arriving.

use super::choice::{PairPolicy, always_ends};
use crate::mdp::track::layout::Track;
use crate::mdp::track::policy::Policy;

/// How the other player chooses.
#[derive(Clone, Copy, Debug)]
pub enum Rival<'a> {
    /// By its own square.
    Alone(&'a Policy),
    /// By both squares.
    Seeing(&'a PairPolicy),
}

impl Rival<'_> {
    /// The number of the action on its own square against ours.
    #[inline]
    pub(super) fn action(&self, own: usize, other: usize) -> usize {
        match self {
            Rival::Alone(policy) => usize::from(policy.0[own]),
            Rival::Seeing(policy) => usize::from(policy.action(own, other)),
        }
    }

    /// Whether it takes this roll anywhere.
    pub(super) fn mixes(&self, roll: u8) -> bool {
        match self {
            Rival::Alone(policy) => policy.0.contains(&roll),
            Rival::Seeing(policy) => policy.takes(roll),
        }
    }

    /// The squares from which the other player never finishes and which it never leaves
    /// for others; none if it always may come to the goal. Of a player that looks at both
    /// squares and may wait for ever, all.
    pub(super) fn for_ever(&self, track: &Track) -> Vec<bool> {
        match self {
            Rival::Alone(policy) => policy.leads(track).iter().map(|it| !it).collect(),
            Rival::Seeing(policy) => vec![!always_ends(track, policy); track.n()],
        }
    }
}

/// When the other player gives up: asked after each full turn, once nobody has arrived.
#[derive(Clone, Copy)]
pub enum Quits<'a> {
    /// Never.
    Never,
    /// Surely, as soon as the pieces are at least so many squares apart.
    Apart(usize),
    /// With this chance, by our square and theirs.
    Chance(&'a (dyn Fn(usize, usize) -> f64 + Sync)),
}

impl Quits<'_> {
    /// The chance that the other player gives up here.
    #[inline]
    pub fn chance(&self, ours: usize, theirs: usize) -> f64 {
        match self {
            Quits::Never => 0.0,
            Quits::Apart(far) => f64::from(u8::from(ours.abs_diff(theirs) >= *far)),
            Quits::Chance(chance) => chance(ours, theirs).clamp(0.0, 1.0),
        }
    }

    pub(super) fn is_never(&self) -> bool {
        matches!(self, Quits::Never)
    }
}

/// What the ways in which a game ends are worth, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoff {
    /// We arrive, and they do not in the same full turn.
    pub we_arrive: f64,
    /// Both arrive in the same full turn. Where players move in turn we were first.
    pub both_arrive: f64,
    /// They arrive.
    pub they_arrive: f64,
    /// They give up.
    pub they_quit: f64,
}

impl Payoff {
    /// A win counts, players moving in turn.
    pub const WIN: Payoff =
        Payoff { we_arrive: 1.0, both_arrive: 1.0, they_arrive: 0.0, they_quit: 0.0 };
    /// A loss counts.
    pub const LOSS: Payoff =
        Payoff { we_arrive: 0.0, both_arrive: 0.0, they_arrive: 1.0, they_quit: 0.0 };
    /// The other player's giving up counts.
    pub const QUIT: Payoff =
        Payoff { we_arrive: 0.0, both_arrive: 0.0, they_arrive: 0.0, they_quit: 1.0 };

    /// A win counts; if both arrive at once, that counts for so much.
    pub fn at_once(common: f64) -> Payoff {
        Payoff { both_arrive: common, ..Payoff::WIN }
    }
}

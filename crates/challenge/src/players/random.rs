//! The random player: every legal move is equally likely.

use super::Known;
use crate::policy::{Habit, Kind, Player, Policy, Seen, Unknown, Weights};
use spar_rules::{Game, Reward, Tactics};

/// `random`: every move with the same probability.
pub const KIND: Kind = Kind {
    name: "random",
    listed: "`random`",
    parameters: &[],
    about: "Picks a legal move at random, each equally likely.",
    title: |_| "Random".to_owned(),
    phrase: |_| "random play".to_owned(),
    habit: |_| Some(Habit::Any),
    short: |_| None,
};

pub(super) fn make<'a, G: Tactics + Reward>(
    _: &Known<'a, G>,
    _: &Player,
) -> Box<dyn Policy<G> + 'a> {
    Box::new(Random)
}

/// Gives every legal move the same weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        out.extend(seen.legal().into_iter().map(|mv| (mv, 1)));
        Ok(())
    }
}

/// A stand-in for a player that cannot be made: `weights` always fails with [`Unknown`], so
/// callers use `guess`, which returns all legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undecided;

impl<G: Game> Policy<G> for Undecided {
    fn weights(&mut self, _: &Seen<'_, G>, _: &mut Weights<G>) -> Result<(), Unknown> {
        Err(Unknown)
    }
}

//! Two players at one board.

use super::{Player, Policy, Roster, Seen, Unknown, Weights};
use spar_rules::{Game, Side};

/// The players of both sides as one policy.
pub struct Both<'a, G: Game> {
    first: Box<dyn Policy<G> + 'a>,
    second: Box<dyn Policy<G> + 'a>,
}

impl<'a, G: Game> Both<'a, G> {
    /// These two.
    pub fn new(first: Box<dyn Policy<G> + 'a>, second: Box<dyn Policy<G> + 'a>) -> Both<'a, G> {
        Both { first, second }
    }

    /// The two players of these names; none if the game does not have one of them.
    pub fn named(
        roster: &(impl Roster<'a, G> + ?Sized),
        first: &Player,
        second: &Player,
    ) -> Option<Both<'a, G>> {
        Some(Both { first: roster.policy(first)?, second: roster.policy(second)? })
    }

    fn player(&mut self, seen: &Seen<'_, G>) -> &mut (dyn Policy<G> + 'a) {
        match seen.game.side(seen.position) {
            Side::First => &mut *self.first,
            Side::Second => &mut *self.second,
        }
    }
}

impl<G: Game> Policy<G> for Both<'_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        self.player(seen).weights(seen, out)
    }

    fn is_memoryless(&self) -> bool {
        self.first.is_memoryless() && self.second.is_memoryless()
    }

    fn guess(&mut self, seen: &Seen<'_, G>) -> Vec<G::Move> {
        self.player(seen).guess(seen)
    }

    fn nodes(&self) -> u64 {
        self.first.nodes() + self.second.nodes()
    }
}

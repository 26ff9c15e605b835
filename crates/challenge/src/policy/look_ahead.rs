//! The player that sees some rounds ahead.

use super::{Policy, Unknown, Weights};
use crate::player::Ties;
use crate::sight::Sight;
use spar_rules::{Reward, Tactics};

/// Gives every move that looks best the same weight.
pub struct LookAhead<'a, G: Tactics + Reward> {
    sight: Sight<'a, G>,
    rounds: u32,
    ties: Ties,
}

impl<'a, G: Tactics + Reward> LookAhead<'a, G> {
    /// A player who sees so many rounds ahead, at least one.
    pub fn new(sight: Sight<'a, G>, rounds: u32, ties: Ties) -> LookAhead<'a, G> {
        LookAhead { sight, rounds: rounds.max(1), ties }
    }
}

impl<G: Tactics + Reward> Policy<G> for LookAhead<'_, G> {
    fn weights(
        &mut self,
        _game: &G,
        position: &G::Position,
        out: &mut Weights<G>,
    ) -> Result<(), Unknown> {
        let mut moves = Vec::new();
        self.sight.preferred(position, self.rounds, self.ties, &mut moves)?;
        out.extend(moves.into_iter().map(|mv| (mv, 1)));
        Ok(())
    }
}

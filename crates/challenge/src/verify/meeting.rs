//! The chances in a game between two players.

use super::Checker;
use super::doubt::TooMuch;
use super::force::{EVER, after_each};
use super::odds::ProvenOdds;
use crate::policy::{Habit, Player};
use spar_rules::{Notation, Outcome, Reward, Side, Turn};

/// The two players of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClaimedPlayers {
    pub(super) learner_side: Side,
    pub(super) learner: Player,
    pub(super) opponent: Player,
}

impl ClaimedPlayers {
    pub(super) fn player(&self, side: Side) -> &Player {
        if side == self.learner_side { &self.learner } else { &self.opponent }
    }
}

impl<G: Reward + Notation> Checker<'_, G> {
    /// The learner's chances from here.
    pub(super) fn odds(
        &mut self,
        position: &G::Position,
        who: &ClaimedPlayers,
    ) -> Result<ProvenOdds, TooMuch> {
        let mover = match self.game.turn(position) {
            Turn::Over(Outcome::Win(winner)) if winner == who.learner_side => {
                return Ok(ProvenOdds::sure(0));
            }
            Turn::Over(Outcome::Draw) => return Ok(ProvenOdds::sure(1)),
            Turn::Over(Outcome::Win(_)) => return Ok(ProvenOdds::sure(2)),
            Turn::Play(mover) => mover,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        let key = (position.clone(), who.clone());
        if let Some(odds) = self.odds.get(&key) {
            return Ok(*odds);
        }
        if self.game.horizon(position).is_none() {
            return self.odds_in_rounds(position, who);
        }
        self.spend()?;
        let mut all = Vec::new();
        for next in self.choices(position, who.player(mover))? {
            all.push(self.odds(&next, who)?);
        }
        let odds = ProvenOdds::mean(&all);
        self.odds.insert(key, odds);
        Ok(odds)
    }

    /// The positions that this player chooses from, all with the same probability.
    pub(super) fn choices(
        &mut self,
        position: &G::Position,
        player: &Player,
    ) -> Result<Vec<G::Position>, TooMuch> {
        match player.habit() {
            Some(Habit::Any | Habit::Foresight(0, _)) => Ok(after_each(self.game, position)),
            Some(Habit::Foresight(rounds, ties)) => self.best_looking(position, rounds, ties),
            Some(Habit::Best) => self.best(position),
            None => unreachable!("invariant: only known players are asked"),
        }
    }

    /// The positions after the moves that keep value and distance.
    fn best(&mut self, position: &G::Position) -> Result<Vec<G::Position>, TooMuch> {
        let mover = self.game.side(position);
        let other = mover.other();
        let mut best = Vec::new();
        if let Some(plies) = self.distance(position, mover)? {
            for next in after_each(self.game, position) {
                if self.can_win(&next, mover, plies - 1)? {
                    best.push(next);
                }
            }
            return Ok(best);
        }
        // In a draw, the opponent must not win at all; in a loss, not earlier than claimed.
        let too_soon = match self.distance(position, other)? {
            Some(plies) => plies.checked_sub(2),
            None => Some(EVER),
        };
        for next in after_each(self.game, position) {
            let gives_way = match too_soon {
                Some(plies) => self.can_win(&next, other, plies)?,
                None => false,
            };
            if !gives_way {
                best.push(next);
            }
        }
        Ok(best)
    }

    /// The number of plies in which this side can force a win, if it can.
    pub(super) fn distance(
        &mut self,
        position: &G::Position,
        side: Side,
    ) -> Result<Option<u32>, TooMuch> {
        if !self.can_win(position, side, EVER)? {
            return Ok(None);
        }
        let mut plies = 0;
        while !self.can_win(position, side, plies)? {
            plies += 1;
        }
        Ok(Some(plies))
    }
}

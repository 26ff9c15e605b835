//! The evaluation of a position by a player that looks some plies ahead.

use super::Checker;
use super::doubt::TooMuch;
use super::force::after_each;
use crate::policy::Ties;
use spar_rules::{Notation, Outcome, Reward, Side, Turn};

/// The least evaluation of a win of the first side; larger than any reward.
const WON: i64 = 1 << 40;

impl<G: Reward + Notation> Checker<'_, G> {
    /// The evaluation of a position for the first side by a minimax search of `left` plies.
    /// Unfinished positions at the end of the search count their reward, and draws count 0. A
    /// win counts [`WON`] plus the plies left when it occurs, so sooner wins count more.
    pub(super) fn seen(&mut self, position: &G::Position, left: u32) -> Result<i64, TooMuch> {
        let mover = match self.game.turn(position) {
            Turn::Over(Outcome::Draw) => return Ok(0),
            Turn::Over(Outcome::Win(winner)) => return Ok(won(winner, left)),
            Turn::Play(mover) => mover,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        if left == 0 {
            return Ok(i64::from(self.game.reward(position)));
        }
        let key = (position.clone(), left);
        if let Some(worth) = self.seen.get(&key) {
            return Ok(*worth);
        }
        self.spend()?;
        let at_once = won(mover, left - 1);
        let mut best = None;
        for next in self.ended_first(position) {
            let worth = self.seen(&next, left - 1)?;
            best = Some(best.map_or(worth, |best| better(mover, best, worth)));
            if worth == at_once {
                break;
            }
        }
        let worth = best.expect("law: an unfinished position has moves");
        self.seen.insert(key, worth);
        Ok(worth)
    }

    /// The positions that a player with this foresight chooses from.
    pub(super) fn best_looking(
        &mut self,
        position: &G::Position,
        rounds: u32,
        ties: Ties,
    ) -> Result<Vec<G::Position>, TooMuch> {
        let left = rounds.saturating_mul(2).saturating_sub(1);
        let mover = self.game.side(position);
        let mut looks = Vec::new();
        for next in after_each(self.game, position) {
            let worth = self.seen(&next, left)?;
            // The maximum of clamped numbers is the clamped maximum, so it makes no difference
            // whether wins are made equal here or earlier.
            let worth = match ties {
                Ties::Any => worth.clamp(-WON, WON),
                Ties::Fastest => worth,
            };
            looks.push((next, worth));
        }
        let best = looks.iter().map(|(_, worth)| *worth).reduce(|a, b| better(mover, a, b));
        Ok(looks.into_iter().filter(|it| Some(it.1) == best).map(|(next, _)| next).collect())
    }
}

/// The evaluation of a win of this side with `left` plies left to search.
fn won(winner: Side, left: u32) -> i64 {
    match winner {
        Side::First => WON + i64::from(left),
        Side::Second => -WON - i64::from(left),
    }
}

fn better(mover: Side, a: i64, b: i64) -> i64 {
    match mover {
        Side::First => a.max(b),
        Side::Second => a.min(b),
    }
}

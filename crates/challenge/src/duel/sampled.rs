//! Chances from one position, estimated by playing games.

use crate::chance::Sample;
use crate::policy::{self, Policy, Seen, Unknown};
use spar_rules::{Deterministic, Game, Outcome, Side, SplitMix, Turn};
use spar_solve::{Budget, Progress, Silent};

/// Makes the next move of a game, or tells how it ended.
pub type NextMove<'a, P> =
    dyn FnMut(&mut P, &mut SplitMix) -> Result<Option<Outcome>, Unknown> + 'a;

/// Plays up to `plays` games from a start, and counts them for the first side. The same
/// seed gives the same games; game number `n` does not depend on how many are played.
///
/// Ends early if the budget is stopped or a move is not known. The game that was being
/// played then is not counted.
pub fn play<P: Clone>(
    start: &P,
    (plays, seed): (u64, u64),
    budget: &Budget,
    progress: &dyn Progress,
    next: &mut NextMove<'_, P>,
) -> Sample {
    let mut sample = Sample { wins: 0, draws: 0, losses: 0, seed };
    let mut seeds = SplitMix::new(seed);
    for number in 0..plays {
        progress.report("playing", number, plays);
        let mut random = SplitMix::new(seeds.next_u64());
        let mut here = start.clone();
        let outcome = loop {
            if budget.is_stopped() {
                return sample;
            }
            match next(&mut here, &mut random) {
                Err(Unknown) => return sample,
                Ok(None) => {}
                Ok(Some(outcome)) => break outcome,
            }
        };
        match outcome {
            Outcome::Win(Side::First) => sample.wins += 1,
            Outcome::Draw => sample.draws += 1,
            Outcome::Win(Side::Second) => sample.losses += 1,
        }
    }
    sample
}

/// A play without chance that has not ended after this many plies is taken for one without
/// end, which is a draw.
pub const LONGEST_PLAY: u64 = 1_000;

/// A position, how it came about, and the number of plies to it.
type SampledPlay<G> = (<G as Game>::Position, Vec<(<G as Game>::Position, <G as Game>::Move)>, u64);

/// Plays `plays` games between players from a position, and counts them for the first
/// side. In a game whose play may come back to a position, a play of [`LONGEST_PLAY`] plies is
/// a draw.
///
/// # Errors
/// If a player does not know its move, or the budget was stopped.
///
/// # Panics
/// If a player has no move where the game is not over.
pub fn sample<G: Deterministic>(
    game: &G,
    players: &mut (impl Policy<G> + ?Sized),
    position: &G::Position,
    (plays, seed): (u64, u64),
    budget: &Budget,
) -> Result<Sample, Unknown> {
    let remembers = !players.is_memoryless();
    let may_come_back = game.horizon(position).is_none();
    let mut next = |(here, history, plies): &mut SampledPlay<G>, random: &mut SplitMix| {
        if let Turn::Over(outcome) = game.turn(here) {
            return Ok(Some(outcome));
        }
        if may_come_back && *plies >= LONGEST_PLAY {
            return Ok(Some(Outcome::Draw));
        }
        *plies += 1;
        let seen = Seen { history, ..Seen::at(game, here) };
        let mv = policy::choose(players, &seen, random)?;
        let mv = mv.expect("law: an unfinished position has moves");
        let before = std::mem::replace(here, game.after(here, mv.clone()));
        if remembers {
            history.push((before, mv));
        }
        Ok(None)
    };
    let start = (position.clone(), Vec::new(), 0);
    let sample = play(&start, (plays, seed), budget, &Silent, &mut next);
    if sample.plays() == plays { Ok(sample) } else { Err(Unknown) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of ten moves that the first side always wins.
    #[test]
    fn a_game_that_was_cut_short_is_not_counted() {
        for stopped_in in 0..45 {
            let budget = Budget::unlimited();
            let mut n_moves = 0;
            let sample = play(&0, (4, 7), &budget, &Silent, &mut |here, _| {
                if *here == 10 {
                    return Ok(Some(Outcome::Win(Side::First)));
                }
                *here += 1;
                n_moves += 1;
                if n_moves == stopped_in {
                    budget.stop();
                }
                Ok(None)
            });
            let whole_games = if stopped_in == 0 { 4 } else { (stopped_in - 1) / 10 };
            assert_eq!(sample.plays(), whole_games.min(4), "{stopped_in}");
            assert_eq!(sample.wins, sample.plays());
        }
    }
}

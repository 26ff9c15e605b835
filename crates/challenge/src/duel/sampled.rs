//! Chances from one position, estimated by playing games.

use crate::chance::Sample;
use crate::policy::{self, Policy, Seen, Unknown};
use spar_rules::{Deterministic, Game, Outcome, Side, SplitMix, Turn};
use spar_solve::{Budget, Progress, Silent};

/// Makes the next move of a game, or returns how it ended.
pub type NextMove<'a, P> =
    dyn FnMut(&mut P, &mut SplitMix) -> Result<Option<Outcome>, Unknown> + 'a;

/// Plays up to `plays` games from a start position, and counts the results for the first side.
/// The same seed gives the same games; game number `n` does not depend on how many are played.
///
/// Ends early if the budget is stopped or a move cannot be computed. The unfinished game is
/// then not counted.
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

/// The maximum number of plies in a play without chance. A longer play counts as endless, which
/// is a draw.
pub const LONGEST_PLAY: u64 = 1_000;

/// A game in progress.
#[derive(Clone)]
struct SampledPlay<P, M> {
    here: P,
    /// The positions and moves so far.
    history: Vec<(P, M)>,
    plies: u64,
    /// Whether a player guessed a move.
    has_guessed: bool,
}

/// Chooses a move, and sets the flag if the move is a guess.
pub type Choose<'c, G> = dyn FnMut(&Seen<'_, G>, &mut bool, &mut SplitMix) -> Result<Option<<G as Game>::Move>, Unknown>
    + 'c;

/// Plays `plays` games between players from a position, and counts the results for the first
/// side. In games with cycles, a play of [`LONGEST_PLAY`] plies is a draw.
///
/// # Errors
/// If a player cannot compute its move, or the budget is stopped.
///
/// # Panics
/// If a player returns no move in an unfinished position.
pub fn sample<G: Deterministic>(
    game: &G,
    players: &mut (impl Policy<G> + ?Sized),
    position: &G::Position,
    (plays, seed): (u64, u64),
    budget: &Budget,
) -> Result<Sample, Unknown> {
    let remembers = !players.is_memoryless();
    let mut choose = |seen: &Seen<'_, G>, _: &mut bool, random: &mut SplitMix| {
        policy::choose(players, seen, random)
    };
    let sample = sample_by(game, position, (plays, seed), budget, &mut 0, (remembers, &mut choose));
    if sample.plays() == plays { Ok(sample) } else { Err(Unknown) }
}

/// Like [`sample`], with moves from `choose`, which gets the history if `remembers` is true.
/// Adds the number of games with guesses to `guessed`. Plays fewer games if the budget is
/// stopped or a move cannot be computed.
///
/// # Panics
/// If `choose` returns no move in an unfinished position.
pub fn sample_by<G: Deterministic>(
    game: &G,
    position: &G::Position,
    (plays, seed): (u64, u64),
    budget: &Budget,
    guessed: &mut u64,
    (remembers, choose): (bool, &mut Choose<'_, G>),
) -> Sample {
    let may_come_back = game.horizon(position).is_none();
    let mut next = |line: &mut SampledPlay<G::Position, G::Move>, random: &mut SplitMix| {
        let ended = match game.turn(&line.here) {
            Turn::Over(outcome) => Some(outcome),
            _ if may_come_back && line.plies >= LONGEST_PLAY => Some(Outcome::Draw),
            _ => None,
        };
        if ended.is_some() {
            *guessed += u64::from(line.has_guessed);
            return Ok(ended);
        }
        line.plies += 1;
        let seen = Seen { history: &line.history, ..Seen::at(game, &line.here) };
        let mv = choose(&seen, &mut line.has_guessed, random)?;
        let mv = mv.expect("law: an unfinished position has moves");
        let after = game.after(&line.here, mv.clone());
        let before = std::mem::replace(&mut line.here, after);
        if remembers {
            line.history.push((before, mv));
        }
        Ok(None)
    };
    let here = position.clone();
    let start = SampledPlay { here, history: Vec::new(), plies: 0, has_guessed: false };
    play(&start, (plays, seed), budget, &Silent, &mut next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first side always wins this game of ten moves.
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

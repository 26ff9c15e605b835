//! Chances from one position by plays.

use crate::chance::Sample;
use crate::policy::{self, Policy, Unknown};
use spar_rules::{Deterministic, Outcome, Side, SplitMix, Turn};
use spar_solve::Budget;

/// Plays so many games from a position, and counts them for the first side. A seed
/// gives the same counts for ever; play number `n` does not depend on how many are
/// played.
///
/// # Errors
/// If a player does not know its move, or the budget was stopped.
///
/// # Panics
/// If a player has no move where the game is not over.
pub fn sample<G: Deterministic>(
    game: &G,
    players: &mut impl Policy<G>,
    position: &G::Position,
    (plays, seed): (u64, u64),
    budget: &Budget,
) -> Result<Sample, Unknown> {
    let mut sample = Sample { wins: 0, draws: 0, losses: 0, seed };
    let mut seeds = SplitMix::new(seed);
    for _ in 0..plays {
        if budget.is_stopped() {
            return Err(Unknown);
        }
        let mut random = SplitMix::new(seeds.next_u64());
        let mut here = position.clone();
        let outcome = loop {
            if let Turn::Over(outcome) = game.turn(&here) {
                break outcome;
            }
            let mv = policy::choose(players, game, &here, &mut random)?;
            here = game.after(&here, mv.expect("law: an unfinished position has moves"));
        };
        match outcome {
            Outcome::Win(Side::First) => sample.wins += 1,
            Outcome::Draw => sample.draws += 1,
            Outcome::Win(Side::Second) => sample.losses += 1,
        }
    }
    Ok(sample)
}

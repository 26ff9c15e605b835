//! The program's moves in a game under way.

use super::{By, Session};
use crate::policy::{Person, Policy, Seen};
use spar_rules::{Game, SplitMix};

/// The program's move, and how it came to it; `None` if it is not its turn.
///
/// The choice is settled by the seed and by how many moves of the program stand, so it is
/// the same after a restart.
pub fn answer<G: Game>(
    game: &G,
    session: &Session<G>,
    seed: u64,
    person: Option<Person>,
    policy: &mut dyn Policy<G>,
) -> Option<(G::Move, By)> {
    session.program_to_move()?;
    let is_programs = |ply: &&super::Ply<_, _>| matches!(ply.by, By::Program | By::Guess);
    let earlier = session.plies().iter().filter(is_programs).count();
    let plies = session.plies().iter().filter(|_| !policy.is_memoryless());
    let history: Vec<_> = plies.map(|ply| (ply.before.clone(), ply.mv.clone())).collect();
    let seen = Seen { game, position: session.here(), history: &history, person };
    choose(policy, &seen, &mut generator(seed, earlier))
}

/// The move that a player makes, drawn by its weights. Where it cannot find out within its
/// budget what it would play, it guesses.
pub fn choose<G: Game>(
    policy: &mut dyn Policy<G>,
    seen: &Seen<'_, G>,
    random: &mut SplitMix,
) -> Option<(G::Move, By)> {
    match crate::policy::choose(policy, seen, random) {
        Ok(mv) => mv.map(|mv| (mv, By::Program)),
        Err(_) => random.pick(&policy.guess(seen)).map(|mv| (mv, By::Guess)),
    }
}

/// The generator for the next choice after so many: each choice has its own, seeded by
/// the one before, however many numbers a player draws for it.
pub(super) fn generator(seed: u64, earlier: usize) -> SplitMix {
    (0..earlier).fold(SplitMix::new(seed), |mut random, _| SplitMix::new(random.next_u64()))
}

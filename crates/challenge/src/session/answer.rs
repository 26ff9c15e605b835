//! The program's moves in a game under way.

use super::{By, Session};
use crate::player::Player;
use crate::policy::{self, Random, Unknown};
use spar_rules::{Game, SplitMix};

/// The program's move, and how it came to it; `None` if it is not its turn. A player
/// that cannot find out what to do within its budget guesses: better that than no move.
///
/// `choose` draws a move of a player. The choice is settled by the seed and by how many
/// moves of the program stand, so it is the same after a restart.
pub fn answer<G: Game>(
    game: &G,
    session: &Session<G>,
    seed: u64,
    choose: impl FnOnce(&G::Position, Player, &mut SplitMix) -> Result<Option<G::Move>, Unknown>,
) -> Option<(G::Move, By)> {
    let (_, player) = session.program_to_move()?;
    let earlier = session.plies().iter().filter(|ply| ply.by != By::Person).count();
    if let Ok(chosen) = choose(session.here(), player, &mut generator(seed, earlier)) {
        return chosen.map(|mv| (mv, By::Program));
    }
    let mut random = generator(seed, earlier);
    let guess = policy::choose(&mut Random, game, session.here(), &mut random);
    guess.ok().flatten().map(|mv| (mv, By::Guess))
}

/// The generator for the next choice after so many: each choice has its own, seeded by
/// the one before, however many numbers a player draws for it.
fn generator(seed: u64, earlier: usize) -> SplitMix {
    (0..earlier).fold(SplitMix::new(seed), |mut random, _| SplitMix::new(random.next_u64()))
}

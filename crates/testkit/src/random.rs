//! Positions from random play.

use spar_rules::{Game, SplitMix};

/// The position after `plies` random moves from the start, or the final position if the game
/// ends earlier. The same seed gives the same position.
pub fn random_position<G: Game>(game: &G, seed: u64, plies: u32) -> G::Position {
    let mut random = SplitMix::new(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let mut moves = game.legal(&position);
        if moves.is_empty() {
            break;
        }
        let place = random.below(moves.len() as u64) as usize;
        position = game.after(&position, moves.swap_remove(place));
    }
    position
}

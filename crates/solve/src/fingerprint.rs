//! Tells apart the rules of games that have the same name.

use spar_rules::{Game, Outcome, Side, SplitMix, Turn};

/// A checksum over outcomes, and over what `describe` appends for each position, along a few
/// fixed random games. Different rules almost certainly give a different checksum.
pub(crate) fn fingerprint<G: Game>(game: &G, describe: impl Fn(&G::Position, &mut Vec<u8>)) -> u64 {
    let mut seen = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..16 {
        let mut random = SplitMix::new(seed);
        let mut position = game.start();
        // Most games are shorter; the limit protects against endless games.
        for _ in 0..1000 {
            describe(&position, &mut seen);
            seen.push(match game.turn(&position) {
                Turn::Play(Side::First) => 0,
                Turn::Play(Side::Second) => 1,
                Turn::Roll => 2,
                Turn::Over(Outcome::Draw) => 3,
                Turn::Over(Outcome::Win(Side::First)) => 4,
                Turn::Over(Outcome::Win(Side::Second)) => 5,
            });
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(mv) = random.pick(&moves) else { break };
            position = game.after(&position, mv);
        }
    }
    twox_hash::XxHash3_64::oneshot(&seen)
}

//! Counting paths: the quickest way to find a wrong rule.

use crate::Game;

/// Counts the paths of exactly `depth` moves from a position; a roll is a move.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    paths(game, position, depth, &mut Vec::new())
}

/// [`perft`] by first move: each move with the number of paths that begin with it.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv: G::Move| (mv.clone(), perft(game, &game.after(position, mv), rest));
    game.legal(position).into_iter().map(count).collect()
}

// One buffer for the whole tree: each level works behind its mark.
fn paths<G: Game>(game: &G, here: &G::Position, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mark = moves.len();
    game.moves(here, moves);
    let count = if depth == 1 {
        (moves.len() - mark) as u64
    } else {
        let mut count = 0;
        for next in mark..moves.len() {
            count += paths(game, &game.after(here, moves[next].clone()), depth - 1, moves);
        }
        count
    };
    moves.truncate(mark);
    count
}

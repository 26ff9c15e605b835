//! Plain alpha-beta: no table, no tactics, no move ordering. It shows what those bring, and is a
//! second reference that reaches a little further than [`minimax`](crate::minimax).

use super::search::{FAR, Score, plies_after, plies_before, score_of, value_of};
use spar_rules::{Deterministic, Turn, Value};

/// The exact value of a position for the side to move, and the number of positions
/// visited.
pub fn value<G: Deterministic>(game: &G, position: &G::Position) -> (Value, u64) {
    let mut nodes = 0;
    let score = search(game, position, -FAR - 1, FAR + 1, &mut nodes);
    (value_of(score), nodes)
}

/// With `v` the true score, the result `r` has `r == v` if `alpha < v < beta`,
/// `v <= r <= alpha` if `v <= alpha`, and `beta <= r <= v` otherwise.
fn search<G: Deterministic>(
    game: &G,
    position: &G::Position,
    mut alpha: Score,
    beta: Score,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    if let Turn::Over(outcome) = game.turn(position) {
        return score_of(Value::of(outcome, game.side(position)));
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = -FAR - 1;
    for mv in moves {
        let next = game.after(position, mv);
        let (low, high) = (plies_after(alpha, 1), plies_after(beta, 1));
        let score = if game.side(&next) == game.side(position) {
            search(game, &next, low, high, nodes)
        } else {
            -search(game, &next, -high, -low, nodes)
        };
        best = best.max(plies_before(score, 1));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

//! [`spar_rules::perft`] in pieces, with several threads and support for stops.

use rayon::prelude::*;
use spar_rules::Game;
use spar_solve::Budget;

/// The depth of a piece, which takes a fraction of a second.
const PIECE: u32 = 4;

/// Counts the paths of exactly `depth` moves; `None` if it was stopped.
pub(crate) fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    budget: &Budget,
) -> Option<u64> {
    // The empty path counts even if the budget is already stopped.
    if depth == 0 {
        return Some(1);
    }
    if budget.is_stopped() {
        return None;
    }
    if depth <= PIECE {
        return Some(spar_rules::perft(game, position, depth));
    }
    let counts = divide(game, position, depth, budget)?;
    Some(counts.into_iter().map(|(_, count)| count).sum())
}

/// Like [`perft`], for each first move.
pub(crate) fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    budget: &Budget,
) -> Option<Vec<(G::Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let count =
        |mv: G::Move| Some((mv.clone(), perft(game, &game.after(position, mv), rest, budget)?));
    moves.into_par_iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_games::lines::{Keys, Lines};

    #[test]
    fn pieces_add_up_to_the_whole() {
        let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
        let (start, budget) = (game.start(), Budget::unlimited());
        for depth in 0..10 {
            let whole = spar_rules::perft(&game, &start, depth);
            assert_eq!(perft(&game, &start, depth, &budget), Some(whole));
            let divided = divide(&game, &start, depth, &budget);
            assert_eq!(divided, Some(spar_rules::divide(&game, &start, depth)));
        }
    }

    #[test]
    fn a_stopped_count_gives_no_number() {
        let game = Lines::new(Keys::preset("connect4").unwrap()).unwrap();
        let budget = Budget::unlimited();
        budget.stop();
        assert_eq!(perft(&game, &game.start(), 20, &budget), None);
    }
}

//! How much work an answer may cost, counted in nodes and bytes, so that the same question has
//! the same answer on every machine.

use crate::AnyGame;
use spar_solve::Budget;

/// Nodes for an answer that a person waits for (a value, a verdict, a hint, an
/// opponent's move) in games of few moves.
pub const QUICK_NODES: u64 = 1_000_000;

/// Positions from which best responses are worked out for a hint or a review: each costs more
/// than a node of a search.
pub const RESPONSE_NODES: u64 = 50_000;

/// Bytes that the opponent may take for it.
pub const RESPONSE_MEMORY: u64 = 4_000_000;

/// So many moves are few.
const FEW_MOVES: u64 = 9;

/// Nodes for a game that starts with this many moves. A node costs more where there are more
/// moves, and more of them are needed to know anything: games with more moves get fewer
/// nodes, so that nobody waits long for "not known".
pub fn scaled(nodes: u64, n_moves: usize) -> u64 {
    nodes * FEW_MOVES.pow(2) / (n_moves as u64).max(FEW_MOVES).pow(2)
}

/// Positions that a search or a duel may visit before a sample stands in. A fixed
/// number, so that the same question has the same answer on every machine.
const MOST_NODES: u64 = 5_000_000;

/// Bytes that one position may take at most, whatever the number of threads.
const MOST_MEMORY: u64 = 256_000_000;

/// What rating one position may cost. It does not depend on the number of threads, so
/// that the answer does not either.
pub fn for_one(budget: Budget) -> Budget {
    let memory = budget.memory.min(MOST_MEMORY);
    budget.with_threads(1).with_memory(memory).with_nodes(MOST_NODES)
}

/// A review asks for every position of a game: all of it may cost as much as this many
/// answers, and few more.
const REVIEW_ANSWERS: u64 = 4;

/// Nodes for one question of long work.
pub const LONG_NODES: u64 = 20_000_000;

/// Bytes that one piece of quick work may take.
pub const QUICK_MEMORY: u64 = 64_000_000;

/// Bytes that one piece of long work may take, if its share of `--memory` is not less.
pub const LONG_MEMORY: u64 = 1_000_000_000;

/// Random plays at most in search of a level that a person waits for.
pub const LEVEL_ATTEMPTS: u64 = 100;

/// Nodes for each question in that search.
pub const LEVEL_NODES: u64 = 20_000;

/// Nodes to find out how hard a level is against one opponent.
pub const RATING_NODES: u64 = 200_000;

/// Bytes that may be taken to solve the game whole instead.
pub const LEVEL_MEMORY: u64 = 4_000_000;

/// The longest foresight of an opponent that a person can ask for.
pub const MOST_FORESIGHT: u32 = 6;

/// Evaluations and thoughts that are kept at hand.
pub const KEPT_EVALUATIONS: usize = 4096;

/// Bytes that whole races may take that are kept at hand.
pub const KEPT_BYTES: u64 = 128_000_000;

/// The budget of quick work in this game; what stops `all` stops it.
pub fn quick(all: &Budget, game: &dyn AnyGame) -> Budget {
    all.clone().with_nodes(scaled_for(QUICK_NODES, game)).with_memory(QUICK_MEMORY)
}

/// Nodes for all positions of a review, whose questions have this budget each.
pub fn review(one: &Budget) -> u64 {
    one.nodes.saturating_mul(REVIEW_ANSWERS)
}

/// So many nodes of a game with few moves are as much work as these of this game.
pub fn scaled_for(nodes: u64, game: &dyn AnyGame) -> u64 {
    scaled(nodes, game.start().moves().len())
}

/// The budget of long work, which can be stopped alone: this many threads may be at such
/// work, and share this memory.
pub fn long(memory: u64, threads: usize) -> Budget {
    let share = memory / threads.max(1) as u64;
    Budget::unlimited().with_nodes(LONG_NODES).with_memory(share.min(LONG_MEMORY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_shares_the_memory() {
        assert_eq!(long(800, 4).memory, 200);
        assert_eq!(long(800, 0).memory, 800);
        assert_eq!(long(u64::MAX, 4).memory, LONG_MEMORY);
    }
}

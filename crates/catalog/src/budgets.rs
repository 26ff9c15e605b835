//! Limits on the work for an answer. They are counted in nodes and bytes, so that the same
//! question has the same answer on every machine.

use crate::AnyGame;
use spar_solve::Budget;

/// Nodes for an answer that a person waits for (a value, a verdict, a hint, an opponent's move)
/// in games with few moves.
pub const QUICK_NODES: u64 = 1_000_000;

/// A search with a packed table may visit this many times as many nodes: each takes about an eighth
/// of the time, and on boards such as that of CONNECT-4 an answer is worth some seconds. Foresight
/// has no such table, so its nodes stay as many as in other games.
pub const PACKED_NODES: u64 = 20;

/// Positions from which best responses are computed for a hint or a review. Each costs more
/// than a node of a search.
pub const RESPONSE_NODES: u64 = 50_000;

/// Bytes that the opponent may use for it.
pub const RESPONSE_MEMORY: u64 = 4_000_000;

/// The maximum number of moves that counts as few.
const FEW_MOVES: u64 = 9;

/// Scales a node limit for the number of moves at the start. With more moves, each node takes
/// longer, and more nodes are needed for any result. Such games get fewer nodes, so that nobody
/// waits long for the answer "not known".
pub fn scaled(nodes: u64, n_moves: usize) -> u64 {
    nodes * FEW_MOVES.pow(2) / (n_moves as u64).max(FEW_MOVES).pow(2)
}

/// Positions that a search or a duel may visit before a sample is used instead. A fixed
/// number, so that the same question has the same answer on every machine.
const MOST_NODES: u64 = 5_000_000;

/// Nodes of foresight before each move of a sampled play in which players may guess.
pub const SAMPLE_NODES: u64 = 500_000;

/// Nodes for computing the best moves in such a play, and then for the guess.
pub const GUESS_NODES: u64 = 4_000;

/// The most bytes for one position, whatever the number of threads.
const MOST_MEMORY: u64 = 256_000_000;

/// The budget for rating one position. It does not depend on the number of threads, so that
/// the answer does not either.
pub fn for_one(budget: Budget) -> Budget {
    let memory = budget.memory.min(MOST_MEMORY);
    budget.with_threads(1).with_memory(memory).with_nodes(MOST_NODES)
}

/// The cost of a review, as a multiple of the cost of an answer. A review evaluates every
/// position of a game.
const REVIEW_ANSWERS: u64 = 4;

/// Nodes for one question of long work.
pub const LONG_NODES: u64 = 20_000_000;

/// Nodes for a search that a person asks for after a quick answer and long work have not found the
/// value.
pub const LONGEST_NODES: u64 = 1_000_000_000;

/// Bytes that one piece of quick work may use.
pub const QUICK_MEMORY: u64 = 64_000_000;

/// Bytes that one piece of long work may use, unless its share of `--memory` is smaller.
pub const LONG_MEMORY: u64 = 1_000_000_000;

/// The most random plays in search of a level that a person waits for.
pub const LEVEL_ATTEMPTS: u64 = 100;

/// Nodes for each question in that search.
pub const LEVEL_NODES: u64 = 20_000;

/// Nodes for rating a level against one opponent.
pub const RATING_NODES: u64 = 200_000;

/// Bytes that solving the whole game instead may use.
pub const LEVEL_MEMORY: u64 = 4_000_000;

/// The longest foresight of an opponent that a person can ask for.
pub const MOST_FORESIGHT: u32 = 6;

/// The most evaluations and other results in the cache.
pub const KEPT_EVALUATIONS: usize = 4096;

/// The most bytes of whole races in the cache.
pub const KEPT_BYTES: u64 = 128_000_000;

/// Nodes for all positions of a review whose questions have this budget each.
pub fn review(one: &Budget) -> u64 {
    one.nodes.saturating_mul(REVIEW_ANSWERS)
}

/// The least number of candidates that a search for a twin can evaluate.
const TWIN_CANDIDATES: u64 = 50;

/// Nodes for the evaluation of one candidate in a search for a twin with this budget.
pub fn twin_candidate(all: &Budget) -> u64 {
    if all.nodes == u64::MAX { all.nodes } else { all.nodes / TWIN_CANDIDATES }
}

/// Converts nodes of a game with few moves into nodes of this game that are as much work.
pub fn scaled_for(nodes: u64, game: &dyn AnyGame) -> u64 {
    scaled(nodes, game.start().moves().len())
}

/// The budget of one piece of long work, which can be stopped alone. `threads` pieces may run
/// at once and share the memory.
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

//! How much work an answer may cost, counted in nodes and bytes, so that the same question has
//! the same answer on every machine.

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

/// Nodes for a game that starts with so many moves. A node costs more where there are more
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

//! What each kind of work may cost. All are counts, so that the same question has the
//! same answer on every machine and after every restart.

use spar_catalog::{AnyGame, budgets};
use spar_solve::Budget;

/// A review asks for every position of a game: all of it may cost as much as so many
/// answers, and few more.
const REVIEW_ANSWERS: u64 = 4;

/// Nodes for one question of long work.
pub(crate) const LONG_NODES: u64 = 20_000_000;

/// Bytes that one piece of quick work may take.
pub(crate) const QUICK_MEMORY: u64 = 64_000_000;

/// Bytes that one piece of long work may take, if its share of `--memory` is not less.
pub(crate) const LONG_MEMORY: u64 = 1_000_000_000;

/// Random plays at most in search of a level that a person waits for.
pub(crate) const LEVEL_ATTEMPTS: u64 = 100;

/// Nodes for each question in that search.
pub(crate) const LEVEL_NODES: u64 = 20_000;

/// Nodes to find out how hard a level is against one opponent.
pub(crate) const RATING_NODES: u64 = 200_000;

/// Bytes that may be taken to solve the game whole instead.
pub(crate) const LEVEL_MEMORY: u64 = 4_000_000;

/// The longest foresight of an opponent that a person can ask for.
pub(crate) const MOST_FORESIGHT: u32 = 6;

/// Evaluations and thoughts that are kept at hand.
pub(crate) const KEPT_EVALUATIONS: usize = 4096;

/// Bytes that whole races may take that are kept at hand.
pub(crate) const KEPT_BYTES: u64 = 128_000_000;

/// The budget of quick work in this game; what stops `all` stops it.
pub(crate) fn quick(all: &Budget, game: &dyn AnyGame) -> Budget {
    all.clone().with_nodes(scaled(budgets::QUICK_NODES, game)).with_memory(QUICK_MEMORY)
}

/// Nodes for all positions of a review, whose questions have this budget each.
pub(crate) fn review(one: &Budget) -> u64 {
    one.nodes.saturating_mul(REVIEW_ANSWERS)
}

/// So many nodes of a game with few moves are as much work as these of this game.
pub(crate) fn scaled(nodes: u64, game: &dyn AnyGame) -> u64 {
    budgets::scaled(nodes, game.start().moves().len())
}

/// The budget of one question of long work, the same as the command line gives it.
pub(crate) fn one(of: &Budget) -> Budget {
    spar_catalog::budgets::for_one(of.clone())
}

/// The budget of long work, which can be stopped alone: so many threads may be at such
/// work, and share this memory.
pub(crate) fn long(memory: u64, threads: usize) -> Budget {
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

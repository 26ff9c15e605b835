//! The tree search: is the value of a position above a threshold?

use super::transposition::{Fetched, ProvenBounds, Transposition};
use crate::{Budget, Progress};
use spar_rules::{Tactics, Turn, Value};
use std::ops::Range;

/// The depth limit, which protects the stack.
const MOST_DEPTH: u32 = 2_500;

/// Nodes between two reads of the stop flag, a power of two.
const NODES_BETWEEN_CHECKS: u64 = 1 << 10;

/// Nodes between two progress reports, a power of two.
const NODES_BETWEEN_REPORTS: u64 = 1 << 20;

/// One piece of work on the memory of a search, under one budget.
pub(super) struct Run<'r, G: Tactics> {
    pub(super) game: &'r G,
    pub(super) table: &'r mut Transposition<G::Key>,
    /// Moves of all open positions, the deepest last.
    pub(super) moves: &'r mut Vec<G::Move>,
    /// Children still to be searched of all open positions, the deepest last.
    pub(super) children: &'r mut Vec<Child<G>>,
    pub(super) budget: &'r Budget,
    pub(super) progress: &'r dyn Progress,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

/// What is known of a position without a search.
pub(super) struct Look<K> {
    pub(super) bounds: ProvenBounds,
    /// Where its bounds are kept; `None` if that does not pay.
    key: Option<K>,
    /// Where in the buffer the moves stand among which a best one lies.
    moves: Range<usize>,
}

impl<G: Tactics> Run<'_, G> {
    /// Asks whether the value of a position is above `alpha`. With `v` its true
    /// score, the result `r` has `alpha < r <= v` if `v > alpha`, and
    /// `v <= r <= alpha` otherwise; `None` if the budget ends before.
    pub(super) fn ask(&mut self, position: &G::Position, alpha: Score) -> Option<Score> {
        self.moves.clear();
        self.children.clear();
        self.depth = 0;
        let look = self.look(position);
        if look.bounds.lower > alpha {
            return Some(look.bounds.lower);
        }
        if look.bounds.upper <= alpha {
            return Some(look.bounds.upper);
        }
        self.search(position, look.key, look.moves, alpha)
    }

    /// What is known of a position without a search; appends its moves.
    #[inline]
    pub(super) fn look(&mut self, position: &G::Position) -> Look<G::Key> {
        let start = self.moves.len();
        let fetched = self.table.fetch(self.game.key(position));
        let exact = |value: Value| ProvenBounds { lower: score_of(value), upper: score_of(value) };
        let (bounds, key) = match self.game.turn(position) {
            Turn::Over(outcome) => (exact(Value::of(outcome, self.game.side(position))), None),
            Turn::Play(_) => match self.game.glance(position, self.moves) {
                Some(value) => (exact(value), None),
                None => self.recall(position, start, fetched),
            },
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        Look { bounds, key, moves: start..self.moves.len() }
    }

    /// The bounds that the game or the table knows. A position with one move is
    /// not kept: the one after it is.
    #[inline]
    fn recall(
        &self,
        position: &G::Position,
        first_move: usize,
        fetched: Fetched<G::Key>,
    ) -> (ProvenBounds, Option<G::Key>) {
        let (lower, upper) = self.game.limits(position);
        let limits = ProvenBounds { lower: score_of(lower), upper: score_of(upper) };
        if limits.lower == limits.upper || self.moves.len() - first_move == 1 {
            return (limits, None);
        }
        let bounds = self.table.bounds(&fetched).map_or(limits, |known| known.and(limits));
        (bounds, Some(fetched.key))
    }

    /// Searches an unfinished position whose `moves` stand in the buffer, keeps
    /// what it proves, and leaves the buffers as they were. The result is bound
    /// as in [`ask`](Run::ask).
    fn search(
        &mut self,
        position: &G::Position,
        key: Option<G::Key>,
        moves: Range<usize>,
        alpha: Score,
    ) -> Option<Score> {
        let nodes_before = self.nodes;
        self.spend_node()?;
        let (n_moves, n_children) = (self.moves.len(), self.children.len());
        let result = self.search_moves(position, moves, alpha)?;
        self.moves.truncate(n_moves);
        self.children.truncate(n_children);
        self.depth -= 1;
        if let Some(key) = key {
            let bounds = if result > alpha {
                ProvenBounds { lower: result, ..ProvenBounds::NONE }
            } else {
                ProvenBounds { upper: result, ..ProvenBounds::NONE }
            };
            let nodes = self.nodes - nodes_before;
            self.table.put(key, bounds, nodes, |key| self.game.key_bytes(key));
        }
        Some(result)
    }

    /// Looks at every child before it searches one: often a look is enough.
    fn search_moves(
        &mut self,
        position: &G::Position,
        moves: Range<usize>,
        alpha: Score,
    ) -> Option<Score> {
        let first_child = self.children.len();
        let mut best = match self.look_at_children(position, moves, alpha) {
            Ok(best) => best,
            Err(refuted) => return Some(refuted),
        };
        sort_by_promise(&mut self.children[first_child..]);
        for index in first_child..self.children.len() {
            let child = self.children[index].clone();
            let threshold = one_ply_after(alpha);
            let score = if child.same_side {
                self.search(&child.position, child.key, child.moves, threshold)?
            } else {
                -self.search(&child.position, child.key, child.moves, -threshold - 1)?
            };
            best = best.max(one_ply_before(score));
            if best > alpha {
                break;
            }
        }
        Some(best)
    }

    /// Appends the children that must be searched. Gives an upper bound for all
    /// others, at most `alpha`; as an error, a lower bound above `alpha`.
    #[inline]
    fn look_at_children(
        &mut self,
        position: &G::Position,
        moves: Range<usize>,
        alpha: Score,
    ) -> Result<Score, Score> {
        let side = self.game.side(position);
        let mut best = -FAR;
        for index in moves {
            let next = self.game.after(position, self.moves[index].clone());
            let look = self.look(&next);
            let same_side = self.game.side(&next) == side;
            let bounds = seen_before(look.bounds, same_side);
            if bounds.lower > alpha {
                return Err(bounds.lower);
            }
            if bounds.upper <= alpha {
                best = best.max(bounds.upper);
                self.moves.truncate(look.moves.start);
                continue;
            }
            let promise = self.game.promise(position, self.moves[index].clone());
            let Look { key, moves, .. } = look;
            self.children.push(Child { position: next, key, moves, same_side, promise });
        }
        Ok(best)
    }

    /// Counts a node; `None` if the budget has no more.
    #[inline]
    fn spend_node(&mut self) -> Option<()> {
        if self.nodes >= self.budget.nodes || self.depth >= MOST_DEPTH {
            return None;
        }
        if self.nodes & (NODES_BETWEEN_CHECKS - 1) == 0 {
            if self.budget.is_stopped() {
                return None;
            }
            if self.nodes & (NODES_BETWEEN_REPORTS - 1) == 0 {
                self.progress.report("searching", self.nodes, self.budget.nodes);
            }
        }
        self.nodes += 1;
        self.depth += 1;
        Some(())
    }
}

/// Bounds of a position as the side that moved into it sees them, before its move.
#[inline]
pub(super) fn seen_before(bounds: ProvenBounds, same_side: bool) -> ProvenBounds {
    let ProvenBounds { lower, upper } = bounds;
    let (lower, upper) = if same_side { (lower, upper) } else { (-upper, -lower) };
    ProvenBounds { lower: one_ply_before(lower), upper: one_ply_before(upper) }
}

/// Bounds that the side which moved into a position has before its move, as the
/// side to move there sees them: undoes [`seen_before`].
pub(super) fn seen_after(bounds: ProvenBounds, same_side: bool) -> ProvenBounds {
    let ProvenBounds { lower, upper } = bounds;
    let (lower, upper) = (one_ply_after(lower), one_ply_after(upper));
    if same_side {
        ProvenBounds { lower, upper }
    } else {
        ProvenBounds { lower: -upper, upper: -lower }
    }
}

// Which child is searched first.

/// A position after a move that a look could not settle.
pub(super) struct Child<G: Tactics> {
    pub(super) position: G::Position,
    /// Where its bounds are kept; `None` if that does not pay.
    pub(super) key: Option<G::Key>,
    /// Where in the buffer its moves stand.
    pub(super) moves: Range<usize>,
    /// Whether the side that moved here moves again.
    pub(super) same_side: bool,
    /// How good the move here looks.
    pub(super) promise: i32,
}

impl<G: Tactics> Clone for Child<G> {
    #[inline]
    fn clone(&self) -> Child<G> {
        let (position, key) = (self.position.clone(), self.key.clone());
        Child { position, key, moves: self.moves.clone(), ..*self }
    }
}

/// Puts the most promising child first; equal ones stay in the game's order.
/// By insertion, because there are few.
#[inline]
pub(super) fn sort_by_promise<G: Tactics>(children: &mut [Child<G>]) {
    for end in 1..children.len() {
        let mut at = end;
        while at > 0 && children[at - 1].promise < children[at].promise {
            children.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// A value as a number: larger is better for the side to move.
///
/// ```text
///   loss in 1   loss in 2 …        draw        … win in 2    win in 1
///   1 - FAR     2 - FAR             0            FAR - 2      FAR - 1
/// ```
pub(super) type Score = i32;

/// A win in 0 plies.
pub(super) const FAR: Score = 32_000;

/// Scores of wins and losses keep this distance from 0, so that thresholds
/// carried down a tree never meet the draw.
pub(super) const MOST_PLIES: u32 = 15_000;

/// The number of a value. A win or loss too far away for a score counts as the
/// furthest one, which searches of such depth never reach.
pub(super) fn score_of(value: Value) -> Score {
    match value {
        Value::Loss(plies) => plies.min(MOST_PLIES) as Score - FAR,
        Value::Draw => 0,
        Value::Win(plies) => FAR - plies.min(MOST_PLIES) as Score,
    }
}

/// The value with this number.
pub(super) fn value_of(score: Score) -> Value {
    match score {
        0 => Value::Draw,
        1.. => Value::Win((FAR - score) as u32),
        _ => Value::Loss((FAR + score) as u32),
    }
}

/// The same score one ply earlier, for the same side.
#[inline]
pub(super) fn one_ply_before(score: Score) -> Score {
    score - score.signum()
}

/// The threshold one ply later: for every score `s` of a position,
/// `one_ply_before(s) > alpha` exactly when `s > one_ply_after(alpha)`.
#[inline]
pub(super) fn one_ply_after(alpha: Score) -> Score {
    alpha + alpha.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> impl Iterator<Item = Score> + Clone {
        let wins = (1..200).map(Value::Win);
        let losses = (1..200).map(Value::Loss);
        wins.chain(losses).chain([Value::Draw]).map(score_of)
    }

    #[test]
    fn scores_order_like_values_and_give_them_back() {
        for a in scores() {
            for b in scores() {
                assert_eq!(a.cmp(&b), value_of(a).cmp(&value_of(b)));
            }
            assert_eq!(score_of(value_of(a)), a);
            assert_eq!(value_of(one_ply_before(a)), value_of(a).one_ply_before());
        }
    }

    #[test]
    fn a_threshold_moves_with_the_score() {
        let thresholds = scores().chain(-300..300);
        for alpha in thresholds {
            for score in scores() {
                let after = score > one_ply_after(alpha);
                assert_eq!(one_ply_before(score) > alpha, after, "{score} {alpha}");
            }
        }
    }
}

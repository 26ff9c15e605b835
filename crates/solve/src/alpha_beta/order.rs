//! Which child is searched first.

use spar_rules::Tactics;
use std::ops::Range;

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

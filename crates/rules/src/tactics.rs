//! What a search may know cheaply.

use crate::{Deterministic, Value};
use std::hash::Hash;

/// Optional: what can be seen without looking further. Opens the search of single
/// positions and the ordered sweeps. Only a key is asked for; the other defaults
/// know nothing and are right for any game.
///
/// Laws ([`laws::tactics`](crate::laws::tactics)):
///
/// - if `glance` gives a value, it is the value of the position;
/// - else the value of the position is the best over the moves it appended;
/// - there the value also lies within the `limits`;
/// - positions with equal keys have equal values.
pub trait Tactics: Deterministic {
    /// What stands for a position in a search's memory: equal keys, equal values.
    type Key: Clone + Eq + Hash + Send + Sync;

    /// The key of a position; images under a symmetry may share it.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Bytes on the heap that a key owns, on top of its own size, as
    /// [`owned_bytes`](crate::Game::owned_bytes) of a position.
    fn key_bytes(&self, key: &Self::Key) -> usize {
        let _ = key;
        0
    }

    /// The value of an *unfinished* position if it can be seen at once; else
    /// `None`, and the moves among which a best one lies are appended to `out`.
    fn glance(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Option<Value> {
        self.moves(position, out);
        None
    }

    /// Bounds, lower and upper, of the value of an unfinished position at which
    /// `glance` gives none.
    fn limits(&self, position: &Self::Position) -> (Value, Value) {
        let _ = position;
        (Value::Loss(1), Value::Win(1))
    }

    /// How good a move looks; larger is searched earlier.
    fn promise(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        let _ = (position, mv);
        0
    }
}

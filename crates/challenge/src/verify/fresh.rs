//! Which positions of a list are not fresh.

use rustc_hash::FxHashMap;
use spar_rules::Symmetric;

/// A position that is an image of an earlier one, or the same; both as indices
/// into the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The first position of its kind.
    pub earlier: usize,
    /// The one that repeats it.
    pub later: usize,
}

/// Every position that repeats an earlier one up to symmetry, in the order of the
/// list.
pub fn repeats<G: Symmetric>(game: &G, positions: &[G::Position]) -> Vec<Repeat> {
    let mut first_seen = FxHashMap::default();
    let mut repeats = Vec::new();
    for (later, position) in positions.iter().enumerate() {
        let earlier = *first_seen.entry(game.canonical(position)).or_insert(later);
        if earlier != later {
            repeats.push(Repeat { earlier, later });
        }
    }
    repeats
}

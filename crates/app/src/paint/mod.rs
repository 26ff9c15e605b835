//! Painters of a [`Scene`](spar_rules::scene::Scene): they know places and
//! tokens, and no game.

pub mod svg;
pub mod terminal;

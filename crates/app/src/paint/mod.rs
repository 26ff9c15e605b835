//! Painters of a [`Scene`](spar_rules::scene::Scene): they know places and

mod markup;
pub mod svg;
pub mod terminal;

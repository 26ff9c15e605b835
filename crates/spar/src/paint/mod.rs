//! Painters of a [`Scene`](spar_rules::scene::Scene): they know places and
//! tokens, and no game. [`sheet`] puts pictures of levels on a page to print.

mod markup;
pub mod sheet;
pub mod svg;
pub mod terminal;

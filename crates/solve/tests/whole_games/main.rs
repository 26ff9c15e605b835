//! Whole games against their figures: positions, ends, moves, classes and value, counted
//! independently of this code (the graph grammars of Spar's reference agree with them).

mod agree;
mod figures;
mod morris;
mod reversi;
mod sim;
mod take;
mod wolf;

//! Solvers: who wins, by which moves, and with what probability?
//!
//! - [`minimax`]: the plain reference search: slow, never optimised.
//! - [`explicit`]: whole games; values all positions.
//! - [`alpha_beta`]: single positions; alpha-beta search with a transposition table.
//! - [`reference`](mod@reference): textbook solvers for tests and comparisons.
//! - [`score`]: the best score in games that end with a score.
//! - [`mdp`]: decisions under chance, with certified bounds.
//! - [`interval`], [`fraction`]: numbers between two bounds, and exact fractions.
//! - [`tables`]: solved games stored on disk.
//! - [`book`]: stored values of all positions near the start of a game.
//! - [`whole`]: loads a whole game from the shelf, or solves and stores it.
//! - [`budget`]: limits on work, its errors, and progress reports.
//! - [`Context`]: the budget, progress reports, cache and stored solutions of a piece of
//!   work.
//!
//! Everything here is generic over the traits of `spar-rules` and names no game. Nothing here
//! prints or reads a clock; time limits come through the stop flag of the [`Budget`].

pub mod alpha_beta;
pub mod book;
pub mod budget;
mod bytes;
mod context;
pub mod explicit;
mod fingerprint;
pub mod fraction;
pub mod interval;
pub mod mdp;
pub mod minimax;
pub mod reference;
pub mod score;
pub mod tables;
pub mod whole;

pub use budget::{Budget, Progress, ProvenSoFar, Silent, SolveError};
pub use context::{CacheKey, CachedValue, Context, Memory, MemoryCounts, Sources};
pub use interval::Interval;

//! Who wins, how, how surely?
//!
//! - [`minimax`]: the reference: plain, slow, never optimised.
//! - [`explicit`]: whole games, every position at once.
//! - [`alpha_beta`]: single positions, by alpha-beta with a transposition table.
//! - [`reference`](mod@reference): textbook solvers for tests and comparisons.
//! - [`score`]: the best score of games that count one.
//! - [`mdp`]: decisions under chance, by certified bounds.
//! - [`interval`], [`fraction`]: numbers known by two bounds, and exact ones.
//! - [`tables`]: solved games stored on disk.
//! - [`whole`]: a whole game from the shelf, or solved and put there.
//! - [`budget`]: limits on work, progress, and why work ends early.
//! - [`Context`]: budget, progress, cache and shelf of a piece of work.
//!
//! Everything here is generic over the traits of `spar-rules` and names no game.
//! It prints nothing and reads no clock: it asks its [`Budget`].

pub mod alpha_beta;
pub mod budget;
mod context;
pub mod explicit;
pub mod fraction;
pub mod interval;
pub mod mdp;
pub mod minimax;
pub mod reference;
pub mod score;
pub mod tables;
pub mod whole;

pub use budget::{Budget, Progress, Silent, SolveError};
pub use context::{CacheKey, CachedValue, Context, Memory, MemoryCounts};
pub use interval::Interval;

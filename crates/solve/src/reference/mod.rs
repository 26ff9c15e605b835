//! Reference solvers, which only tests and comparisons use.
//!
//! They implement textbook methods in a plain way. They prove less or take longer than the
//! production solvers, whose results are compared with theirs. The simplest reference,
//! [`minimax`](crate::minimax), is a module of its own.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`expectimax`] | single positions of games with chance, to a limited depth; Star1 and Star2 |
//! | `iteration` | Jacobi value iteration, value iteration from both sides, policy iteration |
//! | `trials` | anytime planning: RTDP and LRTDP |

pub mod expectimax;
mod iteration;
mod trials;

pub use iteration::{
    Improved, Iterated, JacobiValues, interval_iteration, jacobi, policy_iteration, solve_by_sweeps,
};
pub use trials::Trials;

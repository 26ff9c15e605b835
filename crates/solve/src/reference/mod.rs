//! Reference solvers, which only tests and comparisons use.
//!
//! They are the methods of textbooks, written plainly, and certify less or take longer than
//! the solvers that answer questions. Results of those are compared with results of these.
//! The simplest reference, [`minimax`](crate::minimax), stands by itself.
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

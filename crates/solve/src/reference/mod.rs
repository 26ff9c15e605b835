//! Reference solvers, which only tests and comparisons use.
//!
//! They implement textbook methods in a plain way. Compared with the other solvers, which are
//! tested against them, they prove less or take longer. The simplest reference,
//! [`minimax`](crate::minimax), is a separate module.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`expectimax`] | depth-limited search in games with chance; Star1 and Star2 |
//! | `iteration` | Jacobi value iteration, interval iteration, policy iteration |
//! | `trials` | anytime planning: RTDP and LRTDP |

pub mod expectimax;
mod iteration;
mod trials;

pub use iteration::{
    Improved, Iterated, JacobiValues, interval_iteration, jacobi, policy_iteration, solve_by_sweeps,
};
pub use trials::Trials;

//! Fewest turns: how soon can a piece that races alone be at the goal?
//!
//! | file | what it holds |
//! | --- | --- |
//! | `sweeps` | value iteration, Jacobi and in place: plain, and told sweep by sweep |
//! | `parts` | value iteration part by part, goal side first |
//! | `rounds` | policy iteration from a policy that finishes |
//! | `given` | expected turns of a given policy |
//! | `proof` | bounds from how much one more sweep would change |
//! | `choice` | a policy from values: one that finishes |

mod choice;
mod given;
mod parts;
mod proof;
mod rounds;
mod sweeps;

pub use choice::TIE;
pub use given::of_policy;
pub use parts::Parts;
pub use rounds::{Rounds, by_rounds};
pub use sweeps::{Order, Sweeps};

use super::policy::Policy;
use super::track::Track;
use crate::interval::{Interval, down, up};
use crate::{Budget, Progress, SolveError};

/// Expected turns from every square under the policy that needs fewest, with proof.
#[derive(Clone, Debug)]
pub struct Turns {
    /// Close to the truth; see [`Turns::at`] for the bounds.
    values: Vec<f64>,
    /// The true values are at least `values` divided by 1 and this, at most `values`
    /// divided by 1 less that.
    below: f64,
    above: f64,
    /// The policy; it finishes with certainty from every square.
    pub policy: Policy,
    /// How often a square was given a value, for each square.
    pub updates: f64,
}

impl Turns {
    /// The expected turns from a square.
    pub fn at(&self, square: usize) -> Interval {
        let value = self.values[square];
        if value == 0.0 {
            return Interval::exact(0.0);
        }
        Interval {
            low: down(value / up(1.0 + self.below)),
            high: up(value / down(1.0 - self.above)),
        }
    }

    /// The width of the bounds in relation to the value, on every square at most.
    pub fn relative_width(&self) -> f64 {
        up(up(self.below + self.above) / down(1.0 - self.above))
    }

    /// Values close to the truth, one for each square.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// The policy with the fewest expected turns, certified to a relative width of
/// `precision`, or to what double arithmetic allows.
///
/// # Errors
/// If it was stopped before the values were settled once, or the memory does not suffice.
pub fn fewest(
    track: &Track,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Turns, SolveError> {
    // Small boards are taken as far as doubles go: it costs nothing, and ties are told
    // apart from small differences.
    let wanted = (precision / 4.0).max(f64::EPSILON);
    let mut change = if track.n() <= 20_000 { wanted.min(1e-13) } else { wanted };
    let mut parts = Parts::new(track, budget)?;
    let mut settled = || {
        parts.settle(change, budget, progress)?;
        let (below, above) = proof::residuals(track, parts.values());
        change /= 8.0;
        Ok(Turns {
            values: parts.values().to_vec(),
            below,
            above,
            policy: choice::finishing(track, parts.values()),
            updates: parts.updates(),
        })
    };
    let mut best = settled()?;
    while best.relative_width() > precision {
        let next = match settled() {
            Err(SolveError::Stopped) => break,
            next => next?,
        };
        if next.relative_width() >= best.relative_width() {
            break;
        }
        best = next;
    }
    Ok(best)
}

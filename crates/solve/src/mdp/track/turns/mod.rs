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

use super::layout::Track;
use super::policy::Policy;
use super::written;
use crate::interval::{Interval, down, up};
use crate::mdp::general::{Objective, solve};
use crate::{Budget, Progress, SolveError};

/// Expected turns from every square under the policy that needs fewest, with proof.
#[derive(Clone, Debug)]
pub struct Turns {
    /// Close to the truth; see [`Turns::at`] for the bounds.
    values: Vec<f64>,
    off: Off,
    /// The policy; it finishes with certainty from every square.
    pub policy: Policy,
    /// How often a square was given a value, for each square.
    pub updates: f64,
}

/// How far values can be off.
#[derive(Clone, Debug)]
enum Off {
    /// The true values are at least `values` divided by 1 and `below`, at most `values`
    /// divided by 1 less `above`.
    Share { below: f64, above: f64 },
    /// Bounds of every value.
    Each(Vec<Interval>),
}

impl Turns {
    /// The expected turns from a square.
    pub fn at(&self, square: usize) -> Interval {
        let value = self.values[square];
        match &self.off {
            _ if value == 0.0 => Interval::exact(0.0),
            Off::Share { below, above } => {
                Interval { low: down(value / up(1.0 + below)), high: up(value / down(1.0 - above)) }
            }
            Off::Each(bounds) => bounds[square],
        }
    }

    /// The width of the bounds in relation to the value, on every square at most.
    pub fn relative_width(&self) -> f64 {
        match &self.off {
            Off::Share { below, above } => up(up(below + above) / down(1.0 - above)),
            Off::Each(bounds) => {
                let share =
                    |it: &Interval| if it.low > 0.0 { up(it.width() / it.low) } else { 0.0 };
                bounds.iter().map(share).fold(0.0, f64::max)
            }
        }
    }

    /// Values close to the truth, one for each square.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// Boards of at most so many squares can be solved by elimination instead.
const MOST_ELIMINATED: usize = 2_000;

/// Where it can be, it is after so many sweeps in vain: play that lasts for millions of turns
/// settles too slowly.
const MANY_SWEEPS: u32 = 3_000;

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
    let is_small = track.n() <= MOST_ELIMINATED;
    if is_small
        && !parts.settle_within(change, MANY_SWEEPS, budget, progress)?
        && let Some(found) = eliminated(track, precision, budget, progress)?
    {
        return Ok(found);
    }
    let mut settled = || {
        parts.settle(change, budget, progress)?;
        let (below, above) = proof::residuals(track, parts.values());
        change /= 8.0;
        Ok(Turns {
            values: parts.values().to_vec(),
            off: Off::Share { below, above },
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
    if is_small && best.relative_width() > precision && !budget.is_stopped() {
        let found = eliminated(track, precision, budget, progress)?;
        let is_nearer = |it: &Turns| it.relative_width() < best.relative_width();
        best = found.filter(is_nearer).unwrap_or(best);
    }
    Ok(best)
}

/// The same by the engine for any decision problem, whose bounds are proven in numbers of
/// twice the digits; `None` if it has none.
///
/// # Errors
/// If it was stopped.
fn eliminated(
    track: &Track,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Option<Turns>, SolveError> {
    let Ok(model) = written::alone(track) else { return Ok(None) };
    let solved = solve(&model, &Objective::Reward, precision, budget, progress);
    if budget.is_stopped() {
        return Err(SolveError::Stopped);
    }
    let Ok(found) = solved else { return Ok(None) };
    let values: Vec<f64> = found.values.iter().map(|it| it.middle()).collect();
    if values.iter().any(|it| !it.is_finite()) {
        return Ok(None);
    }
    let policy = choice::finishing(track, &values);
    let updates = found.updates as f64 / track.n() as f64;
    Ok(Some(Turns { values, off: Off::Each(found.values), policy, updates }))
}

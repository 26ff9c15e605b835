//! Fewest turns: the least expected number of turns in which a single piece reaches the goal.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `sweeps` | plain value iteration, Jacobi or in place, sweep by sweep |
//! | `parts` | value iteration part by part, starting at the goal |
//! | `rounds` | the expected turns of a policy, and policy iteration |

mod parts;
mod rounds;
mod sweeps;

use super::layout::Track;
use super::policy::Policy;
use super::written;
use crate::interval::{Interval, down, up};
use crate::mdp::general::{Objective, solve};
use crate::mdp::graph::Predecessors;
use crate::{Budget, Progress, SolveError};
pub use parts::PartwiseValues;
pub use rounds::{Rounds, by_rounds, of_policy};
pub use sweeps::{Order, Sweeps};

/// The expected turns from every square under the optimal policy, with proven bounds.
#[derive(Clone, Debug)]
pub struct Turns {
    /// Approximate values; see [`Turns::at`] for the bounds.
    values: Vec<f64>,
    off: Off,
    /// The optimal policy. It reaches the goal with probability 1 from every square.
    pub policy: Policy,
    /// The average number of updates per square.
    pub updates: f64,
}

/// Bounds of the errors of the values.
#[derive(Clone, Debug)]
enum Off {
    /// The true values are between `values / (1 + below)` and `values / (1 - above)`.
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

    /// The largest width of the bounds on any square, relative to the value.
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

    /// Approximate values, one per square.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// The largest board, in squares, that can be solved by elimination instead.
const MOST_ELIMINATED: usize = 2_000;

/// The number of sweeps without success after which elimination starts. If play lasts for
/// millions of turns, sweeps converge too slowly.
const MANY_SWEEPS: u32 = 3_000;

/// Computes the policy with the fewest expected turns, certified to a relative width of
/// `precision`, or as tightly as double arithmetic allows.
///
/// # Errors
/// If the work is stopped before the values have converged once, or the memory does not
/// suffice.
pub fn fewest(
    track: &Track,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Turns, SolveError> {
    // Solve small boards as precisely as doubles allow: this costs little, and separates ties
    // from small differences.
    let wanted = (precision / 4.0).max(f64::EPSILON);
    let mut change = if track.n() <= 20_000 { wanted.min(1e-13) } else { wanted };
    let mut parts = PartwiseValues::new(track, budget)?;
    let is_small = track.n() <= MOST_ELIMINATED;
    if is_small
        && !parts.settle_within(change, MANY_SWEEPS, budget, progress)?
        && let Some(found) = eliminated(track, precision, budget, progress)?
    {
        return Ok(found);
    }
    let mut settled = || {
        parts.settle(change, budget, progress)?;
        let (below, above) = residuals(track, parts.values());
        change /= 8.0;
        Ok(Turns {
            values: parts.values().to_vec(),
            off: Off::Share { below, above },
            policy: finishing(track, parts.values()),
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

/// The same by the general solver, which proves its bounds with twice the digits. Returns
/// `None` if it finds none.
///
/// # Errors
/// If the work is stopped.
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
    let policy = finishing(track, &values);
    let updates = found.updates as f64 / track.n() as f64;
    Ok(Some(Turns { values, off: Off::Each(found.values), policy, updates }))
}

// Error bounds from residuals, that is, from the changes by one more sweep.
//
// Every turn costs 1. If one more sweep raises no value by more than `above` < 1 and lowers
// none by more than `below`, then on every square
// `value / (1 + below) <= truth <= value / (1 - above)`.
// The policy of the sweep reduces the value by at least `1 - above` per turn, so its expected
// number of turns is at most the upper bound; the optimal policy reduces it by at most `1 +
// below`.

/// The largest decrease and increase by one more sweep, rounded up.
pub(super) fn residuals(track: &Track, values: &[f64]) -> (f64, f64) {
    let (mut below, mut above) = (0.0_f64, 0.0_f64);
    for square in 0..track.goal() {
        let here = values[square];
        if !here.is_finite() || here < 0.0 {
            return (f64::INFINITY, f64::INFINITY);
        }
        // The best action's change, with bounds of its rounding error.
        let (mut least_low, mut least_high) = (f64::INFINITY, f64::INFINITY);
        for (number, action) in track.actions().iter().enumerate() {
            let (mut sum, mut size) = (0.0_f64, 0.0_f64);
            for (to, weight) in track.outcomes(square, number) {
                // The values are similar, so their difference has a small rounding error.
                let part = f64::from(weight) * (values[to] - here);
                sum += part;
                size += part.abs();
            }
            let total = f64::from(action.total());
            // Each term is rounded twice and each sum once; six more cover the last steps.
            let roundings = action.steps.len() as f64 + 6.0;
            let error = roundings * f64::EPSILON * (size / total + 1.0);
            let change = 1.0 + sum / total;
            if !(change.is_finite() && error.is_finite()) {
                return (f64::INFINITY, f64::INFINITY);
            }
            least_low = least_low.min(change - error);
            least_high = least_high.min(change + error);
        }
        above = above.max(least_high.next_up());
        below = below.max((-least_low).next_up());
    }
    (below, if above < 1.0 { above } else { f64::INFINITY })
}

// Policies from values.
//
// Among equally good actions, the first counts. This rule alone may wait forever where waiting
// costs nothing. So squares from which the policy does not lead to the goal take the first best
// action that leads towards it, nearest squares first.

/// Actions whose values differ by at most this share of the value count as equally good.
pub const TIE: f64 = 1e-9;

/// The first best action on every square; the last action on the goal.
pub(super) fn first_best(track: &Track, values: &[f64]) -> Policy {
    let mut arrive = Vec::new();
    track.arrivals(values, &mut arrive);
    let choose = |square: usize| {
        let best = |number: &usize| is_best(track, values, &arrive, square, *number);
        (0..track.actions().len()).find(best).unwrap_or_default() as u8
    };
    let mut policy: Vec<u8> = (0..track.goal()).map(choose).collect();
    policy.push(track.actions().len() as u8 - 1);
    Policy(policy)
}

/// The first best actions, repaired where they would not reach the goal.
pub(super) fn finishing(track: &Track, values: &[f64]) -> Policy {
    let mut policy = first_best(track, values);
    let leads = policy.leads(track);
    if leads.iter().all(|it| *it) {
        return policy;
    }
    let mut arrive = Vec::new();
    track.arrivals(values, &mut arrive);
    lead_on(track, leads, &mut policy, |square, number| {
        is_best(track, values, &arrive, square, number)
    });
    policy
}

/// Gives every square that does not lead to the goal the first allowed action that leads to a
/// square that does, nearest squares first.
pub(super) fn lead_on(
    track: &Track,
    mut leads: Vec<bool>,
    policy: &mut Policy,
    is_allowed: impl Fn(usize, usize) -> bool,
) {
    let (n_actions, is_allowed) = (track.actions().len(), &is_allowed);
    let edges = || {
        (0..track.goal()).filter(|square| !leads[*square]).flat_map(|square| {
            let allowed = (0..n_actions).filter(move |number| is_allowed(square, *number));
            let landed = allowed.flat_map(move |number| track.outcomes(square, number));
            landed.map(move |(to, _)| (square as u32, to as u32))
        })
    };
    let before = Predecessors::new(track.n(), edges);
    let mut queue: Vec<u32> = (0..track.n() as u32).filter(|it| leads[*it as usize]).collect();
    let mut place = 0;
    while let Some(&reached) = queue.get(place) {
        place += 1;
        for &square in before.of(reached) {
            let at = square as usize;
            if leads[at] {
                continue;
            }
            let leads_on = |number: &usize| {
                is_allowed(at, *number) && track.outcomes(at, *number).any(|(to, _)| leads[to])
            };
            if let Some(number) = (0..n_actions).find(leads_on) {
                policy.0[at] = number as u8;
                leads[at] = true;
                queue.push(square);
            }
        }
    }
}

fn is_best(track: &Track, values: &[f64], arrive: &[f64], square: usize, number: usize) -> bool {
    let own = track.expected(square, number, arrive, values);
    let best = track.least(square, arrive, values);
    own <= best + TIE * (1.0 + best)
}

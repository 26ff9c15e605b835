//! Expected turns of a given policy.

use super::super::layout::Track;
use super::super::policy::Policy;
use crate::interval::{Interval, down, up};
use crate::mdp::track::cost::Cost;
use crate::{Budget, SolveError};

/// How many turns a policy needs on average from every square, with proof; infinitely many
/// from squares from which it may not finish.
///
/// # Errors
/// If it was stopped.
pub fn of_policy(
    track: &Track,
    policy: &Policy,
    budget: &Budget,
) -> Result<Vec<Interval>, SolveError> {
    let (n, goal) = (track.n(), track.goal());
    let mut is_finite = vec![true; n];
    for square in policy.stalls(track) {
        is_finite[square as usize] = false;
    }
    let mut values = vec![0.0; n];
    // What a turn changes: 1 and what follows, less what is here.
    let change = |square: usize, values: &[f64]| {
        let action = usize::from(policy.0[square]);
        let parts = track.outcomes(square, action);
        let sum: f64 =
            parts.map(|(to, weight)| f64::from(weight) * (values[to] - values[square])).sum();
        1.0 + sum / f64::from(track.roll(action).total())
    };
    let cost = Cost::of(track, budget);
    let mut sweeps = 0_u64;
    loop {
        cost.spend(goal)?;
        let (mut largest, mut most) = (0.0_f64, 1.0_f64);
        for square in (0..goal).rev().filter(|square| is_finite[*square]) {
            let step = change(square, &values);
            values[square] += step;
            largest = largest.max(step.abs());
            most = most.max(values[square]);
        }
        sweeps += 1;
        // Where values are large, doubles end before a tiny change does.
        if largest <= (16.0 * f64::EPSILON * most).max(1e-12) || sweeps > 10_000_000 {
            break;
        }
    }
    let most = values.iter().copied().fold(1.0, f64::max);
    // Each term is rounded twice, each sum once; a few more for the last steps.
    let n_outcomes = track.actions().iter().map(|it| it.steps.len()).max().unwrap_or_default();
    let rounding = up((n_outcomes as f64 + 16.0) * f64::EPSILON * most);
    let changes = (0..goal).filter(|square| is_finite[*square]);
    let (mut below, mut above) = (rounding, rounding);
    for step in changes.map(|square| change(square, &values)) {
        below = below.max(up(rounding - step));
        above = above.max(up(rounding + step));
    }
    // Every turn costs 1; by the policy at least `1 - above` and at most `1 + below` of the
    // value is paid in each.
    let bounds = |(value, is_finite): (f64, bool)| {
        if !is_finite {
            return Interval { low: f64::INFINITY, high: f64::INFINITY };
        }
        if value == 0.0 {
            return Interval::exact(0.0);
        }
        let high = if above < 1.0 { up(value / down(1.0 - above)) } else { f64::INFINITY };
        Interval { low: down(value / up(1.0 + below)).max(0.0), high }
    };
    Ok(values.into_iter().zip(is_finite).map(bounds).collect())
}

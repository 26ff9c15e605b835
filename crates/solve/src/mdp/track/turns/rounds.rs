//! Policy evaluation and policy iteration: the expected turns of a given policy, and improvement
//! from a policy that finishes.

use super::super::layout::Track;
use super::super::policy::Policy;
use super::{TIE, lead_on};
use crate::interval::{Interval, down, up};
use crate::mdp::track::Cost;
use crate::{Budget, SolveError};

/// What policy iteration came to.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// Expected turns of the last policy.
    pub values: Vec<f64>,
    /// The last policy.
    pub policy: Policy,
    /// How many policies were valued.
    pub rounds: u32,
    /// How often a square was given a value, for each square.
    pub updates: f64,
}

/// Policy iteration from a policy that finishes from every square, found backwards from
/// the goal. Policies are valued by sweeps from the goal until nothing changes by more
/// than `change`.
///
/// # Errors
/// If it was stopped.
pub fn by_rounds(track: &Track, change: f64, budget: &Budget) -> Result<Rounds, SolveError> {
    let (goal, n_actions) = (track.goal(), track.actions().len());
    let cost = Cost::of(track, budget);
    let mut policy = proper(track);
    let mut stand = super::Sweeps::distances(track);
    let mut arrive = Vec::new();
    let mut updates = 0_u64;
    for rounds in 1_u32.. {
        track.arrivals(&stand, &mut arrive);
        loop {
            cost.spend(goal)?;
            let mut largest: f64 = 0.0;
            for square in (0..goal).rev() {
                let action = usize::from(policy.0[square]);
                let value = 1.0 + track.expected(square, action, &arrive, &stand);
                largest = largest.max((value - stand[square]).abs());
                stand[square] = value;
                arrive[square] = stand[track.end(square)];
            }
            updates += goal as u64;
            if largest <= change.max(8.0 * f64::EPSILON * stand[0].abs()) {
                break;
            }
        }
        track.arrivals(&stand, &mut arrive);
        let mut improved = false;
        for square in 0..goal {
            let expected: Vec<f64> =
                (0..n_actions).map(|it| track.expected(square, it, &arrive, &stand)).collect();
            let own = expected[usize::from(policy.0[square])];
            // An action that is only as good would let the policy run in a circle.
            let margin = (TIE * (1.0 + own)).max(change * 4.0);
            let best = (0..n_actions).min_by(|a, b| expected[*a].total_cmp(&expected[*b]));
            if let Some(best) = best.filter(|best| expected[*best] < own - margin) {
                (policy.0[square], improved) = (best as u8, true);
            }
        }
        if !improved {
            let updates = updates as f64 / track.n() as f64;
            return Ok(Rounds { values: stand, policy, rounds, updates });
        }
    }
    unreachable!("invariant: the loop ends by returning")
}

/// A policy that finishes from every square: each takes an action that may lead to a square
/// found before it, backwards from the goal.
fn proper(track: &Track) -> Policy {
    let mut policy = Policy(vec![0; track.n()]);
    let mut leads = vec![false; track.n()];
    leads[track.goal()] = true;
    lead_on(track, leads, &mut policy, |_, _| true);
    policy
}

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

//! Policy evaluation and policy iteration: the expected turns of a given policy, and
//! improvement starting from a proper policy (one that reaches the goal from everywhere).

use super::super::layout::Track;
use super::super::policy::Policy;
use super::{TIE, lead_on};
use crate::interval::{Interval, down, up};
use crate::mdp::track::Cost;
use crate::{Budget, SolveError};

/// The result of policy iteration.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// Expected turns of the last policy.
    pub values: Vec<f64>,
    /// The last policy.
    pub policy: Policy,
    /// The number of evaluated policies.
    pub rounds: u32,
    /// The average number of updates per square.
    pub updates: f64,
}

/// Policy iteration, starting from a proper policy that a backward search from the goal finds.
/// Policies are evaluated by sweeps from the goal until nothing changes by more than `change`, or
/// than rounding does.
///
/// # Errors
/// If the work is stopped.
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
            // An action that is only equally good could make the policy cycle.
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

/// A proper policy: each square takes an action that may lead to a square found before it,
/// backwards from the goal.
fn proper(track: &Track) -> Policy {
    let mut policy = Policy(vec![0; track.n()]);
    let mut leads = vec![false; track.n()];
    leads[track.goal()] = true;
    lead_on(track, leads, &mut policy, |_, _| true);
    policy
}

/// The expected turns of a policy from every square, with proven bounds. Infinite for squares
/// from which it can fail to reach the goal.
///
/// # Errors
/// If the work is stopped.
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
    // The residual: 1 plus the expected value afterwards, minus the value here.
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
        // A tiny change of a large value is below the precision of doubles.
        if largest <= (16.0 * f64::EPSILON * most).max(1e-12) || sweeps > 10_000_000 {
            break;
        }
    }
    let most = values.iter().copied().fold(1.0, f64::max);
    // Each term is rounded twice and each sum once; the 16 covers the division and the 1.
    let n_outcomes = track.actions().iter().map(|it| it.steps.len()).max().unwrap_or_default();
    let rounding = up((n_outcomes as f64 + 16.0) * f64::EPSILON * most);
    let changes = (0..goal).filter(|square| is_finite[*square]);
    let (mut below, mut above) = (rounding, rounding);
    for step in changes.map(|square| change(square, &values)) {
        below = below.max(up(rounding - step));
        above = above.max(up(rounding + step));
    }
    // The expected decrease of the value per turn is 1 minus the residual, so it is between
    // `1 - above` and `1 + below`; over all turns the decreases add up to the value.
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

//! Policy iteration: value a policy that finishes, take better actions, again.

use super::super::layout::Track;
use super::super::policy::Policy;
use super::choice::{TIE, lead_on};
use crate::mdp::track::cost::Cost;
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

//! A policy from values.
//!
//! Among actions that are equally good the first counts. That alone can choose to wait for
//! ever where waiting costs nothing; so squares from which the policy does not lead to the
//! goal take the first best action that leads on, nearest squares first.

use super::super::policy::Policy;
use super::super::track::Track;

/// Actions whose values differ by no more than this share of the value are equally good.
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

/// The first best actions, mended where they would not finish.
pub(super) fn finishing(track: &Track, values: &[f64]) -> Policy {
    let mut policy = first_best(track, values);
    let mut leads = policy.leads(track);
    if leads.iter().all(|it| *it) {
        return policy;
    }
    let mut arrive = Vec::new();
    track.arrivals(values, &mut arrive);
    loop {
        let mut changed = false;
        for square in (0..track.goal()).rev().filter(|square| !leads[*square]).collect::<Vec<_>>() {
            let leads_on = |number: &usize| {
                is_best(track, values, &arrive, square, *number)
                    && track.outcomes(square, *number).any(|(to, _)| leads[to])
            };
            if let Some(number) = (0..track.actions().len()).find(leads_on) {
                policy.0[square] = number as u8;
                (leads[square], changed) = (true, true);
            }
        }
        if !changed {
            return policy;
        }
    }
}

fn is_best(track: &Track, values: &[f64], arrive: &[f64], square: usize, number: usize) -> bool {
    let own = track.expected(square, number, arrive, values);
    let best = track.least(square, arrive, values);
    own <= best + TIE * (1.0 + best)
}

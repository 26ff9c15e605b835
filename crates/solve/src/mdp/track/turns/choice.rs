//! A policy from values.
//!
//! Among actions that are equally good the first counts. That alone can choose to wait for
//! ever where waiting costs nothing; so squares from which the policy does not lead to the
//! goal take the first best action that leads on, nearest squares first.

use super::super::layout::Track;
use super::super::policy::Policy;
use crate::mdp::graph::Predecessors;

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

/// Gives every square that does not lead to the goal an action of those allowed that leads
/// on to one that does, nearest squares first; the first such action.
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

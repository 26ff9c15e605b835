//! Sweeps: values and errors of components too large for elimination.

use super::bounds::{LEAST_SHARE, NONE, Piece};
use super::question::{Bound, STOP};

/// Relative changes below this may come from rounding alone if they have not become smaller for
/// this number of sweeps.
const NEARLY_STILL: f64 = 1e-12;
const MOST_IDLE: usize = 200;

/// The maximum number of sweeps for a component.
const MOST_SWEEPS: usize = 1_000_000;

/// Finds values by sweeps in place, then moves them outwards and proves them. Returns whether
/// this succeeded.
pub(super) fn bound(piece: &mut Piece<'_, '_>) -> bool {
    if piece.start_properly().is_none() {
        return false;
    }
    settle(piece, MOST_SWEEPS);
    if piece.side == Bound::Middle {
        return true;
    }
    if piece.core.fading() <= 0.0 && !leaves_surely(piece) {
        return false;
    }
    let values = piece.values();
    (piece.costs_always() && by_share(piece, &values)) || by_error(piece, &values)
}

/// Value iteration in place until the changes come from rounding alone, for at most `most`
/// sweeps. Stores the values and the policy that is best at these values.
pub(super) fn settle(piece: &mut Piece<'_, '_>, most: usize) {
    piece.set_values(&vec![0.0; piece.nodes.len()]);
    let (mut least, mut n_idle) = (f64::INFINITY, 0);
    for _ in 0..most {
        piece.meter.add(piece.nodes.len());
        let mut change = 0.0_f64;
        let largest = piece.values().into_iter().fold(0.0, |most: f64, it| most.max(it.abs()));
        let small = (largest * f64::EPSILON * f64::EPSILON).max(f64::MIN_POSITIVE);
        for &node in piece.nodes.iter().rev() {
            let before = piece.found.values[node as usize];
            let (best, action) = best_without_self(piece, node);
            if action != NONE {
                piece.found.values[node as usize] = best;
                piece.found.policy[node as usize] = action;
                change = change.max((best - before).abs() / best.abs().max(small));
            }
        }
        // Near the limit of rounding, values may cycle.
        n_idle = if change < least { 0 } else { n_idle + 1 };
        least = least.min(change);
        let is_circling = least < NEARLY_STILL && n_idle > MOST_IDLE;
        if change <= 4.0 * f64::EPSILON || is_circling || piece.meter.is_empty() {
            return;
        }
    }
}

/// The best action at the current values, and its value when the probability of staying at the
/// node is divided out.
fn best_without_self(piece: &Piece<'_, '_>, node: u32) -> (f64, u32) {
    let sign = piece.core.sign();
    let mut best = (f64::NAN, NONE);
    for &action in piece.core.actions(node) {
        let (mut sum, mut moves) = (piece.core.reward(action), piece.core.fading());
        for (next, chance) in piece.core.chances(action).filter(|it| it.0 != node) {
            sum += chance * piece.found.values[next as usize];
            moves += chance;
        }
        let value = if action == STOP { 0.0 } else { sum / moves };
        let is_choice = action == STOP || moves > 0.0;
        if is_choice && (best.0.is_nan() || sign * (value - best.0) > 0.0) {
            best = (value, action);
        }
    }
    best
}

/// Returns whether the policy leaves the component with probability 1.
fn leaves_surely(piece: &Piece<'_, '_>) -> bool {
    let action_of = |at: u32| piece.found.policy[piece.nodes[at as usize] as usize];
    let inside = |at: u32| {
        let next = piece.core.successors(action_of(at)).map(|node| piece.place[node as usize]);
        next.filter(|to| *to != NONE)
    };
    let n = piece.nodes.len() as u32;
    let edges = || (0..n).flat_map(|at| inside(at).map(move |to| (at, to)));
    let into = crate::mdp::graph::Predecessors::new(n as usize, edges);
    let exits = (0..n).filter(|at| {
        let mut next = piece.core.successors(action_of(*at));
        action_of(*at) == STOP || next.any(|node| piece.place[node as usize] == NONE)
    });
    into.distances(exits).iter().all(Option::is_some)
}

/// Every step has a cost, so an error that is a share `d` of each cost is the same share of the
/// value: `V/(1 + d) <= V* <= V/(1 - d)`.
fn by_share(piece: &mut Piece<'_, '_>, values: &[f64]) -> bool {
    let needs_all = piece.needs_all();
    let mut largest = 0.0_f64;
    for (node, limit) in piece.nodes.iter().zip(values) {
        let own = piece.found.policy[*node as usize];
        for &action in piece.core.actions(*node).iter().filter(|a| needs_all || **a == own) {
            let missing = piece.excess(action, *limit).max(0.0) + f64::MIN_POSITIVE;
            largest = largest.max(missing / piece.core.reward(action).abs());
        }
    }
    let share = 4.0 * largest;
    let errors: Vec<f64> = values.iter().map(|value| share * value.abs()).collect();
    is_proven_by(piece, values, &errors)
}

/// Sweeps over the equations of the errors until the moved values are bounds.
fn by_error(piece: &mut Piece<'_, '_>, values: &[f64]) -> bool {
    let side = piece.side.sign();
    piece.set_values(values);
    let mut missing: Vec<Vec<(u32, f64)>> = piece
        .nodes
        .iter()
        .zip(values)
        .map(|(node, limit)| {
            let own = piece.found.policy[*node as usize];
            let needed = |action: &&u32| piece.needs_all() || **action == own;
            let cost = |action: &u32| {
                let (value, error) = piece.core.value_and_error(*action, &piece.found.values);
                let excess = side * (value - limit);
                let excess = if *action == own { excess.max(0.0) } else { excess };
                (*action, excess + excess.max(0.0) + 6.0 * error)
            };
            piece.core.actions(*node).iter().filter(needed).map(cost).collect()
        })
        .collect();
    // Even where the residual is 0, the errors themselves were rounded.
    let floor = LEAST_SHARE * missing.iter().flatten().fold(0.0, |most: f64, it| most.max(it.1));
    for (action, cost) in missing.iter_mut().flatten() {
        *cost = if *cost >= 0.0 && *action != STOP { cost.max(floor) } else { *cost };
    }
    let mut errors = vec![0.0_f64; values.len()];
    let mut next_try = 8;
    for sweep in 1..MOST_SWEEPS {
        piece.meter.add(piece.nodes.len());
        for at in (0..errors.len()).rev() {
            let needed = missing[at].iter().map(|(action, cost)| {
                let inside = piece.core.chances(*action).filter_map(|(node, chance)| {
                    let to = piece.place[node as usize];
                    (to != NONE).then(|| chance * errors[to as usize])
                });
                cost + inside.sum::<f64>()
            });
            errors[at] = needed.fold(errors[at], f64::max);
        }
        if sweep == next_try {
            next_try += next_try / 2;
            let larger: Vec<f64> = errors.iter().map(|error| 1.5 * error).collect();
            if is_proven_by(piece, values, &larger) {
                return true;
            }
            if piece.meter.is_empty() || errors.iter().any(|it| !it.is_finite()) {
                return false;
            }
        }
    }
    false
}

fn is_proven_by(piece: &mut Piece<'_, '_>, values: &[f64], errors: &[f64]) -> bool {
    let moved: Vec<f64> =
        values.iter().zip(errors).map(|(v, error)| piece.side.outwards(*v, *error)).collect();
    piece.set_values(&moved);
    piece.obstacles(&piece.policy()).is_none()
}

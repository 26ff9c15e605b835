//! The yardstick: value iteration as it stands in books, without proof of anything.

use super::question::sign;
use super::{Model, Objective};
use crate::Budget;

/// What plain value iteration has.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// A number for each state, which may be wrong by any amount.
    pub values: Vec<f64>,
    /// How many sweeps were made.
    pub sweeps: u64,
    /// The largest change in the last sweep.
    pub change: f64,
}

/// Jacobi value iteration from 0: all new values from all old ones, until no value changes
/// by `enough` or more, or `most` sweeps are made. Without discount the result may be wrong
/// by any amount; [`solve`](super::solve) is for answers.
///
/// # Panics
/// If the set of targets is not for this model.
pub fn jacobi(
    model: &Model,
    objective: &Objective,
    enough: f64,
    most: u64,
    budget: &Budget,
) -> Swept {
    let start = |state: u32| match objective {
        Objective::Reach(targets) if targets[state as usize] => 1.0,
        _ => 0.0,
    };
    let values = model.states().map(start).collect();
    let mut swept = Swept { values, sweeps: 0, change: f64::INFINITY };
    while swept.change >= enough && swept.sweeps < most && !budget.is_stopped() {
        let next: Vec<f64> =
            model.states().map(|state| update(model, objective, state, &swept.values)).collect();
        let changes = next.iter().zip(&swept.values).map(|(new, old)| (new - old).abs());
        swept.change = changes.fold(0.0, f64::max);
        swept.values = next;
        swept.sweeps += 1;
    }
    swept
}

fn update(model: &Model, objective: &Objective, state: u32, values: &[f64]) -> f64 {
    let of = |to: u32| values[to as usize];
    let is_target = matches!(objective, Objective::Reach(targets) if targets[state as usize]);
    if is_target || model.is_terminal(state) {
        return values[state as usize];
    }
    let sign = sign(model.owner(state));
    let worth = |action: u32| match objective {
        Objective::Reach(_) => model.mean(action, of),
        Objective::Reward => model.reward(action) + model.discount() * model.mean(action, of),
    };
    sign * model.actions(state).map(|a| sign * worth(a)).fold(f64::NEG_INFINITY, f64::max)
}

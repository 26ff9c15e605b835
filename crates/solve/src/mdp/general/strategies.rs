//! Two deciders: a strategy for each, and what each guarantees.
//!
//! The strategy of Max is improved until no action is better against the best answer of
//! Min. This needs no care for end components: what a strategy is worth against the best
//! answer never exceeds the value of the game, and once it fulfils the equations of the
//! game it is not below the smallest solution, which is that value. Then each strategy is
//! fixed in turn, and what the other can do against it is bounded for one decider.

use super::backward::Helpers;
use super::bounds::{NONE, bounds};
use super::core::{Core, Side, sign};
use super::meter::Meter;
use super::question::Question;
use super::{Objective, Owner, Refusal};
use crate::Progress;
use crate::interval::Interval;

/// Improvements after which the strategy is taken as it is.
const MOST_ROUNDS: usize = 1000;

/// Bounds of a game for two.
pub(super) fn solve(
    question: &Question<'_>,
    meter: &Meter<'_>,
    progress: &dyn Progress,
) -> Result<Vec<Interval>, Refusal> {
    let mut first = start(question);
    improve(question, &swept(question, meter), &mut first);
    let mut answers = vec![NONE; question.model.n_states()];
    let mut core = question.core(Owner::Min, only(question, Owner::Max, &first))?;
    for round in 0..MOST_ROUNDS {
        progress.report("improving strategies", round as u64, MOST_ROUNDS as u64);
        let found = bounds(&core, Side::Middle, hint(&core, &answers), meter, progress);
        answers = by_state(&core, &found.policy);
        let values: Vec<f64> =
            core.node_of.iter().map(|node| found.values[*node as usize]).collect();
        if meter.is_empty() || !improve(question, &values, &mut first) {
            break;
        }
        core = question.core(Owner::Min, only(question, Owner::Max, &first))?;
    }
    let low = bounds(&core, Side::Low, hint(&core, &answers), meter, progress).values;
    let second = second(question, &answers);
    let against = question.core(Owner::Max, only(question, Owner::Min, &second))?;
    let unknown = vec![NONE; against.n_nodes()];
    let high = bounds(&against, Side::High, unknown, meter, progress).values;
    let interval = |state: u32| Interval {
        low: low[core.node_of[state as usize] as usize],
        high: high[against.node_of[state as usize] as usize],
    };
    Ok(question.model.states().map(interval).collect())
}

/// A strategy of Max that reaches the targets with certainty where that is possible, and
/// with some chance where that is.
fn start(question: &Question<'_>) -> Vec<u32> {
    let model = question.model;
    let mut strategy: Vec<u32> = model.states().map(|s| model.actions(s).start).collect();
    if let Objective::Reach(targets) = question.objective {
        let (reverse, all) = (&question.reverse, question.all_actions());
        let who = Helpers::Only(Owner::Max);
        let certain = reverse.certain(targets, &all, who);
        let somehow = reverse.leading(targets, &all, who);
        let surely = reverse.leading(targets, &reverse.staying(&certain, &all), who);
        for state in 0..model.n_states() {
            let leading = if certain[state] { surely[state] } else { somehow[state] };
            if leading != u32::MAX {
                strategy[state] = leading;
            }
        }
    }
    strategy
}

/// Sweeps after which the start is taken as it is.
const FIRST_SWEEPS: usize = 300;

/// Values to start from: some sweeps of value iteration for both, in place.
pub(super) fn swept(question: &Question<'_>, meter: &Meter<'_>) -> Vec<f64> {
    let model = question.model;
    let start = |state: u32| match question.objective {
        Objective::Reach(targets) if targets[state as usize] => 1.0,
        _ => 0.0,
    };
    let mut values: Vec<f64> = model.states().map(start).collect();
    for _ in 0..FIRST_SWEEPS {
        meter.add(values.len());
        let mut change = 0.0_f64;
        for state in model.states().rev().filter(|s| !question.ends[*s as usize]) {
            let sign = sign(model.owner(state));
            let worth = model.actions(state).map(|a| sign * value_of(question, a, &values).0);
            let best = sign * worth.fold(f64::NEG_INFINITY, f64::max);
            change = change.max((best - values[state as usize]).abs());
            values[state as usize] = best;
        }
        if change < 1e-13 || meter.is_empty() {
            break;
        }
    }
    values
}

/// The value of an action, and a bound on its rounding error.
pub(super) fn value_of(question: &Question<'_>, action: u32, values: &[f64]) -> (f64, f64) {
    let model = question.model;
    let (mean, error) = model.mean_and_error(action, |to| values[to as usize]);
    if *question.objective != Objective::Reward {
        return (mean, error);
    }
    let (reward, later) = (model.reward(action), model.discount() * mean);
    (reward + later, error + 2.0 * f64::EPSILON * (reward.abs() + later.abs()))
}

/// The strategy of Min: its answers, and where nothing was to answer, what keeps the
/// targets out of reach.
fn second(question: &Question<'_>, answers: &[u32]) -> Vec<u32> {
    let model = question.model;
    let keeps = match question.objective {
        Objective::Reach(targets) => {
            let all = question.all_actions();
            let positive = question.reverse.positive(targets, &all, Helpers::Only(Owner::Max));
            let never: Vec<bool> = positive.iter().map(|it| !it).collect();
            question.reverse.staying(&never, &all)
        }
        Objective::Reward => vec![false; model.n_actions()],
    };
    let choose = |state: u32| match answers[state as usize] {
        NONE => {
            let mut actions = model.actions(state);
            actions.clone().find(|a| keeps[*a as usize]).or(actions.next()).unwrap_or(NONE)
        }
        answer => answer,
    };
    model.states().map(choose).collect()
}

/// All actions of one decider, and of the other only its strategy.
pub(super) fn only(question: &Question<'_>, owner: Owner, strategy: &[u32]) -> Vec<bool> {
    let model = question.model;
    let is_allowed =
        |state: u32, action: u32| model.owner(state) != owner || strategy[state as usize] == action;
    let all = model.states().flat_map(|s| model.actions(s).map(move |a| (s, a)));
    all.map(|(state, action)| is_allowed(state, action)).collect()
}

/// A policy of states as one of nodes, where it is allowed.
fn hint(core: &Core<'_>, policy: &[u32]) -> Vec<u32> {
    let mut hint = vec![NONE; core.n_nodes()];
    for (node, action) in core.node_of.iter().zip(policy) {
        if core.actions(*node).contains(action) {
            hint[*node as usize] = *action;
        }
    }
    hint
}

/// A policy of nodes as one of states.
fn by_state(core: &Core<'_>, policy: &[u32]) -> Vec<u32> {
    core.node_of.iter().map(|node| policy[*node as usize]).collect()
}

/// Takes for Max every action that is better by more than rounding explains. Whether any
/// was.
fn improve(question: &Question<'_>, values: &[f64], strategy: &mut [u32]) -> bool {
    let model = question.model;
    let value = |action: u32| value_of(question, action, values);
    let mut is_better = false;
    for state in model.states().filter(|s| model.owner(*s) == Owner::Max) {
        if question.ends[state as usize] || model.actions(state).len() < 2 {
            continue;
        }
        let (mut best, mut best_error) = value(strategy[state as usize]);
        for action in model.actions(state) {
            let (found, error) = value(action);
            if found - best > 2.0 * (error + best_error) {
                strategy[state as usize] = action;
                (best, best_error, is_better) = (found, error, true);
            }
        }
    }
    is_better
}

//! The solver: objectives, results, and the accounting of work against a budget.

use super::bounds::{NONE, bounds};
use super::question::{Bound, Question, STOP};
use super::{Model, Owner, Refusal, policy, strategies};
use crate::interval::Interval;
use crate::{Budget, Progress};
use std::cell::Cell;

/// The objective. The owner of each state maximises or minimises it.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// The probability of ever reaching one of these states. One entry per state.
    Reach(Vec<bool>),
    /// The sum of all rewards, discounted if the model has a discount.
    ///
    /// Without discount, staying forever without reward is worth 0, and staying forever at a
    /// cost is worth minus infinity for the maximiser (plus infinity for the minimiser). If
    /// there are two deciders, endless play must not collect rewards.
    Reward,
}

/// The solution: values and a policy for all states.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSolution {
    /// For each state, an interval that contains its exact value. The value is infinite, and
    /// known exactly, if an unlimited cost cannot be avoided from that state.
    pub values: Vec<Interval>,
    /// For each state, the index of the chosen action among its actions; `None` for terminal
    /// states. This is the first action within a relative 1e-9 of the best, unless it never
    /// reaches the end and another such action does.
    pub policy: Vec<Option<u32>>,
    /// For each state, whether the policy reaches a terminal state or a target from there with
    /// probability 1. Proven on the graph.
    pub ends: Vec<bool>,
    /// If some bounds are wider than requested: a sentence with the reason.
    pub remark: Option<String>,
    /// The number of value updates of single states.
    pub updates: u64,
}

/// Certified values and a policy.
///
/// `precision` is the requested width of the bounds, relative for values above 1. The bounds
/// are always as tight as double arithmetic and the budget allow, so requesting a smaller width
/// does not make them tighter; it only adds a remark if they are wider than requested.
///
/// # Errors
/// If the problem has no solution, or none that can be proven. The message names a state that
/// is the cause.
pub fn solve(
    model: &Model,
    objective: &Objective,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<ModelSolution, Refusal> {
    solve_by(Means::Elimination, model, objective, precision, budget, progress)
}

/// Like [`solve`], with a choice of the method.
pub(crate) fn solve_by(
    means: Means,
    model: &Model,
    objective: &Objective,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<ModelSolution, Refusal> {
    if precision.is_nan() || precision <= 0.0 {
        return Err(Refusal::Precision { precision });
    }
    let meter = Meter::new(means, budget);
    let question = Question::new(model, objective)?;
    let mut at_rest = vec![false; model.n_states()];
    let (values, chosen) = if question.is_endless {
        strategies::solve_endless(&question, &meter, progress)?
    } else {
        let values = match model.decider() {
            Some(owner) => one(&question, owner, &mut at_rest, &meter, progress)?,
            None => strategies::solve(&question, &meter, progress)?,
        };
        let is_settled = |value: &Interval| {
            let is_nothing = matches!(objective, Objective::Reach(_)) && value.high <= 0.0;
            is_nothing || value.low.is_infinite()
        };
        at_rest.iter_mut().zip(&values).for_each(|(rests, value)| *rests |= is_settled(value));
        let chosen = policy::choose(&question, &values, &at_rest);
        (values, chosen)
    };
    let place = |state: u32| {
        let actions = model.actions(state);
        (!actions.is_empty()).then(|| chosen.actions[state as usize] - actions.start)
    };
    let policy = model.states().map(place).collect();
    let remark = remark(&values, precision, &meter);
    Ok(ModelSolution { policy, ends: chosen.ends, remark, updates: meter.used(), values })
}

/// Bounds the values for one decider, and marks the states where staying forever is optimal.
fn one(
    question: &Question<'_>,
    owner: Owner,
    at_rest: &mut [bool],
    meter: &Meter<'_>,
    progress: &dyn Progress,
) -> Result<Vec<Interval>, Refusal> {
    let core = question.core(owner, question.all_actions())?;
    let low = bounds(&core, Bound::Low, vec![NONE; core.n_nodes()], meter, progress);
    let high = bounds(&core, Bound::High, low.policy, meter, progress);
    let interval = |node: &u32| Interval {
        low: low.values[*node as usize],
        high: high.values[*node as usize],
    };
    for (rests, node) in at_rest.iter_mut().zip(&core.node_of) {
        *rests = high.policy[*node as usize] == STOP;
    }
    Ok(core.node_of.iter().map(interval).collect())
}

/// The remark, if some bounds are wider than requested.
fn remark(values: &[Interval], precision: f64, meter: &Meter<'_>) -> Option<String> {
    let allowed = |value: &Interval| precision * value.middle().abs().max(1.0);
    let is_wide = |value: &Interval| {
        let width = value.width();
        width.is_nan() || width > allowed(value)
    };
    let n_wide = values.iter().filter(|value| is_wide(value)).count();
    let (state, widest) = values
        .iter()
        .enumerate()
        .filter(|it| is_wide(it.1))
        .max_by(|one, other| one.1.width().total_cmp(&other.1.width()))?;
    let why = if meter.is_empty() {
        "the budget ended first"
    } else {
        "double arithmetic allows no less here"
    };
    let width = widest.width();
    Some(format!(
        "{n_wide} of {} values have bounds wider than {precision:e} (state {state}: {width:.1e} \
         apart): {why}",
        values.len()
    ))
}

/// The method that finds the values of a component before they are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// Policy iteration with state elimination, up to a size; sweeps beyond it.
    Elimination,
    /// Sweeps alone.
    Sweeps,
}

/// Counts state updates against a budget's node limit, and stores the chosen method.
pub(crate) struct Meter<'a> {
    pub(crate) means: Means,
    budget: &'a Budget,
    used: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(means: Means, budget: &'a Budget) -> Meter<'a> {
        Meter { means, budget, used: Cell::new(0) }
    }

    pub(crate) fn add(&self, updates: usize) {
        self.used.set(self.used.get().saturating_add(updates as u64));
    }

    /// Returns whether the work must end: the node limit is exceeded or the work is stopped.
    pub(crate) fn is_empty(&self) -> bool {
        self.used.get() > self.budget.nodes || self.budget.is_stopped()
    }

    /// Returns whether the work is stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.budget.is_stopped()
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.get()
    }
}

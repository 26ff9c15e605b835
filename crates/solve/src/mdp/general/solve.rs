//! The solver: objectives, results, and the count of work against a budget.

use super::bounds::{NONE, bounds};
use super::question::{Bound, Question, STOP};
use super::{Model, Owner, Refusal, policy, strategies};
use crate::interval::Interval;
use crate::{Budget, Progress};
use std::cell::Cell;

/// The objective. The owner of a state maximises or minimises it there.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// The chance to get to one of these states, ever. One entry for each state.
    Reach(Vec<bool>),
    /// The sum of all rewards, discounted if the model says so.
    ///
    /// Without discount, going on forever without a reward is worth nothing more, and going
    /// on forever at a cost is worth minus infinity. (For who wants little: the other way
    /// round.) Where two deciders can go on without end, that must give nothing.
    Reward,
}

/// What is known of every state.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSolution {
    /// For each state bounds of its value: the true value, in exact arithmetic, is inside.
    /// A state has an infinite value, known exactly, if from there a cost without end cannot
    /// be avoided.
    pub values: Vec<Interval>,
    /// For each state the place of the chosen action among its actions; none where nothing
    /// follows. Among actions within a relative 1e-9 of the best it is the first, but where
    /// that would never get to the end while another does.
    pub policy: Vec<Option<u32>>,
    /// For each state whether the policy surely gets from there to a terminal state or a
    /// target: proven on the graph.
    pub ends: Vec<bool>,
    /// A sentence if not all bounds are as near as requested, and why.
    pub remark: Option<String>,
    /// How many times a state's value was worked out.
    pub updates: u64,
}

/// Certified values and a policy.
///
/// `precision` is the asked width of the bounds, relative for values above 1. Bounds are
/// always as near as double arithmetic and the budget allow, so asking for less width never
/// gives more; the answer says where they are wider than requested.
///
/// # Errors
/// If the question has no answer, or none that can be proven: the sentence says which state
/// is the reason.
pub fn solve(
    model: &Model,
    objective: &Objective,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<ModelSolution, Refusal> {
    solve_by(Means::Elimination, model, objective, precision, budget, progress)
}

/// The same by given means.
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

/// Bounds for one decider. Marks the states where staying forever is best.
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

/// Says where the bounds are wider than requested.
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

/// How values of a component are found before they are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// Policy iteration with elimination of states up to a size, sweeps beyond.
    Elimination,
    /// Sweeps alone.
    Sweeps,
}

/// Counts updates of states against a budget's nodes, and says by which means to work.
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

    /// Whether work must end now.
    pub(crate) fn is_empty(&self) -> bool {
        self.used.get() > self.budget.nodes || self.budget.is_stopped()
    }

    /// Whether the work was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.budget.is_stopped()
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.get()
    }
}

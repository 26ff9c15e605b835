//! Chances by value iteration from both sides.
//!
//! The lower bound starts from 0, the upper one from 1. An end component would keep the
//! upper bound up for ever, since staying seems worth what it is worth already. So upper
//! bounds are deflated (Kelmendi, Krämer, Křetínský, Weininger 2018): where Min can stay,
//! Max gets at most what its best way out is worth.

use super::end_components::{Helpers, find};
use super::question::Question;
use super::solve::{Means, Meter};
use super::{Model, Objective, Owner, Refusal};
use crate::interval::Interval;
use crate::{Budget, Progress};

/// What value iteration from both sides has.
#[derive(Clone, Debug, PartialEq)]
pub struct Iterated {
    /// For each state certified bounds of its chance.
    pub values: Vec<Interval>,
    /// How many sweeps were made.
    pub sweeps: u64,
    /// Whether all bounds are as near as was asked.
    pub is_done: bool,
}

/// Bounds of the chance to get to one of the targets, for one or two deciders, until they
/// are `precision` apart everywhere. Certified at every moment, so it can be stopped at any;
/// but where chances to get on are small it takes as many sweeps as play takes steps.
/// [`solve`](super::solve) does not.
///
/// # Errors
/// If the set of targets is not for this model.
pub fn interval_iteration(
    model: &Model,
    targets: &[bool],
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Iterated, Refusal> {
    let objective = Objective::Reach(targets.to_vec());
    let question = Question::new(model, &objective)?;
    let (all, who) = (question.all_actions(), Helpers::Only(Owner::Max));
    let positive = question.reverse.positive(targets, &all, who);
    let certain = question.reverse.certain(targets, &all, who);
    let first = |state: usize| match (certain[state], positive[state]) {
        (true, _) => Interval::exact(1.0),
        (_, false) => Interval::exact(0.0),
        _ => Interval { low: 0.0, high: 1.0 },
    };
    let values: Vec<Interval> = (0..model.n_states()).map(first).collect();
    let free: Vec<bool> = values.iter().map(|it| it.width() > 0.0).collect();
    let has_end_components = !find(model, &question.reverse, &free, &all).groups.is_empty();
    let meter = Meter::new(Means::Sweeps, budget);
    let mut iteration = Iteration { question: &question, free, values };
    let mut sweeps = 0;
    let widest =
        |values: &[Interval]| values.iter().fold(0.0, |most: f64, it| most.max(it.width()));
    while widest(&iteration.values) > precision && !meter.is_empty() {
        meter.add(model.n_states());
        progress.report("sweeping", sweeps, 0);
        let is_moving = iteration.sweep();
        let is_deflating = has_end_components && iteration.deflate();
        sweeps += 1;
        if !is_moving && !is_deflating {
            break;
        }
    }
    let is_done = widest(&iteration.values) <= precision;
    Ok(Iterated { values: iteration.values, sweeps, is_done })
}

struct Iteration<'q> {
    question: &'q Question<'q>,
    free: Vec<bool>,
    values: Vec<Interval>,
}

impl Iteration<'_> {
    /// The value of an action at the lower or upper bounds, rounded outwards.
    fn outward(&self, action: u32) -> Interval {
        let model = self.question.model;
        let (low, low_error) = model.mean_and_error(action, |to| self.values[to as usize].low);
        let (high, high_error) = model.mean_and_error(action, |to| self.values[to as usize].high);
        Interval { low: (low - low_error).next_down(), high: (high + high_error).next_up() }
    }

    /// One sweep in place. Whether a bound has moved.
    fn sweep(&mut self) -> bool {
        let model = self.question.model;
        let mut is_moving = false;
        for state in model.states().rev().filter(|s| self.free[*s as usize]) {
            let is_max = model.owner(state) == Owner::Max;
            let all = model.actions(state).map(|a| self.outward(a));
            let found = all.reduce(if is_max { Interval::larger } else { Interval::smaller });
            let before = self.values[state as usize];
            let after = found.map_or(before, |found| before.and(found));
            is_moving |= after != before;
            self.values[state as usize] = after;
        }
        is_moving
    }

    /// Lowers the upper bounds of sets in which Min can stay to Max's best way out. Whether
    /// a bound has moved.
    ///
    /// This is right for every such set. To get on, the sets must be those in which Min
    /// wants to stay: it takes only actions that are best at the lower bounds.
    fn deflate(&mut self) -> bool {
        let (model, reverse) = (self.question.model, &self.question.reverse);
        let mut wanted = vec![true; model.n_actions()];
        for state in model.states().filter(|s| model.owner(*s) == Owner::Min) {
            let low = |action: u32| model.mean_and_error(action, |to| self.values[to as usize].low);
            let best = model.actions(state).map(|a| low(a).0).fold(f64::INFINITY, f64::min);
            for action in model.actions(state) {
                let (value, error) = low(action);
                wanted[action as usize] = value <= best + 4.0 * error;
            }
        }
        let found = find(model, reverse, &self.free, &wanted);
        let mut is_moving = false;
        for group in &found.groups {
            let exits = group
                .iter()
                .filter(|s| model.owner(**s) == Owner::Max)
                .flat_map(|s| model.actions(*s))
                .filter(|a| !found.stays[*a as usize]);
            let best = exits.map(|a| self.outward(a).high).fold(0.0, f64::max);
            for state in group {
                let high = &mut self.values[*state as usize].high;
                is_moving |= best < *high;
                *high = high.min(best);
            }
        }
        is_moving
    }
}

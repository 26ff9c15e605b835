//! Textbook iterations over a decision process: Jacobi value iteration without proof, interval
//! iteration, policy iteration, and the certified solver with sweeps only.

use crate::interval::Interval;
use crate::mdp::general::bounds::{CoreBounds, NONE, Piece};
use crate::mdp::general::end_components::{Helpers, find};
use crate::mdp::general::question::{Bound, Question, STOP, sign};
use crate::mdp::general::solve::{Means, Meter, solve_by};
use crate::mdp::general::{Model, ModelSolution, Objective, Owner, Refusal};
use crate::{Budget, Progress};

/// The result of plain value iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct JacobiValues {
    /// An estimate of each state's value. Its error is unknown.
    pub values: Vec<f64>,
    /// The number of sweeps.
    pub sweeps: u64,
    /// The largest change in the last sweep.
    pub change: f64,
}

/// Jacobi value iteration from 0: computes all new values from all old ones, until no value
/// changes by `enough` or more, or `most` sweeps are done. Without discount the error may have
/// any size; use [`solve`](fn@crate::mdp::general::solve) for certified results.
///
/// # Panics
/// If the set of targets has the wrong length for the model.
pub fn jacobi(
    model: &Model,
    objective: &Objective,
    enough: f64,
    most: u64,
    budget: &Budget,
) -> JacobiValues {
    let start = |state: u32| match objective {
        Objective::Reach(targets) if targets[state as usize] => 1.0,
        _ => 0.0,
    };
    let values = model.states().map(start).collect();
    let mut swept = JacobiValues { values, sweeps: 0, change: f64::INFINITY };
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

// Interval iteration: value iteration for lower and upper bounds of probabilities.
//
// The lower bounds start at 0, the upper bounds at 1. In an end component the upper bounds
// would never decrease, because staying preserves them. So they are deflated (Kelmendi, Krämer,
// Křetínský, Weininger 2018): where Min can stay, the upper bounds become at most the value of
// Max's best exit.

/// The result of interval iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iterated {
    /// For each state certified bounds of its probability.
    pub values: Vec<Interval>,
    /// The number of sweeps.
    pub sweeps: u64,
    /// Whether all bounds are as tight as requested.
    pub is_done: bool,
}

/// Bounds the probability of reaching the targets, for one or two deciders, until all bounds
/// are at most `precision` apart. The bounds are certified at any time, so the iteration can be
/// stopped at any time. If the probability of progress per step is small, it needs about as
/// many sweeps as play has steps; [`solve`](fn@crate::mdp::general::solve) does not.
///
/// # Errors
/// If the set of targets has the wrong length for the model.
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
    /// The bounds of an action's value, rounded outwards.
    fn outward(&self, action: u32) -> Interval {
        let model = self.question.model;
        let (low, low_error) = model.mean_and_error(action, |to| self.values[to as usize].low);
        let (high, high_error) = model.mean_and_error(action, |to| self.values[to as usize].high);
        Interval { low: (low - low_error).next_down(), high: (high + high_error).next_up() }
    }

    /// One sweep in place. Returns whether a bound changed.
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

    /// Deflation: lowers the upper bounds of sets in which Min can stay to the value of Max's
    /// best exit. Returns whether a bound changed.
    ///
    /// This is correct for every such set. To make progress, it uses the sets in which Min
    /// prefers to stay: there Min takes only actions that are best at the lower bounds.
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

// Textbook policy iteration, starting from a proper policy.

/// The result of policy iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Improved {
    /// The values of the last policy, from elimination, without proof.
    pub values: Vec<f64>,
    /// For each state, the index of its action. `None` where there is no choice: in terminal
    /// states, where graph analysis determines the value, and where staying forever is optimal.
    /// In an end component that is merged into one node, only the state that leaves it has an
    /// action.
    pub policy: Vec<Option<u32>>,
    /// The number of evaluated policies.
    pub policies: usize,
}

/// Policy iteration over all states at once, for one decider. It starts from a proper policy,
/// found by a backward search, so that every evaluation has a solution. Returns `None` if the
/// budget is exceeded or elimination needs too much memory.
///
/// # Errors
/// As [`solve`](fn@crate::mdp::general::solve), and if there are two deciders.
pub fn policy_iteration(
    model: &Model,
    objective: &Objective,
    budget: &Budget,
) -> Result<Option<Improved>, Refusal> {
    let question = Question::new(model, objective)?;
    let Some(owner) = model.decider() else {
        return Err(Refusal::TwoDeciders);
    };
    let core = question.core(owner, question.all_actions())?;
    let nodes: Vec<u32> =
        (0..core.n_nodes() as u32).filter(|node| core.fixed[*node as usize].is_nan()).collect();
    let mut place = vec![NONE; core.n_nodes()];
    for (at, node) in nodes.iter().enumerate() {
        place[*node as usize] = at as u32;
    }
    let meter = Meter::new(Means::Elimination, budget);
    let mut found = CoreBounds { values: core.fixed.clone(), policy: vec![NONE; core.n_nodes()] };
    let mut piece = Piece {
        core: &core,
        side: Bound::Middle,
        nodes: &nodes,
        place: &place,
        meter: &meter,
        found: &mut found,
    };
    let improved = piece.improve();
    let Some((_, policies)) = improved.filter(|_| !meter.is_empty()) else {
        return Ok(None);
    };
    let values = core.node_of.iter().map(|node| found.values[*node as usize]).collect();
    let choice = |state: u32| {
        let action = found.policy[core.node_of[state as usize] as usize];
        let actions = model.actions(state);
        let is_own = action != NONE && action != STOP && actions.contains(&action);
        is_own.then(|| action - actions.start)
    };
    Ok(Some(Improved { values, policy: model.states().map(choice).collect(), policies }))
}

/// Like [`solve`](fn@crate::mdp::general::solve), but with sweeps of value iteration instead of
/// elimination. This is slow if probabilities of leaving a component are small, and needs
/// little memory for large components. (`solve` itself uses sweeps for components with more
/// than a few thousand states.)
///
/// # Errors
/// As [`solve`](fn@crate::mdp::general::solve).
pub fn solve_by_sweeps(
    model: &Model,
    objective: &Objective,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<ModelSolution, Refusal> {
    solve_by(Means::Sweeps, model, objective, precision, budget, progress)
}

//! Two deciders: a strategy for each, and the value that it guarantees.
//!
//! Strategy iteration improves the strategy of Max until no action is better against the best
//! response of Min. End components need no special care: the value of a strategy against the
//! best response never exceeds the value of the game, and once it satisfies the game's
//! equations, it is at least their smallest solution, which is the value of the game. Then each
//! strategy is fixed in turn, and the other decider's best response is bounded as a problem for
//! one decider.

use super::bounds::{NONE, bounds};
use super::end_components::Helpers;
use super::policy::Chosen;
use super::question::{Bound, Core, Question, sign};
use super::solve::Meter;
use super::{Objective, Owner, Refusal};
use crate::Progress;
use crate::interval::Interval;

/// The maximum number of improvements.
const MOST_ROUNDS: usize = 1000;

/// Bounds the values of a game for two deciders.
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
        let found = bounds(&core, Bound::Middle, hint(&core, &answers), meter, progress);
        answers = by_state(&core, &found.policy);
        let values: Vec<f64> =
            core.node_of.iter().map(|node| found.values[*node as usize]).collect();
        if meter.is_empty() || !improve(question, &values, &mut first) {
            break;
        }
        core = question.core(Owner::Min, only(question, Owner::Max, &first))?;
    }
    let low = bounds(&core, Bound::Low, hint(&core, &answers), meter, progress).values;
    let second = second(question, &answers);
    let against = question.core(Owner::Max, only(question, Owner::Min, &second))?;
    let unknown = vec![NONE; against.n_nodes()];
    let high = bounds(&against, Bound::High, unknown, meter, progress).values;
    let interval = |state: u32| Interval {
        low: low[core.node_of[state as usize] as usize],
        high: high[against.node_of[state as usize] as usize],
    };
    Ok(question.model.states().map(interval).collect())
}

/// A strategy of Max that reaches the targets with probability 1 where possible, and elsewhere
/// with positive probability where possible.
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

/// The maximum number of sweeps for the initial values.
const FIRST_SWEEPS: usize = 300;

/// Initial values, from some sweeps of value iteration in place for both deciders.
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

/// The strategy of Min: its best responses, and in the remaining states the actions that avoid
/// the targets.
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

/// For each action, whether it belongs to `owner` or is part of the other decider's strategy.
pub(super) fn only(question: &Question<'_>, owner: Owner, strategy: &[u32]) -> Vec<bool> {
    let model = question.model;
    let is_allowed =
        |state: u32, action: u32| model.owner(state) != owner || strategy[state as usize] == action;
    let all = model.states().flat_map(|s| model.actions(s).map(move |a| (s, a)));
    all.map(|(state, action)| is_allowed(state, action)).collect()
}

/// Converts a policy of states to one of nodes, where its actions are allowed.
fn hint(core: &Core<'_>, policy: &[u32]) -> Vec<u32> {
    let mut hint = vec![NONE; core.n_nodes()];
    for (node, action) in core.node_of.iter().zip(policy) {
        if core.actions(*node).contains(action) {
            hint[*node as usize] = *action;
        }
    }
    hint
}

/// Converts a policy of nodes to one of states.
fn by_state(core: &Core<'_>, policy: &[u32]) -> Vec<u32> {
    core.node_of.iter().map(|node| policy[*node as usize]).collect()
}

/// Switches Max to every action that is better by more than the rounding error. Returns whether
/// there was one.
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

// Total rewards for two deciders where play may be endless without rewards (recursive games,
// Everett 1957).
//
// The equations of such a game have more than one solution: where waiting is as good as the
// best exit, they do not determine who has to take it. So strategies are chosen with the help
// of the graph:
//
// - where a decider's value is better than that of endless play, it takes actions that lead
//   towards an end, whatever the other does;
// - where its value is worse and the other cannot force an end, it waits.
//
// The proof does not depend on how the strategies were found: each is fixed in turn, and the
// other's best response is bounded as a problem for one decider. The guaranteed values then
// show where a strategy can be improved.

/// The maximum number of improvements.
const MOST_ENDLESS_ROUNDS: u64 = 100;

/// Values that differ by at most this count as equal.
const TIE: f64 = 1e-10;

/// The iteration ends when the two guarantees are this close.
const CLOSE: f64 = 1e-12;

/// Bounds the values of the game and finds a strategy for each decider.
pub(super) fn solve_endless(
    question: &Question<'_>,
    meter: &Meter<'_>,
    progress: &dyn Progress,
) -> Result<(Vec<Interval>, Chosen), Refusal> {
    let values = swept(question, meter);
    let mut sides = [Owner::Max, Owner::Min].map(|owner| Guarantee::new(question, owner, &values));
    for round in 0..MOST_ENDLESS_ROUNDS {
        progress.report("improving strategies", round, MOST_ENDLESS_ROUNDS);
        let mut is_better = false;
        for side in &mut sides {
            is_better |= side.improve(question, meter, progress)?;
        }
        let [low, high] = [&sides[0].best, &sides[1].best];
        let is_close = low.iter().zip(high).all(|(low, high)| high - low <= CLOSE);
        if is_close || !is_better || meter.is_empty() {
            break;
        }
    }
    let [max, min] = sides;
    let bounds = max.best.iter().zip(&min.best);
    let values = bounds.map(|(low, high)| Interval { low: *low, high: *high }).collect();
    let own = |state: u32| match question.model.owner(state) {
        Owner::Max => max.strategy[state as usize],
        Owner::Min => min.strategy[state as usize],
    };
    let actions = question.model.states().map(own).collect();
    Ok((values, Chosen::new(question, actions)))
}

/// The best guarantee of a decider so far.
struct Guarantee {
    owner: Owner,
    /// For each state of the owner its action; `u32::MAX` for terminal states.
    strategy: Vec<u32>,
    /// The values that the last strategy guarantees; initially an estimate of the game's
    /// values.
    values: Vec<f64>,
    /// For each state the best certified guarantee of all strategies so far.
    best: Vec<f64>,
}

impl Guarantee {
    fn new(question: &Question<'_>, owner: Owner, values: &[f64]) -> Guarantee {
        let first = |s: u32| question.model.actions(s).next().unwrap_or(u32::MAX);
        Guarantee {
            owner,
            strategy: question.model.states().map(first).collect(),
            values: values.to_vec(),
            best: vec![-sign(owner) * f64::INFINITY; values.len()],
        }
    }

    /// Chooses a strategy by the current values and computes its guarantee. Returns whether the
    /// guarantee improved.
    fn improve(
        &mut self,
        question: &Question<'_>,
        meter: &Meter<'_>,
        progress: &dyn Progress,
    ) -> Result<bool, Refusal> {
        let strategy = self.chosen(question);
        let (other, side) = match self.owner {
            Owner::Max => (Owner::Min, Bound::Low),
            Owner::Min => (Owner::Max, Bound::High),
        };
        let core = question.core(other, only(question, self.owner, &strategy))?;
        let found = bounds(&core, side, vec![NONE; core.n_nodes()], meter, progress);
        let values: Vec<f64> =
            core.node_of.iter().map(|node| found.values[*node as usize]).collect();
        let sign = sign(self.owner);
        let mut gain = 0.0_f64;
        let mut loss = 0.0_f64;
        for (best, value) in self.best.iter_mut().zip(&values) {
            let more = sign * (value - *best);
            gain = gain.max(more);
            loss = loss.max(-more);
            *best = if more > 0.0 { *value } else { *best };
        }
        if loss <= TIE {
            self.strategy = strategy;
        }
        let is_finite = values.iter().all(|it| it.is_finite());
        self.values = if is_finite { self.best.clone() } else { values };
        Ok(is_finite && gain > CLOSE)
    }

    /// A strategy that is optimal at the current values.
    fn chosen(&self, question: &Question<'_>) -> Vec<u32> {
        let (model, reverse) = (question.model, &question.reverse);
        let sign = sign(self.owner);
        let tight = self.tight(question);
        let seen: Vec<f64> = self.values.iter().map(|value| sign * value).collect();
        let is_over = |state: usize| question.ends[state];
        let n = model.n_states();
        let not_ahead: Vec<bool> = (0..n).map(|s| is_over(s) || seen[s] <= TIE).collect();
        let leads_on = reverse.leading(&not_ahead, &tight, Helpers::Only(self.owner));
        let other = match self.owner {
            Owner::Max => Owner::Min,
            Owner::Min => Owner::Max,
        };
        let not_behind: Vec<bool> = (0..n).map(|s| is_over(s) || seen[s] >= -TIE).collect();
        let is_led = reverse.positive(&not_behind, &tight, Helpers::Only(other));
        let waits: Vec<bool> = is_led.iter().map(|it| !it).collect();
        let stays = reverse.staying(&waits, &tight);
        let choose = |state: u32| {
            let at = state as usize;
            if !not_ahead[at] && leads_on[at] != u32::MAX {
                return leads_on[at];
            }
            let first = |allowed: &[bool]| model.actions(state).find(|a| allowed[*a as usize]);
            let waiting = if waits[at] { first(&stays) } else { None };
            let own = self.strategy[at];
            let kept = (own != u32::MAX && tight[own as usize]).then_some(own);
            waiting.or(kept).or_else(|| first(&tight)).unwrap_or(own)
        };
        model.states().map(choose).collect()
    }

    /// For each action, whether it counts as best in its state at the current values.
    fn tight(&self, question: &Question<'_>) -> Vec<bool> {
        let model = question.model;
        let mut tight = vec![false; model.n_actions()];
        for state in model.states() {
            let sign = sign(model.owner(state));
            let worth: Vec<(f64, f64)> =
                model.actions(state).map(|a| value_of(question, a, &self.values)).collect();
            let best = worth.iter().fold(f64::NEG_INFINITY, |best, it| best.max(sign * it.0));
            for (action, (value, error)) in model.actions(state).zip(worth) {
                tight[action as usize] = best - sign * value <= TIE + 2.0 * error;
            }
        }
        tight
    }
}

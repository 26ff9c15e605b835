//! Derives from values a policy that reaches the end.
//!
//! The rule "take the first best action" may wait forever where waiting is as good as going on.
//! So actions within a relative 1e-9 of the best count as best, and the policy takes the first
//! of these. States from which this policy may never reach the end are then changed, in order
//! of their distance: they get the first best action that leads towards the end.

use super::end_components::{Helpers, Reverse};
use super::question::{Question, sign};
use super::{Objective, Owner};
use crate::interval::Interval;

/// Actions whose relative distance from the best is at most this count as best.
const TIE: f64 = 1e-9;

/// A policy: one chosen action per state.
pub(super) struct Chosen {
    /// For each state the number of its action; `u32::MAX` for terminal states.
    pub(super) actions: Vec<u32>,
    /// For each state, whether the policy reaches a terminal state or a target from there with
    /// probability 1. Proven on the graph.
    pub(super) ends: Vec<bool>,
}

/// Chooses a policy from bounds of the values. `at_rest` marks states where staying forever is
/// optimal.
pub(super) fn choose(question: &Question<'_>, values: &[Interval], at_rest: &[bool]) -> Chosen {
    let reverse = &question.reverse;
    let who = match question.model.decider() {
        Some(_) => Helpers::All,
        None => Helpers::Only(Owner::Max),
    };
    let best = best_actions(question, values);
    let sure = reverse.certain(&question.ends, &best, who);
    let safe = reverse.staying(&sure, &best);
    let mut choice = Choice::new(question, who);
    choice.lead(&question.ends, |state, action| {
        let is_sure = sure[state as usize];
        is_sure
            && if who.helps(question.model.owner(state)) {
                safe[action as usize]
            } else {
                best[action as usize]
            }
    });
    let settled: Vec<bool> =
        (0..sure.len()).map(|s| question.ends[s] || sure[s] || at_rest[s]).collect();
    choice.lead(&settled, |state, action| !sure[state as usize] && best[action as usize]);
    Chosen::new(question, choice.actions)
}

impl Chosen {
    /// Computes from which states a policy ends.
    pub(super) fn new(question: &Question<'_>, actions: Vec<u32>) -> Chosen {
        let mut is_chosen = vec![false; question.model.n_actions()];
        for action in actions.iter().filter(|it| **it != u32::MAX) {
            is_chosen[*action as usize] = true;
        }
        let ends = question.reverse.certain(&question.ends, &is_chosen, Helpers::All);
        Chosen { actions, ends }
    }
}

/// For each action, whether it counts as best in its state.
fn best_actions(question: &Question<'_>, values: &[Interval]) -> Vec<bool> {
    let model = question.model;
    let is_reward = *question.objective == Objective::Reward;
    let middle: Vec<f64> = values.iter().map(|it| it.middle()).collect();
    let mut best_actions = vec![false; model.n_actions()];
    for state in model.states() {
        let sign = sign(model.owner(state));
        let value = |action: u32| {
            let (mean, error) = model.mean_and_error(action, |to| middle[to as usize]);
            let value =
                if is_reward { model.reward(action) + model.discount() * mean } else { mean };
            let is_finite = value.is_finite();
            let value = if value.is_nan() { f64::NEG_INFINITY } else { sign * value };
            (value, if is_finite { error } else { 0.0 })
        };
        let all: Vec<(f64, f64)> = model.actions(state).map(value).collect();
        let best = all.iter().fold(f64::NEG_INFINITY, |best, it| best.max(it.0));
        let width = values[state as usize].width();
        let slack = TIE * best.abs() + if width.is_finite() { 2.0 * width } else { 0.0 };
        for (action, (value, error)) in model.actions(state).zip(all) {
            // An infinite best value equals only itself.
            best_actions[action as usize] = value >= best || best - value <= slack + 2.0 * error;
        }
    }
    best_actions
}

/// A policy under construction.
struct Choice<'q> {
    question: &'q Question<'q>,
    reverse: &'q Reverse<'q>,
    who: Helpers,
    actions: Vec<u32>,
}

impl<'q> Choice<'q> {
    fn new(question: &'q Question<'q>, who: Helpers) -> Choice<'q> {
        let first = |s: u32| question.model.actions(s).next().unwrap_or(u32::MAX);
        let actions = question.model.states().map(first).collect();
        Choice { question, reverse: &question.reverse, who, actions }
    }

    /// Gives every state with allowed actions the first of them. Then gives states, in order of
    /// their distance from `base`, the first allowed action that leads towards it.
    fn lead(&mut self, base: &[bool], allowed: impl Fn(u32, u32) -> bool) {
        let model = self.question.model;
        let allowed: Vec<bool> = model
            .states()
            .flat_map(|s| model.actions(s).map(move |a| (s, a)))
            .map(|(state, action)| allowed(state, action))
            .collect();
        let mut only_first = allowed.clone();
        for state in model.states() {
            let mut choices = model.actions(state).filter(|a| allowed[*a as usize]);
            if let Some(first) = choices.next() {
                self.actions[state as usize] = first;
                if self.who.helps(model.owner(state)) {
                    choices.for_each(|a| only_first[a as usize] = false);
                }
            }
        }
        let mut leads = self.reverse.positive(base, &only_first, self.who);
        // Layer by layer: adds states with an action that leads to a state added before.
        let mut last: Vec<u32> = model.states().filter(|s| leads[*s as usize]).collect();
        while !last.is_empty() {
            let grown = self.layer(&last, &leads, &allowed);
            for &(state, action) in &grown {
                leads[state as usize] = true;
                if self.who.helps(model.owner(state)) {
                    self.actions[state as usize] = action;
                }
            }
            last = grown.into_iter().map(|it| it.0).collect();
        }
    }

    /// The states outside a set with an action into it, each with the first such action. `last`
    /// are the states that were added to the set last.
    fn layer(&self, last: &[u32], set: &[bool], allowed: &[bool]) -> Vec<(u32, u32)> {
        let model = self.question.model;
        let leads = |a: &u32| model.successors(*a).iter().any(|to| set[*to as usize]);
        let find = |state: u32| {
            let mut choices = model.actions(state).filter(|a| allowed[*a as usize]);
            let helps = self.who.helps(model.owner(state));
            let joins = helps || choices.clone().all(|a| leads(&a));
            choices.find(leads).filter(|_| joins).map(|action| (state, action))
        };
        let before = last.iter().flat_map(|state| self.reverse.into(*state));
        let mut before: Vec<u32> = before
            .filter(|action| allowed[**action as usize])
            .map(|action| self.reverse.state_of(*action))
            .filter(|state| !set[*state as usize])
            .collect();
        before.sort_unstable();
        before.dedup();
        before.into_iter().filter_map(find).collect()
    }
}

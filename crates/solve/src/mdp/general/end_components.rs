//! Graph analysis: maximal end components, in which play can stay forever; states that can be
//! reached, or are reached with probability 1; and the average gain of staying.

use super::question::sign;
use super::{Model, Owner};
use crate::mdp::graph::{Predecessors, components};

/// Returns the maximal end components of a model if both deciders cooperate: sets of states
/// with actions that never leave the set and by which each state of the set can reach each
/// other one. Only the given states and actions count; terminal states never do.
///
/// The states of a component are ascending; components are sorted by their first states.
///
/// ```
/// use spar_solve::mdp::general::{Action, Model, Owner, State, end_components};
///
/// let wait = Action::sure(0.0, 0);
/// let on = Action::whole(0.0, vec![(0, 1), (1, 1)]);
/// let model = Model::new(vec![
///     State::Choice(Owner::Max, vec![wait, on]),
///     State::Choice(Owner::Max, vec![Action::sure(0.0, 2)]),
///     State::Terminal,
/// ]);
/// let found = end_components(&model.unwrap(), &[true; 3], &[true; 3]);
/// assert_eq!(found, [[0]]);
/// ```
pub fn end_components(model: &Model, states: &[bool], actions: &[bool]) -> Vec<Vec<u32>> {
    let reverse = Reverse::new(model);
    find(model, &reverse, states, actions).groups
}

/// The end components, and the actions that stay inside them.
pub(crate) struct EndComponents {
    pub(crate) groups: Vec<Vec<u32>>,
    /// For each action, whether it stays in its end component.
    pub(crate) stays: Vec<bool>,
}

pub(crate) fn find(
    model: &Model,
    reverse: &Reverse<'_>,
    states: &[bool],
    actions: &[bool],
) -> EndComponents {
    let mut pruned = Pruned::new(model, reverse, states, actions);
    loop {
        let found = components(model.n_states(), |state, out| {
            if pruned.has[state as usize] {
                for action in model.actions(state).filter(|a| pruned.stays[*a as usize]) {
                    out.extend_from_slice(model.successors(action));
                }
            }
        });
        let numbers = found.numbers();
        let mut is_stable = true;
        for action in 0..model.n_actions() as u32 {
            let own = numbers[reverse.state_of(action) as usize];
            let leaves = || model.successors(action).iter().any(|to| numbers[*to as usize] != own);
            if pruned.stays[action as usize] && leaves() {
                pruned.drop_action(action);
                is_stable = false;
            }
        }
        if is_stable {
            let is_one = |group: &&[u32]| pruned.has[group[0] as usize];
            let mut groups: Vec<Vec<u32>> =
                found.iter().filter(is_one).map(<[u32]>::to_vec).collect();
            for group in &mut groups {
                group.sort_unstable();
            }
            groups.sort_unstable_by_key(|group| group[0]);
            return EndComponents { groups, stays: pruned.stays };
        }
    }
}

/// The rest of a model after states and actions are removed. A state without actions is removed
/// too, with every action that may lead to it.
struct Pruned<'a> {
    model: &'a Model,
    reverse: &'a Reverse<'a>,
    has: Vec<bool>,
    stays: Vec<bool>,
    n_left: Vec<u32>,
}

impl<'a> Pruned<'a> {
    fn new(
        model: &'a Model,
        reverse: &'a Reverse<'a>,
        states: &[bool],
        actions: &[bool],
    ) -> Pruned<'a> {
        let n_left = model.states().map(|s| model.actions(s).len() as u32).collect();
        let (has, stays) = (vec![true; model.n_states()], vec![true; model.n_actions()]);
        let mut pruned = Pruned { model, reverse, has, stays, n_left };
        for state in model.states().filter(|s| !states[*s as usize] || model.is_terminal(*s)) {
            pruned.drop_state(state);
        }
        for action in (0..model.n_actions() as u32).filter(|a| !actions[*a as usize]) {
            pruned.drop_action(action);
        }
        pruned
    }

    fn drop_action(&mut self, action: u32) {
        if std::mem::replace(&mut self.stays[action as usize], false) {
            let state = self.reverse.state_of(action);
            self.n_left[state as usize] -= 1;
            if self.n_left[state as usize] == 0 {
                self.drop_state(state);
            }
        }
    }

    fn drop_state(&mut self, state: u32) {
        let mut queue = vec![state];
        while let Some(state) = queue.pop() {
            if !std::mem::replace(&mut self.has[state as usize], false) {
                continue;
            }
            for action in self.model.actions(state) {
                self.stays[action as usize] = false;
            }
            for &action in self.reverse.into(state) {
                if std::mem::replace(&mut self.stays[action as usize], false) {
                    let before = self.reverse.state_of(action) as usize;
                    self.n_left[before] -= 1;
                    if self.n_left[before] == 0 {
                        queue.push(before as u32);
                    }
                }
            }
        }
    }
}

/// A model's reversed transitions: from a state to the actions that may lead to it.
pub(crate) struct Reverse<'a> {
    model: &'a Model,
    into: Predecessors,
    state_of: Vec<u32>,
}

/// Which deciders try to reach a set of states. The others try to avoid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Helpers {
    /// Both deciders help.
    All,
    /// Only this decider helps.
    Only(Owner),
}

impl Helpers {
    pub(crate) fn helps(self, owner: Owner) -> bool {
        self == Helpers::All || self == Helpers::Only(owner)
    }
}

impl<'a> Reverse<'a> {
    pub(crate) fn new(model: &'a Model) -> Reverse<'a> {
        let actions = || 0..model.n_actions() as u32;
        let edges = || actions().flat_map(|a| model.successors(a).iter().map(move |to| (a, *to)));
        let into = Predecessors::new(model.n_states(), edges);
        let state_of = model.states().flat_map(|s| model.actions(s).map(move |_| s)).collect();
        Reverse { model, into, state_of }
    }

    /// The actions that may lead to `state`.
    pub(crate) fn into(&self, state: u32) -> &[u32] {
        self.into.of(state)
    }

    /// The state that an action belongs to.
    pub(crate) fn state_of(&self, action: u32) -> u32 {
        self.state_of[action as usize]
    }

    /// The states from which the helpers can reach `base` with positive probability, whatever
    /// the others do, using allowed actions only.
    pub(crate) fn positive(&self, base: &[bool], allowed: &[bool], who: Helpers) -> Vec<bool> {
        self.spread(base, allowed, who, |_| false).0
    }

    /// For each such state an action that leads towards `base`; `u32::MAX` for the other
    /// states.
    pub(crate) fn leading(&self, base: &[bool], allowed: &[bool], who: Helpers) -> Vec<u32> {
        self.spread(base, allowed, who, |_| false).1
    }

    /// The states from which the helpers can reach `base` with probability 1, whatever the
    /// others do, using allowed actions only.
    ///
    /// This is the largest set from which `base` can be reached without a risk of leaving the
    /// set.
    pub(crate) fn certain(&self, base: &[bool], allowed: &[bool], who: Helpers) -> Vec<bool> {
        let model = self.model;
        let mut safe: Vec<bool> = self.positive(base, allowed, who);
        loop {
            let kept = self.staying(&safe, allowed);
            // An adversary would take an action that leaves the set.
            let blocked = |s: u32| {
                !who.helps(model.owner(s))
                    && model.actions(s).any(|a| allowed[a as usize] && !kept[a as usize])
            };
            let next = self.spread(base, &kept, who, blocked).0;
            if next == safe {
                return safe;
            }
            safe = next;
        }
    }

    /// The allowed actions whose successors are all in a set.
    pub(crate) fn staying(&self, set: &[bool], allowed: &[bool]) -> Vec<bool> {
        let stays = |a: u32| self.model.successors(a).iter().all(|to| set[*to as usize]);
        (0..self.model.n_actions() as u32).map(|a| allowed[a as usize] && stays(a)).collect()
    }

    fn spread(
        &self,
        base: &[bool],
        allowed: &[bool],
        who: Helpers,
        blocked: impl Fn(u32) -> bool,
    ) -> (Vec<bool>, Vec<u32>) {
        let model = self.model;
        let mut inside = base.to_vec();
        let mut leading = vec![u32::MAX; model.n_states()];
        let mut queue: Vec<u32> = model.states().filter(|s| base[*s as usize]).collect();
        let mut is_touched = vec![false; model.n_actions()];
        let n_allowed = |s| model.actions(s).filter(|a| allowed[*a as usize]).count() as u32;
        let mut open: Vec<u32> = model.states().map(n_allowed).collect();
        while let Some(state) = queue.pop() {
            for &action in self.into(state) {
                if !allowed[action as usize]
                    || std::mem::replace(&mut is_touched[action as usize], true)
                {
                    continue;
                }
                let before = self.state_of(action);
                open[before as usize] -= 1;
                let joins = who.helps(model.owner(before)) || open[before as usize] == 0;
                if joins && !inside[before as usize] && !blocked(before) {
                    inside[before as usize] = true;
                    leading[before as usize] = action;
                    queue.push(before);
                }
            }
        }
        (inside, leading)
    }
}

/// The sign of the best average reward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gain {
    /// Staying costs without limit, whatever the policy.
    Negative,
    /// Some policy that stays gains without limit.
    Positive,
    /// Neither is proven.
    Unknown,
}

/// The number of sweeps after which the result is [`Gain::Unknown`].
const MOST_SWEEPS: usize = 5000;

/// The sign of the owner's best average reward in an end component, by value iteration.
///
/// For any numbers `h`, the average lies between the smallest and the largest of `max(reward +
/// chances · h) - h`. Each sweep moves `h` only half way, so that periodic components converge
/// too.
pub(crate) fn gain(model: &Model, owner: Owner, group: &[u32], stays: &[bool]) -> Gain {
    let sign = sign(owner);
    let mut heights = vec![0.0; model.n_states()];
    for _ in 0..MOST_SWEEPS {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut next = Vec::with_capacity(group.len());
        for &state in group {
            let height = heights[state as usize];
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            for action in model.actions(state).filter(|a| stays[*a as usize]) {
                let (mean, error) = model.mean_and_error(action, |to| heights[to as usize]);
                let reward = sign * model.reward(action);
                let value = reward + mean - height;
                let error = error + 4.0 * f64::EPSILON * (reward.abs() + mean.abs() + height.abs());
                (low, high) = (low.max(value - error), high.max(value + error));
            }
            (least, most) = (least.min(low), most.max(high));
            next.push(height + f64::midpoint(low, high) / 2.0);
        }
        if most < 0.0 {
            return Gain::Negative;
        }
        if least > 0.0 {
            return Gain::Positive;
        }
        // Subtract the first state's height, so that the numbers stay small.
        group
            .iter()
            .zip(&next)
            .for_each(|(state, height)| heights[*state as usize] = height - next[0]);
    }
    Gain::Unknown
}

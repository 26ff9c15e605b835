//! Maximal end components: where play can stay for ever.

use super::Model;
use super::backward::Reverse;
use crate::mdp::graph::components;

/// The maximal end components of a model, both deciders wanting to stay: sets of states
/// with actions that never leave the set and by which each of its states leads to each
/// other. Only states and actions of the given sets count; terminal states never do.
///
/// Each component is ascending; components are in the order of their first states.
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

/// End components, and which actions stay inside them.
pub(super) struct Found {
    pub(super) groups: Vec<Vec<u32>>,
    /// For each action whether it stays in its end component.
    pub(super) stays: Vec<bool>,
}

pub(super) fn find(
    model: &Model,
    reverse: &Reverse<'_>,
    states: &[bool],
    actions: &[bool],
) -> Found {
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
            return Found { groups, stays: pruned.stays };
        }
    }
}

/// What is left of a model after states and actions are taken from it: a state without
/// actions goes, and with it every action that may lead there.
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

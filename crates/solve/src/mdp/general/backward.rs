//! What can be reached, and what is reached with certainty: found on the graph alone.

use super::{Model, Owner};
use crate::mdp::graph::Predecessors;

/// A model's transitions, backwards: from a state to the actions that may lead there.
pub(super) struct Reverse<'a> {
    model: &'a Model,
    into: Predecessors,
    state_of: Vec<u32>,
}

/// Whose choices help to get there. The choices of the others are all feared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Helpers {
    /// Whatever anybody chooses, it can happen.
    All,
    /// Only this decider wants it.
    Only(Owner),
}

impl Helpers {
    pub(super) fn helps(self, owner: Owner) -> bool {
        self == Helpers::All || self == Helpers::Only(owner)
    }
}

impl<'a> Reverse<'a> {
    pub(super) fn new(model: &'a Model) -> Reverse<'a> {
        let actions = || 0..model.n_actions() as u32;
        let edges = || actions().flat_map(|a| model.successors(a).iter().map(move |to| (a, *to)));
        let into = Predecessors::new(model.n_states(), edges);
        let state_of = model.states().flat_map(|s| model.actions(s).map(move |_| s)).collect();
        Reverse { model, into, state_of }
    }

    /// The actions that may lead to a state.
    pub(super) fn into(&self, state: u32) -> &[u32] {
        self.into.of(state)
    }

    /// The state to which an action belongs.
    pub(super) fn state_of(&self, action: u32) -> u32 {
        self.state_of[action as usize]
    }

    /// The states from which `base` is reached with a chance above 0 if the helpers want
    /// it, whatever the others do, with allowed actions only.
    pub(super) fn positive(&self, base: &[bool], allowed: &[bool], who: Helpers) -> Vec<bool> {
        self.spread(base, allowed, who, |_| false).0
    }

    /// For each state an action that leads on to `base`, where helpers can do so as above;
    /// `u32::MAX` elsewhere.
    pub(super) fn leading(&self, base: &[bool], allowed: &[bool], who: Helpers) -> Vec<u32> {
        self.spread(base, allowed, who, |_| false).1
    }

    /// The states from which `base` is reached with certainty if the helpers want it,
    /// whatever the others do, with allowed actions only.
    ///
    /// The largest set from which the base can be reached without a risk to leave the set.
    pub(super) fn certain(&self, base: &[bool], allowed: &[bool], who: Helpers) -> Vec<bool> {
        let model = self.model;
        let mut safe: Vec<bool> = self.positive(base, allowed, who);
        loop {
            let kept = self.staying(&safe, allowed);
            // Who is feared would take an action that leaves.
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

    /// The allowed actions that surely lead into a set.
    pub(super) fn staying(&self, set: &[bool], allowed: &[bool]) -> Vec<bool> {
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

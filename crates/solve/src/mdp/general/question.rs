//! Reduces an objective to a numeric problem. Graph analysis solves a part of it. The remaining
//! core has one decider, no free endless play, and fixed values at its boundary.

use super::end_components::{self, EndComponents, Gain, Helpers, Reverse, gain};
use super::twofold::{Twofold, UNIT};
use super::{Model, Objective, Owner, Refusal};

/// A model with an objective.
pub(crate) struct Question<'a> {
    pub(crate) model: &'a Model,
    pub(crate) reverse: Reverse<'a>,
    pub(crate) objective: &'a Objective,
    /// For each state, whether play ends there: terminal states and targets.
    pub(crate) ends: Vec<bool>,
    /// Whether the objective is total reward for two deciders and play may be endless.
    pub(crate) is_endless: bool,
}

impl<'a> Question<'a> {
    /// # Errors
    /// If the set of targets has the wrong length, or if the objective is total reward for two
    /// deciders who could collect rewards in endless play.
    pub(crate) fn new(model: &'a Model, objective: &'a Objective) -> Result<Self, Refusal> {
        let mut ends: Vec<bool> = model.states().map(|s| model.is_terminal(s)).collect();
        if let Objective::Reach(targets) = objective {
            if targets.len() != model.n_states() {
                let (given, n_states) = (targets.len(), model.n_states());
                return Err(Refusal::WrongTargets { given, n_states });
            }
            ends.iter_mut().zip(targets).for_each(|(end, target)| *end |= target);
        }
        let reverse = Reverse::new(model);
        let mut question = Question { model, reverse, objective, ends, is_endless: false };
        question.check_endless_games()?;
        Ok(question)
    }

    /// Checks whether play can be endless with total reward for two deciders. This is allowed
    /// only if endless play collects no rewards.
    fn check_endless_games(&mut self) -> Result<(), Refusal> {
        let is_total = *self.objective == Objective::Reward && self.model.discount() >= 1.0;
        if !is_total || self.model.decider().is_some() {
            return Ok(());
        }
        let found = self.end_components(&self.all_states(), &self.all_actions());
        let gives = |action: u32| found.stays[action as usize] && self.model.reward(action) != 0.0;
        let is_refused =
            |group: &&Vec<u32>| group.iter().any(|state| self.model.actions(*state).any(gives));
        if let Some(group) = found.groups.iter().find(is_refused) {
            return Err(Refusal::Endless { state: group[0] });
        }
        self.is_endless = !found.groups.is_empty();
        Ok(())
    }

    pub(crate) fn all_actions(&self) -> Vec<bool> {
        vec![true; self.model.n_actions()]
    }

    fn all_states(&self) -> Vec<bool> {
        vec![true; self.model.n_states()]
    }

    fn end_components(&self, states: &[bool], actions: &[bool]) -> EndComponents {
        end_components::find(self.model, &self.reverse, states, actions)
    }

    /// Returns the core of the question for one decider. In the states of the other decider,
    /// exactly one action is allowed.
    ///
    /// # Errors
    /// If the value is infinite or undefined.
    pub(crate) fn core(&self, owner: Owner, allowed: Vec<bool>) -> Result<Core<'a>, Refusal> {
        let parts = match self.objective {
            Objective::Reach(targets) => self.chances(owner, allowed, targets),
            Objective::Reward if self.model.discount() < 1.0 => self.discounted(owner, allowed),
            Objective::Reward => self.total(owner, allowed)?,
        };
        Ok(Core::new(parts))
    }

    /// The probability is 1 where the targets are reached with probability 1, and 0 where they
    /// cannot be reached. Max may stay in end components for any time without a loss.
    fn chances(&self, owner: Owner, allowed: Vec<bool>, targets: &[bool]) -> CoreParts<'a> {
        let who = Helpers::Only(Owner::Max);
        let positive = self.reverse.positive(targets, &allowed, who);
        let certain = self.reverse.certain(targets, &allowed, who);
        let chance = |(can, must): (&bool, &bool)| match (can, must) {
            (_, true) => 1.0,
            (false, _) => 0.0,
            _ => f64::NAN,
        };
        let fixed: Vec<f64> = positive.iter().zip(&certain).map(chance).collect();
        let free: Vec<bool> = fixed.iter().map(|it| it.is_nan()).collect();
        let found = match owner {
            Owner::Max => self.end_components(&free, &allowed).groups,
            // Where Min can stay, the targets are never reached.
            Owner::Min => Vec::new(),
        };
        let groups = found.into_iter().map(|group| (group, Staying::Pointless)).collect();
        CoreParts { model: self.model, owner, kind: ValueKind::Chance, allowed, fixed, groups }
    }

    fn discounted(&self, owner: Owner, allowed: Vec<bool>) -> CoreParts<'a> {
        let fixed = self.ends.iter().map(|end| if *end { 0.0 } else { f64::NAN }).collect();
        CoreParts {
            model: self.model,
            owner,
            kind: ValueKind::Reward,
            allowed,
            fixed,
            groups: Vec::new(),
        }
    }

    /// Staying forever without reward is worth 0. Where staying forever has unlimited cost, the
    /// decider must leave; if it cannot, the value is infinite.
    fn total(&self, owner: Owner, mut allowed: Vec<bool>) -> Result<CoreParts<'a>, Refusal> {
        let model = self.model;
        let found = self.end_components(&self.all_states(), &allowed);
        let gains = |action: u32| sign(owner) * model.reward(action);
        let mut may_rest = vec![false; model.n_states()];
        for group in &found.groups {
            let all = group.iter().flat_map(|state| model.actions(*state));
            let stays: Vec<u32> = all.filter(|a| found.stays[*a as usize]).collect();
            if stays.iter().all(|action| gains(*action) <= 0.0) {
                for state in group {
                    may_rest[*state as usize] = true;
                }
                continue;
            }
            match gain(model, owner, group, &found.stays) {
                Gain::Negative => {}
                Gain::Positive => {
                    return Err(Refusal::Infinite { state: group[0], around: group[0] });
                }
                Gain::Unknown => return Err(Refusal::Balanced { state: group[0] }),
            }
        }
        let is_free = |a: u32| found.stays[a as usize] && model.reward(a) == 0.0;
        let free: Vec<bool> = (0..model.n_actions() as u32).map(is_free).collect();
        let groups = self.end_components(&may_rest, &free).groups;
        let mut ends = self.ends.clone();
        groups.iter().flatten().for_each(|state| ends[*state as usize] = true);
        let saved = self.reverse.certain(&ends, &allowed, Helpers::All);
        allowed = self.reverse.staying(&saved, &allowed);
        let lost = -sign(owner) * f64::INFINITY;
        let fix = |(end, saved): (&bool, &bool)| match (end, saved) {
            (true, _) => 0.0,
            (_, false) => lost,
            _ => f64::NAN,
        };
        let fixed = self.ends.iter().zip(&saved).map(fix).collect();
        let groups = groups.into_iter().map(|group| (group, Staying::WorthNothing)).collect();
        Ok(CoreParts { model, owner, kind: ValueKind::Reward, allowed, fixed, groups })
    }
}

/// The action of a node that ends play at once, with value 0.
pub(crate) const STOP: u32 = u32::MAX;

/// A decision process for one decider on nodes. A node is a state or a group of states that the
/// decider can move between freely.
///
/// Invariant: every policy that may never reach a fixed node or a stop is worse than some other
/// policy. So the equations have a unique solution, the values; and any numbers that satisfy
/// the equations with `<=` or `>=` bound the values.
pub(crate) struct Core<'a> {
    pub(crate) model: &'a Model,
    pub(crate) owner: Owner,
    pub(crate) node_of: Vec<u32>,
    /// The value of a node if it is known, else `NaN`.
    pub(crate) fixed: Vec<f64>,
    pub(crate) kind: ValueKind,
    discount: f64,
    first: Vec<u32>,
    actions: Vec<u32>,
}

/// The meaning of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// Probabilities: rewards do not count, values are between 0 and 1.
    Chance,
    /// Sums of rewards.
    Reward,
}

/// The parts from which a core is built.
pub(crate) struct CoreParts<'a> {
    pub(crate) model: &'a Model,
    pub(crate) owner: Owner,
    pub(crate) kind: ValueKind,
    /// For each action, whether it may be taken.
    pub(crate) allowed: Vec<bool>,
    /// For each state its value if it is known, else `NaN`.
    pub(crate) fixed: Vec<f64>,
    /// Groups of states to merge into one node, and the meaning of staying in them forever.
    pub(crate) groups: Vec<(Vec<u32>, Staying)>,
}

/// The value of staying in a group forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Staying {
    /// Staying is worth 0, which may be optimal.
    WorthNothing,
    /// Staying is never better than leaving.
    Pointless,
}

impl<'a> Core<'a> {
    pub(crate) fn new(parts: CoreParts<'a>) -> Core<'a> {
        const NONE: u32 = u32::MAX;
        let CoreParts { model, owner, kind, allowed, fixed: known, groups } = parts;
        let mut node_of = vec![NONE; model.n_states()];
        let (mut fixed, mut first, mut actions) = (Vec::new(), vec![0], Vec::new());
        for (node, (group, _)) in groups.iter().enumerate() {
            for state in group {
                node_of[*state as usize] = node as u32;
            }
        }
        let n_single = node_of.iter().filter(|it| **it == NONE).count();
        let n_nodes = groups.len() + n_single;
        fixed.reserve(n_nodes);
        for (node, (group, staying)) in groups.iter().enumerate() {
            let leaves = |action: &u32| {
                model.successors(*action).iter().any(|to| node_of[*to as usize] != node as u32)
            };
            let all = group.iter().flat_map(|state| model.actions(*state));
            actions.extend(all.filter(|a| allowed[*a as usize]).filter(leaves));
            actions.extend((*staying == Staying::WorthNothing).then_some(STOP));
            first.push(actions.len() as u32);
            fixed.push(f64::NAN);
        }
        for state in model.states() {
            if node_of[state as usize] == NONE {
                node_of[state as usize] = fixed.len() as u32;
                let value = known[state as usize];
                if value.is_nan() {
                    actions.extend(model.actions(state).filter(|a| allowed[*a as usize]));
                }
                first.push(actions.len() as u32);
                fixed.push(value);
            }
        }
        let discount = if kind == ValueKind::Chance { 1.0 } else { model.discount() };
        Core { model, owner, node_of, fixed, kind, discount, first, actions }
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.fixed.len()
    }

    pub(crate) fn actions(&self, node: u32) -> &[u32] {
        &self.actions[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The nodes that an action may lead to, with duplicates.
    pub(crate) fn successors(&self, action: u32) -> impl Iterator<Item = u32> {
        let next = if action == STOP { &[] } else { self.model.successors(action) };
        next.iter().map(|to| self.node_of[*to as usize])
    }

    /// The immediate reward of an action.
    pub(crate) fn reward(&self, action: u32) -> f64 {
        if action == STOP || self.kind == ValueKind::Chance {
            0.0
        } else {
            self.model.reward(action)
        }
    }

    /// The nodes of an action's successors, with their probabilities times the discount.
    pub(crate) fn chances(&self, action: u32) -> impl Iterator<Item = (u32, f64)> {
        let weights = if action == STOP { &[] } else { self.model.weights(action) };
        let scale = if action == STOP { 0.0 } else { self.discount / self.model.total(action) };
        self.successors(action).zip(weights).map(move |(node, weight)| (node, weight * scale))
    }

    /// One minus the discount.
    pub(crate) fn fading(&self) -> f64 {
        1.0 - self.discount
    }

    /// The value of an action, given the values of nodes, and a bound on its rounding error.
    pub(crate) fn value_and_error(&self, action: u32, values: &[f64]) -> (f64, f64) {
        if action == STOP {
            return (0.0, 0.0);
        }
        let of = |state: u32| values[self.node_of[state as usize] as usize];
        let (mean, error) = self.model.mean_and_error(action, of);
        let (reward, later) = (self.reward(action), self.discount * mean);
        let value = reward + later;
        (value, error + 2.0 * f64::EPSILON * (reward.abs() + later.abs()))
    }

    /// Like [`value_and_error`](Core::value_and_error), with twice the digits.
    pub(crate) fn fine_value(&self, action: u32, of: impl Fn(u32) -> Twofold) -> (Twofold, f64) {
        if action == STOP {
            return (Twofold::ZERO, 0.0);
        }
        let of = |state: u32| of(self.node_of[state as usize]);
        let (mean, error) = self.model.fine_mean_and_error(action, of);
        let (reward, later) = (self.reward(action), mean.times(self.discount));
        let value = Twofold::from(reward) + later;
        (value, error + 2.0 * UNIT * (reward.abs() + later.high.abs()))
    }

    /// 1 if the decider maximises, -1 if it minimises.
    pub(crate) fn sign(&self) -> f64 {
        sign(self.owner)
    }

    /// The trivial bound, which holds for every value.
    pub(crate) fn widest(&self, side: Bound) -> f64 {
        match (self.kind, side) {
            (_, Bound::Middle) | (ValueKind::Chance, Bound::Low) => 0.0,
            (ValueKind::Chance, Bound::High) => 1.0,
            (ValueKind::Reward, Bound::Low) => f64::NEG_INFINITY,
            (ValueKind::Reward, Bound::High) => f64::INFINITY,
        }
    }
}

/// 1 for the maximiser, -1 for the minimiser.
pub(crate) fn sign(owner: Owner) -> f64 {
    match owner {
        Owner::Max => 1.0,
        Owner::Min => -1.0,
    }
}

/// Which side the values are bounded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Neither: approximate values without proof.
    Middle,
    /// Lower bounds of the values.
    Low,
    /// Upper bounds of the values.
    High,
}

impl Bound {
    /// The direction that is outwards: -1, 0 or 1.
    pub(crate) fn sign(self) -> f64 {
        match self {
            Bound::Low => -1.0,
            Bound::Middle => 0.0,
            Bound::High => 1.0,
        }
    }

    /// Moves a value outwards by an error.
    pub(crate) fn outwards(self, value: f64, error: f64) -> f64 {
        match self {
            _ if error == 0.0 => value,
            Bound::Low => (value - error).next_down(),
            Bound::Middle => value,
            Bound::High => (value + error).next_up(),
        }
    }
}

//! From an objective to a core: what the graph alone tells.

use super::backward::{Helpers, Reverse};
use super::core::{Core, Kind, Parts, Staying, sign};
use super::end_components::{self, Found};
use super::gain::{Gain, gain};
use super::{Model, Objective, Owner, Refusal};

/// A model with an objective.
pub(super) struct Question<'a> {
    pub(super) model: &'a Model,
    pub(super) reverse: Reverse<'a>,
    pub(super) objective: &'a Objective,
    /// Where play ends: terminal states and targets.
    pub(super) ends: Vec<bool>,
    /// Whether rewards are summed up for two deciders who can go on without end.
    pub(super) is_endless: bool,
}

impl<'a> Question<'a> {
    /// # Errors
    /// If the set of targets is not for this model, or total rewards for two deciders are
    /// asked where rewards can go on without end.
    pub(super) fn new(model: &'a Model, objective: &'a Objective) -> Result<Self, Refusal> {
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

    /// Whether two deciders who sum up rewards can go on without end. They may where that
    /// gives nothing.
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

    pub(super) fn all_actions(&self) -> Vec<bool> {
        vec![true; self.model.n_actions()]
    }

    fn all_states(&self) -> Vec<bool> {
        vec![true; self.model.n_states()]
    }

    fn end_components(&self, states: &[bool], actions: &[bool]) -> Found {
        end_components::find(self.model, &self.reverse, states, actions)
    }

    /// The core of the question for one decider. Wherever the other one decides, one action
    /// is allowed.
    ///
    /// # Errors
    /// If the value is infinite or undefined.
    pub(super) fn core(&self, owner: Owner, allowed: Vec<bool>) -> Result<Core<'a>, Refusal> {
        let parts = match self.objective {
            Objective::Reach(targets) => self.chances(owner, allowed, targets),
            Objective::Reward if self.model.discount() < 1.0 => self.discounted(owner, allowed),
            Objective::Reward => self.total(owner, allowed)?,
        };
        Ok(Core::new(parts))
    }

    /// Chances are 1 where the targets are reached with certainty, 0 where they are not
    /// reached; who wants to reach them may stay in end components as long as it likes.
    fn chances(&self, owner: Owner, allowed: Vec<bool>, targets: &[bool]) -> Parts<'a> {
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
            // Where Min can stay, the targets are not reached.
            Owner::Min => Vec::new(),
        };
        let groups = found.into_iter().map(|group| (group, Staying::Pointless)).collect();
        Parts { model: self.model, owner, kind: Kind::Chance, allowed, fixed, groups }
    }

    fn discounted(&self, owner: Owner, allowed: Vec<bool>) -> Parts<'a> {
        let fixed = self.ends.iter().map(|end| if *end { 0.0 } else { f64::NAN }).collect();
        Parts { model: self.model, owner, kind: Kind::Reward, allowed, fixed, groups: Vec::new() }
    }

    /// Where one may go on for ever without reward, that is worth nothing more. Where going
    /// on for ever costs without end, one must get away; who cannot has an infinite value.
    fn total(&self, owner: Owner, mut allowed: Vec<bool>) -> Result<Parts<'a>, Refusal> {
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
        Ok(Parts { model, owner, kind: Kind::Reward, allowed, fixed, groups })
    }
}

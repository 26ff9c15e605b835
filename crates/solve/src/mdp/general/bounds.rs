//! Computes bounds of all values of a core, component by component.
//!
//! Each component is bounded after its successors. Inside a component, any method may supply
//! candidate values; they need not be trusted. They are then moved outwards until the equations
//! hold with `>=` (or `<=`) under worst-case rounding of every operation. This proves the
//! bounds for any candidates.

use super::elimination::Factors;
use super::question::{Bound, Core, STOP, ValueKind};
use super::solve::{Means, Meter};
use crate::Progress;
use crate::mdp::graph::{Predecessors, components};

/// No action is chosen yet.
pub(crate) const NONE: u32 = u32::MAX - 1;

/// One bound for each node, and the policy that is best at these bounds.
pub(crate) struct CoreBounds {
    pub(crate) values: Vec<f64>,
    pub(crate) policy: Vec<u32>,
}

/// Bounds the values of all nodes from one side. `policy` is the initial policy, for example
/// the one of the other side's bounds; [`NONE`] where nothing is known. Nodes that cannot be
/// bounded, or not within the budget, get the widest possible bound.
pub(crate) fn bounds(
    core: &Core<'_>,
    side: Bound,
    policy: Vec<u32>,
    meter: &Meter<'_>,
    progress: &dyn Progress,
) -> CoreBounds {
    let order = components(core.n_nodes(), |node, out| {
        core.actions(node).iter().for_each(|action| out.extend(core.successors(*action)));
    });
    let mut found = CoreBounds { values: core.fixed.clone(), policy };
    let mut place = vec![NONE; core.n_nodes()];
    for (done, component) in order.iter().enumerate() {
        if done % 1024 == 0 {
            progress.report("bounding values", done as u64, order.len() as u64);
        }
        let is_fixed = !core.fixed[component[0] as usize].is_nan();
        if is_fixed {
            continue;
        }
        let mut nodes = component.to_vec();
        nodes.sort_unstable();
        for (at, node) in nodes.iter().enumerate() {
            place[*node as usize] = at as u32;
        }
        let mut piece =
            Piece { core, side, nodes: &nodes, place: &place, meter, found: &mut found };
        let is_proven = !meter.is_empty() && piece.bound();
        for node in &nodes {
            place[*node as usize] = NONE;
            let (value, widest) = (&mut found.values[*node as usize], core.widest(side));
            *value = match side {
                _ if !is_proven || value.is_nan() => widest,
                Bound::Middle => *value,
                Bound::Low => value.max(widest),
                Bound::High => value.min(widest),
            };
        }
    }
    found
}

// One strongly connected component of a core: candidate values, then the proof.

/// A component while its bounds are computed.
pub(crate) struct Piece<'p, 'a> {
    pub(crate) core: &'p Core<'a>,
    pub(crate) side: Bound,
    /// Its nodes, ascending.
    pub(crate) nodes: &'p [u32],
    /// For each node of the core its index in `nodes`, or `NONE`.
    pub(crate) place: &'p [u32],
    pub(crate) meter: &'p Meter<'p>,
    pub(crate) found: &'p mut CoreBounds,
}

/// Components up to this size are solved by elimination; larger ones by sweeps.
const MOST_ELIMINATED: usize = 3000;

/// The number of sweeps that find the first policy.
const FIRST_SWEEPS: usize = 40;

/// The maximum number of policies in policy iteration. Each policy is strictly better than the
/// one before, and more than ten are rare; but near the limit of rounding the iteration may
/// cycle.
pub(crate) const MOST_ROUNDS: usize = 100;

/// Each node gets at least this share of the largest error, to cover the rounding of the errors
/// themselves.
pub(crate) const LEAST_SHARE: f64 = 1e-6;

impl Piece<'_, '_> {
    /// Finds candidate values, moves them outwards and proves that they are bounds. Returns
    /// whether this succeeded.
    pub(crate) fn bound(&mut self) -> bool {
        if !self.rim_is_finite() {
            return false;
        }
        let is_small = self.nodes.len() <= MOST_ELIMINATED;
        if is_small
            && self.meter.means == Means::Elimination
            && let Some((factors, _)) = self.improve()
        {
            return self.side == Bound::Middle || self.prove(factors);
        }
        super::sweeps::bound(self)
    }

    /// Returns whether all successors outside the component have finite bounds.
    fn rim_is_finite(&self) -> bool {
        let actions = self.nodes.iter().flat_map(|node| self.core.actions(*node));
        let mut next = actions.flat_map(|action| self.core.successors(*action));
        next.all(|node| {
            self.place[node as usize] != NONE || self.found.values[node as usize].is_finite()
        })
    }

    /// Policy iteration. Stores the values and the policy, and returns the number of policies.
    /// Returns `None` if the equations of no policy could be solved.
    pub(crate) fn improve(&mut self) -> Option<(Factors, usize)> {
        let mut factors = self.factors().or_else(|| self.start())?;
        self.evaluate(&factors);
        let mut n_policies = 1;
        while n_policies < MOST_ROUNDS {
            let before = self.policy();
            self.meter.add(self.nodes.len());
            if self.meter.is_empty() || !self.switch() {
                break;
            }
            let Some(better) = self.factors() else {
                // Rounding made an equal policy look better.
                self.set_policy(&before);
                break;
            };
            factors = better;
            self.evaluate(&factors);
            n_policies += 1;
        }
        Some((factors, n_policies))
    }

    /// Chooses the first policy: the best after some sweeps, if it is proper (leaves the
    /// component with probability 1); otherwise some other proper policy.
    fn start(&mut self) -> Option<Factors> {
        self.start_properly()?;
        let safe = self.policy();
        super::sweeps::settle(self, FIRST_SWEEPS);
        self.factors().or_else(|| {
            self.set_policy(&safe);
            self.factors()
        })
    }

    pub(crate) fn policy(&self) -> Vec<u32> {
        self.nodes.iter().map(|node| self.found.policy[*node as usize]).collect()
    }

    pub(crate) fn set_policy(&mut self, policy: &[u32]) {
        for (node, action) in self.nodes.iter().zip(policy) {
            self.found.policy[*node as usize] = *action;
        }
    }

    /// Chooses a proper policy, one that leaves the component with probability 1, by a backward
    /// search from its exits.
    pub(crate) fn start_properly(&mut self) -> Option<()> {
        let core = self.core;
        let choices: Vec<(u32, u32)> = self
            .nodes
            .iter()
            .flat_map(|node| core.actions(*node).iter().map(|action| (*node, *action)))
            .collect();
        let inside = |action: u32| {
            core.successors(action).map(|node| self.place[node as usize]).filter(|at| *at != NONE)
        };
        let edges = || {
            (0_u32..)
                .zip(&choices)
                .flat_map(|(choice, it)| inside(it.1).map(move |to| (choice, to)))
        };
        let into = Predecessors::new(self.nodes.len(), edges);
        let exits = |action: u32| {
            let mut next = core.successors(action);
            action == STOP
                || core.fading() > 0.0
                || next.any(|node| self.place[node as usize] == NONE)
        };
        let mut queue = Vec::new();
        let mut is_set = vec![false; self.nodes.len()];
        let leaving = choices.iter().filter(|it| exits(it.1));
        for &(node, action) in leaving {
            let at = self.place[node as usize];
            if !std::mem::replace(&mut is_set[at as usize], true) {
                self.found.policy[node as usize] = action;
                queue.push(at);
            }
        }
        let mut done = 0;
        while let Some(&at) = queue.get(done) {
            done += 1;
            for &choice in into.of(at) {
                let (node, action) = choices[choice as usize];
                let before = self.place[node as usize];
                if !std::mem::replace(&mut is_set[before as usize], true) {
                    self.found.policy[node as usize] = action;
                    queue.push(before);
                }
            }
        }
        (queue.len() == self.nodes.len()).then_some(())
    }

    /// The factorised equations of the policy.
    pub(crate) fn factors(&self) -> Option<Factors> {
        let (mut rows, mut out) = (Vec::new(), Vec::new());
        let mut at = vec![NONE; self.nodes.len()];
        for node in self.nodes {
            let action = self.found.policy[*node as usize];
            if action == NONE {
                return None;
            }
            let (mut row, mut leaves): (Vec<(u32, f64)>, f64) = (Vec::new(), self.core.fading());
            if action == STOP {
                leaves = 1.0;
            }
            for (next, chance) in self.core.chances(action) {
                let to = self.place[next as usize];
                if to == NONE {
                    leaves += chance;
                } else if at[to as usize] == NONE {
                    at[to as usize] = row.len() as u32;
                    row.push((to, chance));
                } else {
                    row[at[to as usize] as usize].1 += chance;
                }
            }
            for entry in &row {
                at[entry.0 as usize] = NONE;
            }
            rows.push(row);
            out.push(leaves);
        }
        Factors::new(rows, out, || self.meter.is_stopped())
    }

    /// Sets the values to the values of the policy.
    pub(crate) fn evaluate(&mut self, factors: &Factors) {
        let mut values: Vec<f64> = self.nodes.iter().map(|node| self.at_once(*node)).collect();
        factors.solve(&mut values);
        self.set_values(&values);
    }

    /// The constant term of the node's equation: the reward of its action and the values of the
    /// successors outside the component.
    fn at_once(&self, node: u32) -> f64 {
        let action = self.found.policy[node as usize];
        let outside = self.core.chances(action).filter(|it| self.place[it.0 as usize] == NONE);
        let later: f64 =
            outside.map(|(next, chance)| chance * self.found.values[next as usize]).sum();
        self.core.reward(action) + later
    }

    pub(crate) fn values(&self) -> Vec<f64> {
        self.nodes.iter().map(|node| self.found.values[*node as usize]).collect()
    }

    pub(crate) fn set_values(&mut self, values: &[f64]) {
        for (node, value) in self.nodes.iter().zip(values) {
            self.found.values[*node as usize] = *value;
        }
    }

    /// Switches to every action that is better by more than the rounding error. Returns whether
    /// there was one.
    fn switch(&mut self) -> bool {
        let sign = self.core.sign();
        let mut is_better = false;
        for node in self.nodes {
            let (mut best, mut best_error) =
                self.core.value_and_error(self.found.policy[*node as usize], &self.found.values);
            for &action in self.core.actions(*node) {
                let (value, error) = self.core.value_and_error(action, &self.found.values);
                if sign * (value - best) > 2.0 * (error + best_error) {
                    self.found.policy[*node as usize] = action;
                    (best, best_error, is_better) = (value, error, true);
                }
            }
        }
        is_better
    }

    /// Returns whether the bound must hold for all actions, as the decider could take any of
    /// them. The other bound is proven by the policy's actions alone.
    pub(crate) fn needs_all(&self) -> bool {
        self.core.sign() > 0.0 && self.side == Bound::High
            || self.core.sign() < 0.0 && self.side == Bound::Low
    }

    /// How far an action's value, rounded outwards, lies outside `limit`. Positive if it does.
    pub(crate) fn excess(&self, action: u32, limit: f64) -> f64 {
        let (value, error) = self.core.value_and_error(action, &self.found.values);
        self.side.sign() * (value - limit) + error
    }

    /// Returns `None` if the values are bounds. Otherwise returns for each node the action that
    /// violates the bound most, or the action in `chosen` if none does.
    pub(crate) fn obstacles(&self, chosen: &[u32]) -> Option<Vec<u32>> {
        let mut is_proven = true;
        let mut obstacles = chosen.to_vec();
        for (at, node) in self.nodes.iter().enumerate() {
            let own = [self.found.policy[*node as usize]];
            let actions = if self.needs_all() { self.core.actions(*node) } else { &own };
            let limit = self.found.values[*node as usize];
            let mut worst = 0.0;
            for &action in actions {
                let excess = self.excess(action, limit);
                if excess > worst || excess.is_nan() {
                    (worst, is_proven, obstacles[at]) = (excess, false, action);
                }
            }
        }
        (!is_proven).then_some(obstacles)
    }

    /// Returns whether values are sums of rewards and every reward is a cost for the decider.
    pub(crate) fn costs_always(&self) -> bool {
        let mut rewards = self
            .nodes
            .iter()
            .flat_map(|node| self.core.actions(*node))
            .map(|action| self.core.sign() * self.core.reward(*action));
        self.core.kind == ValueKind::Reward && rewards.all(|it| it < 0.0)
    }
}

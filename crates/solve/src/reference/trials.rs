//! Anytime planning by trials: RTDP (Barto, Bradtke, Singh 1995) and LRTDP (Bonet, Geffner
//! 2003).
//!
//! A trial plays from a start state, takes the best actions by optimistic bounds, and improves
//! the bounds of the states on its path. A heuristic may supply the initial bounds. A policy
//! and bounds are available at any time.

use crate::Budget;
use crate::interval::Interval;
use crate::mdp::general::question::sign;
use crate::mdp::general::{Model, Objective, Owner, Refusal};
use spar_rules::SplitMix;

/// Planning by trials for one decider.
///
/// ```
/// use spar_solve::Budget;
/// use spar_solve::mdp::general::{Action, Model, Objective, Owner, State};
/// use spar_solve::reference::Trials;
///
/// let slow = Action::whole(1.0, vec![(0, 9), (1, 1)]);
/// let quick = Action::whole(3.0, vec![(0, 1), (1, 1)]);
/// let states = vec![State::Choice(Owner::Min, vec![slow, quick]), State::Terminal];
/// let model = Model::new(states).unwrap();
/// let mut trials = Trials::new(&model, &Objective::Reward, 7).unwrap();
/// assert!(trials.solve_from(0, 1e-9, &Budget::unlimited()));
/// assert_eq!(trials.policy()[0], Some(1));
/// assert!((trials.bounds(0).low - 6.0).abs() < 1e-7);
/// ```
pub struct Trials<'a> {
    model: &'a Model,
    owner: Owner,
    is_reward: bool,
    ends: Vec<bool>,
    bounds: Vec<Interval>,
    is_solved: Vec<bool>,
    random: SplitMix,
    n_backups: u64,
    n_made: u64,
}

/// The step limit of a trial.
const LONGEST_TRIAL: usize = 1_000_000;

impl<'a> Trials<'a> {
    /// Starts with trivial bounds: probabilities are between 0 and 1, sums of rewards of one
    /// sign have that sign, and discounted sums are finite.
    ///
    /// # Errors
    /// If there are two deciders, if the set of targets has the wrong length for the model, or
    /// if there is no optimistic bound: a maximiser with undiscounted positive rewards, or a
    /// minimiser with negative ones.
    pub fn new(model: &'a Model, objective: &Objective, seed: u64) -> Result<Self, Refusal> {
        let owner = model.decider().ok_or(Refusal::TwoDeciders)?;
        let mut ends: Vec<bool> = model.states().map(|s| model.is_terminal(s)).collect();
        let mut bounds = match objective {
            Objective::Reach(_) => vec![Interval { low: 0.0, high: 1.0 }; ends.len()],
            Objective::Reward => vec![range_of_rewards(model, owner)?; ends.len()],
        };
        for (end, bounds) in ends.iter().zip(&mut bounds).filter(|it| *it.0) {
            *bounds = if *end { Interval::exact(0.0) } else { *bounds };
        }
        if let Objective::Reach(targets) = objective {
            if targets.len() != ends.len() {
                let (given, n_states) = (targets.len(), ends.len());
                return Err(Refusal::WrongTargets { given, n_states });
            }
            for state in (0..ends.len()).filter(|s| targets[*s]) {
                (ends[state], bounds[state]) = (true, Interval::exact(1.0));
            }
        }
        let is_solved = ends.clone();
        let is_reward = *objective == Objective::Reward;
        let random = SplitMix::new(seed);
        Ok(Trials {
            model,
            owner,
            is_reward,
            ends,
            bounds,
            is_solved,
            random,
            n_backups: 0,
            n_made: 0,
        })
    }

    /// Uses a heuristic for the initial bounds: for each state a number that is at least as
    /// good for the decider as its true value (not below it for a maximiser, not above it for a
    /// minimiser). The tighter these numbers are, the fewer trials are needed. The bounds are
    /// then valid only if the heuristic is; this is not checked. Numbers that are weaker than
    /// the current bounds have no effect.
    ///
    /// # Errors
    /// If the number of values is not the number of states.
    pub fn with_heuristic(mut self, values: &[f64]) -> Result<Self, Refusal> {
        let (given, n_states) = (values.len(), self.bounds.len());
        if given != n_states {
            return Err(Refusal::WrongHeuristic { given, n_states });
        }
        let says_something = |it: &(usize, &f64)| !self.ends[it.0] && !it.1.is_nan();
        for (state, value) in values.iter().enumerate().filter(says_something) {
            let Interval { low, high } = self.bounds[state];
            self.bounds[state] = match self.owner {
                Owner::Max => Interval { low, high: high.min(value.max(low)) },
                Owner::Min => Interval { low: low.max(value.min(high)), high },
            };
        }
        Ok(self)
    }

    /// The certified bounds of a state's value. The optimistic bound is tight for states that
    /// trials have visited often. The pessimistic bound is tight only where play has no cycles.
    pub fn bounds(&self, state: u32) -> Interval {
        self.bounds[state as usize]
    }

    /// The best actions at the optimistic bounds, as indices, the first among equals. `None`
    /// for terminal states.
    pub fn policy(&self) -> Vec<Option<u32>> {
        let place = |state: u32| {
            let actions = self.model.actions(state);
            (!actions.is_empty()).then(|| self.best(state).0 - actions.start)
        };
        self.model.states().map(place).collect()
    }

    /// The number of backups, that is, of updates of a state.
    pub fn n_backups(&self) -> u64 {
        self.n_backups
    }

    /// The number of trials.
    pub fn n_trials(&self) -> u64 {
        self.n_made
    }

    /// RTDP: plays `n_trials` times from `start` to an end.
    pub fn run(&mut self, start: u32, n_trials: u64, budget: &Budget) {
        for _ in 0..n_trials {
            if self.is_spent(budget) {
                return;
            }
            self.trial(start, budget, |_, _| false);
        }
    }

    /// LRTDP: plays from `start` until no state that the policy reaches from there would change
    /// by `epsilon` or more. Returns whether this was achieved. (A small change does not prove
    /// a small error; for proven bounds, use [`solve`](fn@crate::mdp::general::solve).)
    pub fn solve_from(&mut self, start: u32, epsilon: f64, budget: &Budget) -> bool {
        while !self.is_solved[start as usize] {
            if self.is_spent(budget) {
                return false;
            }
            let path = self.trial(start, budget, |trials, state| trials.is_solved[state as usize]);
            for state in path.into_iter().rev() {
                if !self.check(state, epsilon, budget) {
                    break;
                }
            }
        }
        true
    }

    fn is_spent(&self, budget: &Budget) -> bool {
        self.n_backups > budget.nodes || budget.is_stopped()
    }

    /// Plays one trial. Returns the states on its path.
    fn trial(&mut self, start: u32, budget: &Budget, is_over: fn(&Self, u32) -> bool) -> Vec<u32> {
        self.n_made += 1;
        let (mut path, mut state) = (Vec::new(), start);
        while !self.ends[state as usize] && !is_over(self, state) && path.len() < LONGEST_TRIAL {
            if self.is_spent(budget) {
                break;
            }
            path.push(state);
            let action = self.backup(state);
            state = self.roll(action);
        }
        path
    }

    /// Updates a state's bounds. Returns the action that was best before the update.
    fn backup(&mut self, state: u32) -> u32 {
        self.n_backups += 1;
        let (action, found) = self.best(state);
        let before = self.bounds[state as usize];
        self.bounds[state as usize] = before.and(found);
        action
    }

    /// The optimistic bound for the decider.
    fn hope(&self, bounds: Interval) -> f64 {
        match self.owner {
            Owner::Max => bounds.high,
            Owner::Min => bounds.low,
        }
    }

    /// The first action that is best at the optimistic bounds, and bounds of the best action's
    /// value.
    fn best(&self, state: u32) -> (u32, Interval) {
        let sign = sign(self.owner);
        let actions = self.model.actions(state);
        let mut best: Option<(u32, Interval, Interval)> = None;
        for action in actions {
            let bounds = self.outward(action);
            best = Some(match best {
                None => (action, bounds, bounds),
                Some((first, of_first, all)) => {
                    let is_better = sign * (self.hope(bounds) - self.hope(of_first)) > 0.0;
                    let all = match self.owner {
                        Owner::Max => all.larger(bounds),
                        Owner::Min => all.smaller(bounds),
                    };
                    if is_better { (action, bounds, all) } else { (first, of_first, all) }
                }
            });
        }
        let (action, _, all) = best.expect("invariant: asked only where something follows");
        (action, all)
    }

    /// The bounds of an action's value, rounded outwards.
    fn outward(&self, action: u32) -> Interval {
        let one = |of: fn(&Interval) -> f64| {
            let (mean, error) =
                self.model.mean_and_error(action, |to| of(&self.bounds[to as usize]));
            if !self.is_reward {
                return (mean, error);
            }
            let (reward, later) = (self.model.reward(action), self.model.discount() * mean);
            (reward + later, error + 2.0 * f64::EPSILON * (reward.abs() + later.abs()))
        };
        let ((low, low_error), (high, high_error)) = (one(|it| it.low), one(|it| it.high));
        let finite = |value: f64, moved: f64| if value.is_finite() { moved } else { value };
        Interval {
            low: finite(low, (low - low_error).next_down()),
            high: finite(high, (high + high_error).next_up()),
        }
    }

    fn roll(&mut self, action: u32) -> u32 {
        let (next, weights) = (self.model.successors(action), self.model.weights(action));
        let total = self.model.total(action);
        let mut left = if self.model.is_whole(action) {
            self.random.below(total as u64) as f64
        } else {
            self.random.below(1 << 53) as f64 / (1_u64 << 53) as f64 * total
        };
        for (to, weight) in next.iter().zip(weights) {
            if left < *weight {
                return *to;
            }
            left -= weight;
        }
        *next.last().expect("invariant: an action leads somewhere")
    }

    /// Marks `state` and all states that the policy reaches from it as solved if none of them
    /// would change by `epsilon` or more. Otherwise updates them.
    fn check(&mut self, state: u32, epsilon: f64, budget: &Budget) -> bool {
        let mut is_settled = true;
        let (mut open, mut closed) = (vec![state], Vec::new());
        let mut is_seen = rustc_hash::FxHashSet::from_iter([state]);
        while let Some(state) = open.pop() {
            if self.is_solved[state as usize] {
                continue;
            }
            closed.push(state);
            let (action, found) = self.best(state);
            let residual = (self.hope(found) - self.hope(self.bounds[state as usize])).abs();
            if residual.is_nan() || residual > epsilon {
                is_settled = false;
                continue;
            }
            for &next in self.model.successors(action) {
                if is_seen.insert(next) {
                    open.push(next);
                }
            }
        }
        if is_settled {
            for state in closed {
                self.is_solved[state as usize] = true;
            }
        } else {
            for state in closed.into_iter().rev() {
                if self.is_spent(budget) {
                    break;
                }
                self.backup(state);
            }
        }
        is_settled
    }
}

/// The range of sums of rewards. With a discount, the upper bound is the largest reward
/// repeated forever; without, it is infinite if some reward is positive and 0 otherwise. The
/// lower bound is computed in the same way.
fn range_of_rewards(model: &Model, owner: Owner) -> Result<Interval, Refusal> {
    let rewards = || (0..model.n_actions() as u32).map(|a| model.reward(a));
    let for_ever = |reward: f64| match reward {
        0.0 => 0.0,
        // Rounded outwards with a margin.
        _ => reward / (1.0 - model.discount()) * (1.0 + 1e-9),
    };
    let low = for_ever(rewards().fold(0.0, f64::min));
    let high = for_ever(rewards().fold(0.0, f64::max));
    let hope = if owner == Owner::Max { high } else { low };
    if hope.is_finite() { Ok(Interval { low, high }) } else { Err(Refusal::NoHope) }
}

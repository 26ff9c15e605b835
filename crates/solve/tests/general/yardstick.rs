//! A slow reference: solves decision processes in exact fractions by trying every policy.

use dashu::integer::IBig;
use dashu::rational::RBig;
use spar_solve::Interval;
use spar_solve::mdp::general::{Model, Objective, Owner};

/// An exact value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exact {
    /// Minus infinity.
    MinusInfinity,
    /// A fraction.
    Number(RBig),
    /// Infinity.
    Infinity,
}

/// A double as an exact fraction.
pub(crate) fn exactly(value: f64) -> RBig {
    RBig::try_from(value).unwrap()
}

/// Returns whether an interval contains an exact value.
pub(crate) fn holds(interval: Interval, value: &Exact) -> bool {
    match value {
        Exact::MinusInfinity => interval == Interval::exact(f64::NEG_INFINITY),
        Exact::Infinity => interval == Interval::exact(f64::INFINITY),
        Exact::Number(value) => {
            let low = interval.low == f64::NEG_INFINITY || exactly(interval.low) <= *value;
            let high = interval.high == f64::INFINITY || exactly(interval.high) >= *value;
            low && high
        }
    }
}

/// One action number for each state, `u32::MAX` for terminal states.
pub(crate) type Policy = Vec<u32>;

/// Every policy of one decider; the other's states keep their first action.
pub(crate) fn policies(model: &Model, owner: Owner) -> Vec<Policy> {
    let first = |s: u32| model.actions(s).next().unwrap_or(u32::MAX);
    let mut all: Vec<Policy> = vec![model.states().map(first).collect()];
    for state in model.states().filter(|s| model.owner(*s) == owner) {
        all = all
            .iter()
            .flat_map(|policy| {
                let with = |action: u32| {
                    let mut policy = policy.clone();
                    policy[state as usize] = action;
                    policy
                };
                let actions = model.actions(state);
                if actions.is_empty() { vec![policy.clone()] } else { actions.map(with).collect() }
            })
            .collect();
    }
    all
}

/// The policy of both deciders, from one policy of each.
pub(crate) fn joined(model: &Model, of_max: &Policy, of_min: &Policy) -> Policy {
    let pick = |s: u32| match model.owner(s) {
        Owner::Max => of_max[s as usize],
        Owner::Min => of_min[s as usize],
    };
    model.states().map(pick).collect()
}

/// The Markov chain of a policy.
pub(crate) struct Chain {
    /// For each state its successors, with exact probabilities.
    pub(crate) next: Vec<Vec<(usize, RBig)>>,
    /// For each state its exact reward.
    pub(crate) rewards: Vec<RBig>,
}

impl Chain {
    /// Builds the chain of a policy in a model.
    pub(crate) fn new(model: &Model, policy: &Policy) -> Chain {
        let row = |action: &u32| {
            if *action == u32::MAX {
                return Vec::new();
            }
            let weights: Vec<RBig> = model.weights(*action).iter().map(|it| exactly(*it)).collect();
            let total = weights.iter().fold(RBig::ZERO, |sum, it| sum + it);
            let chances = weights.into_iter().map(|it| it / &total);
            model.successors(*action).iter().map(|to| *to as usize).zip(chances).collect()
        };
        let reward = |a: &u32| if *a == u32::MAX { RBig::ZERO } else { exactly(model.reward(*a)) };
        Chain {
            next: policy.iter().map(row).collect(),
            rewards: policy.iter().map(reward).collect(),
        }
    }

    fn len(&self) -> usize {
        self.next.len()
    }

    /// The states from which a set can be reached.
    pub(crate) fn leading(&self, set: &[bool]) -> Vec<bool> {
        let mut leads = set.to_vec();
        for _ in 0..self.len() {
            for state in 0..self.len() {
                leads[state] |= self.next[state].iter().any(|it| leads[it.0]);
            }
        }
        leads
    }

    /// The states from which a set is reached with probability 1: without passing through the
    /// set, they cannot reach a state from which it is unreachable.
    pub(crate) fn surely(&self, set: &[bool]) -> Vec<bool> {
        let leads = self.leading(set);
        let mut risks: Vec<bool> = leads.iter().map(|it| !it).collect();
        for _ in 0..self.len() {
            for state in (0..self.len()).filter(|s| !set[*s]) {
                risks[state] |= self.next[state].iter().any(|it| risks[it.0]);
            }
        }
        (0..self.len()).map(|s| set[s] || !risks[s]).collect()
    }

    /// The solution of `x = b + discount · P x` on the free states, 0 elsewhere.
    fn solve(&self, free: &[bool], b: &[RBig], discount: &RBig) -> Vec<RBig> {
        let n = self.len();
        let mut rows: Vec<Vec<RBig>> = vec![vec![RBig::ZERO; n + 1]; n];
        for state in 0..n {
            rows[state][state] = RBig::ONE;
            if free[state] {
                rows[state][n].clone_from(&b[state]);
                for (to, chance) in &self.next[state] {
                    rows[state][*to] -= chance * discount;
                }
            }
        }
        for at in 0..n {
            let pivot = (at..n).find(|row| !rows[*row][at].is_zero()).expect("one solution");
            rows.swap(at, pivot);
            let divisor = rows[at][at].clone();
            rows[at].iter_mut().for_each(|it| *it /= &divisor);
            let own = rows[at].clone();
            for other in (0..n).filter(|row| *row != at) {
                let factor = rows[other][at].clone();
                if !factor.is_zero() {
                    rows[other].iter_mut().zip(&own).for_each(|(it, own)| *it -= &factor * own);
                }
            }
        }
        rows.into_iter().map(|mut row| row.pop().unwrap()).collect()
    }

    /// The probability of reaching a set.
    pub(crate) fn chances(&self, targets: &[bool]) -> Vec<Exact> {
        let leads = self.leading(targets);
        let free: Vec<bool> = (0..self.len()).map(|s| leads[s] && !targets[s]).collect();
        let at_once = |state: usize| {
            let hits = self.next[state].iter().filter(|it| targets[it.0]);
            hits.fold(RBig::ZERO, |sum, it| sum + &it.1)
        };
        let at_once: Vec<RBig> = (0..self.len()).map(at_once).collect();
        let found = self.solve(&free, &at_once, &RBig::ONE);
        let value = |s: usize| Exact::Number(if targets[s] { RBig::ONE } else { found[s].clone() });
        (0..self.len()).map(value).collect()
    }

    /// The sum of all discounted rewards.
    pub(crate) fn discounted(&self, discount: &RBig) -> Vec<Exact> {
        let free: Vec<bool> = self.next.iter().map(|it| !it.is_empty()).collect();
        self.solve(&free, &self.rewards, discount).into_iter().map(Exact::Number).collect()
    }

    /// The recurrent classes: sets of states that are never left and can reach one another.
    fn classes(&self) -> Vec<Vec<usize>> {
        let n = self.len();
        // `into[s][t]`: whether t leads to s.
        let into: Vec<Vec<bool>> =
            (0..n).map(|s| self.leading(&(0..n).map(|t| t == s).collect::<Vec<_>>())).collect();
        let returns = |s: &usize| (0..n).all(|t| !into[t][*s] || into[*s][t]);
        let class = |s: usize| (0..n).filter(|t| into[*t][s]).collect::<Vec<usize>>();
        let mut classes: Vec<Vec<usize>> = (0..n).filter(returns).map(class).collect();
        classes.sort();
        classes.dedup();
        classes
    }

    /// The reward of a cycle through a class. It has the sign of the average reward.
    fn class_gain(&self, class: &[usize]) -> RBig {
        let home = class[0];
        let free: Vec<bool> = (0..self.len()).map(|s| class.contains(&s) && s != home).collect();
        let x = self.solve(&free, &self.rewards, &RBig::ONE);
        let later = self.next[home].iter().fold(RBig::ZERO, |sum, it| sum + &it.1 * &x[it.0]);
        &self.rewards[home] + later
    }

    /// The sum of all rewards; `None` if it is undefined for some state.
    pub(crate) fn total(&self) -> Option<Vec<Exact>> {
        let n = self.len();
        let (mut rests, mut sinks, mut soars) = (vec![false; n], vec![false; n], vec![false; n]);
        for class in self.classes() {
            let is_free = class.iter().all(|s| self.rewards[*s].is_zero());
            let gain = self.class_gain(&class);
            if gain.is_zero() && !is_free {
                return None;
            }
            let sort = if is_free {
                &mut rests
            } else if gain < RBig::ZERO {
                &mut sinks
            } else {
                &mut soars
            };
            for state in class {
                sort[state] = true;
            }
        }
        let (to_sinks, to_soars) = (self.leading(&sinks), self.leading(&soars));
        let free: Vec<bool> = (0..n).map(|s| !(rests[s] || to_sinks[s] || to_soars[s])).collect();
        let found = self.solve(&free, &self.rewards, &RBig::ONE);
        (0..n)
            .map(|s| match (to_sinks[s], to_soars[s]) {
                (true, true) => None,
                (true, false) => Some(Exact::MinusInfinity),
                (false, true) => Some(Exact::Infinity),
                _ => Some(Exact::Number(found[s].clone())),
            })
            .collect()
    }

    /// Returns whether a recurrent class with rewards has a total gain of at least 0 for this
    /// decider.
    pub(crate) fn gains_or_balances(&self, owner: Owner) -> bool {
        self.classes().iter().any(|class| {
            let gain = self.class_gain(class);
            let bad = if owner == Owner::Max { gain < RBig::ZERO } else { gain > RBig::ZERO };
            !bad && class.iter().any(|s| !self.rewards[*s].is_zero())
        })
    }
}

/// The exact values of a policy of both deciders; `None` if undefined.
pub(crate) fn worth(model: &Model, objective: &Objective, policy: &Policy) -> Option<Vec<Exact>> {
    let chain = Chain::new(model, policy);
    match objective {
        Objective::Reach(targets) => Some(chain.chances(targets)),
        Objective::Reward if model.discount() < 1.0 => {
            Some(chain.discounted(&exactly(model.discount())))
        }
        Objective::Reward => chain.total(),
    }
}

/// The exact values of a model for one decider, if this policy is optimal: its own exact
/// values, which no action improves in exact arithmetic.
pub(crate) fn values_by(
    model: &Model,
    objective: &Objective,
    policy: &Policy,
) -> Option<Vec<Exact>> {
    let values = worth(model, objective, policy)?;
    let number = |s: u32| match &values[s as usize] {
        Exact::Number(value) => Some(value.clone()),
        _ => None,
    };
    let is_over = |s: u32| matches!(objective, Objective::Reach(targets) if targets[s as usize]);
    for state in model.states().filter(|s| !is_over(*s)) {
        for action in model.actions(state) {
            let weights: Vec<RBig> = model.weights(action).iter().map(|it| exactly(*it)).collect();
            let total = weights.iter().fold(RBig::ZERO, |sum, it| sum + it);
            let mut mean = RBig::ZERO;
            for (to, weight) in model.successors(action).iter().zip(&weights) {
                mean += weight * number(*to)? / &total;
            }
            let other = match objective {
                Objective::Reach(_) => mean,
                Objective::Reward => exactly(model.reward(action)) + mean,
            };
            let own = number(state)?;
            let is_better =
                if model.owner(state) == Owner::Max { other > own } else { other < own };
            if is_better {
                return None;
            }
        }
    }
    Some(values)
}

/// The best exact values of a decider against a policy of the other: the best over all its
/// policies, for each state.
pub(crate) fn answer(
    model: &Model,
    objective: &Objective,
    who: Owner,
    other: &Policy,
) -> Vec<Exact> {
    let own = policies(model, who);
    let worths = own.iter().map(|own| {
        let policy = match who {
            Owner::Max => joined(model, own, other),
            Owner::Min => joined(model, other, own),
        };
        worth(model, objective, &policy).expect("defined")
    });
    best(who, worths)
}

/// The exact values of a model.
pub(crate) fn values(model: &Model, objective: &Objective) -> Vec<Exact> {
    let of_max = policies(model, Owner::Max);
    best(Owner::Max, of_max.iter().map(|policy| answer(model, objective, Owner::Min, policy)))
}

/// The best value for a decider in each state.
fn best(who: Owner, worths: impl Iterator<Item = Vec<Exact>>) -> Vec<Exact> {
    let better = |one: Exact, other: Exact| match who {
        Owner::Max => one.max(other),
        Owner::Min => one.min(other),
    };
    let pairs = |one: Vec<Exact>, other: Vec<Exact>| {
        one.into_iter().zip(other).map(|(one, other)| better(one, other)).collect()
    };
    worths.reduce(pairs).expect("there is a policy")
}

/// Returns whether two exact values differ by at most a relative 10⁻⁷ (absolute for values
/// below 1).
pub(crate) fn nearly_equal(one: &Exact, other: &Exact) -> bool {
    match (one, other) {
        (Exact::Number(one), Exact::Number(other)) => {
            let apart = (one - other) * RBig::from(IBig::from(10_000_000));
            let size = RBig::ONE + one * one;
            &apart * &apart <= &size * &size
        }
        _ => one == other,
    }
}

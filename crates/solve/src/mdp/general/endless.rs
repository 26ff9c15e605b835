//! Two deciders who sum up rewards and can go on without end, which gives nothing more
//! (recursive games, Everett 1957).
//!
//! Here the equations of the game have more than one solution: where waiting is as good as
//! the best exit, the equations do not say who has to take it. So strategies are chosen with
//! care on the graph:
//!
//! - where a decider is ahead, waiting is worse than what it has, so it takes actions that
//!   lead on to an end, whatever the other does;
//! - where it is behind and the other cannot lead on, it waits.
//!
//! From whatever values such strategies come, each is fixed in turn and what the other can
//! do against it is bounded for one decider. That is the proof. What a strategy guarantees
//! then tells where it can be improved.

use super::backward::Helpers;
use super::bounds::{NONE, bounds};
use super::core::{Side, sign};
use super::meter::Meter;
use super::policy::Chosen;
use super::question::Question;
use super::strategies::{only, swept, value_of};
use super::{Owner, Refusal};
use crate::Progress;
use crate::interval::Interval;

/// Improvements after which strategies are taken as they are.
const MOST_ROUNDS: u64 = 100;

/// What differs by at most this counts as equal.
const TIE: f64 = 1e-10;

/// Guarantees this close are close enough.
const CLOSE: f64 = 1e-12;

/// Bounds of the game, and a strategy for each.
pub(super) fn solve(
    question: &Question<'_>,
    meter: &Meter<'_>,
    progress: &dyn Progress,
) -> Result<(Vec<Interval>, Chosen), Refusal> {
    let values = swept(question, meter);
    let mut sides = [Owner::Max, Owner::Min].map(|owner| Guarantee::new(question, owner, &values));
    for round in 0..MOST_ROUNDS {
        progress.report("improving strategies", round, MOST_ROUNDS);
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

/// What a decider has found to guarantee.
struct Guarantee {
    owner: Owner,
    /// For each state of the owner its action; `u32::MAX` for terminal states.
    strategy: Vec<u32>,
    /// What the last strategy guarantees, or at first what seems to be the value.
    values: Vec<f64>,
    /// The best that any strategy so far guarantees, state by state: certified.
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

    /// Takes a strategy by the present values and finds out what it guarantees. Whether that
    /// is more than before.
    fn improve(
        &mut self,
        question: &Question<'_>,
        meter: &Meter<'_>,
        progress: &dyn Progress,
    ) -> Result<bool, Refusal> {
        let strategy = self.chosen(question);
        let (other, side) = match self.owner {
            Owner::Max => (Owner::Min, Side::Low),
            Owner::Min => (Owner::Max, Side::High),
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

    /// A strategy that is best at the present values.
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

    /// For each action whether it is as good as the best of its state at the present values.
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

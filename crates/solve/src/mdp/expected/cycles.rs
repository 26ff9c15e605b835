//! Positions that can reach a cycle, as a Markov decision process.
//!
//! ```text
//! won by the first side  ──  reward  1 ──►  end
//! won by the second side ──  reward -1 ──►  end
//! drawn                  ──  is the end itself
//! ```
//!
//! So the expected sum of rewards is `2 * result - 1`, where a draw counts one half. Play without
//! end gives no reward, so it is worth as much as a draw.

use super::backward::Settled;
use super::positions::{PositionKind, Positions};
use super::{Bounds, Outlook, result_of};
use crate::fraction::Parts;
use crate::mdp::general::{Action, Model, Objective, Owner, State, solve};
use crate::{Budget, Interval, Progress, SolveError};
use spar_rules::{Outcome, Side, Stochastic};

/// The first states: the end, a win of the first side, a win of the second side.
const END: u32 = 0;
const WON: [u32; 2] = [1, 2];

/// The first state that stands for a position of its own.
const FIRST: u32 = 3;

/// The requested width of the bounds; usually they are much tighter.
const PRECISION: f64 = 1e-9;

/// Computes the results that backward induction left open. If the budget runs out, the bounds
/// stay wide.
pub(super) fn settle<G: Stochastic>(
    positions: &Positions<G>,
    found: &mut Settled,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), SolveError> {
    if found.outlooks.iter().all(Option::is_some) {
        return Ok(());
    }
    let states = StateMap::new(positions, found);
    let bytes = positions.bytes() + states.bytes(positions);
    if bytes > budget.memory {
        let needed = u128::from(bytes);
        return Err(SolveError::TooLarge { needed, allowed: budget.memory });
    }
    let nodes = budget.nodes.saturating_sub(positions.len() as u64);
    let rest = budget.clone().with_nodes(nodes);
    let ask = |model: &Model, objective: &Objective| {
        solve(model, objective, PRECISION, &rest, progress)
            .expect("invariant: rewards come only at the end, so every value is finite")
    };
    let choosers = states.choosers(positions);
    let mut results = None;
    let mut policy = None;
    if !choosers.is_empty() {
        let solution = ask(&states.model(positions, None), &Objective::Reward);
        results = Some(solution.values);
        policy = Some(solution.policy);
    }
    let model = states.model(positions, policy.as_deref());
    let [wins, losses] = WON.map(|won| {
        let targets = model.states().map(|state| state == won).collect();
        ask(&model, &Objective::Reach(targets)).values
    });
    for (state, place) in (FIRST..).zip(&states.places) {
        let (state, place) = (state as usize, *place as usize);
        if found.outlooks[place].is_some() {
            continue;
        }
        let best = results.as_ref().map(|it| halved(it[state]));
        found.outlooks[place] = Some(outlook(wins[state], losses[state], best, &choosers));
        if let (PositionKind::Choice(_), Some(policy)) = (positions.kind(place), &policy) {
            found.chosen[place] = policy[state];
        }
    }
    Ok(())
}

/// Combines the probabilities under one policy with bounds of the optimal result, if a side has
/// a choice.
fn outlook(win: Interval, loss: Interval, best: Option<Interval>, choosers: &[Side]) -> Outlook {
    let own = result_of(win, loss);
    let mut result = best.unwrap_or(own);
    // If only one side chooses, the optimal result is at least as good for it as its policy's.
    match choosers {
        [Side::First] => result.low = result.low.max(own.low),
        [Side::Second] => result.high = result.high.min(own.high),
        _ => {}
    }
    let sure = [(Parts::WIN, 1.0, 0.0), (Parts::LOSS, 0.0, 1.0), (Parts::DRAW, 0.0, 0.0)];
    let is_sure = |&(_, wins, loses): &(Parts, f64, f64)| {
        let score = f64::midpoint(1.0, wins - loses);
        let is_best = best.is_none() || result == Interval::exact(score);
        win == Interval::exact(wins) && loss == Interval::exact(loses) && is_best
    };
    if let Some((parts, _, _)) = sure.iter().find(|it| is_sure(it)) {
        return Outlook::Exact(*parts);
    }
    Outlook::Bounded(Bounds { win, draw: Interval::rest(win, loss), loss, result })
}

/// Converts a sum of rewards, between -1 and 1, to an expected result.
fn halved(sum: Interval) -> Interval {
    let low = if sum.low <= -1.0 { 0.0 } else { (0.5 + sum.low / 2.0).next_down().max(0.0) };
    let high = if sum.high >= 1.0 { 1.0 } else { (0.5 + sum.high / 2.0).next_up().min(1.0) };
    Interval { low, high }
}

/// The mapping between positions and states.
struct StateMap {
    /// The positions that have a state of their own, in the order of the states.
    places: Vec<u32>,
    /// The state of each position; `END` for positions outside the model.
    states: Vec<u32>,
}

impl StateMap {
    /// Maps the positions without a result and all positions that follow from them.
    fn new<G: Stochastic>(positions: &Positions<G>, found: &Settled) -> StateMap {
        let mut states = vec![END; positions.len()];
        let is_open = |place: &u32| found.outlooks[*place as usize].is_none();
        let mut queue: Vec<u32> = (0..positions.len() as u32).filter(is_open).collect();
        let mut is_listed = vec![false; positions.len()];
        for place in &queue {
            is_listed[*place as usize] = true;
        }
        let (mut places, mut next) = (Vec::new(), 0);
        while let Some(&place) = queue.get(next) {
            next += 1;
            if let PositionKind::Over(outcome) = positions.kind(place as usize) {
                states[place as usize] = match outcome {
                    Outcome::Draw => END,
                    Outcome::Win(side) => WON[side as usize],
                };
                continue;
            }
            states[place as usize] = FIRST + places.len() as u32;
            places.push(place);
            for arrow in positions.arrows(place as usize) {
                if !std::mem::replace(&mut is_listed[arrow.to as usize], true) {
                    queue.push(arrow.to);
                }
            }
        }
        StateMap { places, states }
    }

    /// The sides that have a choice in some position.
    fn choosers<G: Stochastic>(&self, positions: &Positions<G>) -> Vec<Side> {
        let chooses = |side: &Side| {
            let kind = |place: &u32| positions.kind(*place as usize);
            self.places.iter().any(|place| kind(place) == PositionKind::Choice(*side))
        };
        [Side::First, Side::Second].into_iter().filter(chooses).collect()
    }

    /// The approximate bytes of the model and its solution.
    fn bytes<G: Stochastic>(&self, positions: &Positions<G>) -> u64 {
        /// An upper bound of the bytes per state and per transition at any time.
        const STATE: u64 = 300;
        const TRANSITION: u64 = 150;
        let arrows = self.places.iter().map(|it| positions.arrows(*it as usize).len() as u64);
        self.places.len() as u64 * STATE + arrows.sum::<u64>() * TRANSITION
    }

    /// Builds the decision process, or the Markov chain that a policy makes of it.
    fn model<G: Stochastic>(
        &self,
        positions: &Positions<G>,
        policy: Option<&[Option<u32>]>,
    ) -> Model {
        let ends = |reward: f64| State::Choice(Owner::Max, vec![Action::sure(reward, END)]);
        let mut states = vec![State::Terminal, ends(1.0), ends(-1.0)];
        for &place in &self.places {
            let arrows = positions.arrows(place as usize);
            let to = |place: u32| self.states[place as usize];
            let state = match positions.kind(place as usize) {
                PositionKind::Choice(side) => {
                    let owner = if side == Side::First { Owner::Max } else { Owner::Min };
                    let all = arrows.iter().map(|arrow| Action::sure(0.0, to(arrow.to)));
                    let mut actions: Vec<Action> = all.collect();
                    if let Some(policy) = policy {
                        let chosen = policy[states.len()].expect("invariant: a choice was made");
                        actions = vec![actions.swap_remove(chosen as usize)];
                    }
                    State::Choice(owner, actions)
                }
                PositionKind::Weighted => {
                    let parts = arrows.iter().map(|it| (to(it.to), u64::from(it.weight)));
                    State::Choice(Owner::Max, vec![Action::whole(0.0, parts.collect())])
                }
                PositionKind::Over(_) => {
                    unreachable!("invariant: what is over has no state of its own")
                }
            };
            states.push(state);
        }
        Model::new(states).expect("invariant: positions lead to positions")
    }
}

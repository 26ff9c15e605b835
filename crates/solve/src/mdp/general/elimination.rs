//! State elimination, and the proof of a component's bounds by iterative refinement in
//! double-double arithmetic.
//!
//! If play lasts `w` steps, an error in one step grows by the factor `w`. With 32 digits, the
//! bounds are as tight as doubles allow, wherever elimination is possible.

use super::bounds::{LEAST_SHARE, MOST_ROUNDS, NONE, Piece};
use super::question::{Bound, STOP};
use super::twofold::{Twofold, UNIT};

/// The number of corrections of the values. Each adds about as many digits as the elimination
/// has.
const CORRECTIONS: usize = 4;

impl Piece<'_, '_> {
    /// Refines the values from elimination to 32 digits, moves them outwards and proves that
    /// they are bounds. Returns whether this succeeded.
    pub(super) fn prove(&mut self, factors: Factors) -> bool {
        let mut factors = factors;
        let mut fine = self.corrected(&factors);
        for _ in 0..MOST_ROUNDS {
            self.meter.add(self.nodes.len());
            let before = self.policy();
            if self.meter.is_empty() || !self.switch_finely(&fine) {
                break;
            }
            let Some(better) = self.factors() else {
                self.set_policy(&before);
                break;
            };
            factors = better;
            self.evaluate(&factors);
            fine = self.corrected(&factors);
        }
        self.widen(factors, &fine)
    }

    /// The values of the policy, corrected by the residuals of its equations.
    fn corrected(&mut self, factors: &Factors) -> Vec<Twofold> {
        let mut fine: Vec<Twofold> = self.values().into_iter().map(Twofold::from).collect();
        for _ in 0..CORRECTIONS {
            let policy = self.policy();
            let lacking = |(at, action): (usize, &u32)| {
                (self.fine_value(*action, &fine).0 - fine[at]).rounded()
            };
            let mut correction: Vec<f64> = policy.iter().enumerate().map(lacking).collect();
            factors.solve(&mut correction);
            if correction.iter().any(|it| !it.is_finite()) {
                break;
            }
            for (value, more) in fine.iter_mut().zip(&correction) {
                *value = *value + Twofold::from(*more);
            }
        }
        fine
    }

    /// The value of an action and a bound on its rounding error.
    fn fine_value(&self, action: u32, fine: &[Twofold]) -> (Twofold, f64) {
        let of = |node: u32| match self.place[node as usize] {
            NONE => Twofold::from(self.found.values[node as usize]),
            at => fine[at as usize],
        };
        self.core.fine_value(action, of)
    }

    /// How far an action's value, rounded outwards, lies outside a limit.
    fn fine_excess(&self, action: u32, limit: Twofold, fine: &[Twofold]) -> f64 {
        let (value, error) = self.fine_value(action, fine);
        let apart = value - limit;
        let slack = error + UNIT * (value.high.abs() + limit.high.abs());
        self.side.sign() * apart.rounded() + slack
    }

    /// Switches to every action that is better by more than the rounding error. Returns whether
    /// there was one.
    fn switch_finely(&mut self, fine: &[Twofold]) -> bool {
        let sign = self.core.sign();
        let mut is_better = false;
        for node in self.nodes {
            let own = self.found.policy[*node as usize];
            let (mut best, mut best_error) = self.fine_value(own, fine);
            for &action in self.core.actions(*node).iter().filter(|action| **action != own) {
                let (value, error) = self.fine_value(action, fine);
                if sign * (value - best).rounded() > 4.0 * (error + best_error) {
                    self.found.policy[*node as usize] = action;
                    (best, best_error, is_better) = (value, error, true);
                }
            }
        }
        is_better
    }

    /// Moves the values outwards by the smallest errors that cover the residuals: `error =
    /// residual + chances · error`. This must hold for the policy's actions and, where the
    /// bound must hold for all actions, also for those that violate it.
    fn widen(&mut self, factors: Factors, values: &[Twofold]) -> bool {
        let (mut factors, mut chosen) = (factors, self.policy());
        let own = self.policy();
        let mut scale = 1.0;
        for _ in 0..MOST_ROUNDS {
            self.meter.add(self.nodes.len());
            let missing = |(at, action): (usize, &u32)| {
                let (value, error) = self.fine_value(*action, values);
                let excess = self.side.sign() * (value - values[at]).rounded();
                let error = error + UNIT * (value.high.abs() + values[at].high.abs());
                if *action == own[at] {
                    scale * (excess.max(0.0) + 3.0 * error)
                } else {
                    excess + 3.0 * scale * error
                }
            };
            let mut errors: Vec<f64> = chosen.iter().enumerate().map(missing).collect();
            raise_least(&mut errors, &chosen, scale);
            factors.solve(&mut errors);
            let sign = self.side.sign();
            let moved: Vec<Twofold> = values
                .iter()
                .zip(&errors)
                .map(|(v, error)| *v + Twofold::from(sign * error))
                .collect();
            if moved.iter().any(|it| !it.high.is_finite()) {
                return false;
            }
            let Some(obstacles) = self.fine_obstacles(&chosen, &moved) else {
                self.set_values(&moved.iter().map(|it| self.outwards(*it)).collect::<Vec<_>>());
                return true;
            };
            if obstacles == chosen {
                scale *= 2.0;
                continue;
            }
            self.set_policy(&obstacles);
            let changed = self.factors();
            self.set_policy(&own);
            match changed {
                Some(changed) => (factors, chosen) = (changed, obstacles),
                None => scale *= 2.0,
            }
        }
        false
    }

    fn outwards(&self, value: Twofold) -> f64 {
        match self.side {
            Bound::Low => value.floor(),
            Bound::Middle => value.rounded(),
            Bound::High => value.ceil(),
        }
    }

    /// Returns `None` if the values are bounds. Otherwise returns for each node the action that
    /// violates the bound most, or the action in `chosen` if none does.
    fn fine_obstacles(&self, chosen: &[u32], values: &[Twofold]) -> Option<Vec<u32>> {
        let mut is_proven = true;
        let mut obstacles = chosen.to_vec();
        for (at, node) in self.nodes.iter().enumerate() {
            let own = [self.found.policy[*node as usize]];
            let actions = if self.needs_all() { self.core.actions(*node) } else { &own };
            let mut worst = 0.0;
            for &action in actions {
                let excess = if action == STOP {
                    // Stopping is worth exactly 0.
                    self.side.sign() * -values[at].rounded()
                } else {
                    self.fine_excess(action, values[at], values)
                };
                if excess > worst || excess.is_nan() {
                    (worst, is_proven, obstacles[at]) = (excess, false, action);
                }
            }
        }
        (!is_proven).then_some(obstacles)
    }
}

/// Raises errors to a small minimum. Even where the residual is 0, the errors themselves were
/// rounded.
fn raise_least(errors: &mut [f64], chosen: &[u32], scale: f64) {
    let largest = errors.iter().copied().fold(0.0, f64::max);
    let floor = largest * (LEAST_SHARE * scale * scale).min(1.0);
    for (error, action) in errors.iter_mut().zip(chosen) {
        let is_lower = *error < floor && *error >= 0.0 && *action != STOP;
        *error = if is_lower { floor } else { *error };
    }
}

// Linear equations of absorbing Markov chains, solved by state elimination.

/// The factorised equations `x = b + P x` of a chain. They can be solved for any `b`.
///
/// States are eliminated one after the other: the predecessors of an eliminated state then lead
/// to its successors. The probability of leaving the chain is kept as a separate number, so
/// nothing is ever subtracted (Grassmann, Taksar, Heyman 1985), and even leaving probabilities
/// of `1e-30` keep all their digits.
pub(crate) struct Factors {
    steps: Vec<EliminationStep>,
    /// The rows of the steps: a later state, and its probability before the division.
    rows: Vec<(u32, f64)>,
    /// The shares that the steps give to later states.
    shares: Vec<(u32, f64)>,
}

struct EliminationStep {
    n_rows: usize,
    n_shares: usize,
    /// The probability of leaving the state.
    moves: f64,
}

/// Elimination gives up beyond this number of row entries.
const MOST_ENTRIES: usize = 6_000_000;

impl Factors {
    /// `rows` lists for each state its successors inside the chain, without duplicates; `out`
    /// is the probability of leaving the chain. Returns `None` if some state can never leave
    /// the chain, if the rows get too many entries, or once `is_stopped` returns true.
    pub(super) fn new(
        mut rows: Vec<Vec<(u32, f64)>>,
        mut out: Vec<f64>,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Factors> {
        let n = rows.len();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (state, row) in rows.iter().enumerate() {
            for &(to, _) in row.iter().filter(|it| it.0 as usize != state) {
                before[to as usize].push(state as u32);
            }
        }
        let mut factors =
            Factors { steps: Vec::with_capacity(n), rows: Vec::new(), shares: Vec::new() };
        let mut place = vec![u32::MAX; n];
        for state in 0..n {
            let row = std::mem::take(&mut rows[state]);
            let row: Vec<(u32, f64)> = row.into_iter().filter(|it| it.0 as usize > state).collect();
            let moves = row.iter().map(|it| it.1).sum::<f64>() + out[state];
            let is_full = factors.rows.len() > MOST_ENTRIES;
            if moves <= 0.0 || !moves.is_finite() || is_full || is_stopped() {
                return None;
            }
            let earlier: Vec<u32> = std::mem::take(&mut before[state]);
            for earlier in earlier.into_iter().filter(|it| *it as usize > state) {
                let target = &mut rows[earlier as usize];
                let Some(at) = target.iter().position(|it| it.0 as usize == state) else {
                    continue;
                };
                let share = target.swap_remove(at).1 / moves;
                factors.shares.push((earlier, share));
                out[earlier as usize] += share * out[state];
                for (at, entry) in target.iter().enumerate() {
                    place[entry.0 as usize] = at as u32;
                }
                for &(to, chance) in &row {
                    let at = place[to as usize];
                    if at == u32::MAX {
                        target.push((to, share * chance));
                        if to != earlier {
                            before[to as usize].push(earlier);
                        }
                    } else {
                        target[at as usize].1 += share * chance;
                    }
                }
                for entry in target.iter() {
                    place[entry.0 as usize] = u32::MAX;
                }
            }
            factors.rows.extend_from_slice(&row);
            let (n_rows, n_shares) = (factors.rows.len(), factors.shares.len());
            factors.steps.push(EliminationStep { n_rows, n_shares, moves });
        }
        Some(factors)
    }

    /// Replaces `b` by `x`.
    pub(super) fn solve(&self, x: &mut [f64]) {
        let mut first = 0;
        for (state, step) in self.steps.iter().enumerate() {
            for &(to, share) in &self.shares[first..step.n_shares] {
                x[to as usize] += share * x[state];
            }
            first = step.n_shares;
        }
        for state in (0..self.steps.len()).rev() {
            let step = &self.steps[state];
            let first = if state == 0 { 0 } else { self.steps[state - 1].n_rows };
            let later = self.rows[first..step.n_rows].iter().map(|(to, p)| p * x[*to as usize]);
            x[state] = (x[state] + later.sum::<f64>()) / step.moves;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    #[test]
    fn what_is_solved_fulfils_the_equations() {
        let mut random = SplitMix::new(11);
        for _ in 0..200 {
            let n = 1 + random.below(15) as usize;
            let mut rows = Vec::new();
            let mut out = Vec::new();
            for _ in 0..n {
                let parts: Vec<f64> = (0..=n).map(|_| (random.below(4) / 3) as f64).collect();
                let total: f64 = parts.iter().sum::<f64>() + 1e-3;
                let entry = |to: usize| (to as u32, parts[to] / total);
                rows.push((0..n).map(entry).filter(|it| it.1 > 0.0).collect::<Vec<_>>());
                out.push((parts[n] + 1e-3) / total);
            }
            let b: Vec<f64> = (0..n).map(|_| random.below(100) as f64 - 50.0).collect();
            let mut x = b.clone();
            Factors::new(rows.clone(), out, || false).unwrap().solve(&mut x);
            for state in 0..n {
                let right =
                    b[state] + rows[state].iter().map(|it| it.1 * x[it.0 as usize]).sum::<f64>();
                assert!((x[state] - right).abs() <= 1e-9 * x[state].abs().max(1.0), "{rows:?}");
            }
        }
    }

    #[test]
    fn small_chances_to_leave_keep_their_digits() {
        // Two states that lead to each other and leave with probability 1e-30.
        let rows = vec![vec![(1, 1.0)], vec![(0, 1.0)]];
        let mut time = [1.0, 1.0];
        Factors::new(rows, vec![0.0, 1e-30], || false).unwrap().solve(&mut time);
        assert!((time[0] / 2e30 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_chain_that_never_ends_has_no_solution() {
        let circle = || vec![vec![(1, 1.0)], vec![(0, 1.0)]];
        assert!(Factors::new(circle(), vec![0.0, 0.0], || false).is_none());
        assert!(Factors::new(circle(), vec![1.0, 1.0], || true).is_none());
    }
}

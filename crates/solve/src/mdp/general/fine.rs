//! The proof of a component's bounds, in numbers of twice the digits.
//!
//! Play that lasts for `w` steps makes an error of one step `w` times as large. With 32
//! digits, bounds come out as near as doubles can say, wherever elimination can be used.

use super::bounds::NONE;
use super::core::STOP;
use super::core::Side;
use super::eliminate::Factors;
use super::piece::{LEAST_SHARE, MOST_ROUNDS, Piece};
use super::twofold::{Twofold, UNIT};

/// Corrections of the values after which they are taken as they are. Each brings about as
/// many digits as the elimination has.
const CORRECTIONS: usize = 4;

impl Piece<'_, '_> {
    /// Makes the values, found by elimination, as exact as 32 digits allow, moves them
    /// outwards and proves that they are bounds.
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

    /// The values of the policy, corrected by what its equations lack.
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

    /// The value of an action and a bound on its error.
    fn fine_value(&self, action: u32, fine: &[Twofold]) -> (Twofold, f64) {
        let of = |node: u32| match self.place[node as usize] {
            NONE => Twofold::from(self.found.values[node as usize]),
            at => fine[at as usize],
        };
        self.core.fine_value(action, of)
    }

    /// How far an action's value, rounded outwards, lies outside of a limit.
    fn fine_excess(&self, action: u32, limit: Twofold, fine: &[Twofold]) -> f64 {
        let (value, error) = self.fine_value(action, fine);
        let apart = value - limit;
        let slack = error + UNIT * (value.high.abs() + limit.high.abs());
        self.side.sign() * apart.rounded() + slack
    }

    /// Takes every action that is better by more than rounding explains. Whether any was.
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

    /// Moves the values outwards by the smallest errors that explain what is missing:
    /// `error = missing + chances · error`, for the policy and, where all actions must obey,
    /// for those that turn out to be in the way.
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
            Side::Low => value.floor(),
            Side::Middle => value.rounded(),
            Side::High => value.ceil(),
        }
    }

    /// `None` if the values are bounds. Else for each node the action that contradicts it
    /// most, or the one of `chosen` if none does.
    fn fine_obstacles(&self, chosen: &[u32], values: &[Twofold]) -> Option<Vec<u32>> {
        let mut is_proven = true;
        let mut obstacles = chosen.to_vec();
        for (at, node) in self.nodes.iter().enumerate() {
            let own = [self.found.policy[*node as usize]];
            let actions = if self.needs_all() { self.core.actions(*node) } else { &own };
            let mut worst = 0.0;
            for &action in actions {
                let excess = if action == STOP {
                    // Worth exactly nothing.
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

/// Where nothing is missing, there is still the rounding of the errors themselves.
fn raise_least(errors: &mut [f64], chosen: &[u32], scale: f64) {
    let largest = errors.iter().copied().fold(0.0, f64::max);
    let floor = largest * (LEAST_SHARE * scale * scale).min(1.0);
    for (error, action) in errors.iter_mut().zip(chosen) {
        let is_lower = *error < floor && *error >= 0.0 && *action != STOP;
        *error = if is_lower { floor } else { *error };
    }
}

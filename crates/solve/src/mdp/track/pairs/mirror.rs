//! Self-play: value iteration in which both players follow the policy that is being computed.
//! Both move at once.
//!
//! The 2010 paper claims that this always converges. It does not: against a policy that depends
//! on both squares, each side may prefer the action that the other does not expect, and pure
//! choices cycle. This code exists to show that; [`both_best`](super::both_best) solves the
//! game in which sides move in turn, which has a value.

use super::choice::PairPolicy;
use super::respond::Setting;
use super::turn::{Grid, Payoff, Quits, Rival, first_of, worth};
use crate::mdp::track::layout::Track;
use crate::{Budget, SolveError};

/// Whether pairs are updated one after the other or all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updates {
    /// One after the other, starting at the goal, each from the newest values and actions.
    InPlace,
    /// All at once, from the values and actions of the previous sweep.
    Jacobi,
}

/// How the sweeps end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Converged after this many sweeps.
    Settled(u32),
    /// Values and actions are bit for bit what they were this many sweeps before, so they never
    /// converge.
    Circles(u32),
    /// Neither, within the maximum number of sweeps.
    Open,
}

/// Actions whose values differ by at most this share count as equally good.
const TIE: f64 = 1e-12;

/// Changes up to this count as converged.
const STILL: f64 = 1e-12;

/// The values and actions of both players, by the own square and the opponent's.
#[derive(Clone, Debug)]
pub struct Mirror<'a> {
    track: &'a Track,
    payoff: Payoff,
    updates: Updates,
    values: Grid,
    policy: PairPolicy,
}

impl<'a> Mirror<'a> {
    /// Starts with values of 0 and the first action everywhere. If both players arrive at once,
    /// each gets `common`.
    pub fn new(track: &'a Track, common: f64, updates: Updates) -> Mirror<'a> {
        let n = track.n();
        let (values, policy) = (Grid::new(n, 0.0), PairPolicy::all(n, 0));
        Mirror { track, payoff: Payoff::at_once(common), updates, values, policy }
    }

    /// Updates the value and action of every pair. Returns the largest change and the number of
    /// changed actions.
    pub fn sweep(&mut self) -> (f64, u32) {
        let goal = self.track.goal();
        let before = (self.updates == Updates::Jacobi).then(|| self.clone());
        let (mut largest, mut n_changed) = (0.0_f64, 0);
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let (action, value) = before.as_ref().unwrap_or(self).better(own, other);
                largest = largest.max((value - self.values.at(own, other)).abs());
                n_changed += u32::from(self.policy.action(own, other) != action);
                self.values.set(own, other, value);
                self.policy.set(own, other, action);
            }
        }
        (largest, n_changed)
    }

    /// The first best action against the current policy.
    fn better(&self, own: usize, other: usize) -> (u8, f64) {
        let rival = Rival::Seeing(&self.policy);
        let answer = rival.action(other, own);
        let setting = Setting { rival, quits: Quits::Never, payoff: self.payoff };
        let worth = |action| {
            let value = |own, other| self.values.at(own, other);
            worth(self.track, &setting, (own, action), (other, answer), value)
        };
        let (first, best) = first_of((0..self.track.actions().len()).map(worth), TIE);
        (first as u8, best)
    }

    /// Sweeps until nothing changes, a cycle is found, or the maximum number of sweeps is
    /// reached.
    ///
    /// # Errors
    /// If the work is stopped.
    pub fn run(&mut self, most_sweeps: u32, budget: &Budget) -> Result<Course, SolveError> {
        // The state at the last power of two, to detect a cycle (Brent's algorithm).
        let (mut mark, mut marked) = (self.clone(), 0);
        for sweep in 1..=most_sweeps {
            if budget.is_stopped() {
                return Err(SolveError::Stopped);
            }
            let (largest, n_changed) = self.sweep();
            if n_changed == 0 && largest <= STILL {
                return Ok(Course::Settled(sweep));
            }
            if self.policy == mark.policy && self.values.cells() == mark.values.cells() {
                return Ok(Course::Circles(sweep - marked));
            }
            if sweep.is_power_of_two() {
                (mark, marked) = (self.clone(), sweep);
            }
        }
        Ok(Course::Open)
    }

    /// The value for the own square and the opponent's.
    pub fn at(&self, own: usize, other: usize) -> f64 {
        self.values.at(own, other)
    }

    /// The current policy.
    pub fn policy(&self) -> &PairPolicy {
        &self.policy
    }
}

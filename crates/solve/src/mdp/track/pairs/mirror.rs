//! Value iteration in which the policy that is being found is the other player's as well,
//! both moving at once.
//!
//! The 2010 paper holds that this always converges. It does not: against a policy that depends
//! on both squares each side may want what the other does not expect, and pure choices cycle.
//! Kept to show that; [`both_best`](super::both_best) solves the game that has a value.

use super::choice::PairPolicy;
use super::respond::Setting;
use super::turn::{Grid, Payoff, Quits, Rival, first_of, worth};
use crate::mdp::track::layout::Track;
use crate::{Budget, SolveError};

/// Whether pairs are given their values one after the other or all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updates {
    /// One after the other from the goal down, each by the newest values and actions.
    InPlace,
    /// All at once, by the values and actions of the sweep before.
    Jacobi,
}

/// How the sweeps end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Nothing changed any more, after this many sweeps.
    Settled(u32),
    /// Values and actions were again, to the last bit, what they had been this many sweeps
    /// before: they never settle.
    Circles(u32),
    /// Neither within the sweeps that were allowed.
    Open,
}

/// Actions whose chances differ by no more than this share are equally good.
const TIE: f64 = 1e-12;

/// Values that change by no more stand still.
const STILL: f64 = 1e-12;

/// Chances and actions of whoever it is, by the own square and the other's.
#[derive(Clone, Debug)]
pub struct Mirror<'a> {
    track: &'a Track,
    payoff: Payoff,
    updates: Updates,
    values: Grid,
    policy: PairPolicy,
}

impl<'a> Mirror<'a> {
    /// Begins with chances of 0 and the first action everywhere. If both arrive at once,
    /// that counts for `common`, for both.
    pub fn new(track: &'a Track, common: f64, updates: Updates) -> Mirror<'a> {
        let n = track.n();
        let (values, policy) = (Grid::new(n, 0.0), PairPolicy::all(n, 0));
        Mirror { track, payoff: Payoff::at_once(common), updates, values, policy }
    }

    /// Gives every pair a new value and action; the largest change, and how many actions
    /// changed.
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

    /// The first best action against the policy that there is now.
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

    /// Sweeps until nothing changes, or a cycle is closed, or at most this many sweeps.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn run(&mut self, most_sweeps: u32, budget: &Budget) -> Result<Course, SolveError> {
        // What the sweeps were at the last power of two: a circle comes back to it.
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

    /// The chance on the own square against the other's.
    pub fn at(&self, own: usize, other: usize) -> f64 {
        self.values.at(own, other)
    }

    /// The actions now.
    pub fn policy(&self) -> &PairPolicy {
        &self.policy
    }
}

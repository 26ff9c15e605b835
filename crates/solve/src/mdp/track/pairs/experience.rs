//! Close games: every turn costs the squared distance of the pieces, and later turns are
//! discounted.
//!
//! `value(i, j) = -(i - j)² + discount · max over actions of Σ chance · value(k, l)`, and 0
//! once a side has arrived (Equation 12 of the 2010 paper). All values are negative, so ending
//! the game is good.

use super::choice::{PairPolicy, TIE, first_best};
use super::turn::{Grid, Payoff, Quits, Rival, Theirs, each_action};
use crate::interval::{Interval, down, up};
use crate::mdp::track::layout::Track;
use crate::{Budget, Progress, SolveError, budget};

/// The value of the game for every pair, with proven bounds.
#[derive(Clone, Debug)]
pub struct Experience {
    values: Grid,
    /// A bound of the error of each value.
    off: f64,
    /// The first best action for every pair.
    pub policy: PairPolicy,
    /// The number of sweeps.
    pub sweeps: u32,
}

impl Experience {
    /// The value of the game with us to move from the first square and the opponent on the
    /// second.
    pub fn at(&self, ours: usize, theirs: usize) -> Interval {
        let value = self.values.at(ours, theirs);
        Interval { low: down(value - self.off), high: up(value + self.off) }
    }
}

/// The end of the game has the value 0.
const NOTHING: Payoff =
    Payoff { we_arrive: 0.0, both_arrive: 0.0, they_arrive: 0.0, they_quit: 0.0 };

/// Computes the values of the game against a player, by sweeps from the goal until nothing
/// changes by more than `change`. The error of each value is then at most the change by one
/// more sweep, divided by one minus the discount.
///
/// # Errors
/// If the work is stopped, or the memory does not suffice.
///
/// # Panics
/// If the discount is not in `[0, 1)`.
pub fn experience(
    track: &Track,
    rival: Rival<'_>,
    discount: f64,
    change: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Experience, SolveError> {
    assert!((0.0..1.0).contains(&discount), "a discount is from 0 to below 1");
    let (n, goal) = (track.n(), track.goal());
    let needed = (n as u128).pow(2) * 17;
    if needed > u128::from(budget.memory) {
        return Err(SolveError::TooLarge { needed, allowed: budget.memory });
    }
    budget::probe(needed)?;
    let mut half = Theirs::new(track, rival, Quits::Never, NOTHING);
    let (mut ours, mut theirs) = (Grid::new(n, 0.0), Grid::new(n, 0.0));
    let mut each = vec![vec![0.0; n]; track.actions().len()];
    let next = |own: usize, other: usize, each: &[Vec<f64>]| {
        let apart = own.abs_diff(other) as f64;
        let best = each.iter().map(|row| row[other]).fold(f64::NEG_INFINITY, f64::max);
        discount * best - apart * apart
    };
    // A tiny change of large values is below the precision of doubles.
    let change = change.max(4.0 * f64::EPSILON * (n * n) as f64);
    for sweeps in 1_u32.. {
        if budget.is_stopped() {
            return Err(SolveError::Stopped);
        }
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            each_action(track, own, &theirs, 0, &mut each);
            for (other, value) in ours.row_mut(own)[..goal].iter_mut().enumerate() {
                let next = next(own, other, &each);
                largest = largest.max((next - *value).abs());
                *value = next;
            }
            half.row(own, ours.row(own), theirs.row_mut(own));
        }
        progress.report("sweeps", u64::from(sweeps), 0);
        if largest > change {
            continue;
        }
        let (mut residual, mut size) = (0.0_f64, 0.0_f64);
        for own in 0..goal {
            each_action(track, own, &theirs, 0, &mut each);
            for other in 0..goal {
                residual = residual.max((next(own, other, &each) - ours.at(own, other)).abs());
                size = size.max(ours.at(own, other).abs());
            }
        }
        // Averages of numbers up to `size` have proportionally the same rounding errors as
        // those up to 1.
        let rounded = up(residual + up(up(2.0 * track.rounding()) * up(size)));
        let off = up(rounded / down(1.0 - discount));
        let policy = first_best(track, &theirs, TIE);
        return Ok(Experience { values: ours, off, policy, sweeps });
    }
    unreachable!("invariant: the loop ends by returning")
}

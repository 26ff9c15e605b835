//! Plain value iteration, sweep by sweep, as a course teaches it.

use super::place::Place;
use super::rival::Other;
use crate::wire::policies::Sweep;
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::plain::{Plain, PlainBoth};
use spar_solve::mdp::track::turns::{Order, Sweeps};
use spar_solve::{Budget, SolveError};

/// Sweeps end when nothing changes by more than this,
const CHANGE: f64 = 1e-4;

/// or after so many.
const MOST: u32 = 200;

fn told(
    budget: &Budget,
    mut sweep: impl FnMut() -> (f64, Vec<f64>),
) -> Result<Vec<Sweep>, SolveError> {
    let mut all = Vec::new();
    for number in 1..=MOST {
        if budget.is_stopped() {
            return Err(SolveError::Stopped);
        }
        let (change, values) = sweep();
        all.push(Sweep { sweep: number, change, values });
        if change <= CHANGE {
            break;
        }
    }
    Ok(all)
}

/// What all sweeps of one piece take at most.
pub(super) fn bytes(track: &Track) -> u128 {
    track.n() as u128 * 8 * u128::from(MOST)
}

/// One piece: in place, from the goal down, from the distances in single steps.
pub(super) fn alone(track: &Track, budget: &Budget) -> Result<Vec<Sweep>, SolveError> {
    let mut sweeps = Sweeps::new(track, Order::FromGoal, Sweeps::distances(track));
    told(budget, || {
        let change = sweeps.sweep();
        (change, sweeps.values().to_vec())
    })
}

/// Against a player: the chance with us to move.
pub(super) fn against(
    track: &Track,
    other: &Other,
    place: &Place,
    budget: &Budget,
) -> Result<Vec<Sweep>, SolveError> {
    other.quits.with(|quits| {
        let mut plain = Plain::new(track, other.policy.rival(), quits);
        told(budget, || {
            let change = plain.sweep();
            (change, vec![plain.values[place.ours * track.n() + place.theirs]])
        })
    })
}

/// Both at their best: the chance of whoever moves.
pub(super) fn both(
    track: &Track,
    place: &Place,
    budget: &Budget,
) -> Result<Vec<Sweep>, SolveError> {
    let (mover, other) =
        if place.we_move { (place.ours, place.theirs) } else { (place.theirs, place.ours) };
    let mut plain = PlainBoth::new(track);
    told(budget, || {
        let change = plain.sweep();
        (change, vec![plain.values[mover * track.n() + other]])
    })
}

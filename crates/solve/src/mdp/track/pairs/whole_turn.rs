//! A full turn pair by pair, by the double sum over both rolls: for methods that look at
//! single pairs.

use super::respond::Setting;
use super::rival::Payoff;
use crate::mdp::track::layout::Track;

/// What a full turn is worth if we take one action and they another: `value` tells what the
/// pair is worth that it leads to.
pub(super) fn worth(
    track: &Track,
    setting: &Setting<'_>,
    (ours, action): (usize, usize),
    (theirs, answer): (usize, usize),
    value: impl Fn(usize, usize) -> f64,
) -> f64 {
    let Payoff { we_arrive, both_arrive, they_arrive, they_quit } = setting.payoff;
    let goal = track.goal();
    let mut sum = 0.0;
    for (to, weight) in track.outcomes(ours, action) {
        let mut part = 0.0;
        for (there, share) in track.outcomes(theirs, answer) {
            let worth = match (to == goal, there == goal) {
                (true, true) => both_arrive,
                (true, false) => we_arrive,
                (false, true) => they_arrive,
                (false, false) => {
                    let quits = setting.quits.chance(to, there);
                    quits * they_quit + (1.0 - quits) * value(to, there)
                }
            };
            part += f64::from(share) * worth;
        }
        sum += f64::from(weight) * part;
    }
    let total = |number: usize| f64::from(track.roll(number).total());
    sum / (total(action) * total(answer))
}

/// The first of these that is no worse than the best of them by more than `tie` of it, and
/// what the best is worth.
pub(super) fn first_of(worths: impl Iterator<Item = f64> + Clone, tie: f64) -> (usize, f64) {
    let best = worths.clone().fold(f64::NEG_INFINITY, f64::max);
    let mut worths = worths;
    let first = worths.position(|worth| worth >= best - tie * best.abs());
    (first.unwrap_or_default(), best)
}

//! What staying in an end component gives for each step, on average: more than nothing, or
//! less?

use super::core::sign;
use super::{Model, Owner};

/// The sign of the best average reward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gain {
    /// Every way to stay costs without end.
    Negative,
    /// Some way to stay gains without end.
    Positive,
    /// Neither was proven.
    Unknown,
}

/// Sweeps after which nothing is said.
const MOST_SWEEPS: usize = 5000;

/// The best average reward of its owner in an end component, by value iteration.
///
/// For any numbers `h`, the average lies between the smallest and the largest of
/// `max(reward + chances · h) - h`. Each sweep goes half of the way, so that components with
/// a period settle too.
pub(super) fn gain(model: &Model, owner: Owner, group: &[u32], stays: &[bool]) -> Gain {
    let sign = sign(owner);
    let mut heights = vec![0.0; model.n_states()];
    for _ in 0..MOST_SWEEPS {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut next = Vec::with_capacity(group.len());
        for &state in group {
            let height = heights[state as usize];
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            for action in model.actions(state).filter(|a| stays[*a as usize]) {
                let (mean, error) = model.mean_and_error(action, |to| heights[to as usize]);
                let reward = sign * model.reward(action);
                let value = reward + mean - height;
                let error = error + 4.0 * f64::EPSILON * (reward.abs() + mean.abs() + height.abs());
                (low, high) = (low.max(value - error), high.max(value + error));
            }
            (least, most) = (least.min(low), most.max(high));
            next.push(height + f64::midpoint(low, high) / 2.0);
        }
        if most < 0.0 {
            return Gain::Negative;
        }
        if least > 0.0 {
            return Gain::Positive;
        }
        // Heights count from the first state, so that they stay small.
        group
            .iter()
            .zip(&next)
            .for_each(|(state, height)| heights[*state as usize] = height - next[0]);
    }
    Gain::Unknown
}

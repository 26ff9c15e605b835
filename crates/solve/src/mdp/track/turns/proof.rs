//! How far values can be from the truth, by how much one more sweep would change them.
//!
//! Every turn costs one. If one more sweep raises no value by more than `above` < 1 and
//! lowers none by more than `below`, then on every square
//! `value / (1 + below) <= truth <= value / (1 - above)`:
//! the policy that the sweep takes pays at least `1 - above` of the value each turn, so it
//! comes to no more than the upper bound; the best policy pays at most `1 + below`.

use crate::mdp::track::layout::Track;

/// What one more sweep would lower and raise at most, rounded up.
pub(super) fn residuals(track: &Track, values: &[f64]) -> (f64, f64) {
    let (mut below, mut above) = (0.0_f64, 0.0_f64);
    for square in 0..track.goal() {
        let here = values[square];
        if !here.is_finite() || here < 0.0 {
            return (f64::INFINITY, f64::INFINITY);
        }
        // The best action's change, and how far rounding may have moved it.
        let (mut least_low, mut least_high) = (f64::INFINITY, f64::INFINITY);
        for (number, action) in track.actions().iter().enumerate() {
            let (mut sum, mut size) = (0.0_f64, 0.0_f64);
            for (to, weight) in track.outcomes(square, number) {
                // Values are alike, so their difference hardly rounds.
                let part = f64::from(weight) * (values[to] - here);
                sum += part;
                size += part.abs();
            }
            let total = f64::from(action.total());
            // Each term is rounded twice, each sum once; one more for each of the last steps.
            let roundings = action.steps.len() as f64 + 6.0;
            let error = roundings * f64::EPSILON * (size / total + 1.0);
            let change = 1.0 + sum / total;
            if !(change.is_finite() && error.is_finite()) {
                return (f64::INFINITY, f64::INFINITY);
            }
            least_low = least_low.min(change - error);
            least_high = least_high.min(change + error);
        }
        above = above.max(least_high.next_up());
        below = below.max((-least_low).next_up());
    }
    (below, if above < 1.0 { above } else { f64::INFINITY })
}

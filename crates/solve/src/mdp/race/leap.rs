//! Where values that change less and less will end.

/// After so many sweeps values are extrapolated, and again and again.
const LEAP: u32 = 6;

/// The last changes of some values, to see where they lead.
///
/// Each value comes closer by about the same share with every sweep; the rest of the way
/// is then known from the last two steps (Aitken). It need not be right: sweeps go on
/// until nothing changes, and the bounds are proven by other means.
#[derive(Default)]
pub(super) struct Leaps {
    last: Vec<f64>,
    before: Vec<f64>,
    /// The largest change of the sweep before.
    largest: f64,
    pace: f64,
    /// Values before the last leap, and the largest change then.
    safe: Vec<f64>,
    largest_then: f64,
    /// Sweeps until the next leap, and between leaps.
    wait: u32,
    pause: u32,
}

impl Leaps {
    pub(super) fn begin(&mut self, n_values: usize) {
        for list in [&mut self.last, &mut self.before] {
            list.clear();
            list.resize(n_values, 0.0);
        }
        self.safe.clear();
        (self.largest, self.pace) = (f64::INFINITY, 1.0);
        (self.wait, self.pause) = (LEAP, LEAP);
    }

    /// By how much each value changed in the sweep under way, to be filled in.
    pub(super) fn moved(&mut self) -> &mut [f64] {
        &mut self.last
    }

    /// The largest change of the sweep before.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }

    /// After a sweep: leaps if it is time, or takes back a leap that led astray.
    pub(super) fn swept(&mut self, largest: f64, values: &mut [f64]) {
        if !self.safe.is_empty() && self.wait == self.pause {
            let astray = largest.is_nan() || largest >= self.largest_then;
            if astray {
                values.copy_from_slice(&self.safe);
                self.pause *= 2;
            }
            self.safe.clear();
        }
        let pace = largest / self.largest;
        let steady = (pace - self.pace).abs() < 0.1 && pace < 1.0;
        (self.largest, self.pace) = (largest, pace);
        self.wait = self.wait.saturating_sub(1);
        if self.wait == 0 && steady {
            self.wait = self.pause;
            self.largest_then = largest;
            self.safe.extend_from_slice(values);
            self.leap(values);
        }
        std::mem::swap(&mut self.last, &mut self.before);
    }

    /// Goes the rest of the way, where the last two steps tell it; no value is thought to
    /// be much slower than the slowest.
    fn leap(&self, values: &mut [f64]) {
        let most = (1.02 * self.pace).min(0.999_999);
        for ((value, last), before) in values.iter_mut().zip(&self.last).zip(&self.before) {
            let share = last / before;
            // NaN where nothing moved.
            if share > 0.0 && share <= most {
                *value += last * share / (1.0 - share);
            }
        }
    }
}

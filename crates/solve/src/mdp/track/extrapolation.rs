//! Extrapolation of values that converge geometrically (Aitken).
//!
//! The error of a value shrinks by about the same factor with every sweep, so its limit can be
//! estimated from two runs of the same number of sweeps. A wrong estimate does no harm: sweeps
//! continue until nothing changes, and bounds are proven by other means.

/// The number of sweeps before the first extrapolation.
const FIRST_WAIT: u32 = 4;

/// The first extrapolations, this many, compare runs of one sweep; then the runs double in
/// length. Quickly converging errors must vanish before slow ones can be estimated.
const SHORT_LEAPS: u32 = 6;

/// Values at three times, from which the limit is extrapolated.
#[derive(Default)]
pub(super) struct Extrapolation {
    /// The values before and after the first run.
    marks: [Vec<f64>; 2],
    n_marks: usize,
    /// Sweeps until the next mark.
    wait: u32,
    /// Sweeps between marks.
    stride: u32,
    done: u32,
    /// The values before the last extrapolation and the largest change at that time, kept until
    /// the next sweep shows whether the extrapolation helped.
    safe: Vec<f64>,
    largest_then: f64,
    /// The largest change in the last sweep.
    largest: f64,
}

impl Extrapolation {
    /// Restarts for other values.
    pub(super) fn begin(&mut self) {
        (self.n_marks, self.wait, self.stride) = (0, FIRST_WAIT, 1);
        (self.done, self.largest) = (0, f64::INFINITY);
        self.safe.clear();
    }

    /// The largest change in the last sweep.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }

    /// Called after a sweep. Extrapolates if it is time, or undoes an extrapolation that made
    /// the values worse. Returns whether it changed the values.
    pub(super) fn swept(&mut self, largest: f64, values: &mut [f64]) -> bool {
        let slows = largest < self.largest;
        self.largest = largest;
        self.wait = self.wait.saturating_sub(1);
        if self.wait > 0 && !largest.is_nan() {
            return false;
        }
        if !self.safe.is_empty() {
            // An extrapolation causes quickly vanishing changes, which have vanished by now.
            let astray = largest.is_nan() || largest > self.largest_then;
            if astray {
                values.copy_from_slice(&self.safe);
                (self.wait, self.stride) = (self.stride, 2 * self.stride);
            }
            self.safe.clear();
            if astray {
                return true;
            }
        }
        if self.n_marks == 0 && !slows {
            return false;
        }
        self.wait = self.stride;
        if let Some(mark) = self.marks.get_mut(self.n_marks) {
            mark.clear();
            mark.extend_from_slice(values);
            self.n_marks += 1;
            return false;
        }
        self.safe.extend_from_slice(values);
        self.largest_then = largest;
        self.leap(values);
        (self.n_marks, self.done) = (0, self.done + 1);
        if self.done >= SHORT_LEAPS {
            self.stride *= 2;
        }
        self.wait = self.stride.max(FIRST_WAIT);
        true
    }

    /// Extrapolates each value to its estimated limit, if the marks allow an estimate.
    fn leap(&self, values: &mut [f64]) {
        let [first, second] = &self.marks;
        let pairs = || values.iter().zip(second).zip(first);
        let widest = |stretch: fn(f64, f64, f64) -> f64| {
            pairs().map(|((c, b), a)| stretch(*a, *b, *c).abs()).fold(0.0, f64::max)
        };
        // Assume that no value converges much more slowly than the slowest one measured.
        let pace = widest(|_, b, c| c - b) / widest(|a, b, _| b - a);
        let most = (1.02 * pace).min(1.0 - 1e-11);
        for ((value, second), first) in values.iter_mut().zip(second).zip(first) {
            let (last, before) = (*value - second, second - first);
            let share = last / before;
            // NaN if the value did not change.
            if share > 0.0 && share <= most {
                *value += last * share / (1.0 - share);
            }
        }
    }
}

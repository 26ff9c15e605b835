//! Extrapolation of values that converge geometrically (Aitken).
//!
//! The error of a value shrinks by about the same factor with every sweep, so its limit can be
//! estimated from two runs of the same number of sweeps. The estimate need not be right: sweeps
//! go on until nothing changes, and bounds are proven by other means.

/// Sweeps before the first stretch.
const FIRST_WAIT: u32 = 4;

/// So many leaps come after stretches of one sweep; then stretches double. Fast changes
/// must have died down before slow ones can be told.
const SHORT_LEAPS: u32 = 6;

/// Values at three moments, to see where they lead.
#[derive(Default)]
pub(super) struct Extrapolation {
    /// Values before the first and after the first stretch.
    marks: [Vec<f64>; 2],
    n_marks: usize,
    /// Sweeps until the next mark.
    wait: u32,
    /// Sweeps between marks.
    stride: u32,
    done: u32,
    /// Values before the last leap, and the largest change then, until the next sweep has
    /// shown what it was worth.
    safe: Vec<f64>,
    largest_then: f64,
    /// The largest change of the sweep before.
    largest: f64,
}

impl Extrapolation {
    /// Restarts with other values.
    pub(super) fn begin(&mut self) {
        (self.n_marks, self.wait, self.stride) = (0, FIRST_WAIT, 1);
        (self.done, self.largest) = (0, f64::INFINITY);
        self.safe.clear();
    }

    /// The largest change of the sweep before.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }

    /// After a sweep: leaps if it is time, or takes back a leap that led astray. Whether
    /// values were changed.
    pub(super) fn swept(&mut self, largest: f64, values: &mut [f64]) -> bool {
        let slows = largest < self.largest;
        self.largest = largest;
        self.wait = self.wait.saturating_sub(1);
        if self.wait > 0 && !largest.is_nan() {
            return false;
        }
        if !self.safe.is_empty() {
            // A leap stirs up fast changes, which have died down by now.
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

    /// Goes the rest of the way, where the marks tell it.
    fn leap(&self, values: &mut [f64]) {
        let [first, second] = &self.marks;
        let pairs = || values.iter().zip(second).zip(first);
        let widest = |stretch: fn(f64, f64, f64) -> f64| {
            pairs().map(|((c, b), a)| stretch(*a, *b, *c).abs()).fold(0.0, f64::max)
        };
        // No value is thought to be much slower than the slowest.
        let pace = widest(|_, b, c| c - b) / widest(|a, b, _| b - a);
        let most = (1.02 * pace).min(1.0 - 1e-11);
        for ((value, second), first) in values.iter_mut().zip(second).zip(first) {
            let (last, before) = (*value - second, second - first);
            let share = last / before;
            // NaN where nothing moved.
            if share > 0.0 && share <= most {
                *value += last * share / (1.0 - share);
            }
        }
    }
}

//! Intervals: numbers between a lower and an upper bound.

use std::fmt;

/// Bounds of a number: `low <= number <= high`. Whoever creates an interval must ensure this.
///
/// ```
/// use spar_solve::Interval;
///
/// let chance = Interval { low: 0.698_228_01, high: 0.698_228_04 };
/// assert!(chance.holds(0.698_228_02) && chance.width() < 1e-7);
/// assert_eq!(chance.to_string(), "0.698228");
/// assert_eq!(Interval { low: 0.698_234, high: 0.698_285 }.to_string(), "0.69823 to 0.69829");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// The interval of a number that is known exactly.
    pub fn exact(value: f64) -> Interval {
        Interval { low: value, high: value }
    }

    /// The distance between the bounds, rounded up. It is exactly 0 if they are equal.
    pub fn width(self) -> f64 {
        if self.low.total_cmp(&self.high).is_eq() { 0.0 } else { up(self.high - self.low) }
    }

    /// The midpoint of the bounds.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Half the width, rounded up: the greatest distance of the midpoint from the number.
    pub fn error(self) -> f64 {
        up((self.high - self.low) / 2.0)
    }

    /// Returns whether the number may be `value`.
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns whether the two intervals overlap.
    pub fn meets(self, other: Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Bounds of the larger of two numbers.
    #[must_use]
    pub fn larger(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// Bounds of the smaller of two numbers.
    #[must_use]
    pub fn smaller(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// Bounds of `1 - number`: the opponent's share.
    #[must_use]
    pub fn opposite(self) -> Interval {
        let (low, high) = (down(1.0 - self.high), up(1.0 - self.low));
        // Subtracting 0 or 1 does not round.
        let is_whole = |it: f64| it <= 0.0 || it >= 1.0;
        let low = if is_whole(self.high) { 1.0 - self.high } else { low };
        let high = if is_whole(self.low) { 1.0 - self.low } else { high };
        Interval { low: low.clamp(0.0, 1.0), high: high.clamp(0.0, 1.0) }
    }

    /// Bounds of `1 - one - other`: the probability of a third outcome.
    #[must_use]
    pub fn rest(one: Interval, other: Interval) -> Interval {
        Interval { low: down(one.low + other.low), high: up(one.high + other.high) }.opposite()
    }

    /// Bounds of the weighted mean of probabilities; every step rounds outwards. If all are
    /// exactly 0 or all exactly 1, so is the mean.
    #[must_use]
    pub fn mean(weighted: impl Iterator<Item = (u32, Interval)>) -> Interval {
        let (mut low, mut high, mut weights) = (0.0_f64, 0.0_f64, 0_u64);
        let (mut all_zero, mut all_one) = (true, true);
        for (weight, chance) in weighted {
            all_zero &= chance.high <= 0.0;
            all_one &= chance.low >= 1.0;
            let times = f64::from(weight);
            low = down(low + down(chance.low * times));
            high = up(high + up(chance.high * times));
            weights += u64::from(weight);
        }
        // The sum of the 32-bit weights of one position is exact as a float.
        let weights = weights as f64;
        Interval {
            low: if all_one { 1.0 } else { down(low / weights).max(0.0) },
            high: if all_zero { 0.0 } else { up(high / weights).min(1.0) },
        }
    }

    /// The intersection of two intervals, which must bound the same number.
    #[must_use]
    pub fn and(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// The next smaller float: a strict lower bound of a result that was rounded to `x`.
pub fn down(x: f64) -> f64 {
    x.next_down()
}

/// The next larger float: a strict upper bound of a result that was rounded to `x`.
pub fn up(x: f64) -> f64 {
    x.next_up()
}

/// Prints one number if both bounds round to it. Otherwise prints both bounds, rounded
/// outwards, with enough digits to tell them apart. The precision is the maximum number of
/// decimals, 6 by default.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = f.precision().unwrap_or(6);
        let (low, high) = (nearest(self.low, most), nearest(self.high, most));
        if low == high {
            return f.write_str(&low);
        }
        let apart = -self.width().log10().floor();
        let decimals = if apart.is_finite() { (apart.max(0.0) as usize).min(most) } else { most };
        let (low, high) = (outward(self.low, decimals, true), outward(self.high, decimals, false));
        write!(f, "{low} to {high}")
    }
}

/// `x` rounded to this number of decimals. Drops the sign of zero.
fn nearest(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    text.strip_prefix('-').filter(|it| is_zero(it)).map(str::to_owned).unwrap_or(text)
}

fn is_zero(text: &str) -> bool {
    text.bytes().all(|it| matches!(it, b'0' | b'.'))
}

/// `x` rounded down or up to this number of decimals. Starts from all digits of `x`, so nothing
/// is rounded twice.
fn outward(x: f64, decimals: usize, downwards: bool) -> String {
    // No finite number has more binary places, hence no more decimal places.
    const ALL: usize = 1074;
    if !x.is_finite() {
        return if x > 0.0 { "infinity" } else { "-infinity" }.to_owned();
    }
    let digits = format!("{:.ALL$}", x.abs());
    let cut = digits.len() - ALL + decimals;
    let (kept, rest) = digits.split_at(cut);
    let mut kept: Vec<u8> = kept.bytes().collect();
    let is_away_from_zero = downwards == x.is_sign_negative();
    if is_away_from_zero && !is_zero(rest) {
        add_one_unit(&mut kept);
    }
    let text = String::from_utf8(kept).expect("invariant: digits are ASCII");
    let text = text.strip_suffix('.').unwrap_or(&text).to_owned();
    if x.is_sign_negative() && !is_zero(&text) { format!("-{text}") } else { text }
}

/// Adds one unit in the last digit of a written number.
fn add_one_unit(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev().filter(|it| **it != b'.') {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(low: f64, high: f64) -> String {
        Interval { low, high }.to_string()
    }

    #[test]
    fn the_mean_of_what_is_sure_is_sure() {
        let mean = |all: &[f64]| Interval::mean(all.iter().map(|it| (3, Interval::exact(*it))));
        assert_eq!(mean(&[1.0, 1.0, 1.0]), Interval::exact(1.0));
        assert_eq!(mean(&[0.0, 0.0]), Interval::exact(0.0));
        let third = mean(&[1.0, 0.0, 0.0]);
        assert!(third.low < third.high && third.holds(1.0 / 3.0), "{third:?}");
    }

    #[test]
    fn bounds_that_round_alike_are_one_number() {
        assert_eq!(text(0.25, 0.25), "0.250000");
        assert_eq!(text(2664.0 - 1e-9, 2664.0 + 1e-9), "2664.000000");
        assert_eq!(text(-1e-9, 1e-9), "0.000000");
        assert_eq!(format!("{:.2}", Interval { low: 0.331, high: 0.334 }), "0.33");
    }

    #[test]
    fn bounds_that_differ_are_rounded_outwards() {
        assert_eq!(text(0.698_218, 0.698_281), "0.69821 to 0.69829");
        assert_eq!(text(-2.75, 3.25), "-3 to 4");
        assert_eq!(text(0.0, 1.0), "0 to 1");
        assert_eq!(text(-0.25, 0.5), "-0.3 to 0.5");
        assert_eq!(text(0.95, 99.99), "0 to 100");
        assert_eq!(text(3.0, f64::INFINITY), "3.000000 to infinity");
    }

    #[test]
    fn what_is_written_holds_what_was_meant() {
        let mut random = spar_rules::SplitMix::new(5);
        for _ in 0..2000 {
            let low = (random.below(2_000_001) as f64 - 1e6) / 1e6;
            let high = low + random.below(1_000_000) as f64 * 10f64.powi(-(random.below(9) as i32));
            let text = text(low, high);
            if let Some((left, right)) = text.split_once(" to ") {
                assert!(left.parse::<f64>().unwrap() <= low, "{low} {high} {text}");
                assert!(right.parse::<f64>().unwrap() >= high, "{low} {high} {text}");
            }
        }
    }

    #[test]
    fn intervals_hold_meet_and_share() {
        let (one, other) = (Interval { low: 0.0, high: 0.5 }, Interval { low: 0.5, high: 1.0 });
        assert!(one.meets(other) && one.holds(0.5) && !other.holds(0.4));
        assert_eq!(one.and(other), Interval::exact(0.5));
        assert_eq!((one.larger(other), one.smaller(other)), (other, one));
        assert!(Interval::exact(0.5).width() == 0.0 && one.width() >= 0.5);
    }
}

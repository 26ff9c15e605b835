//! Double-double arithmetic: a number is the sum of two doubles, about 32 digits.

use std::ops::{Add, Neg, Sub};

/// `high + low`, with `low` at most half a unit of `high`.
///
/// Sums and products have an error of a few units of 2^-104 of their size (Dekker 1971; Joldes,
/// Muller, Popescu 2017).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Twofold {
    pub(super) high: f64,
    pub(super) low: f64,
}

/// An upper bound of the error of each operation here, as a share of the size of its operands.
/// It is about a hundred times larger than necessary, so that sums of a few terms need no
/// separate count.
pub(super) const UNIT: f64 = 1.0 / (1_u128 << 96) as f64;

impl Twofold {
    pub(super) const ZERO: Twofold = Twofold { high: 0.0, low: 0.0 };

    pub(super) fn from(value: f64) -> Twofold {
        Twofold { high: value, low: 0.0 }
    }

    /// The exact sum of two doubles.
    fn sum(a: f64, b: f64) -> Twofold {
        let high = a + b;
        let part = high - a;
        Twofold { high, low: (a - (high - part)) + (b - part) }
    }

    /// The exact product of two doubles.
    fn product(a: f64, b: f64) -> Twofold {
        let high = a * b;
        Twofold { high, low: a.mul_add(b, -high) }
    }

    pub(super) fn times(self, factor: f64) -> Twofold {
        let exact = Twofold::product(self.high, factor);
        Twofold::sum(exact.high, exact.low + self.low * factor)
    }

    pub(super) fn over(self, divisor: Twofold) -> Twofold {
        let first = self.high / divisor.high;
        let left = self - divisor.times(first);
        Twofold::sum(first, left.high / divisor.high)
    }

    /// The nearest double.
    pub(super) fn rounded(self) -> f64 {
        self.high + self.low
    }

    /// The largest double that is not above.
    pub(super) fn floor(self) -> f64 {
        if self.low < 0.0 { self.high.next_down() } else { self.high }
    }

    /// The smallest double that is not below.
    pub(super) fn ceil(self) -> f64 {
        if self.low > 0.0 { self.high.next_up() } else { self.high }
    }
}

impl Add for Twofold {
    type Output = Twofold;

    fn add(self, other: Twofold) -> Twofold {
        let (highs, lows) =
            (Twofold::sum(self.high, other.high), Twofold::sum(self.low, other.low));
        let first = Twofold::sum(highs.high, highs.low + lows.high);
        Twofold::sum(first.high, first.low + lows.low)
    }
}

impl Sub for Twofold {
    type Output = Twofold;

    fn sub(self, other: Twofold) -> Twofold {
        self + -other
    }
}

impl Neg for Twofold {
    type Output = Twofold;

    fn neg(self) -> Twofold {
        Twofold { high: -self.high, low: -self.low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu::rational::RBig;
    use spar_rules::SplitMix;

    fn exactly(value: Twofold) -> RBig {
        RBig::try_from(value.high).unwrap() + RBig::try_from(value.low).unwrap()
    }

    fn absolute(value: RBig) -> RBig {
        if value < RBig::ZERO { -value } else { value }
    }

    #[test]
    fn operations_are_off_by_less_than_a_unit() {
        let mut random = SplitMix::new(6);
        let mut draw = || {
            let whole = random.below(1 << 53) as f64 - (1_u64 << 52) as f64;
            let scale = 2f64.powi(random.below(40) as i32 - 20);
            let tail = (random.below(1 << 53) as f64 - (1_u64 << 52) as f64) * 2f64.powi(-54);
            Twofold::sum(whole * scale, tail * scale)
        };
        for _ in 0..3000 {
            let (a, b) = (draw(), draw());
            let (x, y) = (exactly(a), exactly(b));
            let unit = RBig::try_from(UNIT).unwrap();
            let size = absolute(x.clone()) + absolute(y.clone());
            let off = |got: Twofold, right: RBig| absolute(exactly(got) - right);
            assert!(off(a + b, &x + &y) <= &unit * &size);
            assert!(off(a - b, &x - &y) <= &unit * &size);
            let factor = RBig::try_from(b.high).unwrap();
            assert!(off(a.times(b.high), &x * &factor) <= &unit * absolute(&x * &factor));
            assert!(off(a.over(b), &x / &y) <= &unit * absolute(&x / &y));
            let (floor, ceil) =
                (RBig::try_from(a.floor()).unwrap(), RBig::try_from(a.ceil()).unwrap());
            assert!(floor <= x && x <= ceil);
        }
    }
}

//! Exact probabilities: fractions of integers.

use crate::Interval;
use spar_rules::{Outcome, ReadError, Side, quoted};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A fraction of two integers, at least 0, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Probability 0.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    /// Probability 1.
    pub const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    /// Returns the fraction in lowest terms, or `None` if the denominator is 0.
    pub fn new(numerator: u128, denominator: u128) -> Option<Fraction> {
        let divisor = gcd(numerator, denominator);
        (denominator != 0).then(|| Fraction {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    /// The numerator, in lowest terms.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator, in lowest terms.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The sum; `None` if the integers overflow.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let (own, others, common) = self.common(other)?;
        Fraction::new(own.checked_add(others)?, common)
    }

    /// The difference, at least 0; `None` if the integers overflow.
    pub fn minus(self, other: Fraction) -> Option<Fraction> {
        let (own, others, common) = self.common(other)?;
        Fraction::new(own.saturating_sub(others), common)
    }

    /// Both numerators over the least common denominator.
    fn common(self, other: Fraction) -> Option<(u128, u128, u128)> {
        let divisor = gcd(self.denominator, other.denominator);
        let (own, others) = (self.denominator / divisor, other.denominator / divisor);
        Some((
            self.numerator.checked_mul(others)?,
            other.numerator.checked_mul(own)?,
            self.denominator.checked_mul(others)?,
        ))
    }

    /// The nearest floating-point number, up to an error of one or two units in the last place.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Floating-point bounds of the fraction. They are equal if it is a floating-point number.
    pub fn bounds(self) -> Interval {
        /// All integers up to this are exact as floats.
        const WHOLE: u128 = 1 << f64::MANTISSA_DIGITS;
        let value = self.to_f64();
        if self.denominator.is_power_of_two() && self.numerator <= WHOLE {
            return Interval::exact(value);
        }
        // Three roundings, each by at most half a step. A step of the divided floats can be
        // two steps of the quotient.
        let n_steps = if self.numerator.max(self.denominator) <= WHOLE { 1 } else { 4 };
        let step = |from: f64, to: fn(f64) -> f64| (0..n_steps).fold(from, |it, _| to(it));
        Interval { low: step(value, f64::next_down).max(0.0), high: step(value, f64::next_up) }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Compares the integer parts, then the reciprocals of the remainders, as in Euclid's
    /// algorithm. So no product can overflow.
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut a, mut b) = (self.numerator, self.denominator);
        let (mut c, mut d) = (other.numerator, other.denominator);
        loop {
            let wholes = (a / b).cmp(&(c / d));
            let (a_rest, c_rest) = (a % b, c % d);
            if wholes != Ordering::Equal || a_rest == 0 || c_rest == 0 {
                return wholes.then_with(|| a_rest.min(1).cmp(&c_rest.min(1)));
            }
            // a/b < c/d  iff  b/a > d/c, with the remainders in place of a and c.
            (a, b, c, d) = (d, c_rest, b, a_rest);
        }
    }
}

/// Reads `2/5`, `0.4` or `40%`, exactly.
impl FromStr for Fraction {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Fraction, ReadError> {
        let error = || {
            ReadError::new(format!("{} is not a number", quoted(text)))
                .hint("a number is written `2/5`, `0.4` or `40%`")
        };
        let read = || {
            let digits = |text: &str| -> Option<u128> {
                let plain = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
                if plain { text.parse().ok() } else { None }
            };
            if let Some((numerator, denominator)) = text.split_once('/') {
                return Fraction::new(digits(numerator)?, digits(denominator)?);
            }
            let (number, scale) = match text.strip_suffix('%') {
                Some(number) => (number, 100),
                None => (text, 1),
            };
            let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
            let tens = 10_u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            let rest = if decimals.is_empty() { 0 } else { digits(decimals)? };
            let all = digits(whole)?.checked_mul(tens)?.checked_add(rest)?;
            Fraction::new(all, tens.checked_mul(scale)?)
        };
        read().ok_or_else(error)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// The exact probabilities of three outcomes, as parts of a whole. They sum to one and are in
/// lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The parts in which the side wins.
    pub win: u128,
    /// The parts that are drawn.
    pub draw: u128,
    /// The parts in which the side loses.
    pub loss: u128,
}

impl Parts {
    /// A certain win.
    pub const WIN: Parts = Parts { win: 1, draw: 0, loss: 0 };
    /// A certain draw.
    pub const DRAW: Parts = Parts { win: 0, draw: 1, loss: 0 };
    /// A certain loss.
    pub const LOSS: Parts = Parts { win: 0, draw: 0, loss: 1 };

    /// The certain result of a game with this outcome, for this side.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Parts {
        match outcome {
            Outcome::Draw => Parts::DRAW,
            Outcome::Win(winner) if winner == side => Parts::WIN,
            Outcome::Win(_) => Parts::LOSS,
        }
    }

    /// The sum of all parts.
    pub fn whole(&self) -> u128 {
        self.win + self.draw + self.loss
    }

    /// The probability of a win.
    pub fn wins(&self) -> Fraction {
        self.of(self.win)
    }

    /// The probability of a draw.
    pub fn draws(&self) -> Fraction {
        self.of(self.draw)
    }

    /// The probability of a loss.
    pub fn losses(&self) -> Fraction {
        self.of(self.loss)
    }

    /// The expected score; a draw counts one half. `None` if the integers overflow.
    pub fn score(&self) -> Option<Fraction> {
        let twice = self.win.checked_mul(2)?.checked_add(self.draw)?;
        Fraction::new(twice, self.whole().checked_mul(2)?)
    }

    /// The key by which moves are compared: the expected score, then the probability of a win.
    /// `None` if the integers overflow.
    pub fn rank(&self) -> Option<(Fraction, Fraction)> {
        Some((self.score()?, self.wins()))
    }

    /// The same probabilities for the other side.
    #[must_use]
    pub fn opposite(self) -> Parts {
        Parts { win: self.loss, draw: self.draw, loss: self.win }
    }

    fn of(&self, part: u128) -> Fraction {
        Fraction::new(part, self.whole()).expect("invariant: chances sum to one")
    }

    /// The mean of probabilities with integer weights. `None` if the integers overflow.
    pub fn mean(weighted: &[(u32, Parts)]) -> Option<Parts> {
        let weights: u128 = weighted.iter().map(|(weight, _)| u128::from(*weight)).sum();
        let mut common = 1_u128;
        for (_, parts) in weighted {
            let whole = parts.whole();
            common = common.checked_mul(whole / gcd(common, whole))?;
        }
        let whole = common.checked_mul(weights)?;
        let (mut win, mut draw) = (0_u128, 0_u128);
        for (weight, parts) in weighted {
            // No sum exceeds `whole`, so these products fit.
            let times = u128::from(*weight) * (common / parts.whole());
            win += parts.win * times;
            draw += parts.draw * times;
        }
        let divisor = gcd(win, gcd(draw, whole));
        let loss = (whole - win - draw) / divisor;
        Some(Parts { win: win / divisor, draw: draw / divisor, loss })
    }
}

/// The greatest common divisor. `gcd(0, 0)` is 1 here.
fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    // Most numbers are small, and 128-bit division is slow.
    while b != 0 {
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd_small(small_a, small_b)).max(1);
        }
        (a, b) = (b, a % b);
    }
    a.max(1)
}

fn gcd_small(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn large_fractions_of_one_whole_can_be_added() {
        let whole = 21_158_324_305_920_000_000_000_000_u128;
        let part = |parts| Fraction::new(parts, whole).unwrap();
        let (one, other) = (5_443_844_702_824_688_140_293_901, 7);
        let rest = part(whole - one - other);
        assert_eq!(part(one).plus(part(other)).unwrap().plus(rest), Some(Fraction::ONE));
        assert_eq!(Fraction::ONE.minus(rest), part(one).plus(part(other)));
    }

    fn fraction(numerator: u128, denominator: u128) -> Fraction {
        Fraction::new(numerator, denominator).unwrap()
    }

    proptest! {
        #[test]
        fn fractions_are_ordered_like_their_products(a in 0..5000_u128, b in 1..5000_u128, c in 0..5000_u128, d in 1..5000_u128) {
            prop_assert_eq!(fraction(a, b).cmp(&fraction(c, d)), (a * d).cmp(&(c * b)));
        }

        #[test]
        fn bounds_hold_the_fraction(a in 1..1_u128 << 90, b in 1..1_u128 << 90, small in 1..64_u32) {
            for (a, b) in [(a, b), (a >> small, b >> small), (a >> 60, b >> 60)] {
                let share = fraction(a.min(b).max(1), a.max(b).max(1));
                let Interval { low, high } = share.bounds();
                // The exact fraction of a float above 2^-30.
                let exact = |it: f64| fraction((it * (1_u128 << 90) as f64) as u128, 1 << 90);
                prop_assume!(low > 1e-9);
                prop_assert!(exact(low) <= share && share <= exact(high), "{share}");
                prop_assert_eq!(low.total_cmp(&high).is_eq(), exact(low) == share);
            }
        }

        #[test]
        fn a_mean_sums_to_one_and_lies_between(parts in prop::collection::vec((1..9_u32, 0..99_u128, 0..99_u128, 1..99_u128), 1..6)) {
            let weighted: Vec<(u32, Parts)> = parts.iter()
                .map(|&(weight, win, draw, loss)| (weight, Parts { win, draw, loss })).collect();
            let mean = Parts::mean(&weighted).unwrap();
            let share = |pick: fn(&Parts) -> u128| {
                let total: f64 = weighted.iter().map(|it| f64::from(it.0)).sum();
                weighted.iter().map(|(weight, parts)| f64::from(*weight) * pick(parts) as f64 / parts.whole() as f64).sum::<f64>() / total
            };
            prop_assert!((mean.wins().to_f64() - share(|it| it.win)).abs() < 1e-12);
            prop_assert!((mean.draws().to_f64() - share(|it| it.draw)).abs() < 1e-12);
            let bounds = Interval::mean(weighted.iter().map(|(weight, parts)| (*weight, Interval::exact(parts.win as f64 / parts.whole() as f64))));
            prop_assert!(bounds.low <= share(|it| it.win) + 1e-15 && share(|it| it.win) <= bounds.high + 1e-15);
        }
    }

    #[test]
    fn huge_fractions_are_compared_without_overflow() {
        let third = fraction(u128::MAX / 3, u128::MAX);
        assert_eq!(third, fraction(1, 3));
        assert!(fraction(u128::MAX / 3 + 1, u128::MAX) > third);
        assert!(fraction(u128::MAX / 3 - 1, u128::MAX) < third);
        assert!(fraction(0, 5) < fraction(1, u128::MAX));
    }

    #[test]
    fn numbers_are_read_exactly() {
        let read = |text: &str| text.parse::<Fraction>().map(|it| it.to_string());
        for (text, is) in [
            ("2/5", "2/5"),
            ("0.4", "2/5"),
            ("40%", "2/5"),
            ("1", "1"),
            ("12.50%", "1/8"),
            ("0", "0"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(is));
        }
        for text in ["", "1/0", "-1", "+1", ".5", "1/2/3", "a", "0.1e3", "9".repeat(60).as_str()] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_mean_is_in_lowest_terms_whatever_is_missing() {
        for parts in [Parts::WIN, Parts::DRAW, Parts::LOSS] {
            assert_eq!(Parts::mean(&[(2, parts), (3, parts)]), Some(parts));
        }
        let mean = Parts::mean(&[(1, Parts::WIN), (1, Parts::LOSS), (2, Parts::DRAW)]);
        assert_eq!(mean, Some(Parts { win: 1, draw: 2, loss: 1 }));
    }

    #[test]
    fn an_overflow_is_told() {
        let odd = |whole: u128| (1, Parts { win: 1, draw: 0, loss: whole - 1 });
        assert_eq!(Parts::mean(&[odd((1 << 90) - 1), odd((1 << 89) - 1)]), None);
    }
}

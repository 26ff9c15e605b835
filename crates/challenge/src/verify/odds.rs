//! Chances of win, draw and loss: exact while the integers fit, and always with bounds.

use super::claim::Claimed;

/// The chances of win, draw and loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ProvenOdds {
    /// As fractions, unless the integers overflow.
    exact: Option<Fractions>,
    /// A lower and an upper bound of each, which contain the true chance.
    pub(super) bounds: [(f64, f64); 3],
}

/// Three parts of a whole in lowest terms: the four numbers have no common divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fractions {
    parts: [u128; 3],
    whole: u128,
}

impl ProvenOdds {
    /// A certain win (0), draw (1) or loss (2).
    pub(super) fn sure(index: usize) -> ProvenOdds {
        let (mut parts, mut bounds) = ([0; 3], [(0.0, 0.0); 3]);
        parts[index] = 1;
        bounds[index] = (1.0, 1.0);
        ProvenOdds { exact: Some(Fractions { parts, whole: 1 }), bounds }
    }

    /// Chances with these bounds of win, draw and loss.
    pub(super) fn within(bounds: [(f64, f64); 3]) -> ProvenOdds {
        ProvenOdds { exact: None, bounds }
    }

    /// The mean of these chances, at least one, with equal weights.
    pub(super) fn mean(all: &[ProvenOdds]) -> ProvenOdds {
        ProvenOdds {
            exact: exact_mean(all),
            bounds: [0, 1, 2].map(|index| bounds_of_mean(all, index)),
        }
    }

    /// The fractions, unless the integers overflowed.
    pub(super) fn exact(&self) -> Option<Fractions> {
        self.exact
    }
}

impl Fractions {
    /// Creates fractions of these parts; `None` if they do not add up to the whole, or it is 0.
    pub(super) fn new(parts: [u128; 3], whole: u128) -> Option<Fractions> {
        let sum = parts[0].checked_add(parts[1])?.checked_add(parts[2])?;
        (sum == whole && whole > 0).then(|| Fractions { parts, whole }.in_lowest_terms())
    }

    fn in_lowest_terms(self) -> Fractions {
        let divisor = self.parts.into_iter().fold(self.whole, common_divisor);
        Fractions { parts: self.parts.map(|part| part / divisor), whole: self.whole / divisor }
    }
}

impl From<ProvenOdds> for Claimed {
    fn from(odds: ProvenOdds) -> Claimed {
        match odds.exact {
            Some(Fractions { parts: [win, draw, loss], whole }) => {
                Claimed::Exact { win, draw, loss, whole }
            }
            None => Claimed::Bounded(odds.bounds),
        }
    }
}

fn exact_mean(all: &[ProvenOdds]) -> Option<Fractions> {
    let all: Vec<Fractions> = all.iter().map(|odds| odds.exact).collect::<Option<_>>()?;
    let mut shared: u128 = 1;
    for one in &all {
        shared = (shared / common_divisor(shared, one.whole)).checked_mul(one.whole)?;
    }
    let mut parts = [0_u128; 3];
    for one in &all {
        for (sum, part) in parts.iter_mut().zip(one.parts) {
            *sum = sum.checked_add(part.checked_mul(shared / one.whole)?)?;
        }
    }
    Fractions::new(parts, shared.checked_mul(all.len() as u128)?)
}

/// Every step rounds outwards, so the true value stays inside.
fn bounds_of_mean(all: &[ProvenOdds], index: usize) -> (f64, f64) {
    let count = all.len() as f64;
    let low = all.iter().fold(0.0, |sum: f64, odds| (sum + odds.bounds[index].0).next_down());
    let high = all.iter().fold(0.0, |sum: f64, odds| (sum + odds.bounds[index].1).next_up());
    ((low / count).next_down().max(0.0), (high / count).next_up().min(1.0))
}

/// The greatest common divisor, by Euclid's algorithm.
fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    fn exact(odds: &ProvenOdds) -> ([u128; 3], u128) {
        let Fractions { parts, whole } = odds.exact().unwrap();
        (parts, whole)
    }

    #[test]
    fn a_mean_is_in_lowest_terms_and_within_its_bounds() {
        let [win, draw, loss] = [0, 1, 2].map(ProvenOdds::sure);
        let third = ProvenOdds::mean(&[win, draw, loss]);
        assert_eq!(exact(&third), ([1, 1, 1], 3));
        // 1/2 (1/3 + 1) = 2/3 and 1/2 · 1/3 = 1/6.
        let mixed = ProvenOdds::mean(&[third, win]);
        assert_eq!(exact(&mixed), ([4, 1, 1], 6));
        assert_eq!(exact(&ProvenOdds::mean(&[mixed, mixed])), ([4, 1, 1], 6));
        for (part, (low, high)) in [4.0, 1.0, 1.0].into_iter().zip(mixed.bounds) {
            assert!(low * 6.0 <= part && part <= high * 6.0 && high - low < 1e-14, "{low} {high}");
        }
    }

    #[test]
    fn bounds_hold_the_fractions_by_whole_number_arithmetic() {
        let mut random = SplitMix::new(5);
        let mut known = [0, 1, 2].map(ProvenOdds::sure).to_vec();
        while known.len() < 5000 {
            let picked: Vec<ProvenOdds> =
                (0..2 + random.below(8)).filter_map(|_| random.pick(&known)).collect();
            let odds = ProvenOdds::mean(&picked);
            let (parts, whole) = exact(&odds);
            if whole >= 1 << 40 {
                continue;
            }
            for (part, (low, high)) in parts.into_iter().zip(odds.bounds) {
                // Multiplication by a power of two is exact.
                let [low, high] = [low, high].map(|bound| bound * 80_f64.exp2());
                assert!(low.floor() as u128 * whole <= part << 80, "{odds:?}");
                assert!(high.ceil() as u128 * whole >= part << 80, "{odds:?}");
            }
            known.push(odds);
        }
    }

    #[test]
    fn fractions_that_grow_too_long_leave_bounds() {
        // A third of a third of a third …: 3^80 < 2^128 < 3^81.
        let [win, _, loss] = [0, 1, 2].map(ProvenOdds::sure);
        let mut odds = win;
        for step in 1..=200 {
            odds = ProvenOdds::mean(&[odds, loss, loss]);
            assert_eq!(odds.exact().is_some(), step <= 80, "{step}");
            let (low, high) = odds.bounds[0];
            let truth = 3_f64.powi(-step);
            assert!(low <= truth * (1.0 + 1e-12) && truth * (1.0 - 1e-12) <= high, "{step}");
            assert!(high - low < 1e-12, "{step}");
        }
    }

    #[test]
    fn parts_that_are_no_whole_are_no_fractions() {
        assert_eq!(Fractions::new([1, 1, 1], 4), None);
        assert_eq!(Fractions::new([0, 0, 0], 0), None);
        assert_eq!(Fractions::new([u128::MAX, 1, 0], 0), None);
        assert_eq!(Fractions::new([2, 4, 6], 12), Fractions::new([1, 2, 3], 6));
    }
}

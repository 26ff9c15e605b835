//! Ratings learned from tries alone, and how two orders agree.

use super::pool::Tried;

/// Tries that every level and learner is taken to have solved, and as many not, half of
/// each: whoever solved all or nothing stays on the scale.
const BEFORE: f64 = 0.5;

/// Rounds of the fit; each moves everybody to where their own tries put them.
const ROUNDS: usize = 200;

/// How hard each level is as these tries tell it, on a scale of its own: the likeliest
/// strengths of all learners and levels together (Rasch 1960), knowing nothing of either.
pub fn learned(tries: &[Tried], n_learners: usize, n_levels: usize) -> Vec<f64> {
    let mut count = vec![[0.0; 2]; n_learners * n_levels];
    for it in tries {
        count[it.learner * n_levels + it.level][usize::from(it.solved)] += 1.0;
    }
    let (mut strong, mut hard) = (vec![0.0_f64; n_learners], vec![0.0_f64; n_levels]);
    for _ in 0..ROUNDS {
        for level in 0..n_levels {
            let of = (0..n_learners).map(|it| (strong[it], count[it * n_levels + level]));
            hard[level] -= step(of.map(|(strong, count)| (strong - hard[level], count)));
        }
        for learner in 0..n_learners {
            let of = (0..n_levels).map(|it| (hard[it], count[learner * n_levels + it]));
            strong[learner] += step(of.map(|(hard, count)| (strong[learner] - hard, count)));
        }
    }
    hard
}

/// How much stronger than thought somebody was: one step of Newton's method, not too far.
fn step(of: impl Iterator<Item = (f64, [f64; 2])>) -> f64 {
    let (mut surprise, mut weight) = (0.0, 0.0);
    // The tries before stand at where everybody begins.
    let before = std::iter::once((0.0, [BEFORE, BEFORE]));
    for (ahead, [missed, solved]) in of.chain(before) {
        let expected = 1.0 / (1.0 + (-ahead).exp());
        surprise += solved - (missed + solved) * expected;
        weight += (missed + solved) * expected * (1.0 - expected);
    }
    (surprise / weight.max(1e-9)).clamp(-1.0, 1.0)
}

/// How far two lists of numbers agree in their order, from −1 to 1: the correlation of
/// ranks (Spearman 1904), equal numbers sharing the mean of their ranks.
pub fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: &f64| {
        let less = numbers.iter().filter(|it| *it < number).count();
        let more = numbers.iter().filter(|it| *it > number).count();
        let same = numbers.len() - less - more;
        less as f64 + (same as f64 - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    #[test]
    fn orders_agree_as_they_should() {
        let up = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert!((spearman(&up, &[10.0, 20.0, 40.0, 80.0, 160.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&up, &[5.0, 4.0, 3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        // Computed by hand: the sum of squared differences is 2, so 1 - 6 * 2 / 120.
        assert!((spearman(&up, &[1.0, 3.0, 2.0, 4.0, 5.0]) - 0.9).abs() < 1e-12);
        assert_eq!(ranks(&[3.0, 1.0, 3.0]), [1.5, 0.0, 1.5]);
    }

    #[test]
    fn what_made_the_tries_is_learned_from_them() {
        let strong = [-1.5, 0.0, 2.0];
        let hard: Vec<f64> = (0..20).map(|it| f64::from(it) / 5.0 - 2.0).collect();
        let mut random = SplitMix::new(3);
        let mut one = || {
            let (learner, level) = (random.below(3) as usize, random.below(20) as usize);
            let chance = 1.0 / (1.0 + (hard[level] - strong[learner]).exp());
            let solved = (random.below(1 << 30) as f64) < chance * f64::from(1 << 30);
            Tried { learner, level, solved }
        };
        let tries: Vec<Tried> = (0..20_000).map(|_| one()).collect();
        let found = learned(&tries, 3, 20);
        assert!(spearman(&found, &hard) > 0.98);
        assert!((found[19] - found[0] - 3.8).abs() < 0.5, "{found:?}");
    }
}

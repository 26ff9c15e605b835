//! Which level fits: the one that somebody is expected to solve as often as they want.

use super::scale::{expected, level_for};
use spar_rules::SplitMix;

/// The candidate whose expected score is nearest to the wanted one for a person of this
/// rating; the seed settles ties. Each candidate comes with its rating.
pub fn matched<T>(
    person: f64,
    wanted: f64,
    candidates: impl IntoIterator<Item = (T, i32)>,
    seed: u64,
) -> Option<T> {
    let (mut nearest, mut chosen, mut n_ties) = ((f64::INFINITY, f64::INFINITY), None, 0);
    let fitting = level_for(person, wanted);
    let mut random = SplitMix::new(seed);
    for (candidate, level) in candidates {
        let level = f64::from(level);
        // Far out all expected scores are the same float.
        let off = ((expected(person, level) - wanted).abs(), (level - fitting).abs());
        if off < nearest {
            (nearest, chosen, n_ties) = (off, Some(candidate), 1);
        } else if off <= nearest {
            n_ties += 1;
            // Each of them is chosen with the same chance.
            if random.below(n_ties) == 0 {
                chosen = Some(candidate);
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_as_likely_to_be_solved_as_wanted() {
        let levels = || (800..2400).step_by(10).map(|it| (it, it));
        assert_eq!(matched(1500.0, 0.5, levels(), 1), Some(1500));
        let easy = matched(1500.0, 0.7, levels(), 1).unwrap();
        assert!((expected(1500.0, f64::from(easy)) - 0.7).abs() < 0.02 && easy < 1500);
        assert_eq!(matched(9000.0, 0.5, levels(), 1), Some(2390), "the hardest there is");
        assert_eq!(matched::<u8>(1500.0, 0.5, [], 1), None);
    }

    #[test]
    fn the_seed_settles_ties_and_nothing_else() {
        let levels = [("far", 1700), ("one", 1500), ("two", 1500), ("three", 1500)];
        let mut seen = [0; 3];
        for seed in 0..300 {
            let chosen = matched(1500.0, 0.5, levels, seed).unwrap();
            assert_eq!(Some(chosen), matched(1500.0, 0.5, levels, seed));
            seen[["one", "two", "three"].iter().position(|it| *it == chosen).unwrap()] += 1;
        }
        assert!(seen.iter().all(|it| *it > 60), "{seen:?}");
    }
}

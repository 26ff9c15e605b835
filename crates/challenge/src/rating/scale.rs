//! The rating scale of levels and people: if a person is 400 points above a level, the odds of
//! solving it are ten to one.
//!
//! Players of foresight 0 to 3 have fixed ratings on this scale. They were derived once, from exact
//! duels between all pairs of them: from every position of `tictactoe`, `bottom2` and
//! `connect3` (up to symmetry) that the side to move wins, but not with its next move, with both
//! assignments of sides. A draw counts half a point, and the games have equal weights. With these
//! ratings, the points of each player equal the expected ones, and foresight 1 has 1500.

use crate::policy::{Player, Ties};
use spar_rules::SplitMix;
use std::cmp::Ordering;

/// The difference in points for odds of ten to one.
const POINTS: f64 = 400.0;

/// The ratings of the players of foresight 0, 1, 2 and 3.
pub const STATED: [i32; 4] = [1233, 1500, 1530, 1533];

/// The player with the rating at this index of [`STATED`].
pub fn stated_player(number: usize) -> Player {
    Player::foresight(number as u32, Ties::Any)
}

/// The expected score for these ratings.
pub fn expected(person: f64, level: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((level - person) / POINTS))
}

/// The rating of a level that a person with this rating solves with this chance, which must be
/// above 0 and below 1.
pub fn level_for(person: f64, chance: f64) -> f64 {
    person + POINTS * ((1.0 - chance) / chance).log10()
}

/// The level at which a person with this rating has the expected score nearest to `wanted`; the
/// seed chooses among levels with the same rating. Each candidate is a level with its rating.
pub fn matched<T>(
    person: f64,
    wanted: f64,
    candidates: impl IntoIterator<Item = (T, i32)>,
    seed: u64,
) -> Option<T> {
    let mut candidates: Vec<(T, i32)> = candidates.into_iter().collect();
    // The expected score is monotonic in the rating, so only the nearest candidate on either
    // side matters.
    let fitting = level_for(person, wanted);
    let ratings = || candidates.iter().map(|it| it.1);
    let harder = ratings().filter(|it| f64::from(*it) >= fitting).min();
    let easier = ratings().filter(|it| f64::from(*it) < fitting).max();
    let off = |level: &i32| {
        let level = f64::from(*level);
        // Far from the person's rating, all expected scores are the same float, so the rating
        // distance decides.
        [(expected(person, level) - wanted).abs(), (level - fitting).abs()]
    };
    let near = harder.into_iter().chain(easier);
    let rating = near.min_by(|a, b| off(a).partial_cmp(&off(b)).unwrap_or(Ordering::Equal))?;
    candidates.retain(|it| it.1 == rating);
    let index = SplitMix::new(seed).below(candidates.len() as u64) as usize;
    Some(candidates.swap_remove(index).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_for_a_chance_is_solved_with_it() {
        for chance in [0.02, 0.3, 0.5, 0.9] {
            assert!((expected(1600.0, level_for(1600.0, chance)) - chance).abs() < 1e-12);
        }
        assert!((expected(1900.0, 1500.0) - 10.0 / 11.0).abs() < 1e-12);
    }

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

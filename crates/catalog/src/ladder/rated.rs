//! The ratings of the built-in levels against each opponent.

use super::kept::{LadderLevel, all};
use super::rungs::{RUNGS, Rung};
use spar_challenge::policy::{Player, Ties};
use spar_challenge::rating::LevelRating;
use spar_challenge::rating::scale::STATED;
use spar_solve::Interval;
use std::collections::{BTreeSet, HashMap};
use std::sync::{LazyLock, OnceLock};

/// Each line has a game, a position, an opponent, a rating, and the chance of each stated
/// player to solve the level. Generated and checked by the test at the end of this file.
const RATINGS: &str = include_str!("../../levels/ratings.txt");

/// The opponents against whom a level can be played.
pub static OPPONENTS: LazyLock<[Player; 4]> = LazyLock::new(|| {
    let [one, two, three] = [1, 2, 3].map(|rounds| Player::foresight(rounds, Ties::Any));
    [one, two, three, Player::perfect()]
});

/// A level against an opponent.
#[derive(Debug)]
pub struct LadderRating {
    /// The level.
    pub kept: &'static LadderLevel,
    /// The opponent.
    pub opponent: Player,
    /// The rating.
    pub rating: i32,
    /// The chance of each stated player to solve it.
    pub solved: [Interval; STATED.len()],
}

/// The rung whose levels have ratings closest to this one.
pub fn rung_of(rating: f64) -> u32 {
    static MEANS: OnceLock<Vec<(u32, f64)>> = OnceLock::new();
    let means = MEANS.get_or_init(|| (1..=RUNGS.len() as u32).filter_map(mean).collect());
    let off = |it: &&(u32, f64)| (it.1 - rating).abs();
    let nearest = means.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.map_or(1, |it| it.0)
}

/// The mean rating of the levels on a rung, in all games, against its own opponent.
fn mean(rung: u32) -> Option<(u32, f64)> {
    let opponent = Rung::numbered(rung)?.opponent;
    let games: BTreeSet<&str> = all().iter().map(|it| it.level.game.as_str()).collect();
    let there = games.into_iter().flat_map(rated);
    let there = there.filter(|it| it.kept.rung == rung && it.opponent == opponent);
    let ratings: Vec<f64> = there.map(|it| f64::from(it.rating)).collect();
    let sum: f64 = ratings.iter().sum();
    (!ratings.is_empty()).then(|| (rung, sum / ratings.len() as f64))
}

/// The built-in level with this canonical text, if there is one.
pub fn kept_level(game: &str, canonical: &str) -> Option<&'static LadderLevel> {
    static KEPT: OnceLock<HashMap<&'static str, HashMap<String, &'static LadderLevel>>> =
        OnceLock::new();
    let kept = KEPT.get_or_init(|| {
        let mut kept: HashMap<_, HashMap<_, _>> = HashMap::new();
        for level in all() {
            let name = level.level.game.as_str();
            let Ok(game) = crate::open_name(name) else { continue };
            let canonical = level.canonical(&*game).map(|it| (it, level));
            kept.entry(name).or_default().extend(canonical);
        }
        kept
    });
    kept.get(game)?.get(canonical).copied()
}

/// The rating of a built-in level against an opponent.
pub fn rated_as(game: &str, canonical: &str, opponent: &Player) -> Option<&'static LadderRating> {
    let kept = kept_level(game, canonical)?;
    rated(game).iter().find(|it| std::ptr::eq(it.kept, kept) && it.opponent == *opponent)
}

/// The rated levels of the game with this canonical name.
///
/// # Panics
/// Never: a test reads every line.
pub fn rated(game: &str) -> &'static [LadderRating] {
    static RATED: OnceLock<HashMap<&'static str, Vec<LadderRating>>> = OnceLock::new();
    let rated = RATED.get_or_init(|| {
        let levels: HashMap<_, _> = all()
            .iter()
            .map(|it| ((it.level.game.as_str(), it.level.position.as_str()), it))
            .collect();
        let mut rated: HashMap<&'static str, Vec<LadderRating>> = HashMap::new();
        for line in RATINGS.lines() {
            let (game, one) = read(line, &levels).expect("invariant: a test reads every line");
            rated.entry(game).or_default().push(one);
        }
        rated
    });
    rated.get(game).map_or(&[], Vec::as_slice)
}

type LevelsByKey = HashMap<(&'static str, &'static str), &'static LadderLevel>;

fn read(line: &'static str, levels: &LevelsByKey) -> Option<(&'static str, LadderRating)> {
    let mut words = line.split(' ');
    let (game, position) = (words.next()?, words.next()?);
    let opponent = words.next()?.parse().ok()?;
    let rating = words.next()?.parse().ok()?;
    let shares: Vec<f64> = words.map(|it| it.parse().ok()).collect::<Option<_>>()?;
    let kept = *levels.get(&(game, position))?;
    let LevelRating { rating, solved } = LevelRating::of_shares(rating, shares.try_into().ok()?);
    Some((game, LadderRating { kept, opponent, rating, solved }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_challenge::judge::Goal;
    use spar_challenge::rating::Task;
    use spar_solve::{Budget, Context};
    use std::fmt::Write as _;

    /// The expected lines of a level.
    fn lines(kept: &LadderLevel, nodes: u64) -> String {
        let level = &kept.level;
        let position = crate::open(&level.game).unwrap().read_position(&level.position).unwrap();
        let mut lines = String::new();
        for opponent in OPPONENTS.iter().cloned() {
            let context = Context::bare(Budget::unlimited().with_nodes(nodes));
            let name = opponent.to_string();
            let task = Task { position: (), side: position.side(), goal: Goal::Win, opponent };
            let Some(Ok(found)) = position.level_rating(&task, &context) else { continue };
            let LevelRating { rating, .. } = found;
            write!(lines, "{} {} {name} {rating}", level.game, level.position).unwrap();
            for share in found.shares() {
                write!(lines, " {share}").unwrap();
            }
            lines.push('\n');
        }
        lines
    }

    /// Nodes for one question: a level that needs more has no rating.
    const NODES: u64 = 1_000_000_000;

    #[test]
    fn every_level_is_rated_against_every_opponent() {
        for kept in all() {
            let of = rated(&kept.level.game).iter().filter(|it| std::ptr::eq(it.kept, kept));
            let opponents: Vec<Player> = of.map(|it| it.opponent.clone()).collect();
            assert_eq!(opponents, *OPPONENTS, "{} {}", kept.level.game, kept.level.position);
        }
    }

    #[test]
    fn some_ratings_are_computed_again() {
        for kept in all().iter().filter(|it| it.level.game == "tictactoe").step_by(5) {
            assert!(RATINGS.contains(&lines(kept, NODES)));
        }
    }

    #[test]
    fn rungs_go_up_with_ratings() {
        let rungs: Vec<u32> = (600..2400).map(|it| rung_of(f64::from(it))).collect();
        assert!(rungs.is_sorted() && rungs[0] == 1 && rungs.last() == Some(&7), "{rungs:?}");
    }

    #[test]
    #[ignore = "some minutes: all levels against all opponents"]
    fn every_kept_rating_is_computed_again() {
        // `scripts/levels` requests only what is missing in this file.
        if let Some(file) = std::env::var_os("SPAR_RATINGS") {
            let known = |kept: &LadderLevel| {
                let begins = format!("{} {} ", kept.level.game, kept.level.position);
                let known = RATINGS.split_inclusive('\n').filter(|line| line.starts_with(&begins));
                Some(known.collect::<String>()).filter(|it| !it.is_empty())
            };
            let rated = all().iter().map(|it| known(it).unwrap_or_else(|| lines(it, NODES)));
            std::fs::write(file, rated.collect::<String>()).unwrap();
            return;
        }
        let text: String = all().iter().map(|kept| lines(kept, NODES)).collect();
        assert_eq!(text, RATINGS);
    }
}

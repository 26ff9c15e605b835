//! How hard the levels that come with the program are, against each opponent.

use super::kept::{Kept, all};
use spar_challenge::player::{Player, Ties};
use spar_challenge::rating::scale::STATED;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The game, the position, the opponent, the rating, and how often each of the stated
/// players solves it, to four places. Made and proved by the test at the end.
const RATINGS: &str = include_str!("../../levels/ratings.txt");

/// The opponents against whom a level can be played.
pub const OPPONENTS: [Player; 4] = [
    Player::Foresight(1, Ties::Any),
    Player::Foresight(2, Ties::Any),
    Player::Foresight(3, Ties::Any),
    Player::Perfect,
];

/// A level against an opponent.
#[derive(Debug)]
pub struct Rated {
    /// The level.
    pub kept: &'static Kept,
    /// The opponent.
    pub opponent: Player,
    /// How hard it is.
    pub rating: i32,
    /// How often each of the stated players solves it.
    pub solved: [f64; STATED.len()],
}

/// Those of the game with this canonical name.
pub fn rated(game: &str) -> &'static [Rated] {
    static RATED: OnceLock<HashMap<&'static str, Vec<Rated>>> = OnceLock::new();
    let rated = RATED.get_or_init(|| {
        let levels: HashMap<_, _> = all()
            .iter()
            .map(|it| ((it.level.game.as_str(), it.level.position.as_str()), it))
            .collect();
        let mut rated: HashMap<&'static str, Vec<Rated>> = HashMap::new();
        for line in RATINGS.lines() {
            let (game, one) = read(line, &levels).expect("invariant: a test reads every line");
            rated.entry(game).or_default().push(one);
        }
        rated
    });
    rated.get(game).map_or(&[], Vec::as_slice)
}

type Levels = HashMap<(&'static str, &'static str), &'static Kept>;

fn read(line: &'static str, levels: &Levels) -> Option<(&'static str, Rated)> {
    let mut words = line.split(' ');
    let (game, position) = (words.next()?, words.next()?);
    let opponent = words.next()?.parse().ok()?;
    let rating = words.next()?.parse().ok()?;
    let solved: Vec<f64> = words.map(|it| it.parse().ok()).collect::<Option<_>>()?;
    let (kept, solved) = (*levels.get(&(game, position))?, solved.try_into().ok()?);
    Some((game, Rated { kept, opponent, rating, solved }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use spar_challenge::rating::{LevelRating, Task};
    use spar_challenge::session::Goal;
    use spar_solve::{Budget, Desk};
    use std::fmt::Write as _;

    /// The lines of a level, as they should be.
    fn lines(kept: &Kept, nodes: u64) -> String {
        let level = &kept.level;
        let position = registry::open(&level.game).unwrap().read_position(&level.position).unwrap();
        let mut lines = String::new();
        for opponent in OPPONENTS {
            let desk = Desk::bare(Budget::unlimited().with_nodes(nodes));
            let task = Task { position: (), side: position.side(), goal: Goal::Win, opponent };
            let Some(Ok(LevelRating { rating, solved })) = position.level_rating(task, &desk)
            else {
                continue;
            };
            write!(lines, "{} {} {opponent} {rating}", level.game, level.position).unwrap();
            for chance in solved {
                write!(lines, " {:.4}", chance.middle()).unwrap();
            }
            lines.push('\n');
        }
        lines
    }

    /// Nodes of a question: what takes more has no rating.
    const NODES: u64 = 3_000_000;

    #[test]
    #[ignore = "some minutes: all levels against all opponents; SPAR_RATINGS=FILE writes them"]
    fn every_kept_rating_is_computed_again() {
        let mut text = String::new();
        for kept in all() {
            let began = std::time::Instant::now();
            let l = lines(kept, NODES);
            if began.elapsed().as_secs() > 2 {
                println!(
                    "{} {} rung {} {:?} {}",
                    kept.level.game,
                    kept.level.position,
                    kept.rung,
                    began.elapsed(),
                    l.lines().count()
                );
            }
            text += &l;
        }
        if let Some(file) = std::env::var_os("SPAR_RATINGS") {
            std::fs::write(file, text).unwrap();
        } else {
            assert_eq!(text, RATINGS);
        }
    }
}

//! A check of computed ratings against simulated learners in four games.

use super::sheets::{ReportPart, ReportTable};
use crate::fault::Fault;
use serde::Serialize;
use spar_catalog::ladder::OPPONENTS;
use spar_catalog::units::write_count;
use spar_challenge::policy::Unknown;
use spar_challenge::rating::study::{
    MatchedLevels, Pool, TRIES, WANTED, learned, learners, spearman,
};
use spar_games::lines::Lines;
use spar_solve::whole::{Layered, Whole, chain};
use spar_solve::{Context, SolveError};

/// The games.
pub const GAMES: [&str; 4] =
    ["connect3", "bottom2:rows=4,cols=4", "tictactoe:rows=4,cols=4", "connect4:rows=5,cols=5"];

/// The number of levels whose ratings are learned, and the number of tries for this.
const LEVELS: usize = 200;
const LEARNING: usize = 100_000;

/// The number of positions of the matched levels; each is combined with every opponent.
const POSITIONS: usize = 400;

/// The minimum rank correlation of computed and learned ratings.
const LEAST_AGREEMENT: f64 = 0.9;

/// The maximum difference between the wanted and the actual rate of solved levels.
const MOST_OFF: f64 = 0.05;

/// If the nearest levels differ from the wanted chance by more than this, the game has no
/// suitable levels.
const OUT_OF_REACH: f64 = 0.03;

/// The complete check.
#[derive(Debug, Serialize)]
pub struct Ratings {
    /// The seed of all random choices.
    pub seed: u64,
    /// The results of each game.
    pub games: Vec<OfGame>,
    /// Whether all games are included.
    pub complete: bool,
}

/// The results of one game.
#[derive(Debug, Serialize)]
pub struct OfGame {
    /// Its name.
    pub game: String,
    /// The number of levels whose ratings were learned.
    pub levels: usize,
    /// The number of tries for learning them.
    pub tries: usize,
    /// Spearman's rank correlation of computed and learned ratings.
    pub agreement: f64,
    /// The number of levels available for matching: positions combined with opponents.
    pub matched: usize,
    /// The results of matched levels.
    pub held: Vec<RatingRow>,
}

/// The results of matched levels for one learner and one wanted chance.
#[derive(Debug, Serialize)]
pub struct RatingRow {
    /// The learner's foresight in rounds.
    pub foresight: u32,
    /// The percentage of moves that the learner makes at random.
    pub slips: u32,
    /// The wanted rate of solved levels.
    pub wanted: f64,
    /// The actual rate of solved levels.
    pub solved: f64,
    /// The number of tries.
    pub tries: usize,
    /// The expected rate, by the ratings of the selected levels.
    pub expected: f64,
    /// The exact chances at the hardest and at the easiest available levels.
    pub limits: [f64; 2],
    /// Whether the game has levels for the wanted rate.
    pub possible: bool,
}

impl RatingRow {
    fn of(held: &MatchedLevels) -> RatingRow {
        RatingRow {
            foresight: held.learner.player.rounds().unwrap_or_default(),
            slips: held.learner.slips,
            wanted: held.wanted,
            solved: held.share(),
            tries: TRIES,
            expected: held.expected,
            limits: held.limits,
            possible: held.is_possible() && (held.expected - held.wanted).abs() <= OUT_OF_REACH,
        }
    }

    /// Returns whether the actual rate is close enough to the wanted one.
    pub fn holds(&self) -> bool {
        (self.solved - self.wanted).abs() <= MOST_OFF
    }
}

impl Ratings {
    /// Returns whether the ratings agree, and the rates of matched levels are as wanted
    /// wherever that is possible.
    pub fn holds(&self) -> bool {
        self.games.iter().all(|it| {
            it.agreement >= LEAST_AGREEMENT && it.held.iter().all(|it| it.holds() || !it.possible)
        })
    }
}

/// Runs the check for these games. If stopped early, returns the games that are complete.
///
/// # Errors
/// If a game does not fit into memory.
pub fn ratings(games: &[&str], seed: u64, context: &Context) -> Result<Ratings, Fault> {
    let mut ratings = Ratings { seed, games: Vec::new(), complete: true };
    for name in games {
        let Some(game) = of_game(name, seed, context)? else {
            ratings.complete = false;
            break;
        };
        ratings.games.push(game);
    }
    Ok(ratings)
}

/// Checks one game; `None` if it was stopped.
fn of_game(name: &str, seed: u64, context: &Context) -> Result<Option<OfGame>, Fault> {
    let game = Lines::named(name)?;
    let budget = &context.budget;
    let whole = match Whole::get(&game, name, Layered::No, context, &mut Vec::new()) {
        Ok(whole) => whole,
        Err(SolveError::Stopped) => return Ok(None),
        Err(error) => return Err(Fault::new(error.to_string())),
    };
    let whole = whole.in_memory().map_err(|error| Fault::new(chain(&error)))?;
    let drawn = |count| {
        let pool = Pool::drawn(&game, &whole, &*OPPONENTS, count, seed, budget);
        pool.map_err(|error| Fault::new(chain(&error)))
    };
    let pool = drawn(LEVELS)?;
    let matched = drawn(POSITIONS)?.against(&game, &whole, &*OPPONENTS, budget);
    let simulated = || -> Result<_, Unknown> {
        let tries = pool.tries(&game, &whole, LEARNING, seed, budget)?;
        let held = matched.matched_levels(&game, &whole, seed, budget)?;
        Ok((tries, held))
    };
    let Ok((tries, held)) = simulated() else { return Ok(None) };
    let computed: Vec<f64> = pool.ratings.iter().map(|it| f64::from(it.rating)).collect();
    let found = learned(&tries, learners().len(), computed.len());
    Ok(Some(OfGame {
        game: name.to_owned(),
        levels: computed.len(),
        tries: tries.len(),
        agreement: spearman(&computed, &found),
        matched: matched.tasks.len(),
        held: held.iter().map(RatingRow::of).collect(),
    }))
}

/// Converts the results to tables.
pub fn parts(ratings: &Ratings) -> Vec<ReportPart> {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let agreements = ratings.games.iter().map(|it| {
        let tries = write_count(it.tries as u64);
        vec![it.game.clone(), it.levels.to_string(), tries, format!("{:.3}", it.agreement)]
    });
    let mut parts = vec![ReportPart::Table(ReportTable {
        title: "Computed and learned ratings of levels".to_owned(),
        notes: vec![
            "Learned: the likeliest ratings of levels and learners after all tries. Learners look \
             0 to 3 rounds ahead; of their moves none, 10 or 30 in a hundred are made without \
             looking. Agreement: Spearman's correlation of ranks; at least 0.9 is wanted.",
        ],
        columns: vec!["game ", "levels", "tries", "agreement"],
        grouped: 0,
        rows: agreements.collect(),
    })];
    for game in &ratings.games {
        let cell = |row: &RatingRow| {
            let mark = if row.holds() || row.possible { "" } else { " *" };
            format!("{}{mark}", percent(row.solved))
        };
        let rows = game.held.chunks(WANTED.len()).map(|of| {
            let (foresight, slips) = (of[0].foresight.to_string(), of[0].slips.to_string());
            let limits = of[0].limits.map(percent);
            let limits = format!("{} to {}", limits[0], limits[1]);
            [foresight, slips].into_iter().chain(of.iter().map(cell)).chain([limits]).collect()
        });
        parts.push(ReportPart::Table(ReportTable {
            title: format!("Matched levels of {}, solved in percent", game.game),
            notes: vec![
                "Of 2000 tries after 20 to warm up; a sample, whose standard error is about one \
                 point. Reach: the exact chance at the 21 hardest and the 21 easiest levels. *: \
                 the game has no levels that this learner solves so often.",
            ],
            columns: vec!["foresight", "slips", "30 wanted", "50 wanted", "70 wanted", "reach"],
            grouped: 1,
            rows: rows.collect(),
        }));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_solve::Budget;

    #[test]
    fn ratings_hold_in_a_small_game_and_the_same_by_the_same_seed() {
        let context = Context::bare(Budget::unlimited());
        let once = ratings(&["connect3"], 7, &context).unwrap();
        assert!(once.complete && once.holds(), "{once:?}");
        assert!(once.games[0].held.iter().filter(|it| it.possible).count() > 20);
        // The same levels, learners and draws again.
        let again = ratings(&["connect3"], 7, &context).unwrap();
        assert_eq!(format!("{once:?}"), format!("{again:?}"));
    }
}

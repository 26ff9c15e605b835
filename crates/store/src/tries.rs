//! Tries at levels: one row for each that is decided, in the order of commits, with the
//! person's rating after it if it is rated.

use super::error::StoreError;
use super::read::Reader;
use super::rows::{Millis, Plan};
use super::table::{self, Kept, TRIES, Table};
use rusqlite::{Connection, Row, params};
use spar_challenge::rating::{Rating, days_between};

/// How a try at a level was decided: at the first move that lost the outcome, or else at
/// the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The text that stands for all images of its position.
    pub canonical: String,
    /// Whether the goal was reached without a move that lost the outcome.
    pub solved: bool,
    /// Whether a hint or the values were asked for before that.
    pub helped: bool,
    /// When it was decided.
    pub at: Millis,
}

/// A try that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The game under way that it was.
    pub session: String,
    /// Whose it is.
    pub player: String,
    /// The canonical name of the game.
    pub game: String,
    /// The how many-th try of this person at this game, from 1.
    pub turn: u32,
    /// How it was decided.
    pub decided: Try,
    /// What it did to the person's rating, if it counted.
    pub rated: Option<Rated>,
}

/// What a try did to a person's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating of the level.
    pub level: i32,
    /// The person's rating after it.
    pub after: Rating,
}

impl Kept for Tried {
    const TABLE: Table = table::TRIES;

    fn read(row: &Row) -> rusqlite::Result<Tried> {
        let level: Option<i32> = row.get("level")?;
        let rated = level.map(|level| -> rusqlite::Result<Rated> {
            let after = Rating {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                volatility: row.get("volatility")?,
            };
            Ok(Rated { level, after })
        });
        let decided = Try {
            canonical: row.get("canonical")?,
            solved: row.get("solved")?,
            helped: row.get("helped")?,
            at: row.get("at")?,
        };
        Ok(Tried {
            session: row.get("session")?,
            player: row.get("player")?,
            game: row.get("game")?,
            turn: row.get("turn")?,
            decided,
            rated: rated.transpose()?,
        })
    }
}

/// Keeps how a try was decided, and gives the row back. The first decision stays: a
/// second is ignored.
pub(super) fn add(
    connection: &Connection,
    session: &str,
    decided: &Try,
) -> Result<Option<Tried>, StoreError> {
    let reader = Reader(connection);
    let plan = reader.plan(session)?.ok_or(StoreError::Gone)?;
    if reader.tried(session)?.is_some() {
        return Ok(None);
    }
    let turn = reader.last_try(&plan.player, &plan.game)?.map_or(1, |last| last.turn + 1);
    let before = reader.rating(&plan.player, &plan.game)?;
    let rated = rated(&plan, decided, before.as_ref());
    let tried = Tried {
        session: plan.id,
        player: plan.player,
        game: plan.game,
        turn,
        decided: decided.clone(),
        rated,
    };
    insert(connection, &tried)?;
    Ok(Some(tried))
}

pub(super) fn insert(connection: &Connection, tried: &Tried) -> rusqlite::Result<()> {
    let Tried { session, player, game, turn, decided, rated } = tried;
    let Try { canonical, solved, helped, at } = decided;
    let level = rated.map(|it| it.level);
    let [rating, deviation, volatility] =
        [|it: Rating| it.rating, |it: Rating| it.deviation, |it: Rating| it.volatility]
            .map(|part| rated.map(|it| part(it.after)));
    TRIES.insert(
        connection,
        params![
            player, game, turn, session, canonical, solved, helped, at, level, rating, deviation,
            volatility
        ],
    )
}

/// What a try does to the rating of somebody whose last rated one was `before`; nothing
/// if it does not count.
pub(super) fn rated(plan: &Plan, decided: &Try, before: Option<&Tried>) -> Option<Rated> {
    let level = plan.level.filter(|_| !decided.helped)?;
    let rating = before.and_then(|it| it.rated).map_or(Rating::NEW, |it| it.after);
    let days = before.map_or(0, |it| days_between(it.decided.at, decided.at));
    Some(Rated { level, after: rating.after(level, decided.solved, days) })
}

/// Whether two ways to work out a rating came to the same. Systems differ in the last
/// places of a logarithm; what was changed by hand or by chance does not fit its sum.
pub(super) fn is_same(one: Option<Rated>, other: Option<Rated>) -> bool {
    let parts = |it: Rated| [it.after.rating, it.after.deviation, it.after.volatility];
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let near = |(one, other): (f64, f64)| (one - other).abs() <= 1e-6;
            one.level == other.level && parts(one).into_iter().zip(parts(other)).all(near)
        }
        _ => false,
    }
}

impl Reader<'_> {
    /// The latest tries of a person, the latest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tries_of(&self, player: &str, at_most: u32) -> Result<Vec<Tried>, StoreError> {
        let rest = "WHERE player = ?1 ORDER BY at DESC, game, turn DESC LIMIT ?2";
        self.all(rest, (player, at_most))
    }

    /// All tries of a person at a game, in their order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tries_at(&self, player: &str, game: &str) -> Result<Vec<Tried>, StoreError> {
        self.all("WHERE player = ?1 AND game = ?2 ORDER BY turn", [player, game])
    }

    /// The try that this level was, if it is decided.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tried(&self, session: &str) -> Result<Option<Tried>, StoreError> {
        self.first("WHERE session = ?1", [session])
    }

    /// The last rated try of a person at a game: it tells their rating.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rating(&self, player: &str, game: &str) -> Result<Option<Tried>, StoreError> {
        let rest = "WHERE player = ?1 AND game = ?2 AND level IS NOT NULL
                    ORDER BY turn DESC LIMIT 1";
        self.first(rest, [player, game])
    }

    /// The last try of a person at a game.
    pub(super) fn last_try(&self, player: &str, game: &str) -> Result<Option<Tried>, StoreError> {
        let rest = "WHERE player = ?1 AND game = ?2 ORDER BY turn DESC LIMIT 1";
        self.first(rest, [player, game])
    }

    /// All tries of all people, in their order.
    pub(super) fn all_tries(&self) -> Result<Vec<Tried>, StoreError> {
        self.all("ORDER BY player, game, turn", [])
    }
}

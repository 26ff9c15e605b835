//! Tries at levels: one row for each decided try, in the order of commits. The row of a rated try
//! also stores the person's new rating.

use super::rows::{Millis, Plan};
use super::table::{self, StoredRow, TRIES, Table};
use rusqlite::{Connection, Row, params};
use spar_catalog::AnySession;
use spar_challenge::rating::{Rating, days_between};
use spar_challenge::session::Decided;

/// The result of a try at a level. It is decided by the first slip (a move that gives the goal
/// away; with dice, one that costs at least 5 percentage points of the chance to win), or else by
/// the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The canonical text of its position, the same for all images.
    pub canonical: String,
    /// Whether the goal was reached without a slip.
    pub solved: bool,
    /// Whether a hint or the values were asked for before it was decided.
    pub helped: bool,
    /// When it was decided.
    pub at: Millis,
}

/// A stored try.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The id of its session.
    pub session: String,
    /// The id of the person.
    pub player: String,
    /// The canonical name of the game.
    pub game: String,
    /// The 1-based index of this try among those of this person at this game.
    pub turn: u32,
    /// Its result.
    pub decided: Try,
    /// How it changed the person's rating, if it was rated.
    pub rated: Option<TryRating>,
}

/// How a try changed a person's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TryRating {
    /// The rating of the level.
    pub level: i32,
    /// The person's rating after it.
    pub after: Rating,
}

impl Try {
    /// The result of the try of this session, if it is a level and the try is decided.
    pub fn of(session: &dyn AnySession, at: Millis) -> Option<Try> {
        let Decided { solved, helped } = session.decided()?;
        Some(Try { canonical: session.at(0)?.stands_for(), solved, helped, at })
    }
}

impl StoredRow for Tried {
    const TABLE: Table = table::TRIES;

    fn read(row: &Row) -> rusqlite::Result<Tried> {
        let level: Option<i32> = row.get("level")?;
        let rated = level.map(|level| -> rusqlite::Result<TryRating> {
            let after = Rating {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                volatility: row.get("volatility")?,
            };
            Ok(TryRating { level, after })
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

/// How a try changes the rating of somebody whose last rated try was `before`; `None` if it is
/// not rated.
pub(super) fn rated(plan: &Plan, decided: &Try, before: Option<&Tried>) -> Option<TryRating> {
    let level = plan.level.filter(|_| !decided.helped)?;
    let rating = before.and_then(|it| it.rated).map_or(Rating::NEW, |it| it.after);
    let days = before.map_or(0, |it| days_between(it.decided.at, decided.at));
    Some(TryRating { level, after: rating.after(level, decided.solved, days) })
}

/// Whether two computations of a rating agree. Allows 1e-6, as platforms round `ln` differently.
/// This hides no edits: the row's checksum reveals those.
pub(super) fn is_same(one: Option<TryRating>, other: Option<TryRating>) -> bool {
    let parts = |it: TryRating| [it.after.rating, it.after.deviation, it.after.volatility];
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let near = |(one, other): (f64, f64)| (one - other).abs() <= 1e-6;
            one.level == other.level && parts(one).into_iter().zip(parts(other)).all(near)
        }
        _ => false,
    }
}

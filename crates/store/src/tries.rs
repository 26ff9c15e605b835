//! Tries at levels: one row for each that is decided, in the order of commits, with the
//! person's rating after it if it is rated.

use super::rows::{Millis, Plan};
use super::table::{self, Kept, TRIES, Table};
use rusqlite::{Connection, Row, params};
use spar_catalog::AnySession;
use spar_challenge::rating::{Rating, days_between};
use spar_challenge::session::Decided;

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
    /// The 1-based index of this try among those of this person at this game.
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

impl Try {
    /// How the try at a level was decided, if it was: a level and its log say so.
    pub fn of(session: &dyn AnySession, at: Millis) -> Option<Try> {
        let Decided { solved, helped } = session.decided()?;
        Some(Try { canonical: session.at(0)?.stands_for(), solved, helped, at })
    }
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

//! The formats of the file, and the way from each to the latest.

use super::table::TABLES;
use super::tries::{self, Tried, Try};
use crate::registry;
use rusqlite::{Connection, Transaction};
use rusqlite_migration::{HookResult, M, Migrations};
use std::sync::OnceLock;

/// The latest format.
pub(super) const LATEST: i64 = 3;

/// The steps from an empty file to the latest format; later ones are added at the end.
fn steps() -> Vec<M<'static>> {
    // The mark is `Spar`: it tells this file from other databases.
    let first = concat!("PRAGMA application_id = 1399873906;\n", include_str!("schema.sql"));
    vec![
        M::up(first),
        M::up_with_hook(include_str!("format-2.sql"), to_format_2),
        M::up(include_str!("format-3.sql")),
    ]
}

/// Fills in what format 2 is about.
fn to_format_2(step: &Transaction<'_>) -> HookResult {
    for table in TABLES {
        table.sum_anew(step)?;
    }
    let mut query = step.prepare(
        "SELECT decided.player, decided.game, session, solved, helped, decided.at, start
         FROM decided JOIN sessions ON id = session ORDER BY 1, 2, 6, 3",
    )?;
    let mut rows = query.query([])?;
    let mut last: Option<Tried> = None;
    while let Some(row) = rows.next()? {
        let (player, game, start): (String, String, String) =
            (row.get(0)?, row.get(1)?, row.get("start")?);
        // What cannot be read is found when the file is checked.
        let Some(canonical) = stands_for(&game, &start) else { continue };
        let before = last.filter(|it| it.player == player && it.game == game);
        let turn = before.map_or(1, |it| it.turn + 1);
        let (solved, helped, at) = (row.get("solved")?, row.get("helped")?, row.get(5)?);
        let decided = Try { canonical, solved, helped, at };
        let tried =
            Tried { session: row.get("session")?, player, game, turn, decided, rated: None };
        tries::insert(step, &tried)?;
        last = Some(tried);
    }
    drop(rows);
    drop(query);
    step.execute_batch("DROP TABLE decided")?;
    Ok(())
}

/// What stands for all images of a position.
fn stands_for(game: &str, position: &str) -> Option<String> {
    let opened = registry::open_name(game).ok()?;
    Some(opened.read_position(position).ok()?.stands_for())
}

/// Brings a file to the latest format.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite_migration::Result<()> {
    Migrations::new(steps()).to_latest(connection)
}

/// The statements that made the tables of a file, with their names.
pub(super) fn schema(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let sql = "SELECT type || ' ' || name || ' of ' || tbl_name, coalesce(sql, '')
               FROM sqlite_schema ORDER BY 1";
    let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?));
    connection.prepare(sql)?.query_map([], row)?.collect()
}

/// The statements that make the tables of a new file.
pub(super) fn fresh_schema() -> rusqlite_migration::Result<&'static [(String, String)]> {
    static FRESH: OnceLock<Vec<(String, String)>> = OnceLock::new();
    if let Some(fresh) = FRESH.get() {
        return Ok(fresh);
    }
    let mut connection = Connection::open_in_memory()?;
    migrate(&mut connection)?;
    let fresh = schema(&connection)?;
    Ok(FRESH.get_or_init(|| fresh))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_number() {
        assert_eq!(steps().len() as i64, LATEST);
    }
}

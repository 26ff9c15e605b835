//! The formats of the file, and the way from each to the latest.

use super::table::TABLES;
use rusqlite::{Connection, Transaction};
use rusqlite_migration::{HookResult, M, Migrations};

/// The latest format.
pub(super) const LATEST: i64 = 2;

/// The steps from an empty file to the latest format; later ones are added at the end.
fn steps() -> Vec<M<'static>> {
    // The mark is `Spar`: it tells this file from other databases.
    let first = concat!("PRAGMA application_id = 1399873906;\n", include_str!("schema.sql"));
    vec![M::up(first), M::up_with_hook(include_str!("format-2.sql"), sum_all)]
}

fn sum_all(step: &Transaction<'_>) -> HookResult {
    TABLES.iter().try_for_each(|table| table.sum_anew(step))?;
    Ok(())
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
pub(super) fn fresh_schema() -> rusqlite_migration::Result<Vec<(String, String)>> {
    let mut connection = Connection::open_in_memory()?;
    migrate(&mut connection)?;
    Ok(schema(&connection)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_number() {
        assert_eq!(steps().len() as i64, LATEST);
    }
}

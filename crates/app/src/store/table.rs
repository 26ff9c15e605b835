//! The tables of the file. Rows are written and read here alone, so that each is written
//! with its checksum and none is believed without.

use super::error::StoreError;
use super::file;
use super::sum::Sum;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Params, Row, ToSql, params_from_iter};

/// A table: all its columns but the last, which is `sum`.
pub(super) struct Table {
    /// Its name.
    pub(super) name: &'static str,
    /// How many of the columns, from the first, are its primary key.
    n_key: usize,
    /// In their order in the file.
    columns: &'static [&'static str],
}

pub(super) const PLAYERS: Table =
    Table { name: "players", n_key: 1, columns: &["id", "name", "made"] };
pub(super) const TOKENS: Table =
    Table { name: "tokens", n_key: 1, columns: &["hash", "player", "made", "seen"] };
pub(super) const LINKS: Table =
    Table { name: "links", n_key: 1, columns: &["hash", "player", "until", "used"] };
pub(super) const SESSIONS: Table = Table {
    name: "sessions",
    n_key: 1,
    columns: &[
        "id", "player", "game", "start", "against", "you", "goal", "seed", "rung", "level", "made",
    ],
};
pub(super) const EVENTS: Table =
    Table { name: "events", n_key: 2, columns: &["session", "seq", "kind", "text", "by", "at"] };
pub(super) const SERVED: Table =
    Table { name: "served", n_key: 3, columns: &["player", "game", "canonical", "rung", "at"] };
pub(super) const TRIES: Table = Table {
    name: "tries",
    n_key: 3,
    columns: &[
        "player",
        "game",
        "turn",
        "session",
        "canonical",
        "solved",
        "helped",
        "at",
        "level",
        "rating",
        "deviation",
        "volatility",
    ],
};

/// All tables.
pub(super) const TABLES: [&Table; 7] =
    [&PLAYERS, &TOKENS, &LINKS, &SESSIONS, &EVENTS, &SERVED, &TRIES];

/// What is kept as rows of one table.
pub(super) trait Kept: Sized {
    /// The table.
    const TABLE: Table;

    /// What a row says.
    fn read(row: &Row) -> rusqlite::Result<Self>;
}

impl Table {
    /// Adds a row.
    pub(super) fn insert(
        &self,
        connection: &Connection,
        fields: &[&dyn ToSql],
    ) -> rusqlite::Result<()> {
        let places: Vec<String> = (1..=fields.len() + 1).map(|it| format!("?{it}")).collect();
        let sql = format!("INSERT INTO {} VALUES ({})", self.name, places.join(", "));
        self.execute(connection, &sql, fields)
    }

    /// Writes the row with the same key anew.
    pub(super) fn update(
        &self,
        connection: &Connection,
        fields: &[&dyn ToSql],
    ) -> rusqlite::Result<()> {
        let equals = |index: usize| format!("{} = ?{}", self.columns[index], index + 1);
        let keys: Vec<String> = (0..self.n_key).map(equals).collect();
        let rest: Vec<String> = (self.n_key..fields.len()).map(equals).collect();
        let (name, sum) = (self.name, fields.len() + 1);
        let (keys, rest) = (keys.join(" AND "), rest.join(", "));
        let sql = format!("UPDATE {name} SET {rest}, sum = ?{sum} WHERE {keys}");
        self.execute(connection, &sql, fields)
    }

    fn execute(
        &self,
        connection: &Connection,
        sql: &str,
        fields: &[&dyn ToSql],
    ) -> rusqlite::Result<()> {
        debug_assert_eq!(fields.len(), self.columns.len(), "{}", self.name);
        let mut sum = Sum::of(self.name);
        fields.iter().try_for_each(|field| sum.add_new(*field))?;
        let sum = sum.finish();
        let values = fields.iter().copied().chain([&sum as &dyn ToSql]);
        connection.prepare_cached(sql)?.execute(params_from_iter(values))?;
        Ok(())
    }

    /// The sum that a row should have. Columns are counted, not named: to find them by their
    /// names costs more than to read them.
    fn sum(&self, row: &Row) -> rusqlite::Result<i64> {
        let mut sum = Sum::of(self.name);
        for index in 0..self.columns.len() {
            sum.add(row.get_ref(index)?);
        }
        Ok(sum.finish())
    }

    /// Whether a row is as it was written.
    fn fits(&self, row: &Row) -> rusqlite::Result<bool> {
        Ok(row.get_ref(self.columns.len())? == ValueRef::Integer(self.sum(row)?))
    }

    /// What is said of rows that are not as they were written.
    pub(super) fn damage(&self) -> String {
        format!("a row of `{}` is not as it was written", self.name)
    }

    /// How many rows are not as they were written.
    pub(super) fn n_damaged(&self, connection: &Connection) -> rusqlite::Result<usize> {
        let mut query = connection.prepare(&format!("SELECT * FROM {}", self.name))?;
        let mut rows = query.query([])?;
        let mut n_damaged = 0;
        while let Some(row) = rows.next()? {
            n_damaged += usize::from(!self.fits(row)?);
        }
        Ok(n_damaged)
    }

    /// Believes every row as it stands, and writes its sum.
    pub(super) fn sum_anew(&self, connection: &Connection) -> rusqlite::Result<()> {
        let key = |row: &Row| -> rusqlite::Result<Vec<Value>> {
            let mut values = vec![Value::Integer(self.sum(row)?)];
            for column in &self.columns[..self.n_key] {
                values.push(row.get(*column)?);
            }
            Ok(values)
        };
        let sql = format!("SELECT * FROM {}", self.name);
        let rows: Vec<Vec<Value>> =
            connection.prepare(&sql)?.query_map([], key)?.collect::<Result<_, _>>()?;
        let keys = self.columns[..self.n_key].iter().zip(2..);
        let keys: Vec<String> = keys.map(|(it, place)| format!("{it} = ?{place}")).collect();
        let sql = format!("UPDATE {} SET sum = ?1 WHERE {}", self.name, keys.join(" AND "));
        let mut update = connection.prepare(&sql)?;
        for row in rows {
            update.execute(params_from_iter(row))?;
        }
        Ok(())
    }
}

/// The rows of a table that the rest of a query names, each checked, one after another
/// until `take` has enough.
pub(super) fn rows<T: Kept>(
    connection: &Connection,
    rest: &str,
    values: impl Params,
    mut take: impl FnMut(T) -> bool,
) -> Result<(), StoreError> {
    let path = file::path(connection);
    let failed = |error| file::named(error, path);
    let sql = format!("SELECT * FROM {} {rest}", T::TABLE.name);
    let mut query = connection.prepare_cached(&sql).map_err(failed)?;
    let mut rows = query.query(values).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        if !T::TABLE.fits(row).map_err(failed)? {
            return Err(StoreError::Damaged { path: path.to_owned(), why: T::TABLE.damage() });
        }
        if !take(T::read(row).map_err(failed)?) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::format;

    #[test]
    fn tables_have_the_columns_of_the_file() {
        let mut connection = Connection::open_in_memory().unwrap();
        format::migrate(&mut connection).unwrap();
        let sql = "SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid";
        for table in TABLES {
            let mut query = connection.prepare(sql).unwrap();
            let columns = query.query_map([table.name], |row| Ok((row.get(0)?, row.get(1)?)));
            let columns: Vec<(String, i64)> = columns.unwrap().map(Result::unwrap).collect();
            let ours = table.columns.iter().chain([&"sum"]).zip(1..);
            let ours = ours.map(|(name, place)| {
                ((*name).to_owned(), if place <= table.n_key as i64 { place } else { 0 })
            });
            assert_eq!(columns, ours.collect::<Vec<_>>(), "{}", table.name);
        }
    }
}

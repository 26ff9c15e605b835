//! The tables of the file. Rows are written and read only here, so that each is written
//! with its checksum and checked when it is read.

use super::error::{self, StoreError};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, Error, Params, Row, ToSql, params_from_iter};
use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};
use spar_challenge::judge::Goal;
use spar_challenge::session::By;
use spar_rules::Side;
use twox_hash::XxHash3_64;

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

/// A type whose values are the rows of one table.
pub(super) trait StoredRow: Sized {
    /// The table.
    const TABLE: Table;

    /// The value of a row.
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

    /// Overwrites the row with the same key.
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

    /// The checksum that a row should have. Columns are read by index: finding them by name
    /// costs more than reading them.
    fn sum(&self, row: &Row) -> rusqlite::Result<i64> {
        let mut sum = Sum::of(self.name);
        for index in 0..self.columns.len() {
            sum.add(row.get_ref(index)?);
        }
        Ok(sum.finish())
    }

    /// Whether a row matches its checksum.
    fn fits(&self, row: &Row) -> rusqlite::Result<bool> {
        Ok(row.get_ref(self.columns.len())? == ValueRef::Integer(self.sum(row)?))
    }

    /// The message about a row that does not match its checksum.
    pub(super) fn damage(&self) -> String {
        format!("a row of `{}` does not match its checksum", self.name)
    }

    /// The message about a value that its column does not take, if this error is about one.
    fn unreadable(&self, error: &Error) -> Option<String> {
        let (index, what) = match error {
            Error::FromSqlConversionFailure(index, _, why) => (index, why.to_string()),
            Error::IntegralValueOutOfRange(index, number) => {
                (index, format!("{number} is out of range"))
            }
            Error::InvalidColumnType(index, _, found) => (index, format!("it has type {found}")),
            _ => return None,
        };
        let column = self.columns.get(*index).unwrap_or(&"sum");
        Some(format!("`{column}` of a row of `{}` cannot be read: {what}", self.name))
    }

    /// The number of rows that do not match their checksums.
    pub(super) fn n_damaged(&self, connection: &Connection) -> rusqlite::Result<usize> {
        let mut query = connection.prepare(&format!("SELECT * FROM {}", self.name))?;
        let mut rows = query.query([])?;
        let mut n_damaged = 0;
        while let Some(row) = rows.next()? {
            n_damaged += usize::from(!self.fits(row)?);
        }
        Ok(n_damaged)
    }

    /// Overwrites the checksum of every row, without checking it.
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

/// Reads the rows of a table that match the rest of a query, checks each and passes it to
/// `take`, until that returns `false`.
pub(super) fn rows<T: StoredRow>(
    connection: &Connection,
    rest: &str,
    values: impl Params,
    mut take: impl FnMut(T) -> bool,
) -> Result<(), StoreError> {
    let failed = |error| error::named(error, error::path(connection));
    let damaged = |why| StoreError::Damaged { path: error::path(connection).to_owned(), why };
    let sql = format!("SELECT * FROM {} {rest}", T::TABLE.name);
    let mut query = connection.prepare_cached(&sql).map_err(failed)?;
    let mut rows = query.query(values).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        if !T::TABLE.fits(row).map_err(failed)? {
            return Err(damaged(T::TABLE.damage()));
        }
        let read = T::read(row).map_err(|error| match T::TABLE.unreadable(&error) {
            Some(why) => damaged(why),
            None => failed(error),
        });
        if !take(read?) {
            break;
        }
    }
    Ok(())
}

/// Defines an enum that mirrors another type. The lower-case names of its variants are stored.
macro_rules! words {
    ($(#[$about:meta])* $word:ident for $meaning:ident { $($variant:ident),+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs, reason = "each variant is one of the type that it stands for")]
        pub enum $word {
            $($variant),+
        }

        impl From<$meaning> for $word {
            fn from(meaning: $meaning) -> $word {
                match meaning {
                    $($meaning::$variant => $word::$variant),+
                }
            }
        }

        impl From<$word> for $meaning {
            fn from(word: $word) -> $meaning {
                match word {
                    $($word::$variant => $meaning::$variant),+
                }
            }
        }
    };
}

words! {
    /// A side.
    SideWord for Side { First, Second }
}
words! {
    /// The goal of a level.
    GoalWord for Goal { Win, Draw, Best }
}
words! {
    /// Who made a move.
    ByWord for By { Person, Program, Guess, Chance }
}

/// A value that is stored as one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<T>(pub(super) T);

impl<T: Serialize> ToSql for Word<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0) {
            Ok(serde_json::Value::String(word)) => Ok(word.into()),
            Ok(other) => Err(rusqlite::Error::ToSqlConversionFailure(
                format!("{other} is not a string").into(),
            )),
            Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(error.into())),
        }
    }
}

impl<T: DeserializeOwned> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<T>> {
        let word = value.as_str()?;
        let read = T::deserialize(StrDeserializer::<serde::de::value::Error>::new(word));
        read.map(Word).map_err(|error| FromSqlError::Other(Box::new(error)))
    }
}

/// A checksum while fields are added to it. Each field is added with its type and length, so
/// that different rows never give the same bytes.
pub(super) struct Sum(Vec<u8>);

impl Sum {
    /// The sum of a row of this table before its first field.
    pub(super) fn of(table: &str) -> Sum {
        let mut sum = Sum(Vec::with_capacity(256));
        sum.bytes(b'T', table.as_bytes());
        sum
    }

    /// Adds a field as it is stored.
    pub(super) fn add(&mut self, field: ValueRef<'_>) {
        match field {
            ValueRef::Null => self.0.push(b'n'),
            ValueRef::Integer(number) => self.bytes(b'i', &number.to_le_bytes()),
            ValueRef::Real(number) => self.bytes(b'r', &number.to_bits().to_le_bytes()),
            ValueRef::Text(text) => self.bytes(b't', text),
            ValueRef::Blob(bytes) => self.bytes(b'b', bytes),
        }
    }

    /// Adds a field that is about to be stored.
    pub(super) fn add_new(&mut self, field: &dyn ToSql) -> rusqlite::Result<()> {
        match field.to_sql()? {
            ToSqlOutput::Borrowed(value) => self.add(value),
            ToSqlOutput::Owned(value) => self.add(ValueRef::from(&value)),
            _ => return Err(Error::ToSqlConversionFailure("this is not a plain value".into())),
        }
        Ok(())
    }

    /// The checksum as it is stored.
    pub(super) fn finish(self) -> i64 {
        XxHash3_64::oneshot(&self.0) as i64
    }

    fn bytes(&mut self, kind: u8, bytes: &[u8]) {
        self.0.push(kind);
        self.0.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.0.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_columns_of_the_file() {
        let mut connection = Connection::open_in_memory().unwrap();
        crate::file::to_latest(&mut connection).unwrap();
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

    fn sum(table: &str, fields: &[ValueRef<'_>]) -> i64 {
        let mut sum = Sum::of(table);
        for field in fields {
            sum.add(*field);
        }
        sum.finish()
    }

    #[test]
    fn rows_that_look_alike_have_other_sums() {
        let text = |text: &'static str| ValueRef::Text(text.as_bytes());
        let sums = [
            sum("a", &[text("bc"), text("d")]),
            sum("a", &[text("b"), text("cd")]),
            sum("a", &[text("bcd")]),
            sum("ab", &[text("c"), text("d")]),
            sum("a", &[ValueRef::Blob(b"bc"), text("d")]),
            sum("a", &[ValueRef::Integer(0)]),
            sum("a", &[ValueRef::Real(0.0)]),
            sum("a", &[ValueRef::Null]),
            sum("a", &[ValueRef::Null, ValueRef::Null]),
            sum("a", &[]),
        ];
        for (index, sum) in sums.iter().enumerate() {
            assert!(!sums[..index].contains(sum), "{index}");
        }
    }

    /// Files are older than programs: the checksum of a row must never change.
    #[test]
    fn the_sum_of_a_row_never_changes() {
        let mut row = Sum::of("players");
        for field in [&"ann" as &dyn ToSql, &"Ann", &1_i64, &None::<i64>, &1.5] {
            row.add_new(field).unwrap();
        }
        assert_eq!(row.finish(), 8_927_378_064_757_319_111);
    }
}

//! Words of the wire as columns: each is spelled in one place only, where its type
//! is made.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;

/// A value that is written as one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<T>(pub(super) T);

impl<T: Serialize> ToSql for Word<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0) {
            Ok(serde_json::Value::String(word)) => Ok(word.into()),
            Ok(other) => {
                Err(rusqlite::Error::ToSqlConversionFailure(format!("{other} is no word").into()))
            }
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

//! The checksum of a row. It covers the name of the table and every field, so that a
//! row that changed, or that stands in another place, does not fit its own sum.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Error, ToSql};
use twox_hash::XxHash3_64;

/// A checksum while fields are added to it: each with its kind and its length, so that
/// no two rows are spelled alike.
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
            _ => return Err(Error::ToSqlConversionFailure("this is no plain value".into())),
        }
        Ok(())
    }

    /// The sum as it is kept.
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

    /// Files outlast programs: the sum of a row is the same for ever.
    #[test]
    fn the_sum_of_a_row_never_changes() {
        let mut row = Sum::of("players");
        for field in [&"ann" as &dyn ToSql, &"Ann", &1_i64, &None::<i64>, &1.5] {
            row.add_new(field).unwrap();
        }
        assert_eq!(row.finish(), 8_927_378_064_757_319_111);
    }
}

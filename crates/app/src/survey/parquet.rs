//! A table as a file of Apache Parquet. Every column is optional.

use super::columns::{Cell, Kind, Table};
use crate::fault::Fault;
use crate::wire::survey::Row;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;

/// Rows as the bytes of a Parquet file.
///
/// # Errors
/// If the table cannot be written in this form.
pub(crate) fn parquet(rows: &[Row]) -> Result<Vec<u8>, Fault> {
    written(&Table::of(rows)).map_err(|error| Fault::new(format!("cannot write Parquet: {error}")))
}

fn written(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let schema = parse_message_type(&schema(table))?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties))?;
    if !table.rows.is_empty() {
        let mut group = writer.next_row_group()?;
        for column in 0..table.names.len() {
            let cells = || table.rows.iter().map(move |row| row[column].as_ref());
            match table.kind(column) {
                Kind::Text => write::<ByteArrayType>(&mut group, cells(), |cell| {
                    Some(cell.to_string().as_str().into())
                }),
                Kind::Whole => write::<Int64Type>(&mut group, cells(), |cell| match cell {
                    Cell::Whole(number) => Some(*number as i64),
                    _ => None,
                }),
                Kind::Number => write::<DoubleType>(&mut group, cells(), |cell| match cell {
                    Cell::Number(number) => Some(*number),
                    _ => None,
                }),
                Kind::Truth => write::<BoolType>(&mut group, cells(), |cell| match cell {
                    Cell::Truth(truth) => Some(*truth),
                    _ => None,
                }),
            }?;
        }
        group.close()?;
    }
    writer.close()?;
    Ok(bytes)
}

fn schema(table: &Table) -> String {
    let column = |(place, name): (usize, &String)| match table.kind(place) {
        Kind::Text => format!("optional binary {name} (UTF8);"),
        Kind::Whole => format!("optional int64 {name} (INTEGER(64, false));"),
        Kind::Number => format!("optional double {name};"),
        Kind::Truth => format!("optional boolean {name};"),
    };
    let columns: Vec<String> = table.names.iter().enumerate().map(column).collect();
    format!("message survey {{ {} }}", columns.join(" "))
}

/// Writes a column: the values that there are, and in which rows.
fn write<'a, T: DataType>(
    group: &mut SerializedRowGroupWriter<&mut Vec<u8>>,
    cells: impl Iterator<Item = Option<&'a Cell>>,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = cells.map(|cell| cell.and_then(&value)).collect();
    let present: Vec<i16> = values.iter().map(|it| i16::from(it.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let missing = || ParquetError::General("the schema has too few columns".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(&values, Some(&present), None)?;
    column.close()
}

//! A table as an Apache Parquet file. Every column is optional.

use super::columns::{Cell, Kind, Shape, Table};
use crate::fault::Fault;
use crate::wire::survey::SurveyRow;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::Write;
use std::sync::Arc;

/// Formats rows as the bytes of a Parquet file.
///
/// # Errors
/// If the table cannot be written as Parquet.
pub(crate) fn parquet(rows: &[SurveyRow], shape: Shape) -> Result<Vec<u8>, Fault> {
    written(&Table::of_shape(rows, shape))
        .map_err(|error| Fault::new(format!("cannot write Parquet: {error}")))
}

fn written(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let columns: Vec<(String, Kind)> =
        table.names.iter().enumerate().map(|(at, name)| (name.clone(), table.kind(at))).collect();
    let mut writer = Writer::new(Vec::new(), "survey", &columns)?;
    if !table.rows.is_empty() {
        writer.group(&table.rows)?;
    }
    writer.finish()
}

/// The cells of a column; `None` for empty cells.
pub(crate) enum ColumnCells<'a> {
    Text(Box<dyn Iterator<Item = Option<&'a str>> + 'a>),
    Whole(Box<dyn Iterator<Item = Option<u64>> + 'a>),
    Number(Box<dyn Iterator<Item = Option<f64>> + 'a>),
}

/// Writes an Apache Parquet file, one row group at a time. Every column is optional.
pub(crate) struct Writer<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    kinds: Vec<Kind>,
}

impl<W: Write + Send> Writer<W> {
    /// Creates a file with these columns. Its metadata contain the version of the program.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(crate) fn new(
        output: W,
        message: &str,
        columns: &[(String, Kind)],
    ) -> Result<Writer<W>, ParquetError> {
        let schema = parse_message_type(&schema(message, columns))?;
        let version =
            KeyValue::new("spar.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![version]))
            .build();
        let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties))?;
        Ok(Writer { writer, kinds: columns.iter().map(|it| it.1).collect() })
    }

    /// Adds an entry to the metadata of the file.
    pub(crate) fn tell(&mut self, key: &str, value: String) {
        self.writer.append_key_value_metadata(KeyValue::new(format!("spar.{key}"), value));
    }

    /// The underlying output.
    pub(crate) fn place(&self) -> &W {
        self.writer.inner()
    }

    /// Writes a row group; each row has a cell for every column.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn group(&mut self, rows: &[Vec<Option<Cell>>]) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for (column, kind) in self.kinds.iter().enumerate() {
            let cells = || rows.iter().map(move |row| row[column].as_ref());
            match kind {
                Kind::Text => write::<ByteArrayType, W>(
                    &mut group,
                    cells().map(|it| Some(it?.to_string().as_str().into())),
                ),
                Kind::Whole => write::<Int64Type, W>(
                    &mut group,
                    cells().map(|it| match it? {
                        Cell::Whole(number) => Some(*number as i64),
                        _ => None,
                    }),
                ),
                Kind::Number => write::<DoubleType, W>(
                    &mut group,
                    cells().map(|it| match it? {
                        Cell::Number(number) => Some(*number),
                        _ => None,
                    }),
                ),
                Kind::Truth => write::<BoolType, W>(
                    &mut group,
                    cells().map(|it| match it? {
                        Cell::Truth(truth) => Some(*truth),
                        _ => None,
                    }),
                ),
            }?;
        }
        group.close().map(|_| ())
    }

    /// Writes a row group given by its columns, all of the same length.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn column_group<'a>(
        &mut self,
        columns: impl IntoIterator<Item = ColumnCells<'a>>,
    ) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in columns {
            match column {
                ColumnCells::Text(cells) => {
                    write::<ByteArrayType, W>(&mut group, cells.map(|it| it.map(Into::into)))
                }
                ColumnCells::Whole(cells) => {
                    write::<Int64Type, W>(&mut group, cells.map(|it| it.map(|it| it as i64)))
                }
                ColumnCells::Number(cells) => write::<DoubleType, W>(&mut group, cells),
            }?;
        }
        group.close().map(|_| ())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn finish(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

fn schema(message: &str, columns: &[(String, Kind)]) -> String {
    let column = |(name, kind): &(String, Kind)| match kind {
        Kind::Text => format!("optional binary {name} (UTF8);"),
        Kind::Whole => format!("optional int64 {name} (INTEGER(64, false));"),
        Kind::Number => format!("optional double {name};"),
        Kind::Truth => format!("optional boolean {name};"),
    };
    let columns: Vec<String> = columns.iter().map(column).collect();
    format!("message {message} {{ {} }}", columns.join(" "))
}

/// Writes a column: its values, and the definition levels that mark the empty cells.
fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<W>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut present, mut values): (Vec<i16>, Vec<T::T>) = (Vec::new(), Vec::new());
    for cell in cells {
        present.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    let missing = || ParquetError::General("the schema has too few columns".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(&values, Some(&present), None)?;
    column.close()
}

//! The results of one part of the report.

use super::plot::Plot;
use crate::reproduce::sheets::{ReportPart, ReportTable};
use crate::wire::csv::quoted;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use spar_catalog::units::write_count;
use spar_solve::Interval;
use std::fmt::{Display, Write};

/// A table with its comparisons.
///
/// The text output shows the texts of the cells; JSON and CSV contain their values, with the
/// field names of the columns.
#[derive(Debug)]
pub struct Finding {
    /// The name of its CSV file, without extension.
    pub name: String,
    /// The title.
    pub title: String,
    /// Notes needed to understand it.
    pub notes: Vec<&'static str>,
    /// The columns.
    pub columns: Vec<FindingColumn>,
    /// The rows, one cell for each column.
    pub rows: Vec<Vec<FindingCell>>,
    /// The comparisons with published values.
    pub figures: Vec<FindingFigure>,
    /// The number of leading columns in which text output blanks a cell equal to the one above.
    pub grouped: usize,
    /// The same data as pictures, including times if they were measured.
    pub plots: Vec<Plot>,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct FindingColumn {
    /// The heading in text output. A trailing space means that the column is left-aligned.
    pub heading: &'static str,
    /// The field names of the values in its cells.
    pub fields: &'static [&'static str],
}

/// Creates a column from its heading and field names.
pub(super) const fn column(
    heading: &'static str,
    fields: &'static [&'static str],
) -> FindingColumn {
    FindingColumn { heading, fields }
}

/// A value in JSON and CSV.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// An integer.
    Count(u64),
    /// A list of integers.
    Counts(Vec<u64>),
    /// A text.
    Text(String),
    /// No value.
    Nothing,
}

/// A cell.
#[derive(Clone, Debug)]
pub struct FindingCell {
    /// The text in text output.
    pub text: String,
    /// The values in JSON and CSV: one for each field of the column.
    pub values: Vec<Value>,
}

/// A computed value compared with the published one.
#[derive(Clone, Debug)]
pub struct FindingFigure {
    /// The name of the figure.
    pub what: String,
    /// The computed value.
    pub ours: Value,
    /// The published value.
    pub known: Value,
    /// Whether both are equal in all digits of the published one.
    pub equal: bool,
    /// The text shown if they differ.
    text: String,
}

impl Value {
    /// Parses a number; other texts remain texts.
    fn read(text: &str) -> Value {
        match (text.parse(), text.parse()) {
            (Ok(count), _) => Value::Count(count),
            (_, Ok(number)) => Value::Number(number),
            _ => Value::Text(text.to_owned()),
        }
    }

    fn csv(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Count(count) => count.to_string(),
            Value::Counts(counts) => {
                counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
            }
            Value::Text(text) => quoted(text.clone()),
            Value::Nothing => String::new(),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Number(number) => serializer.serialize_f64(*number),
            Value::Count(count) => serializer.serialize_u64(*count),
            Value::Counts(counts) => counts.serialize(serializer),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Nothing => serializer.serialize_none(),
        }
    }
}

impl FindingCell {
    /// A cell whose value is its text.
    pub(super) fn text(text: impl Into<String>) -> FindingCell {
        let text = text.into();
        FindingCell { values: vec![Value::Text(text.clone())], text }
    }

    /// A cell whose value is the number in its text.
    pub(super) fn read(text: &str) -> FindingCell {
        FindingCell { text: text.to_owned(), values: vec![Value::read(text)] }
    }

    /// A cell with an integer.
    pub(super) fn count(count: impl TryInto<u64>) -> FindingCell {
        let count = count.try_into().unwrap_or(u64::MAX);
        FindingCell { text: count.to_string(), values: vec![Value::Count(count)] }
    }

    /// A cell with a possibly large integer, shown in groups of three digits.
    pub(super) fn large(count: u64) -> FindingCell {
        FindingCell { text: write_count(count), values: vec![Value::Count(count)] }
    }

    /// A cell with a number, shown with this number of decimals.
    pub(super) fn number(number: f64, decimals: usize) -> FindingCell {
        FindingCell { text: format!("{number:.decimals$}"), values: vec![Value::Number(number)] }
    }

    /// A cell with a text but no value.
    pub(super) fn nothing(text: &str) -> FindingCell {
        FindingCell { text: text.to_owned(), values: vec![Value::Nothing] }
    }

    /// A cell with the values of two cells and one text.
    pub(super) fn both(text: String, one: FindingCell, other: FindingCell) -> FindingCell {
        FindingCell { text, values: one.values.into_iter().chain(other.values).collect() }
    }
}

impl Finding {
    pub(super) fn new(
        name: &str,
        title: impl Into<String>,
        notes: Vec<&'static str>,
        columns: Vec<FindingColumn>,
    ) -> Finding {
        Finding {
            name: name.to_owned(),
            title: title.into(),
            notes,
            columns,
            rows: Vec::new(),
            figures: Vec::new(),
            grouped: 0,
            plots: Vec::new(),
        }
    }

    /// Compares a value with the published one. Returns `=` if they are equal, else `!`.
    pub(super) fn same(&mut self, what: impl Display, ours: &str, known: &str) -> &'static str {
        self.figure(what, Value::read(ours), ours, known)
    }

    /// Compares a number in as many decimals as the published one has. Returns a cell with the
    /// number and `=`; or, if they differ, with the number, `!` and the published one.
    pub(super) fn same_number(
        &mut self,
        what: impl Display,
        ours: f64,
        known: &str,
    ) -> FindingCell {
        let text = as_written(ours, known);
        let mark = self.figure(what, Value::Number(ours), &text, known);
        let text = if mark == "=" { format!("{text} =") } else { format!("{text} ! {known}") };
        FindingCell { text, values: vec![Value::Number(ours)] }
    }

    /// Compares certified bounds with a published number. This counts as one comparison.
    pub(super) fn same_bounds(&mut self, what: &str, ours: Interval, known: &str) -> FindingCell {
        let (low, high) = (as_written(ours.low, known), as_written(ours.high, known));
        let text = if low == high { low } else { format!("{low} to {high}") };
        let mark = self.figure(what, Value::Number(ours.middle()), &text, known);
        let text = if mark == "=" { format!("{text} =") } else { format!("{text} ! {known}") };
        FindingCell { text, values: vec![Value::Number(ours.low), Value::Number(ours.high)] }
    }

    fn figure(
        &mut self,
        what: impl Display,
        ours: Value,
        written: &str,
        known: &str,
    ) -> &'static str {
        let (what, equal) = (what.to_string(), written == known);
        let text = format!("{what}: {written}, not {known}");
        self.figures.push(FindingFigure { what, ours, known: Value::read(known), equal, text });
        if equal { "=" } else { "!" }
    }

    /// The texts of the comparisons that differ.
    pub fn differing(&self) -> impl Iterator<Item = &str> {
        self.figures.iter().filter(|it| !it.equal).map(|it| it.text.as_str())
    }

    /// The field names of a row's values.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.columns.iter().flat_map(|it| it.fields.iter().copied())
    }

    /// The table as CSV, with a header line.
    pub fn csv(&self) -> String {
        let mut csv = self.fields().collect::<Vec<_>>().join(",") + "\n";
        for row in &self.rows {
            let values = row.iter().flat_map(|it| &it.values).map(Value::csv);
            csv += &(values.collect::<Vec<_>>().join(",") + "\n");
        }
        csv
    }

    pub(super) fn row<const N: usize>(&mut self, cells: [FindingCell; N]) {
        self.add(cells.into());
    }

    pub(super) fn add(&mut self, cells: Vec<FindingCell>) {
        let fits = |(column, cell): (&FindingColumn, &FindingCell)| {
            column.fields.len() == cell.values.len()
        };
        debug_assert!(
            cells.len() == self.columns.len() && self.columns.iter().zip(&cells).all(fits),
            "one cell for each column, one value for each field: {cells:?}"
        );
        self.rows.push(cells);
    }
}

/// A row with its field names.
struct Named<'a>(&'a Finding, &'a [FindingCell]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, value) in self.0.fields().zip(self.1.iter().flat_map(|it| &it.values)) {
            map.serialize_entry(field, value)?;
        }
        map.end()
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<Named<'_>> = self.rows.iter().map(|row| Named(self, row)).collect();
        let mut it = serializer.serialize_struct("Finding", 8)?;
        it.serialize_field("name", &self.name)?;
        it.serialize_field("title", &self.title)?;
        it.serialize_field("notes", &self.notes)?;
        it.serialize_field("columns", &self.fields().collect::<Vec<_>>())?;
        it.serialize_field("rows", &rows)?;
        it.serialize_field("compared", &self.figures.len())?;
        it.serialize_field("differing", &self.differing().collect::<Vec<_>>())?;
        it.serialize_field("figures", &self.figures)?;
        it.end()
    }
}

impl Serialize for FindingFigure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut it = serializer.serialize_struct("Figure", 4)?;
        it.serialize_field("what", &self.what)?;
        it.serialize_field("ours", &self.ours)?;
        it.serialize_field("known", &self.known)?;
        it.serialize_field("equal", &self.equal)?;
        it.end()
    }
}

/// All comparisons as one CSV table, one comparison per line.
pub fn compared(findings: &[Finding]) -> String {
    let mut csv = "part,what,ours,known,equal\n".to_owned();
    for finding in findings {
        for FindingFigure { what, ours, known, equal, .. } in &finding.figures {
            let (what, ours, known) = (quoted(what.clone()), ours.csv(), known.csv());
            // Writing to a `String` cannot fail.
            let _ = writeln!(csv, "{},{what},{ours},{known},{equal}", finding.name);
        }
    }
    csv
}

/// A number with as many decimals as the text `like`. Drops the sign of zero.
pub(super) fn as_written(number: f64, like: &str) -> String {
    let decimals = like.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|it| matches!(it, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// Converts all findings to tables for text output.
pub fn sheets(findings: &[Finding]) -> Vec<ReportPart> {
    let sheet = |finding: &Finding| {
        let compared = finding.figures.len();
        let equal = compared - finding.differing().count();
        let title = match compared {
            0 => finding.title.clone(),
            _ => format!("{} ({equal} of {compared} figures equal)", finding.title),
        };
        let texts = |row: &Vec<FindingCell>| row.iter().map(|it| it.text.clone()).collect();
        ReportPart::Table(ReportTable {
            title,
            notes: finding.notes.clone(),
            columns: finding.columns.iter().map(|it| it.heading).collect(),
            grouped: finding.grouped,
            rows: finding.rows.iter().map(texts).collect(),
        })
    };
    findings.iter().map(sheet).collect()
}

//! Surveys: many variants of a game side by side.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `values` | lists and ranges of values, as people write them |
//! | `variants` | all combinations of some values, each game once |
//! | `room` | memory that variants at work share |
//! | `columns` | rows as a table with a column for every figure |
//! | `brief` | rows as a table that people read |
//! | `parquet` | a table as a file of Apache Parquet |

mod brief;
mod columns;
mod parquet;
mod room;
mod values;
mod variants;

pub(crate) use brief::{markdown, text};
pub(crate) use columns::{Cell, Kind, Shape, csv, csv_line, json_line};
pub(crate) use parquet::{ColumnCells, Writer, parquet};
pub(crate) use room::Room;
pub(crate) use values::read_values;
pub(crate) use variants::{Varied, variants};

use crate::fault::Fault;
use crate::wire::survey::SurveyRow;

/// Rows as the lines of JSON that a survey writes.
///
/// # Errors
/// Names the line that is none, counted from 1.
pub(crate) fn read_rows(lines: &[String]) -> Result<Vec<SurveyRow>, Fault> {
    let read = |(index, line): (usize, &String)| {
        serde_json::from_str(line).map_err(|error| {
            let is_shard = index == 0 && line.starts_with("{\"spar\":\"shard\"");
            let hint = if is_shard {
                "it is a shard; `spar merge` puts all shards together"
            } else {
                "`spar survey GAME --json` writes such rows"
            };
            let what = format!("line {} is not a row of a survey: {error}", index + 1);
            Fault::with_hint(what, hint)
        })
    };
    lines.iter().enumerate().map(read).collect()
}

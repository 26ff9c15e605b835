//! Surveys: comparisons of many variants of a game.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `values` | reads lists and ranges of values |
//! | `variants` | all combinations of some values, without duplicate games |
//! | `room` | the memory that concurrent variants share |
//! | `columns` | a survey as a table with a column for every figure |
//! | `brief` | a survey as a table for reading |
//! | `parquet` | a table as an Apache Parquet file |

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

/// Parses the rows of a survey from JSON Lines.
///
/// # Errors
/// If a line is not valid; the message contains its number, counted from 1.
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

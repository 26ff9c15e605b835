//! File formats, and the conversion of batch rows to each of them.

use crate::book::BookCommand;
use crate::fault::Fault;
use crate::place::Form;
use crate::survey::{self, Shape};
use crate::wire::{csv, level};
use std::path::Path;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    Jsonl,
    Csv,
    Markdown,
    Parquet,
    Html,
    Book,
}

impl FileFormat {
    /// The format for the extension of a file name; `None` if it is not the extension of a
    /// format.
    pub(crate) fn of(path: &Path) -> Option<FileFormat> {
        match path.extension()?.to_str()? {
            "jsonl" | "json" | "ndjson" => Some(FileFormat::Jsonl),
            "csv" => Some(FileFormat::Csv),
            "md" => Some(FileFormat::Markdown),
            "parquet" => Some(FileFormat::Parquet),
            "html" | "htm" => Some(FileFormat::Html),
            "book" => Some(FileFormat::Book),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            FileFormat::Jsonl => "JSON Lines",
            FileFormat::Csv => "CSV",
            FileFormat::Markdown => "Markdown",
            FileFormat::Parquet => "Parquet",
            FileFormat::Html => "HTML",
            FileFormat::Book => "book",
        }
    }
}

/// The conversion of a batch's rows, which are JSON Lines, to the format of this file; `None`
/// for JSON Lines. The first word of `command` is the command that created the rows.
///
/// # Errors
/// If these rows cannot be written in the format.
pub(crate) fn form(command: &str, path: &Path) -> Result<Option<Box<Form>>, Fault> {
    let format = match FileFormat::of(path) {
        None | Some(FileFormat::Jsonl) => return Ok(None),
        Some(format) => format,
    };
    let verb = command.split(' ').next().unwrap_or_default();
    let form: Box<Form> = match (verb, format) {
        ("survey", FileFormat::Csv) => {
            Box::new(|rows| Ok(survey::csv(&survey::read_rows(rows)?, Shape::Wide)))
        }
        ("survey", FileFormat::Markdown) => {
            Box::new(|rows| Ok(survey::markdown(&survey::read_rows(rows)?)))
        }
        ("survey", FileFormat::Parquet) => {
            Box::new(|rows| survey::parquet(&survey::read_rows(rows)?, Shape::Wide))
        }
        ("generate", FileFormat::Csv) => Box::new(levels),
        ("rate", FileFormat::Csv) => Box::new(ratings),
        ("book", FileFormat::Book) => {
            let made = BookCommand::read(command)?;
            Box::new(move |rows| made.book(rows))
        }
        _ => {
            let endings = match verb {
                "survey" => ".jsonl, .csv, .md or .parquet",
                "generate" | "rate" => ".jsonl or .csv",
                "book" => ".jsonl or .book",
                _ => ".jsonl",
            };
            let what = format!("the rows of `spar {verb}` cannot be written as {}", format.name());
            return Err(Fault::with_hint(what, format!("end the file's name in {endings}")));
        }
    };
    Ok(Some(form))
}

/// Converts levels to CSV.
fn levels(rows: &[String]) -> Result<Vec<u8>, Fault> {
    let mut text = csv::header();
    for row in rows {
        text += &csv::row(&read(row)?);
    }
    Ok(text.into_bytes())
}

/// Converts rated positions to CSV. The last column is the reason why a position could not be
/// rated.
fn ratings(rows: &[String]) -> Result<Vec<u8>, Fault> {
    let mut text = csv::with_column(&csv::header(), "reason");
    for row in rows {
        text += &match serde_json::from_str::<level::Unrated>(row) {
            Ok(unrated) => {
                csv::with_column(&csv::unrated(&unrated.game, &unrated.position), &unrated.reason)
            }
            Err(_) => csv::with_column(&csv::row(&read(row)?), ""),
        };
    }
    Ok(text.into_bytes())
}

fn read(row: &str) -> Result<level::Level, Fault> {
    serde_json::from_str(row).map_err(|error| Fault::new(format!("a row is not a level: {error}")))
}

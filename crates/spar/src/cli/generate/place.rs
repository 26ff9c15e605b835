//! The output of levels.

use crate::cli::levels;
use crate::fault::Fault;
use crate::output::Output;
use crate::paint::sheet::{Sheet, sheet};
use crate::printer::Printer;
use crate::rows;
use crate::wire::{self, csv};
use clap::ValueEnum;
use spar_catalog::{AnyGame, TextLevel};
use spar_rules::quoted;
use std::io::Write;
use std::path::Path;

/// How levels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LevelFormat {
    /// Drawn boards
    Text,
    /// One line of JSON for each level
    Jsonl,
    /// A table
    Csv,
    /// A sheet to print, with an answer key
    Html,
}

impl LevelFormat {
    /// The format for the extension of a file name.
    fn of(path: &Path) -> Result<LevelFormat, Fault> {
        match (rows::FileFormat::of(path), path.extension()) {
            (Some(rows::FileFormat::Html), _) => Ok(LevelFormat::Html),
            (Some(rows::FileFormat::Csv), _) => Ok(LevelFormat::Csv),
            (Some(rows::FileFormat::Jsonl), _) | (None, None) => Ok(LevelFormat::Jsonl),
            (_, ending) => Err(Fault::with_hint(
                format!(
                    "{} is not the ending of a known format",
                    quoted(&ending.unwrap_or_default().to_string_lossy())
                ),
                "end the name in .jsonl, .csv or .html, or choose a `--format`",
            )),
        }
    }
}

/// The destination of levels.
pub(super) struct LevelSink<'a> {
    format: LevelFormat,
    output: Option<Output>,
    printer: &'a mut Printer,
    taken: u64,
    /// The levels of a sheet, which is written at the end.
    sheet: Vec<TextLevel>,
}

impl<'a> LevelSink<'a> {
    /// Opens a file or standard output.
    pub(super) fn new(
        format: Option<LevelFormat>,
        path: Option<&Path>,
        printer: &'a mut Printer,
    ) -> Result<LevelSink<'a>, Fault> {
        let format = match (format, path) {
            (Some(format), _) => format,
            (None, Some(path)) => LevelFormat::of(path)?,
            (None, None) => LevelFormat::Text,
        };
        if let (LevelFormat::Text, Some(_)) = (format, path) {
            return Err(Fault::with_hint(
                "drawn boards go to standard output",
                "leave out `--out`, or choose another `--format`",
            ));
        }
        let output = path.map(Output::create).transpose()?;
        let mut place = LevelSink { format, output, printer, taken: 0, sheet: Vec::new() };
        if format == LevelFormat::Csv {
            place.write(&csv::header())?;
        }
        Ok(place)
    }

    /// Returns whether the output is a sheet to print.
    pub(super) fn is_sheet(&self) -> bool {
        self.format == LevelFormat::Html
    }

    /// Writes a level.
    pub(super) fn add(&mut self, game: &dyn AnyGame, level: &TextLevel) -> Result<(), Fault> {
        self.taken += 1;
        match self.format {
            LevelFormat::Text => {
                if self.taken > 1 {
                    self.printer.line("")?;
                }
                levels::tell(game, level, self.printer)?;
                Ok(self.printer.raw(b"")?)
            }
            LevelFormat::Jsonl => {
                self.write(&format!("{}\n", wire::line(&wire::level::Level::of(game, level))))
            }
            LevelFormat::Csv => self.write(&csv::row(&wire::level::Level::of(game, level))),
            LevelFormat::Html => {
                self.sheet.push(level.clone());
                Ok(())
            }
        }
    }

    /// Ends the output and returns the number of levels.
    pub(super) fn end(mut self, game: &dyn AnyGame, command: &str) -> Result<u64, Fault> {
        if self.format == LevelFormat::Html && self.taken > 0 {
            let title = &game.facts().title;
            let html = sheet(game, &self.sheet, &Sheet { title, command })?;
            self.write(&html)?;
        }
        // Without levels, no sheet is written.
        let is_empty_sheet = self.format == LevelFormat::Html && self.taken == 0;
        if let Some(output) = self.output.filter(|_| !is_empty_sheet) {
            output.finish()?;
        }
        Ok(self.taken)
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        match &mut self.output {
            Some(output) => output.write_all(text.as_bytes()).map_err(|error| output.fault(&error)),
            None => Ok(self.printer.raw(text.as_bytes())?),
        }
    }
}

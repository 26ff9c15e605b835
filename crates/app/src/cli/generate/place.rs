//! Where levels go as they are found.

use crate::cli::levels;
use crate::fault::Fault;
use crate::output::Output;
use crate::printer::Printer;
use crate::registry::{AnyGame, TextLevel};
use crate::wire;
use clap::ValueEnum;
use std::io::Write;
use std::path::Path;

/// How levels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Drawn boards
    Text,
    /// A line of JSON for each
    Jsonl,
}

impl Format {
    /// What the name of a file asks for.
    fn of(path: &Path) -> Format {
        let _ = path;
        Format::Jsonl
    }
}

/// Where levels go as they are found.
pub(super) struct Place<'a> {
    format: Format,
    output: Option<Output>,
    printer: &'a mut Printer,
    taken: u64,
}

impl<'a> Place<'a> {
    /// A file, or standard output.
    pub(super) fn new(
        format: Option<Format>,
        path: Option<&Path>,
        printer: &'a mut Printer,
    ) -> Result<Place<'a>, Fault> {
        let format = format.unwrap_or_else(|| path.map_or(Format::Text, Format::of));
        if let (Format::Text, Some(_)) = (format, path) {
            return Err(Fault::with_hint(
                "drawn boards go to standard output",
                "leave `--out` out, or choose another `--format`",
            ));
        }
        let output = path.map(Output::create).transpose()?;
        Ok(Place { format, output, printer, taken: 0 })
    }

    /// Writes a level.
    pub(super) fn add(&mut self, game: &dyn AnyGame, level: &TextLevel) -> Result<(), Fault> {
        self.taken += 1;
        match self.format {
            Format::Text => {
                if self.taken > 1 {
                    self.printer.line("")?;
                }
                levels::tell(game, level, self.printer)?;
                Ok(self.printer.raw(b"")?)
            }
            Format::Jsonl => {
                self.write(&format!("{}\n", wire::line(&wire::level::Level::of(game, level))))
            }
        }
    }

    /// Ends it; gives the number of levels.
    pub(super) fn end(self, game: &dyn AnyGame, command: &str) -> Result<u64, Fault> {
        let _ = (game, command);
        if let Some(output) = self.output {
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

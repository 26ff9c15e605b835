//! The printer: decides where text goes and whether colours are used.

use crate::fault::Fault;
use crate::wire;
use serde::Serialize;
use spar_rules::escaped;
use std::io::{self, IsTerminal, Write};

/// When to use colour and Unicode boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The style of drawn boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Letters, dots and digits.
    Plain,
    /// Unicode and colour.
    Rich,
}

impl Color {
    /// The style for this option; `no_color` is whether `NO_COLOR` is set.
    fn look(self, on_terminal: bool, no_color: bool) -> Look {
        match self {
            Color::Always => Look::Rich,
            Color::Auto if on_terminal && !no_color => Look::Rich,
            Color::Auto | Color::Never => Look::Plain,
        }
    }
}

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loudness {
    /// Only answers and errors.
    Quiet,
    /// Also remarks.
    Normal,
    /// Everything.
    Verbose,
}

/// Prints answers to one destination, remarks and errors to another.
pub struct Printer {
    answers: Box<dyn Write>,
    remarks: Box<dyn Write>,
    loudness: Loudness,
    look: Look,
    width: usize,
    /// Whether errors are printed as JSON.
    json: bool,
}

impl Printer {
    /// A printer for standard output and standard error.
    pub fn standard(color: Color, loudness: Loudness, json: bool) -> Printer {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        let look = color.look(io::stdout().is_terminal(), no_color);
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let answers = Box::new(io::stdout().lock());
        Printer { answers, remarks: Box::new(io::stderr()), loudness, look, width, json }
    }

    /// A printer without output.
    #[cfg(test)]
    pub(crate) fn unheard() -> Printer {
        let (answers, remarks) = (Box::new(io::sink()), Box::new(io::sink()));
        let (loudness, look) = (Loudness::Quiet, Look::Plain);
        Printer { answers, remarks, loudness, look, width: 80, json: false }
    }

    /// The style of drawn boards.
    pub fn look(&self) -> Look {
        self.look
    }

    /// The width of the terminal in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How much is printed.
    pub fn loudness(&self) -> Loudness {
        self.loudness
    }

    /// Writes a line of the answer.
    ///
    /// # Errors
    /// If it cannot be written, for example because the reader has closed the pipe.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.answers, "{}", text.as_ref())
    }

    /// Writes a part of the answer unchanged and flushes it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.answers.write_all(bytes)?;
        self.answers.flush()
    }

    /// Writes some of these bytes unchanged; returns how many.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answers.write(bytes)
    }

    /// Writes a line of JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.answers, value)?;
        writeln!(self.answers)?;
        self.answers.flush()
    }

    /// Prints a remark to standard error.
    pub fn remark(&mut self, text: impl AsRef<str>) {
        if self.loudness >= Loudness::Normal {
            self.beside(text.as_ref());
        }
    }

    /// Prints a detail to standard error.
    pub fn detail(&mut self, text: impl AsRef<str>) {
        if self.loudness >= Loudness::Verbose {
            self.beside(text.as_ref());
        }
    }

    /// Prints the error of a failed run, if there is one to tell: a line of text and one for the
    /// hint, if it has one; or one line of JSON.
    pub fn fault(&mut self, fault: &Fault) {
        if let Some(error) = fault.told() {
            if self.json {
                let told = wire::Error {
                    error: &error.what,
                    hint: error.hint.as_deref(),
                    exit: fault.code(),
                };
                return self.beside(&wire::line(&told));
            }
            self.beside(&format!("error: {}", escaped(error.what.chars())));
            if let Some(hint) = &error.hint {
                self.beside(&format!("hint: {}", escaped(hint.chars())));
            }
        }
    }

    fn beside(&mut self, text: &str) {
        // Flush answers first to keep the order. Ignore failures to write to standard error.
        let _ = self.answers.flush();
        let _ = writeln!(self.remarks, "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_boards_need_a_terminal_without_no_color_or_a_wish() {
        assert_eq!(Color::Auto.look(true, false), Look::Rich);
        assert_eq!(Color::Auto.look(true, true), Look::Plain);
        assert_eq!(Color::Auto.look(false, false), Look::Plain);
        assert_eq!(Color::Always.look(false, true), Look::Rich);
        assert_eq!(Color::Never.look(true, false), Look::Plain);
    }
}

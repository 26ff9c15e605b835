//! The one place that knows where text goes and how it may look.

use crate::fault::Fault;
use crate::wire;
use serde::Serialize;
use spar_rules::escaped;
use std::io::{self, IsTerminal, Write};

/// When to use colour and drawn boards.
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

/// How a board may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Letters, dots and digits.
    Plain,
    /// Unicode and colour.
    Rich,
}

impl Color {
    /// What was asked for means this look; `no_color` says that `NO_COLOR` is set.
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
    /// Answers and errors.
    Quiet,
    /// Remarks too.
    Normal,
    /// Everything.
    Verbose,
}

/// Writes answers to one place, remarks and errors to another.
pub struct Printer {
    answers: Box<dyn Write>,
    remarks: Box<dyn Write>,
    loudness: Loudness,
    look: Look,
    width: usize,
    /// Whether an error is printed as JSON.
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

    /// How a board may be drawn.
    pub fn look(&self) -> Look {
        self.look
    }

    /// How many columns there are.
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
    /// If it cannot be written, for example because nobody reads any more.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.answers, "{}", text.as_ref())
    }

    /// Writes a part of the answer as it is, and makes it visible.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.answers.write_all(bytes)?;
        self.answers.flush()
    }

    /// Writes some of these bytes as they are.
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

    /// Prints why the run failed: in two lines, or as JSON in one.
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
        // If nobody reads the remarks, the answer still counts. What was answered
        // so far comes first.
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

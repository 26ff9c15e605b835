//! Places that an answer of many lines is written to: standard output, or a file
//! that a person named.

use crate::fault::Fault;
use crate::output::Output;
use crate::printer::Printer;
use std::io::{self, Write};

/// A place that text is written to, and how it ends.
pub(crate) trait Place: Write {
    /// The fault of an error while writing here.
    fn fault(&self, error: io::Error) -> Fault;

    /// All is written.
    fn finish(self) -> Result<(), Fault>;
}

/// Standard output as a place to write to.
pub(crate) struct Answers<'a>(pub(crate) &'a mut Printer);

impl Write for Answers<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Place for Answers<'_> {
    fn fault(&self, error: io::Error) -> Fault {
        error.into()
    }

    fn finish(self) -> Result<(), Fault> {
        Ok(self.0.raw(b"")?)
    }
}

impl Place for Output {
    fn fault(&self, error: io::Error) -> Fault {
        Output::fault(self, &error)
    }

    fn finish(self) -> Result<(), Fault> {
        Output::finish(self)
    }
}

//! The output of a long result: standard output, or a file that the user named.

use crate::fault::Fault;
use crate::output::Output;
use crate::printer::Printer;
use std::io::{self, Write};
use std::path::Path;

/// Converts rows to another format, such as a table.
pub(crate) type Form = dyn Fn(&[String]) -> Result<Vec<u8>, Fault>;

/// A destination of text.
pub(crate) trait Place: Write {
    /// The error for a failed write.
    fn fault(&self, error: io::Error) -> Fault;

    /// Ends the output.
    fn finish(self) -> Result<(), Fault>;
}

/// The output file that the user named; `None` for `-`, which is standard output.
pub(crate) fn file(named: Option<&Path>) -> Option<&Path> {
    named.filter(|path| *path != Path::new("-"))
}

/// Writes a complete result.
pub(crate) fn write(mut place: impl Place, bytes: impl AsRef<[u8]>) -> Result<(), Fault> {
    place.write_all(bytes.as_ref()).map_err(|error| place.fault(error))?;
    place.finish()
}

/// Standard output as a destination.
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

/// A destination of lines: written as they come, or converted to another format at the end.
pub(crate) struct Formed<P> {
    place: P,
    /// The conversion, and the lines so far.
    other: Option<(Box<Form>, Vec<u8>)>,
}

impl<P: Place> Formed<P> {
    pub(crate) fn new(place: P, form: Option<Box<Form>>) -> Formed<P> {
        Formed { place, other: form.map(|form| (form, Vec::new())) }
    }
}

impl<P: Place> Write for Formed<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.other {
            Some((_, lines)) => lines.write(bytes),
            None => self.place.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.place.flush()
    }
}

impl<P: Place> Place for Formed<P> {
    fn fault(&self, error: io::Error) -> Fault {
        self.place.fault(error)
    }

    fn finish(mut self) -> Result<(), Fault> {
        if let Some((form, lines)) = self.other {
            let text = String::from_utf8_lossy(&lines);
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let bytes = form(&lines)?;
            self.place.write_all(&bytes).map_err(|error| self.place.fault(error))?;
        }
        self.place.finish()
    }
}

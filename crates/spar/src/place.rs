//! Where an answer of many lines is written: standard output, or a file that a person named.

use crate::fault::Fault;
use crate::output::Output;
use crate::printer::Printer;
use std::io::{self, Write};
use std::path::Path;

/// Rows in another form, such as a table.
pub(crate) type Form = dyn Fn(&[String]) -> Result<Vec<u8>, Fault>;

/// A place that text is written to, and how it ends.
pub(crate) trait Place: Write {
    /// The fault of an error while writing here.
    fn fault(&self, error: io::Error) -> Fault;

    /// All is written.
    fn finish(self) -> Result<(), Fault>;
}

/// The file that a person named for the output; none for `-`, which is standard output.
pub(crate) fn file(named: Option<&Path>) -> Option<&Path> {
    named.filter(|path| *path != Path::new("-"))
}

/// Writes all of a result.
pub(crate) fn write(mut place: impl Place, bytes: impl AsRef<[u8]>) -> Result<(), Fault> {
    place.write_all(bytes.as_ref()).map_err(|error| place.fault(error))?;
    place.finish()
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

/// A place for lines: they are written as they come, or in another form when all are there.
pub(crate) struct Formed<P> {
    place: P,
    /// The form, and the lines so far.
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

//! Bounded reading of input. Input that is too long, for example without line ends, is refused
//! with an error instead of being read until memory is exhausted.

use crate::units::write_bytes;
use std::fmt;
use std::io::{self, BufRead, Read};

/// The most bytes that a line of input may have.
pub const LONGEST_LINE: u64 = 64 << 20;

/// Input that is longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLong {
    /// The line with this number, from 1.
    Line(u64),
    /// The whole input, which is longer than this number of bytes.
    Whole(u64),
}

impl TooLong {
    /// The `TooLong` inside an error, if there is one.
    pub fn of(error: &io::Error) -> Option<TooLong> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// What can be done about it.
    pub fn hint(self) -> &'static str {
        match self {
            TooLong::Line(_) => "is it a text file, with line ends?",
            TooLong::Whole(_) => "divide it into several files",
        }
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TooLong::Line(number) => {
                write!(f, "line {number} is longer than {}", write_bytes(LONGEST_LINE))
            }
            TooLong::Whole(most) => write!(f, "it is longer than {}", write_bytes(*most)),
        }
    }
}

impl std::error::Error for TooLong {}

impl From<TooLong> for io::Error {
    fn from(too_long: TooLong) -> io::Error {
        io::Error::new(io::ErrorKind::FileTooLarge, too_long)
    }
}

/// Reads the next line with its line end into `line`, whose old content is lost. Returns the
/// number of bytes: 0 at the end of the input. An error names the line by `number`.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn read_line(
    input: &mut (impl BufRead + ?Sized),
    line: &mut Vec<u8>,
    number: u64,
) -> io::Result<u64> {
    line.clear();
    let read = input.take(LONGEST_LINE + 1).read_until(b'\n', line)? as u64;
    if read > LONGEST_LINE { Err(TooLong::Line(number).into()) } else { Ok(read) }
}

/// The lines of an input, one after the other.
pub struct Lines<R> {
    input: io::Take<R>,
    most: u64,
    line: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input of at most `most` bytes.
    pub fn new(input: R, most: u64) -> Lines<R> {
        Lines { input: input.take(most.saturating_add(1)), most, line: Vec::new(), number: 0 }
    }

    /// The next line with its end, and its number, from 1; none at the end.
    ///
    /// # Errors
    /// If it cannot be read, or the line or the whole input is too long.
    pub fn next_line(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        self.number += 1;
        let read = read_line(&mut self.input, &mut self.line, self.number)?;
        if self.input.limit() == 0 {
            return Err(TooLong::Whole(self.most).into());
        }
        Ok((read > 0).then_some((self.number, &self.line)))
    }
}

/// Reads an input of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn read_whole(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > most { Err(TooLong::Whole(most).into()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], most: u64) -> Result<Vec<Vec<u8>>, String> {
        let mut lines = Lines::new(text, most);
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next_line().map_err(|error| error.to_string())? {
            assert_eq!(number, all.len() as u64 + 1);
            all.push(line.to_vec());
        }
        Ok(all)
    }

    #[test]
    fn every_line_comes_with_its_end_and_the_last_may_have_none() {
        assert_eq!(lines(b"a\n\nbc", 5).unwrap(), [b"a\n".to_vec(), b"\n".into(), b"bc".into()]);
        assert_eq!(lines(b"", 0).unwrap(), [b""; 0]);
        assert_eq!(lines(b"a\n", 2).unwrap(), [b"a\n"]);
    }

    #[test]
    fn too_much_is_never_cut_in_silence() {
        assert_eq!(lines(b"a\nbc", 3).unwrap_err(), "it is longer than 3 bytes");
        assert_eq!(lines(b"abcdef", 3).unwrap_err(), "it is longer than 3 bytes");
        assert_eq!(read_whole(&b"abc"[..], 3).unwrap(), b"abc");
        let error = read_whole(&b"abcd"[..], 3).unwrap_err();
        assert_eq!(TooLong::of(&error), Some(TooLong::Whole(3)));
    }

    #[test]
    fn a_line_without_an_end_is_refused_before_memory_is_gone() {
        let endless = io::BufReader::new(io::repeat(0));
        let error = Lines::new(endless, u64::MAX).next_line().unwrap_err();
        assert_eq!(error.to_string(), "line 1 is longer than 67 MB");
    }
}

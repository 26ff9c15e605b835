//! From text to bytes.

use std::fmt::{self, Write};
use std::io;

/// Lets the writers of this module write bytes, to a file say.
///
/// ```
/// use spar_solve::mdp::general::export::{Export, Numbers, Sink, write_storm_transitions};
/// use spar_solve::mdp::general::{Model, State};
///
/// let model = Model::new(vec![State::Terminal]).unwrap();
/// let goals = vec![true];
/// let (start, reward_name, action_names) = (0, "turns", &[][..]);
/// let numbers = Numbers::Fractions;
/// let export = Export { model: &model, start, goals, reward_name, action_names, numbers };
/// let mut sink = Sink::new(Vec::new());
/// write_storm_transitions(&export, &mut sink).unwrap();
/// assert_eq!(sink.finish().unwrap(), b"mdp\n0 0 0 1\n");
/// ```
#[derive(Debug)]
pub struct Sink<W> {
    out: W,
    fault: Option<io::Error>,
}

impl<W: io::Write> Sink<W> {
    /// Writes to `out`, which should be buffered.
    pub fn new(out: W) -> Sink<W> {
        Sink { out, fault: None }
    }

    /// What was written to.
    ///
    /// # Errors
    /// If writing failed: the first fault.
    pub fn finish(mut self) -> io::Result<W> {
        match self.fault {
            Some(fault) => Err(fault),
            None => self.out.flush().map(|()| self.out),
        }
    }
}

impl<W: io::Write> Write for Sink<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|fault| {
            self.fault.get_or_insert(fault);
            fmt::Error
        })
    }
}

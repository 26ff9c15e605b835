//! The measurements of `spar bench`: time ratios between two arms of one run, because machines
//! differ and are noisy. Every case checks its result, so a fast but wrong result fails.

mod answers;
mod cases;
mod clock;
mod floor;
mod ladders;
mod levels;
mod published;
mod rates;
mod signature;

pub use cases::CASES;
pub use rates::{Work, peak_of};
pub use signature::{Signature, signature};

use crate::fault::Fault;

/// A benchmark case.
pub struct Case {
    /// Its name in commands.
    pub name: &'static str,
    /// What it compares.
    pub about: &'static str,
    /// The ratio or figure that it should achieve, in words.
    pub bar: &'static str,
    run: fn() -> Result<Measured, Fault>,
}

/// The result of a case.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The arms with their median seconds.
    pub arms: Vec<(&'static str, f64)>,
    /// The first arm's time divided by the second's, if there are two.
    pub ratio: Option<f64>,
    /// Further results, in words.
    pub notes: Vec<String>,
}

impl Case {
    /// Runs the case.
    ///
    /// # Errors
    /// If a result is wrong, or a required resource is missing.
    pub fn run(&self) -> Result<Measured, Fault> {
        (self.run)()
    }
}

impl Measured {
    /// Creates a result with two arms and the ratio of their median times.
    fn ratio(first: (&'static str, &[f64]), second: (&'static str, &[f64])) -> Measured {
        let arms = [first, second].map(|(name, times)| (name, clock::median(times)));
        let ratio = Some(arms[0].1 / arms[1].1);
        Measured { arms: arms.to_vec(), ratio, notes: Vec::new() }
    }

    fn note(mut self, text: impl Into<String>) -> Measured {
        self.notes.push(text.into());
        self
    }
}

/// Fails the case unless `holds` is true.
fn must(holds: bool, what: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::new(format!("bench: wrong result: {what}"))) }
}

//! Sessions: their log, verdicts, hints and reviews, compared with plain definitions.

mod answers;
mod chance;
mod common;
#[path = "../copycat/mod.rs"]
mod copycat;
mod events;
mod hints;
mod repetition;
mod reviews;
mod verdicts;
mod words;

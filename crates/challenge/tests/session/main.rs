//! Games under way: their log, their verdicts, hints and reviews, against plain
//! definitions.

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

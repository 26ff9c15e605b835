//! Races: chances of every pair of squares, and what the players of a race choose.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `course` | a race known from end to end: chances and choices |
//! | `solved` | what is asked of the solver |

mod course;
mod solved;

pub use course::Course;

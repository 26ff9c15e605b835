//! Races: chances of every pair of squares, and what the players of a race choose.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `course` | a race known from end to end: chances and choices |

mod course;

pub use course::Course;

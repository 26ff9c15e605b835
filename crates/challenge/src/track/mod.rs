//! Races: chances of every pair of squares, what the players of a race choose, and levels:
//! squares of both sides that are hard, easy or even for two players.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `course` | a race known from end to end: chances and choices |
//! | `fair` | the fair opponent of the 2010 paper, and policies written down |
//! | `players` | what the players of a race choose |
//! | `meeting` | two given players on every pair of squares |
//! | `levels` | pairs of squares as levels |
//! | `why` | why a level is hard, counted on the rolls |
//! | `tries` | how hard a level is: who comes to the end without a slip |

mod course;
mod fair;
mod levels;
mod meeting;
mod players;
mod tries;
mod why;

pub use course::Course;
pub use fair::{KEEP_IN_GAME, POLICY};
pub use levels::{LEAST, Meetings, find, level, stands};
pub use meeting::{Counts, Meeting};
pub use players::{CoursePlayers, FASTEST, NOVICE, actions};
pub use tries::{Tries, stated};
pub use why::{EQUAL, Known, Reason, Rolls, Usual, best_choices};

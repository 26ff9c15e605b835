//! Races: chances of every pair of squares, what the players of a race choose, and levels:
//! squares of both sides that are hard, easy or even for two players.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `course` | a race known from end to end: chances and choices |
//! | `fair` | the fair opponent of the 2010 paper, and policies written down |
//! | `players` | the players of a race as policies |
//! | `walker` | what a player chooses, by its own square or by both |
//! | `quits` | when a player gives up |
//! | `walk` | a position to be asked about: the front of the questions below |
//! | `place` | from where a question is asked |
//! | `followed` | two players that choose by squares, on boards of any size |
//! | `questions` | the fastest policy, best responses, keeping the other in the game |
//! | `tables` | the value of every square or pair of squares |
//! | `meeting` | two given players on every pair of squares |
//! | `levels` | pairs of squares as levels |
//! | `why` | why a level is hard, counted on the rolls |
//! | `tries` | how hard a level is: who comes to the end without a slip |

mod course;
mod fair;
mod followed;
mod levels;
mod meeting;
mod place;
mod players;
mod questions;
mod quits;
mod tables;
mod tries;
mod walk;
mod walker;
mod why;

pub use course::Course;
pub use fair::{KEEP_IN_GAME, POLICY};
pub use followed::Followed;
pub use levels::{LEAST, Meetings, find, level, stands};
pub use meeting::{Counts, Meeting};
pub use place::Place;
pub use players::{CoursePlayers, FASTEST, NOVICE, TrackPlayers, actions};
pub use questions::{
    Objective, PlainSweep, PolicyAnswer, PolicyLetters, PolicyQuestion, QuitEnds, Shortfall,
    sweep_bytes,
};
pub use quits::QuitRule;
pub use tables::{PolicyTable, TableQuestion, TableRow};
pub use tries::{Tries, stated};
pub use walk::Walk;
pub use walker::{Walker, WalkerCache, WalkerError};
pub use why::{EQUAL, Known, Reason, Rolls, Usual, best_choices};

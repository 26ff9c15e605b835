//! Races: chances for every pair of squares, the choices of the players of a race, and levels,
//! which are pairs of squares that are hard, easy or even for two players.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `course` | a solved race: chances and choices for every pair of squares |
//! | `players` | the policies of a race, with the fair opponent of the 2010 paper |
//! | `walker` | the choices of a player, by its own square or by both |
//! | `walk` | a position with its perspective, its questions, and the rules for giving up |
//! | `questions` | the fastest policy, best responses, keeping the opponent in the game, two given players |
//! | `tables` | the value of every square or pair of squares |
//! | `meeting` | the chances of two given players on every pair of squares |
//! | `levels` | pairs of squares as levels, and their ratings |

mod course;
mod levels;
mod meeting;
mod players;
mod questions;
mod tables;
mod walk;
mod walker;

pub use crate::players::track::{FASTEST, KEEP_IN_GAME, NOVICE, POLICY};
pub use course::Course;
pub use levels::{LEAST, Meetings, Tries, find, level, stands, stated};
pub use meeting::{Counts, Meeting};
pub use players::{CoursePlayers, TrackPlayers, actions};
pub use questions::{
    Followed, Objective, PlainSweep, PolicyAnswer, PolicyLetters, PolicyQuestion, QuitEnds,
    Shortfall, sweep_bytes,
};
pub use tables::{BoundsColumns, PolicyTable, TableColumns, TableQuestion, TableRow};
pub use walk::{Place, QuitRule, Walk};
pub use walker::{Walker, WalkerCache, WalkerError};

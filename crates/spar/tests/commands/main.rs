//! The program as people, scripts and clusters run it.

mod batch;
mod cli;
mod cycles;
mod dice;
mod folder;
mod formats;
mod levels;
mod limits;
mod load;
mod matches;
mod options;
mod playthroughs;
mod race;
mod rated_dumps;
mod solve;
mod survey;

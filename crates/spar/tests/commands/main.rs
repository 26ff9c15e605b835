//! The commands of the program, as used in terminals, scripts and clusters.

mod batch;
mod book;
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
mod twin;

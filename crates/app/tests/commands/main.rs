//! The program as people, scripts and clusters run it.

mod batch;
mod cli;
mod desk;
mod dice;
mod levels;
mod load;
mod race;
mod solve;
mod survey;

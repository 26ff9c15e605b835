//! What holds for every game, from one table: a new game adds a row to `table.rs`, a file
//! of naive rules, and a file of counts to `tests/perft`.

mod damaged;
mod ladders;
mod laws;
mod morris;
mod naive;
mod perft;
mod reversi;
mod scenes;
mod settings;
mod sim;
mod table;
mod take;
mod truth;
mod wolf;

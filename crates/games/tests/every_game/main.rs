//! Tests that every game must pass, driven by a table with one row per game. A new game has a
//! file here with its row and its naive rules; `scripts/add-game` generates its path counts in
//! `tests/perft`.

mod damaged;
mod ladders;
mod laws;
mod lines;
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

/// The rows of all games.
fn rows() -> Vec<table::Row> {
    vec![
        lines::row(),
        ladders::row(),
        take::row(),
        sim::row(),
        reversi::row(),
        wolf::row(),
        morris::row(),
    ]
}

//! What holds for every game, from one table of rows. A new game has a file here with its row
//! and its naive rules; its counts of paths in `tests/perft` are made by `scripts/add-game`.

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

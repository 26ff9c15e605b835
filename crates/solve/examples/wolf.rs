//! The whole game of Wolf and Sheep: who wins, how long it takes to solve, and how large
//! its table is in memory and on disk.
//!
//! ```text
//! cargo run --release -p spar-solve --example wolf -- 10
//! ```

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use spar_games::settings::Configured;
use spar_games::wolf::Wolf;
use spar_solve::explicit::Table;
use spar_solve::tables::Shelf;
use spar_solve::{Budget, Silent};
use std::time::Instant;

fn main() {
    let size = std::env::args().nth(1).unwrap_or_else(|| "10".to_owned());
    let game = Wolf::new(&[("size", &size)]).expect("a size of 6, 8 or 10");
    let budget = Budget::unlimited().with_threads(2).with_memory(1 << 30);
    let began = Instant::now();
    let table = Table::solve(&game, &budget, &Silent).expect("it fits a gigabyte");
    let seconds = began.elapsed().as_secs_f64();
    let summary = table.summary();
    println!("{}: {} for {}", game.name(), summary.value, game.sides()[0]);
    println!("{} positions, {} of them ends", summary.positions, summary.ended + summary.full);
    println!("solved in {seconds:.1} s, a table of {} kB", table.bytes() / 1000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shelf = Shelf::new(folder.path());
    shelf.put(&game, &game.name(), &table, &budget, &Silent).expect("the folder can be written");
    let kept = std::fs::metadata(shelf.path(&game.name())).expect("it was written").len();
    println!("kept on disk in {} kB", kept / 1000);
}

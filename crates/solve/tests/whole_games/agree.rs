//! Searches find the values of the tables.

use spar_games::reversi::Reversi;
use spar_games::settings::Configured;
use spar_games::sim::Sim;
use spar_games::take::Take;
use spar_games::wolf::Wolf;
use spar_rules::Tactics;
use spar_solve::alpha_beta::{Search, plain};
use spar_solve::explicit::HashedTable;
use spar_solve::{Budget, Silent};

/// Searches some hundred positions of a game, and the start.
fn compare<G: Configured + Tactics>(settings: &[(&str, &str)]) {
    let game = G::new(settings).unwrap();
    let table = HashedTable::solve(&game, &Budget::unlimited(), &Silent).unwrap();
    let every = (table.len() / 400).max(1) as usize;
    let mut search = Search::new(&game);
    for (position, value) in table.entries().step_by(every) {
        let found = search.solve(position, &Budget::unlimited(), &Silent).exact();
        assert_eq!(found, Some(value), "{} {position:?}", game.name());
    }
    let late =
        table.entries().filter(|(position, _)| game.horizon(position).is_some_and(|it| it <= 6));
    for (position, value) in late.take(400) {
        assert_eq!(plain::value(&game, position).0, value, "{} {position:?}", game.name());
    }
}

#[test]
fn a_search_agrees_with_the_table_of_every_game() {
    compare::<Take>(&[]);
    compare::<Take>(&[("heaps", "3-5-7"), ("last", "wins")]);
    compare::<Sim>(&[("vertices", "4")]);
    compare::<Sim>(&[("vertices", "5")]);
    compare::<Reversi>(&[("rows", "4"), ("cols", "4")]);
    compare::<Reversi>(&[("rows", "4"), ("cols", "4"), ("start", "parallel")]);
    compare::<Wolf>(&[("size", "6")]);
    compare::<Wolf>(&[("size", "6"), ("first", "sheep")]);
}

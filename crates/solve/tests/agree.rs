//! All solvers agree: on all toy games that they support; minimax, alpha-beta and explicit
//! tables on every position of small variants of line games, and on random positions of larger
//! ones.

use proptest::prelude::*;
use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{
    Deterministic, Notation, Outcome, Ranked, Scored, Side, SplitMix, Stochastic, Tactics, Turn,
    Value,
};
use spar_solve::alpha_beta::{Search, plain};
use spar_solve::explicit::{HashedTable, Table};
use spar_solve::mdp::expected::best_play;
use spar_solve::reference::expectimax::{self, Cuts};
use spar_solve::{Budget, Silent, minimax, score};
use spar_testkit::{
    Bust, Coins, GraphGame, Lamps, PlainGraph, Ring, Shape, Spread, Stutter, TakeAgain,
    random_position, reachable, truth,
};
use std::ops::ControlFlow;
use std::sync::OnceLock;

type Settings = &'static [(&'static str, &'static str)];

/// Each gravity, all directions and subsets, misère, boards in space.
const SMALL: &[(&str, Settings)] = &[
    ("tictactoe", &[]),
    ("tictactoe", &[("along", "rd")]),
    ("tictactoe", &[("line", "loses")]),
    ("bottom2", &[]),
    ("bottom2", &[("along", "cd"), ("line", "loses")]),
    ("connect3", &[("rows", "3"), ("cols", "3")]),
    ("connect3", &[("rows", "3"), ("cols", "3"), ("along", "rc")]),
    ("connect3", &[("rows", "2"), ("cols", "4"), ("line", "loses")]),
    ("lines", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("along", "ds")]),
    (
        "lines",
        &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("line", "loses")],
    ),
    ("lines", &[("rows", "3"), ("cols", "1"), ("layers", "3"), ("gravity", "full")]),
];

/// Larger variants, solved once for all cases.
const LARGER: &[(&str, Settings)] = &[
    ("connect4", &[("rows", "4"), ("cols", "5")]),
    ("connect4", &[("rows", "5"), ("cols", "4"), ("along", "rd")]),
    ("connect3", &[("cols", "5"), ("line", "loses")]),
    ("bottom2", &[("rows", "4"), ("cols", "4"), ("along", "rc")]),
    ("tictactoe", &[("rows", "3"), ("cols", "4"), ("connect", "4")]),
    ("lines", &[("rows", "3"), ("cols", "3"), ("layers", "2"), ("gravity", "full")]),
];

fn game(preset: &str, settings: &[(&str, &str)]) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

fn searched(game: &Lines, position: &Board) -> Option<Value> {
    Search::new(game).solve(position, &Budget::unlimited(), &Silent).exact()
}

#[test]
fn all_three_agree_on_every_position_of_small_variants() {
    for (preset, settings) in SMALL {
        let game = game(preset, settings);
        let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
        let mut visited = 0;
        let _ = table.visit(&game, |position, value| {
            visited += 1;
            assert_eq!(minimax::value(&game, position), value, "{} {position:?}", game.name());
            assert_eq!(searched(&game, position), Some(value), "{} {position:?}", game.name());
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(visited, table.summary().positions, "{}", game.name());
    }
}

/// The score of a value for the side that has it.
fn worth(value: Value) -> f64 {
    match value {
        Value::Win(_) => 1.0,
        Value::Draw => 0.5,
        Value::Loss(_) => 0.0,
    }
}

/// All games without chance: hashed tables and optimal play.
fn check_any<G: Deterministic>(game: &G) {
    let values = truth(game);
    let table = HashedTable::solve(game, &Budget::unlimited(), &Silent).unwrap();
    let best = best_play(game, &game.start(), &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(table.len(), values.len() as u64);
    for (position, value) in &values {
        assert_eq!(table.value(position), Some(*value), "{position:?}");
        let result = best.outlook(position, game.side(position)).unwrap().result();
        assert!(result.holds(worth(*value)) && result.width() < 1e-9, "{position:?}: {result:?}");
    }
}

/// Games without cycles: also minimax and plain alpha-beta.
fn check_ending<G: Deterministic>(game: &G) {
    check_any(game);
    for (position, value) in truth(game) {
        assert_eq!(minimax::value(game, &position), value, "{position:?}");
        assert_eq!(plain::value(game, &position).0, value, "{position:?}");
    }
}

/// Games with keys: also alpha-beta with a transposition table.
fn check_searched<G: Tactics>(game: &G) {
    check_ending(game);
    let mut search = Search::new(game);
    for (position, value) in truth(game) {
        let found = search.solve(&position, &Budget::unlimited(), &Silent).exact();
        assert_eq!(found, Some(value), "{position:?}");
    }
}

/// Games with ranks: also ordered sweeps.
fn check_swept<G: Ranked + Tactics>(game: &G) {
    check_searched(game);
    let values = truth(game);
    let table = Table::solve(game, &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(table.summary().positions, values.len() as u64);
    for (position, value) in values {
        assert_eq!(table.value(game, &position), Some(value), "{position:?}");
    }
}

/// Games with a score: the side with more points after optimal play for the score wins.
fn check_scored<G: Scored + Deterministic>(game: &G) {
    for (position, value) in truth(game) {
        let best = score::solve(game, &position, &Budget::unlimited(), &Silent).unwrap();
        let found = Value::of(best.score.outcome(), game.side(&position));
        assert_eq!(found.word(), value.word(), "{position:?}");
    }
}

/// Games with chance in which every play ends within `depth` plies: expectimax and optimal
/// play.
fn check_rolled<G: Stochastic>(game: &G, depth: u32) {
    let judge = |position: &G::Position| match game.turn(position) {
        Turn::Over(Outcome::Win(Side::First)) => 1.0,
        Turn::Over(Outcome::Win(Side::Second)) => 0.0,
        _ => 0.5,
    };
    let best = best_play(game, &game.start(), &Budget::unlimited(), &Silent).unwrap();
    for position in reachable(game) {
        let result = best.outlook(&position, Side::First).unwrap().result().middle();
        for cuts in [Cuts::Nothing, Cuts::Star1, Cuts::Star2] {
            let search = expectimax::Expectimax { game, low: 0.0, high: 1.0, judge, cuts };
            let found = search.run(&position, depth, &Budget::unlimited()).unwrap();
            assert!((found.value - result).abs() < 1e-12, "{position:?}: {found:?} {result}");
        }
    }
}

#[test]
fn every_solver_agrees_on_every_toy_game_that_it_can_solve() {
    check_any(&Ring);
    for lit in [0b00001, 0b10110, 0b11111] {
        check_any(&Lamps { n: 5, lit });
    }
    check_any(&Lamps { n: 2, lit: 0b01 });
    for letters in [2, 3] {
        let game = Stutter { letters, longest: 6 };
        check_searched(&game);
        check_rolled(&game, 6);
    }
    for height in [1, 2, 3] {
        let game = Spread { width: 3, height };
        check_any(&game);
        check_scored(&game);
    }
    check_ending(&Spread { width: 3, height: 2 });
    for row in [vec![], vec![5], vec![3, 1, 4, 1, 5, 9, 2, 6], vec![2, 2, 2, 2]] {
        let game = Coins { row };
        check_ending(&game);
        check_scored(&game);
    }
    for drawn in 0..6 {
        check_swept(&TakeAgain { start: 13, drawn });
    }
    for (limit, faces) in [(4, 3), (6, 2)] {
        check_rolled(&Bust { limit, faces }, 40);
    }
    for seed in 0..100 {
        let one_sided = seed % 2 == 0;
        check_swept(&PlainGraph::random(seed, Shape { one_sided, ..Shape::default() }));
        check_any(&PlainGraph::random(seed, Shape { one_sided, cyclic: true, chance: false }));
        let shape = Shape { one_sided, cyclic: false, chance: true };
        check_rolled(&GraphGame::random(seed, shape), 12);
    }
}

/// The larger variants with their tables.
fn solved() -> &'static Vec<(Lines, Table)> {
    static SOLVED: OnceLock<Vec<(Lines, Table)>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let solve = |(preset, settings): &(&str, Settings)| {
            let game = game(preset, settings);
            let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
            (game, table)
        };
        LARGER.iter().map(solve).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tables_and_searches_agree_on_random_positions_of_larger_ones(
        variant in 0..LARGER.len(),
        seed: u64,
        plies in 0_u32..20,
    ) {
        let (game, table) = &solved()[variant];
        let position = random_position(game, seed, plies);
        let value = table.value(game, &position);
        prop_assert_eq!(searched(game, &position), value);
        // The plain search needs no table and no tactics. It is slow, so it is only used near
        // the end.
        if position.n_stones() >= 9 {
            prop_assert_eq!(Some(plain::value(game, &position).0), value);
        }
    }
}

/// Checks the value of this many positions from random play against a table of the whole game.
fn check_sample(settings: &[(&str, &str)], count: u64) {
    let game = game("connect4", settings);
    let budget = Budget::unlimited().with_threads(2);
    let table = Table::solve(&game, &budget, &Silent).unwrap();
    let mut search = Search::new(&game);
    let mut random = SplitMix::new(6);
    for seed in 0..count {
        let position = random_position(&game, seed, random.below(20) as u32);
        let found = search.solve(&position, &Budget::unlimited(), &Silent).exact();
        assert_eq!(found, table.value(&game, &position), "{}", game.write_position(&position));
    }
}

#[test]
#[ignore = "10 s: cargo test --release -p spar-solve --test agree -- --ignored"]
fn search_and_table_agree_on_a_hundred_thousand_positions() {
    check_sample(&[("rows", "5"), ("cols", "5")], 100_000);
    check_sample(&[("rows", "4"), ("cols", "6")], 100_000);
}

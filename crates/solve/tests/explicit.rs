//! Whole games: ordered sweeps and hashed tables agree. (`agree.rs` compares them with
//! minimax.)

use spar_games::lines::{Keys, Lines};
use spar_rules::{Deterministic, Game, Notation, Outcome, Side, Symmetric, Turn, Value};
use spar_solve::explicit::{HashedTable, Table};
use spar_solve::{Budget, Silent, SolveError};
use spar_testkit::{Ring, Spread, orbits, reachable};
use std::ops::ControlFlow;

/// Small variants of every kind.
const SMALL: &[(&str, &[(&str, &str)])] = &[
    ("tictactoe", &[]),
    ("tictactoe", &[("along", "rd")]),
    ("tictactoe", &[("line", "loses")]),
    ("tictactoe", &[("rows", "2"), ("cols", "4")]),
    ("bottom2", &[]),
    ("bottom2", &[("along", "cd"), ("line", "loses")]),
    ("bottom2", &[("rows", "4"), ("gravity", "partial-3"), ("cols", "2")]),
    ("connect3", &[("cols", "3")]),
    ("connect3", &[("rows", "3"), ("along", "rc")]),
    ("connect3", &[("rows", "3"), ("cols", "3"), ("line", "loses")]),
    ("connect3", &[("rows", "2"), ("cols", "5")]),
    ("qubic", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2")]),
    ("lines", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("along", "s")]),
    (
        "lines",
        &[("rows", "2"), ("cols", "2"), ("layers", "3"), ("gravity", "full"), ("connect", "3")],
    ),
    ("lines", &[("rows", "1"), ("cols", "8"), ("connect", "3")]),
    ("lines", &[("rows", "8"), ("cols", "1"), ("connect", "3")]),
    ("lines", &[("rows", "2"), ("cols", "2"), ("connect", "1")]),
    ("lines", &[("rows", "2"), ("cols", "3"), ("along", "d"), ("connect", "3")]),
    ("connect4", &[("rows", "20"), ("cols", "1")]),
    ("connect4", &[("rows", "10"), ("cols", "2")]),
    ("connect4", &[("rows", "1"), ("cols", "5")]),
];

fn game(preset: &str, settings: &[(&str, &str)]) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

#[test]
fn sweeps_and_hashing_agree_on_every_position() {
    for (preset, settings) in SMALL {
        let game = game(preset, settings);
        let budget = Budget::unlimited();
        let mut table = Table::solve(&game, &budget, &Silent).unwrap();
        let mut hashed = HashedTable::solve(&game, &budget, &Silent).unwrap();
        table.count_layers(&game, &budget, &Silent).unwrap();
        hashed.count_layers();
        assert_eq!(table.summary(), hashed.summary(), "{}", game.name());
        for (position, value) in hashed.entries() {
            assert_eq!(table.value(&game, position), Some(value), "{position:?}");
        }
    }
}

#[test]
fn moves_and_classes_are_counted_as_by_the_definition() {
    fn check<G: Deterministic + Symmetric>(game: &G) -> (u64, u64) {
        let mut table = HashedTable::solve(game, &Budget::unlimited(), &Silent).unwrap();
        table.count_classes(game, &Budget::unlimited()).unwrap();
        let moves: usize = reachable(game).iter().map(|it| game.legal(it).len()).sum();
        assert_eq!(table.summary().moves, Some(moves as u64));
        assert_eq!(table.summary().classes, Some(orbits(game).len() as u64));
        (moves as u64, orbits(game).len() as u64)
    }
    for (preset, settings) in SMALL {
        let game = game(preset, settings);
        let (moves, classes) = check(&game);
        for threads in [1, 3] {
            let budget = Budget::unlimited().with_threads(threads);
            let mut table = Table::solve(&game, &budget, &Silent).unwrap();
            assert_eq!(table.summary().classes, None, "only if asked for");
            table.count_classes(&game, &budget, &Silent).unwrap();
            assert_eq!(table.summary().moves, Some(moves), "{}", game.name());
            assert_eq!(table.summary().classes, Some(classes), "{}", game.name());
        }
    }
    // Known figures of Tic-Tac-Toe.
    assert_eq!(check(&game("tictactoe", &[])), (16_167, 765));
    // Symmetries that move the start define no classes.
    let (_, classes) = check(&Spread { width: 3, height: 2 });
    assert_eq!(classes as usize, reachable(&Spread { width: 3, height: 2 }).len());
    check(&Spread { width: 3, height: 3 });
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let variants: [(&str, &[(&str, &str)]); 5] = [
        ("connect4", &[("rows", "4"), ("cols", "5")]),
        ("bottom2", &[("rows", "4"), ("cols", "4")]),
        ("connect3", &[("cols", "6")]),
        ("lines", &[("rows", "3"), ("cols", "2"), ("layers", "3"), ("gravity", "full")]),
        ("tictactoe", &[("rows", "3"), ("cols", "4"), ("line", "loses")]),
    ];
    for (preset, settings) in variants {
        let game = game(preset, settings);
        let solved = [1, 2, 5].map(|threads| {
            let budget = Budget::unlimited().with_threads(threads);
            let mut table = Table::solve(&game, &budget, &Silent).unwrap();
            table.count_layers(&game, &budget, &Silent).unwrap();
            let mut values = Vec::new();
            let _ = table.visit(&game, |_, value| {
                values.push(value);
                ControlFlow::<()>::Continue(())
            });
            (table.summary().clone(), values)
        });
        assert!(solved[0] == solved[1] && solved[0] == solved[2], "{}", game.name());
    }
}

#[test]
fn unreachable_positions_have_no_entry() {
    let game = game("connect3", &[]);
    let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
    // All lowest stones belong to the second side, although the first side moved first.
    let position = game.read_position("..../..../.xx./.oo.").unwrap();
    assert_eq!(table.value(&game, &position), None);
}

#[test]
fn a_budget_ends_the_work() {
    let game = game("connect4", &[("rows", "4"), ("cols", "4")]);
    let small = Budget::unlimited().with_memory(10_000);
    assert!(matches!(Table::solve(&game, &small, &Silent), Err(SolveError::TooLarge { .. })));
    assert!(matches!(HashedTable::solve(&game, &small, &Silent), Err(SolveError::TooLarge { .. })));
    let stopped = Budget::unlimited();
    stopped.stop();
    assert!(matches!(Table::solve(&game, &stopped, &Silent), Err(SolveError::Stopped)));
    assert!(matches!(HashedTable::solve(&game, &stopped, &Silent), Err(SolveError::Stopped)));
}

#[test]
fn play_that_can_go_on_for_ever_is_a_draw() {
    let table = HashedTable::solve(&Ring, &Budget::unlimited(), &Silent).unwrap();
    // Next to the goal, the side to move wins; one step earlier, play is endless.
    assert_eq!(table.value(&(2, Side::First)), Some(Value::Win(1)));
    assert_eq!(table.value(&(3, Side::Second)), Some(Value::Loss(0)));
    assert_eq!(table.value(&(1, Side::Second)), Some(Value::Draw));
    assert_eq!(table.value(&(0, Side::First)), Some(Value::Draw));
}

#[test]
fn the_memory_that_positions_own_counts() {
    /// A chain of positions that differ in the heap bytes they report.
    struct Heavy(usize);
    impl Game for Heavy {
        type Position = u8;
        type Move = ();
        fn start(&self) -> u8 {
            0
        }
        fn side(&self, _: &u8) -> Side {
            Side::First
        }
        fn turn(&self, at: &u8) -> Turn {
            if *at < 100 { Turn::Play(Side::First) } else { Turn::Over(Outcome::Draw) }
        }
        fn moves(&self, at: &u8, out: &mut Vec<()>) {
            out.extend((*at < 100).then_some(()));
        }
        fn after(&self, at: &u8, (): ()) -> u8 {
            at + 1
        }
        fn owned_bytes(&self, _: &u8) -> usize {
            self.0
        }
    }
    impl Deterministic for Heavy {}

    let bytes =
        |owned| HashedTable::solve(&Heavy(owned), &Budget::unlimited(), &Silent).unwrap().bytes();
    // 101 positions, each in a list and in a map.
    assert_eq!(bytes(1000), bytes(0) + 2 * 101 * 1000);
    let budget = Budget::unlimited().with_memory(100_000);
    assert!(HashedTable::solve(&Heavy(0), &budget, &Silent).is_ok());
    let refused = HashedTable::solve(&Heavy(1000), &budget, &Silent);
    assert!(matches!(refused, Err(SolveError::TooLarge { .. })));
}

//! Alpha-beta agrees with the yardsticks and with positions solved elsewhere.

use proptest::prelude::*;
use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Deterministic, Game, Notation, Turn, Value, seen_by_mover};
use spar_solve::alpha_beta::{Search, Study, plain};
use spar_solve::{Budget, Progress, ProvenSoFar, Silent, minimax};
use spar_testkit::{TakeAgain, move_values, random_position, truth};
use std::collections::HashMap;

fn lines(preset: &str, settings: &[(&str, &str)]) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

/// A preset, and the keys that differ from it.
type Variant = (&'static str, &'static [(&'static str, &'static str)]);

/// Each gravity, all directions and some, misère, boards in space.
const SMALL: &[Variant] = &[
    ("tictactoe", &[]),
    ("tictactoe", &[("along", "rd")]),
    ("tictactoe", &[("line", "loses")]),
    ("connect3", &[]),
    ("connect3", &[("rows", "3"), ("along", "cd"), ("line", "loses")]),
    ("connect4", &[("rows", "4"), ("cols", "4")]),
    ("connect4", &[("rows", "2"), ("cols", "6")]),
    ("connect3", &[("rows", "2"), ("cols", "6"), ("along", "r")]),
    ("connect3", &[("rows", "6"), ("cols", "2")]),
    ("bottom2", &[]),
    ("bottom2", &[("along", "rc"), ("line", "loses")]),
    ("bottom2", &[("rows", "4"), ("cols", "3"), ("along", "rd")]),
    ("qubic", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2")]),
    ("qubic", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("along", "s")]),
    ("lines", &[("rows", "2"), ("cols", "3"), ("layers", "2"), ("gravity", "full")]),
    (
        "lines",
        &[("rows", "3"), ("cols", "2"), ("layers", "2"), ("gravity", "full"), ("line", "loses")],
    ),
    ("lines", &[("rows", "3"), ("cols", "1"), ("layers", "3"), ("gravity", "partial-2")]),
];

#[test]
fn every_position_of_small_games_has_its_true_value() {
    for (preset, settings) in SMALL {
        let game = lines(preset, settings);
        let mut search = Search::new(&game);
        for (position, value) in &truth(&game) {
            let solution = search.solve(position, &Budget::unlimited(), &Silent);
            assert_eq!(solution.exact(), Some(*value), "{} {position:?}", game.name());
        }
    }
}

/// Checks everything that a search says it has proved about a position.
struct Checked {
    value: Value,
    moves: Vec<Value>,
}

impl Progress for Checked {
    fn report(&self, _stage: &'static str, _done: u64, _total: u64) {}

    fn proven(&self, so_far: &ProvenSoFar) {
        let ProvenSoFar { lower, upper, moves } = so_far;
        assert!(*lower <= self.value && self.value <= *upper, "{so_far:?}");
        for (proved, value) in moves.iter().zip(&self.moves) {
            assert!(proved.is_none_or(|it| it == *value), "{so_far:?} {:?}", self.moves);
        }
    }
}

#[test]
fn what_a_search_tells_on_the_way_is_true() {
    for (preset, settings) in SMALL {
        let game = lines(preset, settings);
        let truth = truth(&game);
        let mut search = Search::new(&game);
        let open = truth.iter().filter(|it| matches!(game.turn(it.0), Turn::Play(_)));
        for (position, value) in open.step_by(7) {
            let moves = game.legal(position).into_iter().map(|mv| {
                let next = game.after(position, mv);
                seen_by_mover(&game, position, &next, truth[&next])
            });
            let checked = Checked { value: *value, moves: moves.collect() };
            let study = search.study(position, &Budget::unlimited(), &checked);
            let found: Vec<Option<Value>> = study.moves.iter().map(|it| it.1.exact()).collect();
            assert!(found.into_iter().eq(checked.moves.iter().copied().map(Some)));
            for threshold in checked.moves.iter().chain([value, &Value::Draw]) {
                let asked = search.is_at_least(position, *threshold, &Budget::unlimited(), &Silent);
                assert_eq!(asked, Some(*value >= *threshold), "{position:?} {threshold}");
            }
        }
    }
}

#[test]
fn a_study_tells_every_move_all_best_moves_and_the_line() {
    for (preset, settings) in SMALL.iter().filter(|it| it.0 != "connect4") {
        let game = lines(preset, settings);
        let truth = truth(&game);
        let mut search = Search::new(&game);
        let mut positions: Vec<Board> = truth.keys().copied().collect();
        positions.sort_unstable();
        for position in positions.iter().step_by(7) {
            let study = search.study(position, &Budget::unlimited(), &Silent);
            check_study(&game, &truth, position, &study);
        }
    }
}

/// Compares a study with the truth, move by move.
fn check_study<G: Deterministic>(
    game: &G,
    truth: &HashMap<G::Position, Value>,
    position: &G::Position,
    study: &Study<G>,
) {
    let value = truth[position];
    assert_eq!(study.solution.exact(), Some(value), "{position:?}");
    let moves: Vec<_> =
        study.moves.iter().map(|(mv, it)| (mv.clone(), it.exact().unwrap())).collect();
    assert_eq!(moves, move_values(game, truth, position), "{position:?}");
    let best: Vec<_> = moves.iter().filter(|it| it.1 == value).map(|it| it.0.clone()).collect();
    assert_eq!(study.best, best, "{position:?}");
    let mut at = position.clone();
    for mv in &study.line {
        let value = truth[&at];
        let first_best = move_values(game, truth, &at).into_iter().find(|it| it.1 == value);
        assert_eq!(Some(mv.clone()), first_best.map(|it| it.0), "{at:?} from {position:?}");
        at = game.after(&at, mv.clone());
    }
    assert!(matches!(game.turn(&at), Turn::Over(_)), "{position:?}");
    assert!(value.plies().is_none_or(|plies| plies as usize == study.line.len()));
}

#[test]
fn a_position_that_is_over_has_a_value_but_no_moves() {
    let game = lines("tictactoe", &[]);
    let position = game.read_position("xxx/oo./...").unwrap();
    let study = Search::new(&game).study(&position, &Budget::unlimited(), &Silent);
    assert_eq!(study.solution.exact(), Some(Value::Loss(0)));
    assert!(study.moves.is_empty() && study.best.is_empty() && study.line.is_empty());
}

#[test]
fn turns_need_not_alternate() {
    for drawn in 0..9 {
        let game = TakeAgain { start: 40, drawn };
        let truth = truth(&game);
        let mut search = Search::new(&game);
        assert!(truth.len() > 50);
        for (position, value) in &truth {
            let study = search.study(position, &Budget::unlimited(), &Silent);
            check_study(&game, &truth, position, &study);
            if position.0 < 12 {
                assert_eq!(minimax::value(&game, position), *value);
                assert_eq!(plain::value(&game, position).0, *value);
            }
        }
    }
}

#[test]
fn a_budget_that_ends_leaves_true_bounds() {
    let games = [lines("connect4", &[("rows", "4"), ("cols", "4")]), lines("connect3", &[])];
    for game in games {
        let truth = truth(&game);
        let mut unfinished = 0;
        for nodes in (0..40).chain([100, 300, 1000, 3000, 10_000, 1_000_000]) {
            let position = random_position(&game, nodes, (nodes % 7) as u32);
            let budget = Budget::unlimited().with_nodes(nodes).with_memory(10_000);
            let study = Search::new(&game).study(&position, &budget, &Silent);
            assert!(study.solution.nodes <= nodes);
            let within = |it: &spar_solve::alpha_beta::Solution, value: Value| {
                assert!(it.lower <= value && value <= it.upper, "{it:?} {value:?} {position:?}");
            };
            within(&study.solution, truth[&position]);
            unfinished += usize::from(study.solution.exact().is_none());
            let moves = move_values(&game, &truth, &position);
            for ((mv, solution), (same, value)) in study.moves.iter().zip(moves) {
                assert_eq!(*mv, same);
                within(solution, value);
                assert!(!study.best.contains(mv) || value == truth[&position]);
            }
        }
        assert!(unfinished > 5, "the budgets were small enough to matter");
    }
}

#[test]
fn a_stopped_budget_ends_the_search_at_once() {
    let game = lines("connect4", &[]);
    let budget = Budget::unlimited();
    budget.stop();
    let solution = Search::new(&game).solve(&game.start(), &budget, &Silent);
    assert_eq!(solution.exact(), None);
    assert!(solution.lower < Value::Draw && solution.upper > Value::Draw);
    assert_eq!(solution.nodes, 0);
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let game = lines("connect4", &[("rows", "5"), ("cols", "5")]);
    let position = game.read_position("3324").unwrap();
    let nodes = |mut search: Search<Lines>| {
        let first = search.solve(&position, &Budget::unlimited(), &Silent);
        search.clear();
        let second = search.solve(&position, &Budget::unlimited(), &Silent);
        assert_eq!(first, second);
        first.nodes
    };
    assert_eq!(nodes(Search::new(&game)), nodes(Search::new(&game)));
    let small = nodes(Search::with_fixed_table(&game, 4));
    assert_eq!(small, nodes(Search::with_fixed_table(&game, 4)));
    assert!(small > nodes(Search::with_fixed_table(&game, 14)));
}

/// Larger variants, with the number of stones from which the plain twin is quick.
const LARGER: &[(Variant, u32)] = &[
    (("connect4", &[("rows", "4"), ("cols", "4")]), 4),
    (("connect4", &[("rows", "4"), ("cols", "5")]), 9),
    (("connect4", &[("rows", "5"), ("cols", "4"), ("line", "loses")]), 9),
    (("connect4", &[("rows", "6"), ("cols", "7"), ("along", "rd")]), 29),
    (("bottom2", &[("rows", "4"), ("cols", "4")]), 8),
    (("bottom2", &[("rows", "4"), ("cols", "4"), ("line", "loses"), ("along", "rc")]), 8),
    (("tictactoe", &[("rows", "4"), ("cols", "4"), ("connect", "4")]), 8),
    (("tictactoe", &[("rows", "4"), ("cols", "4"), ("line", "loses")]), 8),
    (("qubic", &[("gravity", "full")]), 55),
    (("qubic", &[("rows", "3"), ("cols", "3"), ("layers", "3"), ("connect", "3")]), 19),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn random_positions_have_the_value_of_the_plain_twin(
        variant in 0..LARGER.len(), seed: u64, more in 0..8_u32,
    ) {
        let ((preset, settings), from) = LARGER[variant];
        let game = lines(preset, settings);
        let position = random_position(&game, seed, from + more);
        let mut search = Search::new(&game);
        let study = search.study(&position, &Budget::unlimited(), &Silent);
        let value = plain::value(&game, &position).0;
        prop_assert_eq!(study.solution.exact(), Some(value), "{} {:?}", game.name(), position);
        for (mv, solution) in study.moves {
            let truth = minimax::move_value(&game, &position, mv, |it| plain::value(&game, it).0);
            prop_assert_eq!(solution.exact(), Some(truth), "{} {:?} {:?}", game.name(), position, mv);
        }
    }
}

/// A line of the data file.
struct Solved {
    position: Board,
    value: Value,
    best: String,
}

fn solved_positions(game: &Lines, data: &str) -> Vec<Solved> {
    let solved = |row: &str| {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let value = match fields[1] {
            "win" => Value::Win(fields[2].parse().unwrap()),
            "loss" => Value::Loss(fields[2].parse().unwrap()),
            _ => Value::Draw,
        };
        Solved { position: game.read_position(fields[0]).unwrap(), value, best: fields[3].into() }
    };
    data.lines().filter(|row| !row.starts_with('#')).map(solved).collect()
}

const SIXTY: &str = include_str!("data/connect4_7x6.txt");
const THREE_HUNDRED: &str = include_str!("data/connect4_7x6_more.txt");

/// Checks value, distance and all best moves of the `expected` solved positions
/// with this many stones.
fn check_solved_positions(data: &str, stones: std::ops::Range<u32>, expected: usize) {
    let game = lines("connect4", &[]);
    let mut solved = solved_positions(&game, data);
    solved.retain(|it| stones.contains(&it.position.n_stones()));
    assert_eq!(solved.len(), expected);
    for Solved { position, value, best } in &solved {
        let study = Search::new(&game).study(position, &Budget::unlimited(), &Silent);
        let text = game.write_position(position);
        assert_eq!(study.solution.exact(), Some(*value), "{text}");
        let column = |mv| game.write_move(position, mv).bytes().map(|it| it - b'a' + 1).next();
        let columns: Vec<String> =
            study.best.iter().map(|mv| column(*mv).unwrap().to_string()).collect();
        assert_eq!(columns.join(","), *best, "{text}");
        assert!(value.plies().is_none_or(|plies| study.line.len() == plies as usize), "{text}");
    }
}

#[test]
fn solved_positions_of_connect4_with_11_stones_and_more() {
    check_solved_positions(SIXTY, 11..36, 53);
    check_solved_positions(THREE_HUNDRED, 15..36, 225);
}

#[test]
#[ignore = "10 s: cargo test --release -p spar-solve --test alpha_beta -- --ignored"]
fn solved_positions_of_connect4_with_8_to_14_stones() {
    check_solved_positions(SIXTY, 8..11, 7);
    check_solved_positions(THREE_HUNDRED, 8..15, 75);
}

#[test]
fn several_threads_give_the_same_answer() {
    let game = lines("connect4", &[]);
    let mut solved = solved_positions(&game, SIXTY);
    solved.retain(|it| it.position.n_stones() >= 11);
    assert_eq!(solved.len(), 53);
    let told = |study: &Study<Lines>| {
        let moves: Vec<_> = study.moves.iter().map(|it| (it.0, it.1.exact())).collect();
        (study.solution.exact(), moves, study.best.clone(), study.line.clone())
    };
    for (n_threads, memory) in [(2, u64::MAX), (5, 1 << 14)] {
        let alone = Budget::unlimited();
        let together = alone.clone().with_threads(n_threads).with_memory(memory);
        // One search for all positions, so that threads start with a table of earlier ones.
        let mut search = Search::new(&game);
        for Solved { position, value, .. } in &solved {
            let study = search.study(position, &together, &Silent);
            let expected = Search::new(&game).study(position, &alone, &Silent);
            assert_eq!(told(&study), told(&expected), "{}", game.write_position(position));
            assert_eq!(search.is_at_least(position, *value, &together, &Silent), Some(true));
        }
    }
}

#[test]
fn a_stopped_budget_ends_the_search_of_all_threads() {
    struct StopSoon<'a>(&'a Budget);
    impl Progress for StopSoon<'_> {
        fn report(&self, _stage: &'static str, done: u64, _total: u64) {
            if done > 0 {
                self.0.stop();
            }
        }
    }
    let game = lines("connect4", &[]);
    let budget = Budget::unlimited().with_threads(3);
    let found = Search::new(&game).solve(&game.start(), &budget, &StopSoon(&budget));
    assert_eq!(found.exact(), None);
    assert!(found.lower <= Value::Win(41) && Value::Win(41) <= found.upper);
}

#[test]
#[should_panic(expected = "no more")]
fn a_panic_of_the_leading_thread_ends_all_threads() {
    struct NoMore;
    impl Progress for NoMore {
        fn report(&self, _stage: &'static str, done: u64, _total: u64) {
            assert!(done == 0, "no more");
        }
    }
    let game = lines("connect4", &[]);
    Search::new(&game).solve(&game.start(), &Budget::unlimited().with_threads(3), &NoMore);
}

#[test]
fn two_published_positions_of_connect4() {
    let game = lines("connect4", &[]);
    for (moves, value) in [("4455", Value::Win(3)), ("44455554221", Value::Loss(2))] {
        let position = game.read_position(moves).unwrap();
        let solution = Search::new(&game).solve(&position, &Budget::unlimited(), &Silent);
        assert_eq!(solution.exact(), Some(value), "{moves}");
    }
}

#[test]
#[ignore = "100 s: cargo test --release -p spar-solve --test alpha_beta -- --ignored"]
fn the_first_side_wins_connect4_with_its_21st_stone() {
    let game = lines("connect4", &[]);
    let solution = Search::new(&game).solve(&game.start(), &Budget::unlimited(), &Silent);
    assert_eq!(solution.exact(), Some(Value::Win(41)));
}

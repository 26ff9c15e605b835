//! Races as decision processes: known values, gates, stalling.

use crate::boards::{self, ACTIONS, Board, Overflow};
use dashu::rational::RBig;
use spar_solve::mdp::general::{Model, ModelSolution, Objective, Owner, solve};
use spar_solve::reference::jacobi;
use spar_solve::{Budget, Interval, Silent};

fn solved(model: &Model, objective: &Objective, precision: f64) -> ModelSolution {
    let solution = solve(model, objective, precision, &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(solution.remark, None);
    solution
}

/// The objective of reaching one state.
fn reach(model: &Model, state: usize) -> Objective {
    Objective::Reach((0..model.n_states()).map(|it| it == state).collect())
}

/// Returns whether an interval contains a fraction (after `~`: a decimal, up to 1e-9).
fn holds(interval: Interval, text: &str) -> bool {
    if let Some(text) = text.strip_prefix('~') {
        return (interval.middle() - text.parse::<f64>().unwrap()).abs() < 1e-9;
    }
    let value: RBig = text.parse().unwrap();
    let exactly = |it: f64| RBig::try_from(it).unwrap();
    exactly(interval.low) <= value && value <= exactly(interval.high)
}

/// The policy of the first squares, as letters; two dice at the goal.
fn letters(solution: &ModelSolution, n: usize) -> String {
    let letter = |square: usize| solution.policy[square].map_or('T', |it| ACTIONS[it as usize]);
    (0..n).map(letter).collect()
}

/// A policy from its letters.
fn actions(letters: &str) -> Vec<usize> {
    letters.chars().map(|it| ACTIONS.iter().position(|other| *other == it).unwrap()).collect()
}

/// Our chance at (0, 0) if the opponent moves first.
fn second(board: &Board, other: &[usize], values: &[Interval]) -> Interval {
    let (mut low, mut high, mut total) = (0.0, 0.0, 0.0);
    for (roll, weight) in boards::rolls(other[0]) {
        let square = board.after(0, roll);
        let is_lost = square == board.goal();
        let value = if is_lost { Interval::exact(0.0) } else { values[square] };
        low += weight as f64 * value.low;
        high += weight as f64 * value.high;
        total += weight as f64;
    }
    Interval { low: (low / total) * (1.0 - 1e-14), high: (high / total) * (1.0 + 1e-14) }
}

#[test]
fn tracks_have_the_values_of_exact_elimination() {
    for line in include_str!("../data/tracks.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, n, jumps, overflow, turns, policy, first, last, game] =
            line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let pair = |text: &str| {
            let (from, to) = text.split_once('>').unwrap();
            (from.parse().unwrap(), to.parse().unwrap())
        };
        let jumps: Vec<(usize, usize)> =
            jumps.split(',').filter(|it| *it != "-").map(pair).collect();
        let overflow = if overflow == "stay" { Overflow::Stay } else { Overflow::Bounce };
        let board = Board { n: n.parse().unwrap(), jumps, overflow };

        let alone = solved(&board.alone(), &Objective::Reward, 1e-14);
        assert!(holds(alone.values[0], turns), "{name}: {:?}", alone.values[0]);
        assert_eq!(letters(&alone, board.n), policy, "{name}");
        assert!(alone.ends.iter().all(|it| *it), "{name}");

        let other = actions(policy);
        let model = board.against(&other, |_, _| false);
        let against = solved(&model, &reach(&model, board.n * board.n), 1e-14);
        assert!(holds(against.values[0], first), "{name}: {:?}", against.values[0]);
        let after = second(&board, &other, &against.values);
        assert!(holds(after, last), "{name}: {after:?}");
        assert!(against.ends.iter().all(|it| *it), "{name}");

        let model = board.game();
        let both = solved(&model, &reach(&model, 2 * board.n * board.n), 1e-9);
        assert!(holds(both.values[0], game), "{name}: {:?}", both.values[0]);
        assert!(both.ends.iter().all(|it| *it), "{name}");
    }
}

#[test]
fn the_board_of_twenty_squares_has_its_known_values() {
    let board = Board::new(20, &[(1, 4), (7, 3), (11, 18), (13, 18), (14, 18)]);
    let alone = solved(&board.alone(), &Objective::Reward, 1e-12);
    assert!(holds(alone.values[0], "131398800175/35886675456"));
    assert!(holds(alone.values[3], "32779/10683"));
    let other = actions(&letters(&alone, 20));
    let model = board.against(&other, |_, _| false);
    let against = solved(&model, &reach(&model, 400), 1e-12);
    assert!((against.values[0].middle() - 0.698_228).abs() < 5e-7);
    assert!((second(&board, &other, &against.values).middle() - 0.364_852).abs() < 5e-7);
    let model = board.game();
    let both = solved(&model, &reach(&model, 800), 1e-12);
    assert!((both.values[0].middle() - 0.665_883_148_2).abs() < 5e-11);
}

#[test]
fn gates_are_passed_where_plain_value_iteration_gives_up() {
    let first = ["36/71", "1678356/3355451"];
    for n_gates in 1..=3 {
        let board = Board::gates(n_gates);
        let model = board.alone();
        let alone = solved(&model, &Objective::Reward, 1e-14);
        assert!(alone.ends.iter().all(|it| *it));
        if n_gates < 3 {
            assert!(holds(alone.values[0], ["72", "2664"][n_gates - 1]), "{:?}", alone.values[0]);
        }
        // Reaching it at some time is certain.
        let ever =
            solved(&model.clone().decided_by(Owner::Max), &reach(&model, board.n - 1), 1e-12);
        assert_eq!(ever.values[0], Interval::exact(1.0));
        assert!(ever.ends.iter().all(|it| *it));

        let model = board.against(&actions(&letters(&alone, board.n)), |_, _| false);
        let won = reach(&model, board.n * board.n);
        let against = solved(&model, &won, 1e-14);
        if let Some(value) = first.get(n_gates - 1) {
            assert!(holds(against.values[0], value), "{:?}", against.values[0]);
        } else {
            let value = against.values[0].middle();
            assert!((0.500_004_7..0.500_005_7).contains(&value), "{value}");
        }
        if n_gates == 2 {
            let swept = jacobi(&model, &won, 1e-6, 1_000_000, &Budget::unlimited());
            assert!(swept.values[0] < against.values[0].low - 1e-4, "{}", swept.values[0]);
        }
        let model = board.game();
        let both = solved(&model, &reach(&model, 2 * board.n * board.n), 1e-9);
        assert!(both.ends.iter().all(|it| *it));
        // The policy that is optimal in the game is not better than the best response to this
        // opponent.
        assert!(both.values[0].low <= against.values[0].high, "{:?}", both.values[0]);
    }
}

#[test]
fn waiting_is_no_win() {
    // The opponent stays forever, and gives up if we are too far away.
    let board = Board::new(8, &[(4, 3), (5, 0)]);
    let model = board.against(&[2; 8], |mine, theirs| mine.abs_diff(theirs) >= 4);
    let solution = solved(&model, &reach(&model, 64), 1e-14);
    let at = 3 * 8 + 6;
    assert!(holds(solution.values[at], "5/6"), "{:?}", solution.values[at]);
    assert_eq!(solution.policy[at], Some(2));
    assert!(solution.ends[at]);
}

#[test]
fn asking_for_less_width_never_gives_more() {
    let board = Board::gates(2);
    let model = board.against(&vec![2; board.n], |_, _| false);
    let won = reach(&model, board.n * board.n);
    let ask = |precision| solve(&model, &won, precision, &Budget::unlimited(), &Silent).unwrap();
    let answers = [1e-3, 1e-6, 1e-9, 1e-12, 1e-300].map(ask);
    for pair in answers.windows(2) {
        let is_narrower = |(new, old): (&Interval, &Interval)| new.width() <= old.width();
        assert!(pair[1].values.iter().zip(&pair[0].values).all(is_narrower));
    }
    assert!(answers[4].remark.as_ref().unwrap().contains("double arithmetic"));
}

#[test]
fn a_spent_budget_leaves_bounds_that_hold() {
    let board = Board::gates(2);
    let model = board.against(&vec![0; board.n], |_, _| false);
    let won = reach(&model, board.n * board.n);
    let full = solved(&model, &won, 1e-9);
    for nodes in [0, 10, 300, 1000] {
        let budget = Budget::unlimited().with_nodes(nodes);
        let part = solve(&model, &won, 1e-9, &budget, &Silent).unwrap();
        assert!(part.values.iter().zip(&full.values).all(|(part, full)| part.meets(*full)));
        assert!(nodes > 0 || part.remark.unwrap().contains("budget"));
    }
}

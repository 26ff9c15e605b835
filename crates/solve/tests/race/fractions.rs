//! Boards of up to twelve squares, compared with exact fractions.

use super::boards::{Board, rolls};
use super::random_board;
use dashu::integer::IBig;
use dashu::rational::RBig;
use spar_rules::SplitMix;
use spar_solve::Interval;
use spar_solve::mdp::track::pairs::{PairPolicy, Rival, Setting, best_response, both_best};
use spar_solve::mdp::track::{Policy, turns};
use spar_solve::{Budget, Silent};

fn fraction(over: u64, under: u64) -> RBig {
    RBig::from(IBig::from(over)) / RBig::from(IBig::from(under))
}

fn holds(interval: Interval, value: &RBig) -> bool {
    let exactly = |it: f64| RBig::try_from(it).unwrap();
    exactly(interval.low) <= *value && *value <= exactly(interval.high)
}

/// Solves `x = b + A x` by elimination. Only the initial rows are sparse.
fn eliminated(mut rows: Vec<Vec<RBig>>, mut b: Vec<RBig>) -> Vec<RBig> {
    let n = b.len();
    for pivot in 0..n {
        let scale = RBig::ONE / (RBig::ONE - rows[pivot][pivot].clone());
        rows[pivot][pivot] = RBig::ZERO;
        for entry in &mut rows[pivot] {
            *entry *= &scale;
        }
        b[pivot] *= &scale;
        for row in (0..n).filter(|row| *row != pivot) {
            let factor = std::mem::replace(&mut rows[row][pivot], RBig::ZERO);
            if factor == RBig::ZERO {
                continue;
            }
            let above = rows[pivot].clone();
            for (entry, above) in rows[row].iter_mut().zip(above) {
                *entry += above * &factor;
            }
            let part = &b[pivot] * &factor;
            b[row] += part;
        }
    }
    b
}

/// Expected turns of a policy on every square but the goal.
fn turns_of(board: &Board, policy: &Policy) -> Vec<RBig> {
    let n = board.goal();
    let mut rows = vec![vec![RBig::ZERO; n]; n];
    for (square, row) in rows.iter_mut().enumerate() {
        let all = rolls(usize::from(policy.0[square]));
        let total = all.iter().map(|it| it.1).sum();
        for (roll, weight) in all {
            let to = board.after(square, roll);
            if to < n {
                row[to] += fraction(weight, total);
            }
        }
    }
    eliminated(rows, vec![RBig::ONE; n])
}

#[test]
fn turns_are_those_of_exact_fractions() {
    let mut random = SplitMix::new(21);
    for case in 0..120 {
        let (track, board) = random_board(&mut random, 12);
        let found = turns::fewest(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let exact = turns_of(&board, &found.policy);
        for square in 0..board.goal() {
            assert!(holds(found.at(square), &exact[square]), "{case} {board:?} {square}");
            // No action is better, in exact arithmetic, by more than a tie.
            for action in 0..3 {
                let all = rolls(action);
                let total: u64 = all.iter().map(|it| it.1).sum();
                let mut value = RBig::ONE;
                for (roll, weight) in all {
                    let to = board.after(square, roll);
                    if to < board.goal() {
                        value += fraction(weight, total) * &exact[to];
                    }
                }
                let tie = fraction(1, 100_000_000) * &exact[square];
                assert!(value + tie >= exact[square], "{case} {board:?} {square} {action}");
            }
        }
    }
}

/// The chance that a policy wins against an opponent, moving in turn, from every pair. `answer`
/// returns the opponent's action for its own square and ours.
fn chances_of(
    board: &Board,
    ours: &PairPolicy,
    answer: impl Fn(usize, usize) -> usize,
) -> Vec<RBig> {
    let n = board.goal();
    let mut rows = vec![vec![RBig::ZERO; n * n]; n * n];
    let mut b = vec![RBig::ZERO; n * n];
    for own in 0..n {
        for other in 0..n {
            let mine = rolls(usize::from(ours.action(own, other)));
            let total: u64 = mine.iter().map(|it| it.1).sum();
            let pair = own * n + other;
            for (roll, weight) in &mine {
                let to = board.after(own, *roll);
                let theirs = rolls(answer(other, to));
                let totals = total * theirs.iter().map(|it| it.1).sum::<u64>();
                for (answer, part) in &theirs {
                    let share = fraction(weight * part, totals);
                    let landed = board.after(other, *answer);
                    if to == n {
                        b[pair] += share;
                    } else if landed < n {
                        rows[pair][to * n + landed] += share;
                    }
                }
            }
        }
    }
    eliminated(rows, b)
}

fn check_chances(most: u64, cases: u32, seed: u64) {
    let mut random = SplitMix::new(seed);
    for case in 0..cases {
        let (track, board) = random_board(&mut random, most);
        let fast = turns::fewest(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap().policy;
        let setting = Setting::wins(Rival::Alone(&fast));
        let best = best_response(&track, &setting, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let exact = chances_of(&board, &best.policy, |theirs, _| usize::from(fast.0[theirs]));
        for own in 0..board.goal() {
            for other in 0..board.goal() {
                let value = &exact[own * board.goal() + other];
                let chance = best.chances.at(own, other);
                // The policy may be worse than the best by a tie, but never better.
                assert!(RBig::try_from(chance.high).unwrap() >= *value, "{case} {board:?}");
                let tie = fraction(1, 10_000_000);
                let low = RBig::try_from(chance.low).unwrap();
                assert!(low <= value + tie, "{case} {board:?} ({own}, {other}) {chance:?}");
            }
        }
        // Optimal play of both: each policy depends on the other, so ties may differ in both
        // directions.
        let both = both_best(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let itself = |theirs: usize, ours: usize| {
            // A side that has lost makes no move.
            if ours == board.goal() { 0 } else { usize::from(both.policy.action(theirs, ours)) }
        };
        let exact = chances_of(&board, &both.policy, itself);
        for (pair, value) in exact.iter().enumerate() {
            let chance = both.chance(pair / board.goal(), pair % board.goal());
            let tie = fraction(1, 10_000_000);
            let [low, high] = [chance.low, chance.high].map(|it| RBig::try_from(it).unwrap());
            assert!(low <= value + &tie && *value <= high + tie, "{case} {board:?} {pair}");
        }
    }
}

#[test]
fn chances_are_those_of_exact_fractions() {
    check_chances(7, 40, 22);
}

#[test]
fn chances_are_those_of_exact_fractions_up_to_twelve_squares() {
    check_chances(12, 15, 23);
}

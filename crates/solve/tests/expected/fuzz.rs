//! Thousands of small random games of every shape, solved by all solvers.

use crate::players::{agrees, large, met_by, played, responded, results_in, weights};
use dashu::rational::RBig;
use spar_rules::{Game, Side, Turn, Value};
use spar_solve::explicit::{HashedTable, Table};
use spar_solve::mdp::expected::Expected;
use spar_solve::{Budget, Silent, SolveError, minimax};
use spar_testkit::{Chain, GraphGame, PlainGraph, Shape, move_values, truth};
use std::collections::HashMap;

/// The number of seeds. Every check uses some of them.
const ALL: u64 = 10_000;
const SOME: u64 = 2_000;

/// The eight shapes take turns.
fn shape(seed: u64) -> Shape {
    let bit = |bit: u64| seed >> bit & 1 == 1;
    Shape { cyclic: bit(0), one_sided: bit(1), chance: bit(2) }
}

/// Exact values, hashed tables, ordered sweeps, plain minimax, perfect duels and optimal play
/// agree.
fn check_without_chance(seed: u64) {
    let shape = shape(seed);
    let game = PlainGraph::random(seed, shape);
    let values = truth(&game);
    let hashed = HashedTable::solve(&game, &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(hashed.len(), values.len() as u64, "seed {seed}");
    match Table::solve(&game, &Budget::unlimited(), &Silent) {
        Ok(table) => assert_eq!(table.summary(), hashed.summary(), "seed {seed}"),
        Err(error) => assert!(matches!(error, SolveError::TooLarge { .. }) && shape.cyclic),
    }
    let perfect = met_by(&game, &0, |at| {
        let best = move_values(&game, &values, at).into_iter();
        best.filter(|it| it.1 == values[at]).map(|it| (it.0, 1)).collect()
    });
    let best = played(&game, &0);
    for (at, value) in &values {
        assert_eq!(hashed.value(at), Some(*value), "seed {seed}: {at}");
        if !shape.cyclic {
            assert_eq!(minimax::value(&game, at), *value, "seed {seed}: {at}");
        }
        let result = match value {
            Value::Win(_) => RBig::ONE,
            Value::Draw => RBig::ONE / RBig::from(2),
            Value::Loss(_) => RBig::ZERO,
        };
        let outlook = best.outlook(at, game.side(at)).unwrap();
        assert!(results_in(&outlook, &result), "seed {seed}: {at} {value} {outlook:?}");
        if let Some(duel) = perfect.outlook(at, game.side(at)) {
            let parts = duel.exact().expect("two perfect players leave nothing to chance");
            assert_eq!(large(parts.score().unwrap()), result, "seed {seed}: {at} {value}");
        }
    }
}

/// The bounds of optimal play and best responses contain the exact fractions.
fn check_with_chance(seed: u64) {
    let game = GraphGame::random(seed, shape(seed));
    check_certificate(&game, &played(&game, &0), [true, true], |_| unreachable!(), seed);
    for side in [Side::First, Side::Second] {
        let found = responded(&game, &0, side, seed % 3);
        let chooses = [Side::First, Side::Second].map(|it| it == side);
        check_certificate(&game, &found, chooses, |at| weights(&game, seed % 3, at), seed);
    }
}

/// Checks with exact fractions that the policies of the choosing sides are optimal, and that
/// the results contain their values.
///
/// Let `x` be the values of the policies. If no move of a side is better than `x`, and the side
/// cannot play forever where `x` is worse for it than a draw, then it cannot gain by any other
/// policy.
fn check_certificate(
    game: &GraphGame,
    found: &Expected<GraphGame>,
    chooses: [bool; 2],
    given: impl Fn(&u8) -> Vec<(u8, u32)>,
    seed: u64,
) {
    let policy = |at: &u8| match game.turn(at) {
        Turn::Play(side) if chooses[side as usize] => {
            vec![(found.chosen(game, at).expect("it chooses"), 1)]
        }
        _ => given(at),
    };
    let mut exact: HashMap<u8, RBig> = HashMap::new();
    for (at, outlook) in found.entries() {
        let chain = Chain::of(game, at, policy);
        let chances = chain.chances().swap_remove(0);
        assert!(agrees(&outlook, &chances), "seed {seed}: {at} {outlook:?} {chances:?}");
        let result = chain.results().swap_remove(0);
        assert!(results_in(&outlook, &result), "seed {seed}: {at} {outlook:?} {result}");
        exact.insert(*at, result);
    }
    for side in [Side::First, Side::Second].into_iter().filter(|it| chooses[*it as usize]) {
        let seen = |at: &u8| {
            let result = &exact[at];
            if side == Side::First { result.clone() } else { RBig::ONE - result }
        };
        let plays = |at: &u8| game.turn(at) == Turn::Play(side);
        // The moves of this side's policy, and all moves of the others.
        let follows = |at: &u8| -> Vec<u8> {
            let moves: Vec<u8> = match game.turn(at) {
                Turn::Play(it) if it != side => {
                    policy(at).into_iter().filter(|it| it.1 > 0).map(|it| it.0).collect()
                }
                _ => game.legal(at),
            };
            moves.into_iter().map(|mv| game.after(at, mv)).collect()
        };
        for at in exact.keys().filter(|at| plays(at)) {
            for next in follows(at) {
                assert!(seen(&next) <= seen(at), "seed {seed}: {side} has a better move at {at}");
            }
        }
        let half = RBig::ONE / RBig::from(2);
        let is_behind = |at: &u8| seen(at) < half && !follows(at).is_empty();
        let mut stays: Vec<u8> = exact.keys().copied().filter(is_behind).collect();
        loop {
            let can_stay = |at: &u8| {
                let inside = |next: &u8| stays.contains(next);
                let next = follows(at);
                if plays(at) { next.iter().any(inside) } else { next.iter().all(inside) }
            };
            let kept: Vec<u8> = stays.iter().copied().filter(can_stay).collect();
            if kept.len() == stays.len() {
                break;
            }
            stays = kept;
        }
        assert!(stays.is_empty(), "seed {seed}: {side} can go round at {stays:?}");
    }
}

#[test]
fn solvers_agree_on_random_games_without_chance() {
    (0..SOME).for_each(check_without_chance);
}

#[test]
fn solvers_agree_with_exact_fractions_on_random_games_with_chance() {
    (0..SOME).for_each(check_with_chance);
}

#[test]
#[ignore = "10 s: cargo test --release -p spar-solve --test expected -- --ignored"]
fn solvers_agree_on_all_random_games() {
    (0..ALL).for_each(check_without_chance);
    (0..ALL).for_each(check_with_chance);
}

#[test]
fn random_games_are_of_every_kind() {
    let mut kinds: HashMap<&str, u64> = HashMap::new();
    for seed in 0..SOME {
        let game = GraphGame::random(seed, shape(seed));
        let found = played(&game, &0);
        for (at, outlook) in found.entries() {
            let result = outlook.result();
            let kind = match (outlook.exact().is_some(), result.middle()) {
                (true, _) => "exact",
                (false, it) if it > 1e-9 && (it - 0.5).abs() > 1e-9 && it < 1.0 - 1e-9 => "open",
                (false, _) => "sure",
            };
            *kinds.entry(kind).or_default() += 1;
            let turn = game.turn(at);
            *kinds.entry(if turn == Turn::Roll { "roll" } else { "other" }).or_default() += 1;
        }
    }
    for kind in ["exact", "open", "sure", "roll"] {
        assert!(kinds.get(kind).is_some_and(|it| *it > 100), "{kinds:?}");
    }
}

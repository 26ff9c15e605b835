//! The best score equals that of plain minimax, also in games with passes.

use spar_rules::{Deterministic, Game, Outcome, Score, Scored, Side, SplitMix, Turn};
use spar_solve::{Budget, Silent, SolveError, score};
use spar_testkit::{Coins, Spread, random_position, reachable, truth};
use std::collections::HashMap;

/// First side less second side.
fn difference(score: Score) -> i64 {
    i64::from(score.first) - i64::from(score.second)
}

/// By the definition.
fn minimax<G: Scored>(game: &G, position: &G::Position) -> i64 {
    let values =
        game.legal(position).into_iter().map(|mv| minimax(game, &game.after(position, mv)));
    match game.turn(position) {
        Turn::Play(Side::First) => values.max().unwrap(),
        Turn::Play(Side::Second) => values.min().unwrap(),
        _ => difference(game.score(position)),
    }
}

fn check<G: Scored + Deterministic>(game: &G, position: &G::Position) {
    let best = score::solve(game, position, &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(best.difference(), minimax(game, position), "{position:?}");
    let moves: Vec<_> = game
        .legal(position)
        .into_iter()
        .map(|mv| (mv.clone(), minimax(game, &game.after(position, mv))))
        .collect();
    assert_eq!(best.moves, moves, "{position:?}");
    let end = best.line.iter().fold(position.clone(), |at, mv| game.after(&at, mv.clone()));
    assert!(matches!(game.turn(&end), Turn::Over(_)), "{position:?}");
    assert_eq!(game.score(&end), best.score, "{position:?}");
    let first_best = moves.iter().find(|it| it.1 == best.difference()).map(|it| it.0.clone());
    assert_eq!(best.line.first().cloned(), first_best, "{position:?}");
}

#[test]
fn every_position_of_a_game_with_passes_has_its_best_score() {
    let game = Spread { width: 3, height: 2 };
    let positions = reachable(&game);
    assert!(positions.iter().any(|it| game.legal(it) == [None]), "somebody passes");
    for position in &positions {
        check(&game, position);
    }
    let game = Spread { width: 3, height: 3 };
    for seed in 0..200 {
        check(&game, &random_position(&game, seed, 2 + (seed % 5) as u32));
    }
}

/// A row of coins, solved from short rows to long ones.
fn by_rows(row: &[u32]) -> i64 {
    let mut more: HashMap<(usize, usize), i64> = HashMap::new();
    for length in 1..=row.len() {
        for start in 0..=row.len() - length {
            let end = start + length - 1;
            let rest = |from, to| more.get(&(from, to)).copied().unwrap_or(0);
            let left = i64::from(row[start]) - rest(start + 1, end);
            let right = if end > start { i64::from(row[end]) - rest(start, end - 1) } else { left };
            more.insert((start, end), left.max(right));
        }
    }
    more.get(&(0, row.len().wrapping_sub(1))).copied().unwrap_or(0)
}

#[test]
fn rows_of_coins_have_the_score_of_dynamic_programming() {
    let mut random = SplitMix::new(4);
    for case in 0..200 {
        let row: Vec<u32> = (0..random.below(13)).map(|_| random.below(20) as u32).collect();
        let game = Coins { row: row.clone() };
        let best = score::solve(&game, &game.start(), &Budget::unlimited(), &Silent).unwrap();
        assert_eq!(best.difference(), by_rows(&row), "{case}: {row:?}");
        assert_eq!(best.score.first + best.score.second, row.iter().sum::<u32>());
    }
}

#[test]
fn who_wins_follows_from_the_score() {
    let game = Spread { width: 3, height: 3 };
    let values = truth(&game);
    for seed in 0..300 {
        let position = random_position(&game, seed, (seed % 7) as u32);
        let best = score::solve(&game, &position, &Budget::unlimited(), &Silent).unwrap();
        let winner = match best.score.outcome() {
            Outcome::Draw => "draw",
            Outcome::Win(side) if side == game.side(&position) => "win",
            Outcome::Win(_) => "loss",
        };
        assert_eq!(winner, values[&position].word(), "{position:?}");
    }
}

#[test]
fn budgets_end_the_search_and_little_memory_only_slows_it() {
    let game = Spread { width: 4, height: 3 };
    let start = game.start();
    let solve = |budget: &Budget| score::solve(&game, &start, budget, &Silent);
    let why = |budget: &Budget| solve(budget).unwrap_err().why;
    assert_eq!(why(&Budget::unlimited().with_nodes(100)), SolveError::Stopped);
    let stopped = Budget::unlimited();
    stopped.stop();
    assert_eq!(why(&stopped), SolveError::Stopped);
    let free = solve(&Budget::unlimited()).unwrap();
    // The partial results of a late stop are correct.
    let late = solve(&Budget::unlimited().with_nodes(free.nodes - 1)).unwrap_err();
    assert!(!late.moves.is_empty() && free.moves.starts_with(&late.moves), "{late:?}");
    let bound = solve(&Budget::unlimited().with_memory(10_000)).unwrap();
    assert_eq!((free.score, &free.line, &free.moves), (bound.score, &bound.line, &bound.moves));
    assert!(free.nodes < bound.nodes);
}

#[test]
fn play_without_end_is_refused() {
    /// A game in which both sides only pass.
    struct Idle;
    impl Game for Idle {
        type Position = Side;
        type Move = ();
        fn start(&self) -> Side {
            Side::First
        }
        fn side(&self, side: &Side) -> Side {
            *side
        }
        fn turn(&self, side: &Side) -> Turn {
            Turn::Play(*side)
        }
        fn moves(&self, _: &Side, out: &mut Vec<()>) {
            out.push(());
        }
        fn after(&self, side: &Side, (): ()) -> Side {
            side.other()
        }
    }
    impl Deterministic for Idle {}
    impl Scored for Idle {
        fn score(&self, _: &Side) -> Score {
            Score { first: 0, second: 0 }
        }
    }
    let refused = score::solve(&Idle, &Side::First, &Budget::unlimited(), &Silent);
    assert!(matches!(refused.as_ref().unwrap_err().why, SolveError::TooLong { .. }), "{refused:?}");
}

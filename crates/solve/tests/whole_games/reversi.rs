//! Reversi on four rows and columns, and its scores.

use crate::figures::{Counts, by_hash, classes};
use spar_games::reversi::{Position, Reversi};
use spar_games::settings::Configured;
use spar_rules::{Game, Notation, Score, Scored, Side, Symmetric, Turn, Value};
use std::collections::{HashMap, HashSet};

fn reversi(rows: &str, cols: &str, start: &str) -> Reversi {
    Reversi::new(&[("rows", rows), ("cols", cols), ("start", start)]).unwrap()
}

fn passes(game: &Reversi, position: &Position) -> u64 {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().filter(|mv| game.write_move(position, **mv) == "pass").count() as u64
}

/// The final score if both sides play for the largest difference.
fn best_score(game: &Reversi, position: &Position, known: &mut HashMap<Position, Score>) -> Score {
    if let Some(score) = known.get(position) {
        return *score;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let scores = moves.iter().map(|mv| best_score(game, &game.after(position, *mv), known));
    let lead = |score: &Score| i64::from(score.first) - i64::from(score.second);
    let best = match game.turn(position) {
        Turn::Play(Side::First) => scores.max_by_key(lead),
        Turn::Play(Side::Second) => scores.min_by_key(lead),
        Turn::Over(_) | Turn::Roll => None,
    };
    let best = best.unwrap_or_else(|| game.score(position));
    known.insert(*position, best);
    best
}

#[test]
fn from_the_diagonal_start_white_wins_eleven_to_three() {
    let game = reversi("4", "4", "diagonal");
    let (mut boards, mut passed) = (HashSet::new(), 0);
    let (counts, value) = by_hash(&game, |position, _| {
        let text = game.write_position(position);
        boards.insert(text.split('-').next().unwrap().to_owned());
        passed += passes(&game, position);
    });
    assert_eq!(counts, Counts { positions: 62_789, ends: [2683, 755, 2730], moves: 89_332 });
    assert_eq!((boards.len(), passed), (51_943, 8988));
    assert!(matches!(value, Value::Loss(_)), "{value}");
    assert_eq!(game.symmetries(), 4);
    assert_eq!(classes(&game), (15_856, 1604));
    let score = best_score(&game, &game.start(), &mut HashMap::new());
    assert_eq!(score, Score { first: 3, second: 11 });
}

#[test]
fn from_the_parallel_start_white_wins_nine_to_six() {
    let game = reversi("4", "4", "parallel");
    let mut passed = 0;
    let (counts, value) = by_hash(&game, |position, _| passed += passes(&game, position));
    assert_eq!((counts.positions, counts.moves, passed), (64_541, 91_630, 9362));
    assert_eq!(counts.ends.iter().sum::<u64>(), 6366);
    assert!(matches!(value, Value::Loss(_)), "{value}");
    assert_eq!(game.symmetries(), 2);
    assert_eq!(classes(&game).0, 32_312);
    let score = best_score(&game, &game.start(), &mut HashMap::new());
    assert_eq!(score, Score { first: 6, second: 9 });
}

#[test]
fn only_symmetries_that_keep_the_start_are_used() {
    for (rows, cols, start, symmetries) in
        [("6", "6", "diagonal", 4), ("4", "6", "diagonal", 2), ("6", "4", "parallel", 2)]
    {
        assert_eq!(reversi(rows, cols, start).symmetries(), symmetries, "{rows}×{cols} {start}");
    }
}

//! Take-away games.

use crate::figures::{Counts, by_hash, by_ranks, classes};
use spar_games::settings::Configured;
use spar_games::take::{Position, Take};
use spar_rules::{Notation, Value};

/// Heaps of a position as numbers.
fn heaps(game: &Take, position: &Position) -> Vec<u32> {
    game.write_position(position).split('-').filter_map(|it| it.parse().ok()).collect()
}

#[test]
fn twenty_one_has_its_figures_and_the_starter_loses() {
    let game = Take::new(&[]).unwrap();
    let mut lost = Vec::new();
    let (counts, value) = by_ranks(&game, |position, value| {
        if value < Value::Draw {
            lost.extend(heaps(&game, position));
        }
    });
    assert_eq!(counts, Counts { positions: 42, ends: [1, 0, 1], moves: 114 });
    assert!(matches!(value, Value::Loss(_)), "{value}");
    lost.sort_unstable();
    lost.dedup();
    assert_eq!(lost, [1, 5, 9, 13, 17, 21]);
    assert_eq!(by_hash(&game, |_, _| ()), (counts, value));
    assert_eq!(classes(&game), (42, 2));
}

#[test]
fn the_starter_wins_if_the_last_stick_does() {
    let game = Take::new(&[("last", "wins")]).unwrap();
    let (counts, value) = by_ranks(&game, |position, value| {
        let left = heaps(&game, position)[0];
        assert_eq!(value < Value::Draw, left.is_multiple_of(4), "{left}");
    });
    assert_eq!(counts, Counts { positions: 42, ends: [1, 0, 1], moves: 114 });
    assert!(matches!(value, Value::Win(_)), "{value}");
}

#[test]
fn nim_is_lost_where_the_sum_without_carry_is_zero() {
    let game = Take::new(&[("heaps", "3-5-7"), ("last", "wins")]).unwrap();
    by_ranks(&game, |position, value| {
        let nim_sum = heaps(&game, position).iter().fold(0, |sum, heap| sum ^ heap);
        assert_eq!(value < Value::Draw, nim_sum == 0, "{position:?}");
    });
    // If the last stick loses, the rule for heaps of one is reversed (Bouton 1901).
    let game = Take::new(&[("heaps", "3-5-7")]).unwrap();
    by_ranks(&game, |position, value| {
        let heaps = heaps(&game, position);
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let small = heaps.iter().all(|heap| *heap < 2);
        assert_eq!(value < Value::Draw, (nim_sum == 0) != small, "{position:?}");
    });
}

#[test]
fn a_limit_leaves_the_rests_of_division() {
    let game = Take::new(&[("heaps", "6-8-9"), ("most", "4"), ("last", "wins")]).unwrap();
    by_ranks(&game, |position, value| {
        let nim_sum = heaps(&game, position).iter().fold(0, |sum, heap| sum ^ (heap % 5));
        assert_eq!(value < Value::Draw, nim_sum == 0, "{position:?}");
    });
}

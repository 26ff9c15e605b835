//! Wolf and Sheep.

use crate::figures::{Counts, by_hash, by_ranks, classes};
use spar_games::settings::Configured;
use spar_games::wolf::{Position, Wolf};
use spar_rules::{Game, Notation, Turn, Value};

fn wolf(size: &str, first: &str) -> Wolf {
    Wolf::new(&[("size", size), ("first", first)]).unwrap()
}

/// The numbers of finished positions by their result.
#[derive(Debug, Default, PartialEq, Eq)]
struct Ends {
    home: u64,
    wolf_stuck: u64,
    sheep_stuck: u64,
}

impl Ends {
    fn add(&mut self, game: &Wolf, position: &Position) {
        if !matches!(game.turn(position), Turn::Over(_)) {
            return;
        }
        let text = game.write_position(position);
        let (board, side) = text.split_once('-').unwrap();
        match (board.rsplit('/').next().is_some_and(|row| row.contains('w')), side) {
            (true, _) => self.home += 1,
            (false, "wolf") => self.wolf_stuck += 1,
            (false, _) => self.sheep_stuck += 1,
        }
    }
}

fn solved(game: &Wolf) -> (Counts, Ends, Value) {
    let mut ends = Ends::default();
    let (counts, value) = by_ranks(game, |position, _| ends.add(game, position));
    (counts, ends, value)
}

#[test]
fn on_six_by_six_who_begins_wins() {
    let game = wolf("6", "wolf");
    let (counts, ends, value) = solved(&game);
    assert_eq!((counts.positions, counts.moves), (10_357, 27_703));
    assert_eq!(ends, Ends { home: 900, wolf_stuck: 95, sheep_stuck: 32 });
    assert!(matches!(value, Value::Win(_)), "{value}");
    assert_eq!(by_hash(&game, |_, _| ()), (counts, value));
    assert_eq!(classes(&game).0, 10_357);
    let (_, _, value) = solved(&wolf("6", "sheep"));
    assert!(matches!(value, Value::Win(_)), "{value}");
}

#[test]
fn on_eight_by_eight_the_sheep_win() {
    let (counts, ends, value) = solved(&wolf("8", "wolf"));
    assert_eq!((counts.positions, counts.moves), (895_094, 3_406_402));
    assert_eq!((ends.home, ends.wolf_stuck + ends.sheep_stuck), (58_034, 3911));
    assert!(matches!(value, Value::Loss(_)), "{value}");
    let (_, _, value) = solved(&wolf("8", "sheep"));
    assert!(matches!(value, Value::Win(_)), "{value}");
}

#[test]
#[ignore = "30 s: cargo test -p spar-solve --test whole_games -- --ignored ten_by_ten"]
fn on_ten_by_ten_the_sheep_win() {
    let (counts, ends, value) = solved(&wolf("10", "wolf"));
    assert_eq!((counts.positions, counts.moves), (87_109_470, 425_855_806));
    assert_eq!((ends.home, ends.wolf_stuck + ends.sheep_stuck), (4_496_855, 190_388));
    assert!(matches!(value, Value::Loss(_)), "{value}");
    let (counts, ends, value) = solved(&wolf("10", "sheep"));
    assert_eq!((counts.positions, counts.moves), (87_077_525, 425_745_081));
    assert_eq!((ends.home, ends.wolf_stuck + ends.sheep_stuck), (4_492_316, 189_733));
    assert!(matches!(value, Value::Win(_)), "{value}");
}

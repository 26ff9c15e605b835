//! Three Men's Morris, a game with cycles. The figures come from an independent program that
//! computes values in rounds.

use crate::figures::{by_hash, classes};
use spar_games::morris::Morris;
use spar_games::settings::Configured;
use spar_rules::{Game, Turn, Value};
use spar_testkit::truth;

struct Figures {
    settings: &'static [(&'static str, &'static str)],
    positions: u64,
    ends: u64,
    moves: u64,
    classes: u64,
    /// Positions that the side to move (or the side that would move next) wins, draws and
    /// loses.
    values: [u64; 3],
    /// The longest distance of a forced win, in plies.
    longest: u32,
    start: Value,
}

const ADJACENT: Figures = Figures {
    settings: &[],
    positions: 5390,
    ends: 416,
    moves: 21_509,
    classes: 744,
    values: [2997, 1208, 1185],
    longest: 10,
    start: Value::Win(9),
};

const STRAIGHT: Figures = Figures {
    settings: &[("diagonals", "no")],
    positions: 5466,
    ends: 314,
    moves: 19_325,
    classes: 755,
    values: [1994, 2742, 730],
    longest: 5,
    start: Value::Draw,
};

const ANYWHERE: Figures = Figures {
    settings: &[("moves", "anywhere")],
    positions: 5390,
    ends: 416,
    moves: 35_133,
    classes: 744,
    values: [3334, 972, 1084],
    longest: 5,
    start: Value::Draw,
};

const ANYWHERE_STRAIGHT: Figures = Figures {
    settings: &[("moves", "anywhere"), ("diagonals", "no")],
    positions: 5470,
    ends: 306,
    moves: 36_693,
    classes: 756,
    values: [2502, 2446, 522],
    longest: 3,
    start: Value::Draw,
};

#[test]
fn every_variant_has_its_figures() {
    for figures in [ADJACENT, STRAIGHT, ANYWHERE, ANYWHERE_STRAIGHT] {
        let game = Morris::new(figures.settings).unwrap();
        let (mut values, mut longest) = ([0; 3], 0);
        let (counts, start) = by_hash(&game, |_, value| {
            values[match value {
                Value::Win(_) => 0,
                Value::Draw => 1,
                Value::Loss(_) => 2,
            }] += 1;
            longest = longest.max(value.plies().unwrap_or(0));
        });
        assert_eq!((counts.positions, counts.moves), (figures.positions, figures.moves));
        assert_eq!(counts.ends.iter().sum::<u64>(), figures.ends);
        assert_eq!(counts.ends[1], 0, "nothing ends as a draw by the rules");
        assert_eq!(classes(&game).0, figures.classes);
        assert_eq!((values, longest, start), (figures.values, figures.longest, figures.start));
    }
}

#[test]
fn the_winner_begins_in_the_middle() {
    let game = Morris::new(&[]).unwrap();
    let values = truth(&game);
    let after = |mv| values[&game.after(&game.start(), mv)];
    let found: Vec<Value> = game.legal(&game.start()).into_iter().map(after).collect();
    let (draw, lost, won) = (Value::Draw, Value::Win(7), Value::Loss(8));
    assert_eq!(found, [draw, lost, draw, lost, won, lost, draw, lost, draw]);
}

#[test]
fn without_diagonals_a_side_can_be_shut_in() {
    let game = Morris::new(&[("diagonals", "no")]).unwrap();
    let mut n_stuck = 0;
    by_hash(&game, |position, _| {
        let text = spar_rules::Notation::write_position(&game, position);
        let (board, _) = text.split_once('-').unwrap();
        let rows: Vec<&str> = board.split('/').collect();
        let column = |col: usize| -> String { rows.iter().map(|row| &row[col..=col]).collect() };
        let all = rows.iter().map(|row| (*row).to_owned()).chain((0..3).map(column));
        let has_row = all.into_iter().any(|it| it == "bbb" || it == "www");
        n_stuck += u32::from(!has_row && matches!(game.turn(position), Turn::Over(_)));
    });
    assert_eq!(n_stuck, 8);
}

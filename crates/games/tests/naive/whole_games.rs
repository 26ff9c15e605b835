//! Compares whole games: in both implementations, every position has the same text, turn,
//! outcome and moves.

use crate::rules::{Cell, Cells, Naive, Next};
use crate::variants::{Variant, variants_of};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Outcome, Side, Turn};
use std::collections::HashMap;

/// Visits all positions of a variant in the order of play and compares them. Returns their
/// number.
fn compare_whole_game(variant: &Variant) -> usize {
    let naive = variant.naive();
    let real = variant.real().unwrap_or_else(|error| panic!("{variant:?}: {error}"));
    let mut seen = HashMap::from([(Naive::text(&naive.empty()), real.start())]);
    let mut waiting = vec![(naive.empty(), real.start())];
    while let Some((cells, board)) = waiting.pop() {
        compare_position(&naive, &real, &cells, &board);
        for (next_cells, next_board) in compare_moves(&naive, &real, &cells, &board) {
            match seen.insert(Naive::text(&next_cells), next_board) {
                Some(earlier) => assert_eq!(earlier, next_board, "{variant:?}"),
                None => waiting.push((next_cells, next_board)),
            }
        }
    }
    seen.len()
}

fn compare_position(naive: &Naive, real: &Lines, cells: &Cells, board: &Board) {
    let text = Naive::text(cells);
    assert_eq!(real.write_position(board), text, "{naive:?}");
    assert_eq!(real.read_position(&text).as_ref(), Ok(board), "{naive:?}");
    assert!(naive.is_position(cells), "{text} {naive:?}");
    let side = |token| if token == 'x' { Side::First } else { Side::Second };
    let next = match naive.next(cells) {
        Next::Plays(token) => Turn::Play(side(token)),
        Next::Won(token) => Turn::Over(Outcome::Win(side(token))),
        Next::Drawn => Turn::Over(Outcome::Draw),
    };
    assert_eq!(real.turn(board), next, "{text} {naive:?}");
    assert_eq!(real.side(board), side(Naive::to_move(cells)), "{text} {naive:?}");
    for token in ['x', 'o'] {
        let completes = |(row, col, layer): Cell| {
            let mut next = cells.clone();
            next[layer][row][col] = token;
            naive.has_line(&next, token)
        };
        let wins = naive.line_wins && naive.moves(cells).into_iter().any(completes);
        let found = real.wins_next(board, side(token));
        let is_over = matches!(next, Turn::Over(_));
        assert_eq!(found, Some(wins && !is_over), "{token}: {text} {naive:?}");
    }
}

/// Compares the moves of a position. Returns the positions after them.
fn compare_moves(naive: &Naive, real: &Lines, cells: &Cells, board: &Board) -> Vec<(Cells, Board)> {
    let mut listed = Vec::new();
    real.moves(board, &mut listed);
    let texts: HashMap<String, _> =
        listed.iter().map(|mv| (real.write_move(board, *mv), *mv)).collect();
    let moves = naive.moves(cells);
    assert_eq!(listed.len(), moves.len(), "{} {naive:?}", Naive::text(cells));
    let mut after = Vec::new();
    for (row, col, layer) in moves {
        let text = naive.move_text((row, col, layer));
        let mv = texts.get(&text).unwrap_or_else(|| panic!("{text} {naive:?}"));
        for text in [text, naive.cell_text((row, col, layer))] {
            assert_eq!(real.read_move(board, &text), Ok(*mv), "{naive:?}");
        }
        let mut next = cells.clone();
        next[layer][row][col] = Naive::to_move(cells);
        after.push((next, real.after(board, *mv)));
    }
    after
}

fn compare_sizes(sizes: &[[usize; 3]]) -> usize {
    let positions =
        |size: &[usize; 3]| -> usize { variants_of(*size).iter().map(compare_whole_game).sum() };
    sizes.iter().map(positions).sum()
}

#[test]
fn flat_games_are_the_same_by_both_rules() {
    let sizes = [[1, 1, 1], [2, 2, 1], [3, 3, 1], [2, 4, 1], [4, 2, 1], [3, 2, 1], [2, 3, 1]];
    let positions = compare_sizes(&sizes);
    assert!(positions > 500_000, "{positions}");
}

#[test]
fn games_in_one_row_or_column_are_the_same_by_both_rules() {
    let positions = compare_sizes(&[[1, 5, 1], [5, 1, 1], [1, 7, 1], [7, 1, 1]]);
    assert!(positions > 50_000, "{positions}");
}

#[test]
fn games_in_space_are_the_same_by_both_rules() {
    let sizes = [[2, 2, 2], [1, 3, 2], [3, 1, 2], [1, 2, 3], [2, 1, 3], [1, 1, 5]];
    let positions = compare_sizes(&sizes);
    assert!(positions > 400_000, "{positions}");
}

#[test]
fn some_larger_games_are_the_same_by_both_rules() {
    let mut larger = vec![
        Variant::plain([4, 4, 1], 3, "full"),
        Variant::plain([4, 3, 1], 3, "full"),
        Variant::plain([3, 5, 1], 3, "full"),
        Variant::plain([5, 3, 1], 5, "full"),
        Variant::plain([5, 2, 1], 4, "partial-3"),
        Variant::plain([5, 2, 1], 5, "partial-2"),
        Variant::plain([3, 4, 1], 4, "partial-2"),
        Variant::plain([2, 5, 1], 5, "none"),
        Variant::plain([3, 2, 2], 3, "full"),
        Variant::plain([2, 3, 2], 2, "partial-2"),
        Variant::plain([3, 2, 3], 2, "partial-2"),
    ];
    for (along, line) in [("rd", "wins"), ("cd", "loses"), ("d", "loses")] {
        let (along, line) = (along.to_owned(), line.to_owned());
        larger.push(Variant { along, line, ..Variant::plain([4, 4, 1], 3, "full") });
    }
    let along = "ps".to_owned();
    larger.push(Variant { along, ..Variant::plain([3, 2, 2], 2, "full") });
    let positions: usize = larger.iter().map(compare_whole_game).sum();
    assert!(positions > 500_000, "{positions}");
}

/// Every way to fill a board with `x`, `o` and `.`.
fn all_fillings(naive: &Naive) -> Vec<Cells> {
    let mut fillings = vec![naive.empty()];
    for (row, col, layer) in naive.reading_order() {
        for token in ['x', 'o'] {
            for index in 0..fillings.len() {
                if fillings[index][layer][row][col] == '.' {
                    let mut filled = fillings[index].clone();
                    filled[layer][row][col] = token;
                    fillings.push(filled);
                }
            }
        }
    }
    fillings
}

#[test]
fn exactly_the_impossible_positions_are_refused() {
    for (size, connect) in [([3, 3, 1], 3), ([2, 4, 1], 2), ([4, 2, 1], 3), ([2, 2, 2], 2)] {
        for gravity in ["full", "partial-2", "partial-3", "none"] {
            let variant = Variant::plain(size, connect, gravity);
            let (naive, real) = (variant.naive(), variant.real().unwrap());
            let fillings = all_fillings(&naive);
            assert_eq!(fillings.len(), 3_usize.pow(naive.reading_order().len() as u32));
            for cells in fillings {
                let text = Naive::text(&cells);
                let read = real.read_position(&text);
                assert_eq!(read.is_ok(), naive.is_position(&cells), "{text} {variant:?} {read:?}");
            }
        }
    }
}

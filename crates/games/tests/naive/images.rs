//! Compares symmetries with a brute-force search over all rotated and reflected boards.

use crate::rules::{Cell, Naive};
use crate::variants::{Variant, variants_of};
use spar_games::lines::{Lines, Place};
use spar_rules::{Game, Notation, Symmetric};
use std::collections::{HashMap, HashSet};

/// The image of each cell, in reading order.
type Permutation = Vec<Cell>;

/// All axis permutations and reflections that map the board to itself and lines to lines. With
/// gravity, they must also map the cell below to the cell below.
fn symmetries_by_hand(naive: &Naive) -> HashSet<Permutation> {
    let lines: HashSet<Vec<Cell>> = naive.lines().into_iter().collect();
    let cells = naive.reading_order();
    let mut found = HashSet::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for mirrored in 0..8 {
            let mirrored = [0, 1, 2].map(|axis| mirrored >> axis & 1 == 1);
            let Some(images) = turn(naive, order, mirrored) else { continue };
            let image: HashMap<Cell, Cell> =
                cells.iter().copied().zip(images.iter().copied()).collect();
            if keeps_lines(&lines, &image) && keeps_falling(naive, &image) {
                found.insert(images);
            }
        }
    }
    found
}

fn turn(naive: &Naive, order: [usize; 3], mirrored: [bool; 3]) -> Option<Permutation> {
    let sizes = [naive.rows, naive.cols, naive.layers];
    let turned = |(row, col, layer): Cell| {
        let from = [row, col, layer];
        let mut to = [0; 3];
        for axis in 0..3 {
            let at = from[order[axis]];
            let most = sizes[order[axis]] - 1;
            to[axis] = if mirrored[axis] { most - at } else { at };
            if to[axis] >= sizes[axis] {
                return None;
            }
        }
        Some((to[0], to[1], to[2]))
    };
    naive.reading_order().into_iter().map(turned).collect()
}

fn keeps_lines(lines: &HashSet<Vec<Cell>>, image: &HashMap<Cell, Cell>) -> bool {
    lines.iter().all(|line| {
        let mut moved: Vec<Cell> = line.iter().map(|cell| image[cell]).collect();
        moved.sort_unstable();
        lines.contains(&moved)
    })
}

fn keeps_falling(naive: &Naive, image: &HashMap<Cell, Cell>) -> bool {
    let below = |cell: Cell| naive.neighbour(cell, [-1, 0, 0]);
    let kept = |cell: &Cell| below(image[cell]) == below(*cell).map(|lower| image[&lower]);
    naive.lowest >= naive.rows || image.keys().all(kept)
}

/// The image of each cell under `Symmetric`, derived from the images of moves.
fn symmetries_found(naive: &Naive, real: &Lines) -> Vec<Permutation> {
    let cells = naive.reading_order();
    let place_of: HashMap<Cell, Place> =
        cells.iter().map(|cell| (*cell, place(naive, real, *cell))).collect();
    let cell_of = |place: Place| cells.iter().copied().find(|cell| place_of[cell] == place);
    let image = |cell: &Cell, symmetry: usize| {
        cell_of(real.image_move(place_of[cell], symmetry)).expect("every cell can be played")
    };
    let images = |symmetry: usize| cells.iter().map(|cell| image(cell, symmetry)).collect();
    (0..real.symmetries()).map(images).collect()
}

/// The move that fills a cell, after the moves in its column that gravity requires. `x` and `o`
/// alternate, so there is no line of two.
fn place(naive: &Naive, real: &Lines, (row, col, layer): Cell) -> Place {
    let mut board = real.start();
    for height in 0..row {
        if let Ok(place) = real.read_move(&board, &naive.cell_text((row, col, layer))) {
            return place;
        }
        let lower = real.read_move(&board, &naive.cell_text((height, col, layer))).unwrap();
        board = real.after(&board, lower);
    }
    real.read_move(&board, &naive.cell_text((row, col, layer))).unwrap()
}

#[test]
fn symmetries_are_exactly_those_of_the_board_its_lines_and_its_gravity() {
    let sizes = [
        [1, 1, 1],
        [2, 2, 1],
        [3, 3, 1],
        [3, 4, 1],
        [1, 5, 1],
        [5, 1, 1],
        [2, 2, 2],
        [3, 3, 3],
        [3, 2, 3],
        [2, 3, 3],
        [3, 3, 2],
        [4, 4, 4],
        [1, 3, 3],
        [3, 1, 3],
        [1, 1, 3],
    ];
    let mut n_symmetries = HashSet::new();
    for variant in sizes.into_iter().flat_map(variants_of) {
        let Ok(real) = variant.real() else { continue };
        // Whether a line wins or loses does not affect symmetries.
        if variant.line == "loses" {
            continue;
        }
        // The first stone ends the game, so higher cells are never played.
        if variant.connect == 1 && variant.gravity != "none" {
            continue;
        }
        let naive = variant.naive();
        let expected = symmetries_by_hand(&naive);
        let found = symmetries_found(&naive, &real);
        assert_eq!(found.len(), expected.len(), "{variant:?}");
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{variant:?}");
        n_symmetries.insert(expected.len());
    }
    let all_sizes = [1, 2, 4, 8, 16, 48];
    assert!(all_sizes.iter().all(|size| n_symmetries.contains(size)), "{n_symmetries:?}");
}

#[test]
fn a_cube_has_48_symmetries_and_a_square_has_8() {
    let count = |variant: Variant| variant.real().unwrap().symmetries();
    assert_eq!(count(Variant::plain([3, 3, 1], 3, "none")), 8);
    assert_eq!(count(Variant::plain([3, 3, 1], 3, "full")), 2);
    assert_eq!(count(Variant::plain([3, 4, 1], 3, "none")), 4);
    assert_eq!(count(Variant::plain([4, 4, 4], 4, "none")), 48);
    assert_eq!(count(Variant::plain([4, 4, 4], 4, "full")), 8);
}

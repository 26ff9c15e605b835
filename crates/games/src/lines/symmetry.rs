//! Images of the board: every way to turn or mirror it that keeps lines lines
//! and lets stones fall as before.

use super::grid::Grid;
use super::keys::Gravity;
use super::rules::{Board, Lines, Place};
use crate::images::{CellMap, Turning};
use spar_rules::Symmetric;
use std::collections::HashSet;

/// The symmetries of a board; number 0 changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Images {
    maps: Vec<CellMap>,
}

impl Images {
    pub(super) fn new(grid: &Grid) -> Images {
        let lines: HashSet<u64> = grid.lines().collect();
        let mut maps: Vec<CellMap> = Vec::new();
        for turning in Turning::all([grid.rows, grid.cols, grid.layers]) {
            if grid.gravity() != Gravity::None && !turning.keeps_rows() {
                continue;
            }
            let image = |bit: u32| grid.bit(turning.place(grid.place(bit)));
            let map = CellMap::new(grid.cells, image, turning.is_mirror());
            let keeps_lines = lines.iter().all(|line| lines.contains(&map.word(*line)));
            if keeps_lines && !maps.iter().any(|known| known.is_same(&map)) {
                maps.push(map);
            }
        }
        Images { maps }
    }
}

impl Symmetric for Lines {
    fn symmetries(&self) -> usize {
        self.images.maps.len()
    }

    #[inline]
    fn image(&self, board: &Board, symmetry: usize) -> Board {
        let map = &self.images.maps[symmetry];
        Board { first: map.word(board.first), second: map.word(board.second) }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        self.images.maps[symmetry].is_mirror()
    }

    fn image_move(&self, Place(bit): Place, symmetry: usize) -> Place {
        Place(self.images.maps[symmetry].cell(bit))
    }
}

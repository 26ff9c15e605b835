//! Images of the board: every way to turn or mirror it that keeps lines lines
//! and lets stones fall as before.

use super::grid::{Grid, bits};
use super::keys::Gravity;
use super::rules::{Board, Lines, Place};
use spar_rules::Symmetric;
use std::collections::HashSet;

/// The symmetries of a board; number 0 changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Images {
    turns: Vec<Turned>,
}

/// Where a symmetry takes each cell.
#[derive(Clone, Debug)]
struct Turned {
    cell: [u8; 64],
    /// The image of each byte of a word, so that a word takes eight look-ups.
    bytes: Vec<[u64; 256]>,
    /// Whether it takes right to left.
    is_mirror: bool,
}

impl Images {
    pub(super) fn new(grid: &Grid) -> Images {
        let lines: HashSet<u64> = grid.lines().collect();
        let mut turns: Vec<Turned> = Vec::new();
        for axes in AXES {
            for flips in 0..8 {
                let Some(turned) = Turned::new(grid, axes, flips) else { continue };
                let keeps_lines = lines.iter().all(|line| lines.contains(&turned.word(*line)));
                if keeps_lines && turns.iter().all(|known| known.cell != turned.cell) {
                    turns.push(turned);
                }
            }
        }
        Images { turns }
    }
}

/// The orders of the three axes, the usual one first.
const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

impl Turned {
    /// The symmetry that takes axis `axes[i]` to axis `i` and then flips the axes
    /// in `flips`, if the board and its gravity allow it.
    fn new(grid: &Grid, axes: [usize; 3], flips: u8) -> Option<Turned> {
        let sizes = [grid.rows, grid.cols, grid.layers];
        let fits = (0..3).all(|axis| sizes[axes[axis]] == sizes[axis]);
        let falls = grid.gravity() == Gravity::None || (axes[0] == 0 && flips & 1 == 0);
        if !fits || !falls {
            return None;
        }
        let mut cell = [0; 64];
        for place in grid.reading_order() {
            let image = [0, 1, 2].map(|axis| {
                let at = place[axes[axis]];
                if flips >> axis & 1 == 1 { sizes[axis] - 1 - at } else { at }
            });
            cell[grid.bit(place) as usize] = grid.bit(image) as u8;
        }
        let n_bytes = (64 - grid.cells.leading_zeros()).div_ceil(8) as usize;
        let mut bytes = vec![[0; 256]; n_bytes];
        for (index, images) in bytes.iter_mut().enumerate() {
            for (byte, image) in images.iter_mut().enumerate() {
                let there = bits((byte as u64) << (8 * index) & grid.cells);
                *image = there.fold(0, |word, bit| word | 1 << cell[bit as usize]);
            }
        }
        // Every flip and every exchange of two axes does.
        let exchanges = (0..3).filter(|axis| axes[*axis] != *axis).count().saturating_sub(1);
        let is_mirror = (flips.count_ones() as usize + exchanges) % 2 == 1;
        Some(Turned { cell, bytes, is_mirror })
    }

    #[inline]
    fn word(&self, word: u64) -> u64 {
        let bytes = self.bytes.iter().enumerate();
        bytes.fold(0, |image, (i, byte)| image | byte[(word >> (8 * i)) as usize & 0xff])
    }
}

impl Symmetric for Lines {
    fn symmetries(&self) -> usize {
        self.images.turns.len()
    }

    #[inline]
    fn image(&self, board: &Board, symmetry: usize) -> Board {
        let turned = &self.images.turns[symmetry];
        Board { first: turned.word(board.first), second: turned.word(board.second) }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        self.images.turns[symmetry].is_mirror
    }

    fn image_move(&self, Place(bit): Place, symmetry: usize) -> Place {
        Place(self.images.turns[symmetry].cell[usize::from(bit)])
    }
}

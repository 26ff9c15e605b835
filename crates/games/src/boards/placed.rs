//! Positions of boards with one kind of pieces for each side: a word of bits for each.

use super::{Boards, Cell, EMPTY};
use crate::images::CellMap;
use crate::texts::counted;
use spar_rules::scene::Token;
use spar_rules::{ReadError, Side};

/// The bit of a cell on boards of at most eight rows and columns.
pub(crate) const fn bit(row: u32, col: u32) -> u32 {
    8 * row + col
}

/// The row and column of a bit.
pub(crate) const fn place(bit: u8) -> [u32; 2] {
    [bit as u32 / 8, bit as u32 % 8]
}

/// The pieces of both sides, the bits of their cells, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    pub(crate) pieces: [u64; 2],
    pub(crate) side: Side,
}

impl Placed {
    /// The pieces of the side to move, and those of the other.
    #[inline]
    pub(crate) fn own_and_others(&self) -> (u64, u64) {
        let [first, second] = self.pieces;
        if self.side == Side::First { (first, second) } else { (second, first) }
    }

    /// The position after the side to move, with these pieces of it and of the other.
    #[inline]
    pub(crate) fn next(&self, own: u64, others: u64) -> Placed {
        let pieces = if self.side == Side::First { [own, others] } else { [others, own] };
        Placed { pieces, side: self.side.other() }
    }

    /// The same pieces elsewhere.
    pub(crate) fn image(&self, map: &CellMap) -> Placed {
        Placed { pieces: self.pieces.map(|cells| map.word(cells)), ..*self }
    }
}

/// A piece goes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// A board whose pieces are bits.
impl Boards {
    /// A board on which each side has pieces of one kind, with these signs; a text names the
    /// sides like this.
    pub(crate) fn new(
        rows: u32,
        cols: u32,
        [first, second]: [(char, &'static str); 2],
        sides: [&'static str; 2],
    ) -> Boards {
        let piece = |(sign, kind), side| (sign, Token::new(side, kind), None);
        let pieces = [piece(first, Side::First), piece(second, Side::Second)];
        Boards { rows, cols, pieces, sides, is_checkered: false }
    }

    /// The same with at most this many pieces of each side.
    pub(crate) fn at_most(mut self, most: u32) -> Boards {
        self.pieces.iter_mut().for_each(|piece| piece.2 = Some(most));
        self
    }

    /// The bits of all cells.
    pub(crate) fn all(&self) -> u64 {
        self.cells().fold(0, |all, (row, col)| all | 1 << bit(row, col))
    }

    /// What lies on a cell.
    pub(crate) fn sign_of(&self, position: &Placed, row: u32, col: u32) -> char {
        let mut pieces = self.pieces.iter().zip(position.pieces);
        let there = pieces.find(|it| it.1 >> bit(row, col) & 1 == 1);
        there.map_or(EMPTY, |it| it.0.0)
    }

    /// The pieces on these cells, and the side to move.
    ///
    /// # Errors
    /// Says of which there are too many.
    pub(crate) fn placed(&self, cells: &[Cell], side: Side) -> Result<Placed, ReadError> {
        let pieces = self.pieces.map(|(sign, ..)| {
            let there = cells.iter().filter(|cell| cell.sign == sign);
            there.fold(0_u64, |all, cell| all | 1 << bit(cell.row, cell.col))
        });
        for ((sign, _, most), there) in self.pieces.into_iter().zip(pieces) {
            if let Some(most) = most.filter(|most| there.count_ones() > *most) {
                let count = counted(there.count_ones() as usize, "piece");
                let what = format!("{count} `{sign}` on the board");
                return Err(ReadError::new(what).hint(format!("there are at most {most}")));
            }
        }
        Ok(Placed { pieces, side })
    }
}

//! Boards of rows and columns, as text and as pictures.

use crate::texts::{cell_name, counted, letter, read_side, write_rows, wrong_rows};
use spar_rules::scene::{self, Change, Group, Point, Scene, Shape, Supply, Token};
use spar_rules::{ReadError, Side, quoted};

/// Boards with pieces of two kinds on which a side is to move: `b./.w-black`.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// What can stand on a cell: its sign in a text, its token in a picture, and the
    /// largest number of it.
    pub(crate) pieces: [(char, Token, Option<u32>); 2],
    /// How a text names the sides.
    pub(crate) sides: [&'static str; 2],
    /// Whether only the dark squares are cells: a1, c1, b2 and so on.
    pub(crate) is_checkered: bool,
}

/// A cell of a board, and what lies on it.
pub(crate) struct Cell {
    pub(crate) row: u32,
    pub(crate) col: u32,
    pub(crate) sign: char,
}

/// The sign of an empty cell.
pub(crate) const EMPTY: char = '.';

/// As text.
impl Boards {
    /// The board with these signs and this side to move.
    pub(crate) fn write(&self, side: Side, sign: impl Fn(u32, u32) -> char) -> String {
        let rows = write_rows(self.rows, self.cols, sign);
        format!("{rows}-{}", self.sides[side as usize])
    }

    /// Every cell, and the side to move.
    ///
    /// # Errors
    /// Says what does not have the shape of a board, and how one looks.
    pub(crate) fn read(&self, text: &str) -> Result<(Vec<Cell>, Side), ReadError> {
        let (board, side) = text.rsplit_once('-').unwrap_or((text, ""));
        let given: Vec<&str> = board.split('/').collect();
        if let Some(what) = wrong_rows(&given, self.rows, self.cols, None) {
            return Err(ReadError::new(what).hint(self.example()));
        }
        if side.is_empty() {
            let what = "the position does not say whose turn it is";
            return Err(ReadError::new(what).hint(self.example()));
        }
        let side = read_side(side, self.sides).map_err(|error| error.hint(self.example()))?;
        let mut cells = Vec::new();
        for (row, signs) in (0..self.rows).rev().zip(given) {
            for (col, sign) in (0..).zip(signs.chars()) {
                self.check(row, col, sign)?;
                cells.push(Cell { row, col, sign });
            }
        }
        Ok((cells, side))
    }

    /// Refuses a sign that this board does not have, or does not have here.
    fn check(&self, row: u32, col: u32, sign: char) -> Result<(), ReadError> {
        let [(one, ..), (other, ..)] = self.pieces;
        if ![one, other, EMPTY].contains(&sign) {
            let (sign, cell) = (quoted(&sign.to_string()), cell_name(row, col));
            return Err(ReadError::new(format!("{sign} at {cell} is not a valid cell"))
                .hint(format!("a cell is one of: `{one}` `{other}` `{EMPTY}`")));
        }
        if sign != EMPTY && !self.is_cell(row, col) {
            let what = format!("{} is a light square", cell_name(row, col));
            return Err(
                ReadError::new(what).hint("all stand on dark squares: a1, c1, b2 and so on")
            );
        }
        Ok(())
    }

    fn example(&self) -> String {
        let looks = self.write(Side::First, |_, _| EMPTY);
        format!("a position looks like `{looks}`, or is `start`, or `start+` and moves")
    }
}

/// As pictures.
impl Boards {
    /// The picture of the board with these signs.
    pub(crate) fn scene(&self, sign: impl Fn(u32, u32) -> char) -> Scene {
        let cell = |(row, col): (u32, u32)| scene::Cell {
            name: cell_name(row, col),
            at: Point::in_grid(col, self.rows - 1 - row),
            group: 0,
            shape: Shape::Square,
            tokens: self.tokens(sign(row, col)),
            marks: Vec::new(),
        };
        let cells = self.cells().map(cell).collect();
        Scene { cells, groups: vec![labelled(self.rows, self.cols)], links: Vec::new() }
    }

    /// The place of a cell in the picture.
    pub(crate) fn index(&self, row: u32, col: u32) -> usize {
        let square = (self.rows - 1 - row) * self.cols + col;
        (if self.is_checkered { square / 2 } else { square }) as usize
    }

    /// What happens to the picture when this cell gets this sign.
    pub(crate) fn change(&self, row: u32, col: u32, sign: char) -> Change {
        let cell = self.index(row, col);
        Change::Cell { cell, tokens: self.tokens(sign), marks: Vec::new() }
    }

    /// The pieces that a position can be set up with.
    pub(crate) fn supply(&self) -> Vec<Supply> {
        let supply = |(_, token, most)| Supply { token, most, shares: false };
        self.pieces.map(supply).to_vec()
    }

    /// The text of the board with these tokens on the cells of its picture, and this side
    /// to move.
    ///
    /// # Errors
    /// Says what is not a piece of this board.
    pub(crate) fn write_tokens(
        &self,
        tokens: &[Vec<Token>],
        turn: Side,
    ) -> Result<String, ReadError> {
        check_cells(tokens, self.cells().count())?;
        for ((row, col), there) in self.cells().zip(tokens) {
            let is_piece = matches!(there[..], [one] if self.sign(one).is_some());
            if !there.is_empty() && !is_piece {
                let what = format!("{} holds something other than one piece", cell_name(row, col));
                return Err(ReadError::new(what));
            }
        }
        Ok(self.write(turn, |row, col| {
            let there = self.is_cell(row, col).then(|| tokens[self.index(row, col)].first());
            there.flatten().and_then(|token| self.sign(*token)).unwrap_or(EMPTY)
        }))
    }

    /// Rows and columns of all cells, in the order of the picture.
    fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        let squares =
            (0..self.rows).rev().flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        squares.filter(|(row, col)| self.is_cell(*row, *col))
    }

    fn is_cell(&self, row: u32, col: u32) -> bool {
        !self.is_checkered || (row + col).is_multiple_of(2)
    }

    fn tokens(&self, sign: char) -> Vec<Token> {
        self.pieces.iter().filter(|piece| piece.0 == sign).map(|piece| piece.1).collect()
    }

    fn sign(&self, token: Token) -> Option<char> {
        self.pieces.iter().find(|piece| piece.1 == token).map(|piece| piece.0)
    }
}

/// A block of rows and columns with their labels.
pub(crate) fn labelled(rows: u32, cols: u32) -> Group {
    Group {
        width: cols as u16,
        height: rows as u16,
        columns: (0..cols).map(|col| letter(col).to_string()).collect(),
        rows: (1..=rows).rev().map(|row| row.to_string()).collect(),
        ..Group::default()
    }
}

/// Refuses tokens for another number of cells.
///
/// # Errors
/// Names both numbers.
pub(crate) fn check_cells(tokens: &[Vec<Token>], n_cells: usize) -> Result<(), ReadError> {
    if tokens.len() == n_cells {
        return Ok(());
    }
    let given = counted(tokens.len(), "cell");
    Err(ReadError::new(format!("tokens for {given} are given; the board has {n_cells}")))
}

//! The scene of a line game: a group of cells for each layer.

use super::keys::Gravity;
use super::rules::{Board, Lines, Place};
use crate::boards::{check_cells, labelled};
use spar_rules::scene::{
    Cell, Change, Group, Mark, Point, Scene, Shape, Supply, Token, mark, token,
};
use spar_rules::{Arranged, Game, ReadError, Scenic, Side};

impl Scenic for Lines {
    fn scene(&self, board: &Board) -> Scene {
        let lined = self.lined(board);
        let cells = self.grid.reading_order().map(|place| {
            let bit = self.grid.bit(place);
            let [row, col, layer] = place;
            let (tokens, marks) = self.content(board, lined, bit);
            Cell {
                name: self.cell_name(bit),
                at: Point::in_grid(col, self.grid.rows - 1 - row),
                group: layer as usize,
                shape: match self.grid.gravity() {
                    Gravity::Full => Shape::Round,
                    Gravity::Partial(_) | Gravity::None => Shape::Square,
                },
                tokens,
                marks,
            }
        });
        Scene { cells: cells.collect(), groups: self.groups(), links: Vec::new() }
    }

    fn touches(&self, _board: &Board, Place(bit): Place) -> Vec<usize> {
        vec![self.index(u32::from(bit))]
    }

    /// The cell of the new stone, and the cells of the lines that it completes.
    fn changes(&self, board: &Board, mv: Place) -> Vec<Change> {
        let next = self.after(board, mv);
        let lined = self.lined(&next);
        let mut rest = lined | 1 << mv.0;
        let mut changes = Vec::new();
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let (tokens, marks) = self.content(&next, lined, bit);
            changes.push(Change::Cell { cell: self.index(bit), tokens, marks });
        }
        changes
    }

    /// With full gravity, the other cells of the column.
    fn also(&self, _board: &Board, Place(bit): Place) -> Vec<usize> {
        if self.grid.gravity() != Gravity::Full {
            return Vec::new();
        }
        let [own, col, layer] = self.grid.place(u32::from(bit));
        let others = (0..self.grid.rows).rev().filter(|row| *row != own);
        others.map(|row| self.index(self.grid.bit([row, col, layer]))).collect()
    }
}

impl Arranged for Lines {
    fn supply(&self) -> Vec<Supply> {
        let supply = |side| Supply { token: self.stone(side), most: None, shares: false };
        [Side::First, Side::Second].map(supply).to_vec()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Board, ReadError> {
        check_cells(tokens, self.grid.reading_order().count())?;
        let mut board = self.start();
        for (place, tokens) in self.grid.reading_order().zip(tokens) {
            let bit = self.grid.bit(place);
            match tokens[..] {
                [] => {}
                [stone] if stone == self.stone(Side::First) => board.first |= 1 << bit,
                [stone] if stone == self.stone(Side::Second) => board.second |= 1 << bit,
                _ => {
                    let what =
                        format!("{} holds something other than one stone", self.cell_name(bit));
                    return Err(ReadError::new(what));
                }
            }
        }
        self.refuse_impossible(&board)?;
        if board.mover() != turn {
            let what = format!("with these stones it is the turn of the {} side", board.mover());
            return Err(ReadError::new(what));
        }
        Ok(board)
    }
}

impl Lines {
    fn groups(&self) -> Vec<Group> {
        let (rows, cols, layers) = (self.grid.rows, self.grid.cols, self.grid.layers);
        let group = |layer: u32| Group {
            name: if layers > 1 { format!("layer {}", layer + 1) } else { String::new() },
            falls: self.grid.gravity() == Gravity::Full,
            ..labelled(rows, cols)
        };
        (0..layers).map(group).collect()
    }

    /// The index of a cell in the scene.
    fn index(&self, bit: u32) -> usize {
        let [row, col, layer] = self.grid.place(bit);
        let (rows, cols) = (self.grid.rows, self.grid.cols);
        ((layer * rows + rows - 1 - row) * cols + col) as usize
    }

    /// The stones and marks on a cell; `lined` are the cells of completed lines.
    fn content(&self, board: &Board, lined: u64, bit: u32) -> (Vec<Token>, Vec<Mark>) {
        let tokens = match (board.first >> bit & 1, board.second >> bit & 1) {
            (1, _) => vec![self.stone(Side::First)],
            (_, 1) => vec![self.stone(Side::Second)],
            _ => Vec::new(),
        };
        let marks = if lined >> bit & 1 == 1 { vec![mark::LINE] } else { Vec::new() };
        (tokens, marks)
    }

    /// The token of a stone: a disc with full gravity, otherwise a cross or a ring.
    fn stone(&self, side: Side) -> Token {
        let kind = match (self.grid.gravity(), side) {
            (Gravity::Full, _) => token::DISC,
            (Gravity::Partial(_) | Gravity::None, Side::First) => token::CROSS,
            (Gravity::Partial(_) | Gravity::None, Side::Second) => token::RING,
        };
        Token::new(side, kind)
    }

    /// The cells of all completed lines.
    fn lined(&self, board: &Board) -> u64 {
        let made = |line: &u64| board.first & line == *line || board.second & line == *line;
        self.grid.lines().filter(made).fold(0, |cells, line| cells | line)
    }
}

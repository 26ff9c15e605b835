//! Three Men's Morris as people see it: its board, and its rules in words.

use super::{Morris, Move, Position};
use crate::described::Described;
use spar_rules::scene::{Change, Scene, Supply, Token};
use spar_rules::{Arranged, Game, Notation, ReadError, Scenic, Side};

impl Scenic for Morris {
    fn scene(&self, position: &Position) -> Scene {
        self.boards.scene(|row, col| position.sign(row, col))
    }

    /// The point, or the man and where it goes.
    fn touches(&self, _position: &Position, mv: Move) -> Vec<usize> {
        let index = |point: u8| self.boards.index(u32::from(point) / 3, u32::from(point) % 3);
        points(mv).into_iter().map(index).collect()
    }

    fn changes(&self, position: &Position, mv: Move) -> Vec<Change> {
        let next = self.after(position, mv);
        let change = |point: u8| {
            let (row, col) = (u32::from(point) / 3, u32::from(point) % 3);
            self.boards.change(row, col, next.sign(row, col))
        };
        points(mv).into_iter().map(change).collect()
    }

    fn walk(&self, position: &Position, mv: Move) -> Vec<usize> {
        match mv {
            Move::Place(_) => Vec::new(),
            Move::Go { .. } => self.touches(position, mv),
        }
    }
}

/// The points that a move changes.
fn points(mv: Move) -> Vec<u8> {
    match mv {
        Move::Place(point) => vec![point],
        Move::Go { from, to } => vec![from, to],
    }
}

impl Arranged for Morris {
    fn supply(&self) -> Vec<Supply> {
        self.boards.supply()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        self.read_position(&self.boards.write_tokens(tokens, turn)?)
    }
}

impl Described for Morris {
    const TITLE: &'static str = "Three Men's Morris";
    const ABOUT: &'static str = "three men each, placed and then moved; three in a row win";

    fn size(&self) -> String {
        "3×3".to_owned()
    }

    fn rules(&self) -> Vec<String> {
        let diagonals = if self.has_diagonals { "" } else { ", never along a diagonal" };
        let goes = if self.is_anywhere {
            "to any empty point".to_owned()
        } else {
            format!("to an empty point next to it{diagonals}")
        };
        let row = if self.has_diagonals { "row, column or diagonal" } else { "row or column" };
        let stuck = if self.is_anywhere { "" } else { " Who cannot move loses." };
        vec![
            "By turns Black and White put one of their three men on an empty point of a board of \
             3 rows and 3 columns; Black begins."
                .to_owned(),
            format!("When all six men stand, a move takes one of your men {goes}."),
            format!("Who has three men in one {row} wins.{stuck}"),
        ]
    }
}

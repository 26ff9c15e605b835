//! What a position looks like: a block of cells for each layer.

use super::keys::Gravity;
use super::rules::{Board, Lines, Place};
use spar_rules::scene::{Cell, Group, Mark, Scene, Shape, Token};
use spar_rules::{Game, ReadError, Scenic};

impl Scenic for Lines {
    fn scene(&self, board: &Board) -> Scene {
        let lined = self.lined(board);
        let cells = self.grid.reading_order().map(|place| {
            let bit = self.grid.bit(place);
            let [row, col, layer] = place;
            Cell {
                name: self.cell_name(bit),
                x: col as u16,
                y: (self.grid.rows - 1 - row) as u16,
                group: layer as usize,
                shape: match self.grid.gravity() {
                    Gravity::Full => Shape::Round,
                    Gravity::Partial(_) | Gravity::None => Shape::Square,
                },
                token: match (board.first >> bit & 1, board.second >> bit & 1) {
                    (1, _) => Some(Token::Cross),
                    (_, 1) => Some(Token::Ring),
                    _ => None,
                },
                mark: (lined >> bit & 1 == 1).then_some(Mark::Line),
            }
        });
        Scene { cells: cells.collect(), groups: self.groups(), links: Vec::new() }
    }

    fn touches(&self, _board: &Board, Place(bit): Place) -> Vec<usize> {
        let bits = self.grid.reading_order().map(|place| self.grid.bit(place));
        bits.enumerate().filter(|(_, it)| *it == u32::from(bit)).map(|(index, _)| index).collect()
    }

    /// Where stones fall, the rest of the column.
    fn also(&self, _board: &Board, Place(bit): Place) -> Vec<usize> {
        if self.grid.gravity() != Gravity::Full {
            return Vec::new();
        }
        let [row, col, layer] = self.grid.place(u32::from(bit));
        let in_column = |place: &[u32; 3]| place[0] != row && place[1..] == [col, layer];
        let places = self.grid.reading_order().enumerate();
        places.filter(|(_, place)| in_column(place)).map(|(index, _)| index).collect()
    }

    fn arranged(&self, tokens: &[Option<Token>]) -> Result<Board, ReadError> {
        let n_cells = self.grid.reading_order().count();
        if tokens.len() != n_cells {
            let given = tokens.len();
            return Err(ReadError::new(format!(
                "{given} cells are given; the board has {n_cells}"
            )));
        }
        let mut board = self.start();
        for (place, token) in self.grid.reading_order().zip(tokens) {
            let bit = self.grid.bit(place);
            match token {
                Some(Token::Cross) => board.first |= 1 << bit,
                Some(Token::Ring) => board.second |= 1 << bit,
                Some(Token::Both) => {
                    return Err(ReadError::new("two stones lie on one cell"));
                }
                None => {}
            }
        }
        self.refuse_impossible(&board)?;
        Ok(board)
    }
}

impl Lines {
    fn groups(&self) -> Vec<Group> {
        let (rows, cols, layers) = (self.grid.rows, self.grid.cols, self.grid.layers);
        let group = |layer: u32| Group {
            name: if layers > 1 { format!("layer {}", layer + 1) } else { String::new() },
            width: cols as u16,
            height: rows as u16,
            columns: (0..cols).map(|col| char::from(b'a' + col as u8).to_string()).collect(),
            rows: (1..=rows).rev().map(|row| row.to_string()).collect(),
            falls: self.grid.gravity() == Gravity::Full,
        };
        (0..layers).map(group).collect()
    }

    /// The cells of all finished lines.
    fn lined(&self, board: &Board) -> u64 {
        let made = |line: &u64| board.first & line == *line || board.second & line == *line;
        self.grid.lines().filter(made).fold(0, |cells, line| cells | line)
    }
}

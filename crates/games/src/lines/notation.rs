//! The text form: positions as rows of `x`, `o` and `.`, moves as cells or columns.

use super::keys::Gravity;
use super::rules::{Board, Lines, Place};
use crate::cells::{bits, cell_name, counted, letter, write_rows, wrong_rows};
use spar_rules::{Game, Notation, ReadError, Side, quoted};

impl Notation for Lines {
    /// Rows from the top, separated by `/`, layers by `//`: `x.o/.x./...`.
    fn write_position(&self, board: &Board) -> String {
        let rows = |layer: u32| {
            let token = |row, col| stone(board, self.grid.bit([row, col, layer]));
            write_rows(self.grid.rows, self.grid.cols, token)
        };
        (0..self.grid.layers).map(rows).collect::<Vec<_>>().join("//")
    }

    /// Reads rows of stones, or a sequence of column digits, as used by CONNECT sites.
    fn read_position(&self, text: &str) -> Result<Board, ReadError> {
        if self.reads_digits() && !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit()) {
            return self.read_digits(text);
        }
        let board = self.read_stones(text)?;
        self.refuse_impossible(&board)?;
        Ok(board)
    }

    /// The cell, `b3` or `b3.2` with layers; with full gravity the column, `b` or `b.2`.
    fn write_move(&self, _board: &Board, Place(bit): Place) -> String {
        match self.grid.gravity() {
            Gravity::Full => self.column_name(u32::from(bit)),
            Gravity::Partial(_) | Gravity::None => self.cell_name(u32::from(bit)),
        }
    }

    /// Reads the cell of a move. With full gravity, also reads its column, as a letter or as a
    /// digit.
    fn read_move(&self, board: &Board, text: &str) -> Result<Place, ReadError> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let is_named = |place: &Place| {
            let bit = u32::from(place.0);
            text == self.cell_name(bit)
                || self.grid.gravity() == Gravity::Full && text == self.column_name(bit)
                || self.digit_of(bit).is_some_and(|digit| text == digit)
        };
        if let Some(place) = moves.iter().copied().find(is_named) {
            return Ok(place);
        }
        let legal: Vec<String> = moves.iter().map(|place| self.write_move(board, *place)).collect();
        let error = ReadError::no_move(text, &legal);
        Err(match self.why_not(board, text) {
            Some(why) if !moves.is_empty() => ReadError { what: why, ..error },
            _ => error,
        })
    }
}

impl Lines {
    /// The name of a cell: column letter, row from the bottom, and the layer if there are
    /// several.
    pub(super) fn cell_name(&self, bit: u32) -> String {
        let [row, col, layer] = self.grid.place(bit);
        cell_name(row, col) + &self.layer_suffix(layer)
    }

    fn column_name(&self, bit: u32) -> String {
        let [_, col, layer] = self.grid.place(bit);
        format!("{}{}", letter(col), self.layer_suffix(layer))
    }

    /// The digit of a cell's column, if columns can be written as one digit.
    fn digit_of(&self, bit: u32) -> Option<String> {
        let [_, col, _] = self.grid.place(bit);
        self.reads_digits().then(|| (col + 1).to_string())
    }

    fn layer_suffix(&self, layer: u32) -> String {
        if self.grid.layers > 1 { format!(".{}", layer + 1) } else { String::new() }
    }

    /// Why a text that names a cell or column of this board is not a legal move.
    fn why_not(&self, board: &Board, text: &str) -> Option<String> {
        let bit = bits(self.grid.cells).find(|bit| text == self.cell_name(*bit));
        if let Some(bit) = bit {
            return Some(match stone(board, bit) {
                '.' => format!("`{text}` is not a legal move here: a stone there would float"),
                token => format!("`{text}` is not a legal move here: {token} is there"),
            });
        }
        let falls = self.grid.gravity() == Gravity::Full;
        let is_named = |bit| {
            text == self.column_name(bit) || self.digit_of(bit).is_some_and(|digit| text == digit)
        };
        let column = bits(self.grid.bottom).any(is_named);
        (falls && column).then(|| format!("`{text}` is not a legal move here: the column is full"))
    }

    fn reads_digits(&self) -> bool {
        self.grid.gravity() == Gravity::Full && self.grid.layers == 1 && self.grid.cols <= 9
    }

    fn read_digits(&self, text: &str) -> Result<Board, ReadError> {
        let mut board = self.start();
        let mut moves = Vec::new();
        for (index, digit) in text.bytes().enumerate() {
            let at = |what: String| {
                let ordinal = index + 1;
                Err(ReadError::new(format!("move {ordinal} of {}: {what}", quoted(text))))
            };
            let column = u32::from(digit - b'0');
            if column == 0 || column > self.grid.cols {
                let cols = self.grid.cols;
                return at(format!("there is no column {column}")).map_err(|error: ReadError| {
                    error.hint(format!("columns go from 1 to {cols}"))
                });
            }
            moves.clear();
            self.moves(&board, &mut moves);
            if moves.is_empty() {
                return at("the game is over before it".to_owned());
            }
            let falls = |place: &&Place| self.grid.place(u32::from(place.0))[1] == column - 1;
            match moves.iter().find(falls) {
                Some(place) => board = self.after(&board, *place),
                None => return at(format!("column {column} is full")),
            }
        }
        Ok(board)
    }

    fn read_stones(&self, text: &str) -> Result<Board, ReadError> {
        let given: Vec<Vec<&str>> =
            text.split("//").map(|layer| layer.split('/').collect()).collect();
        if let Some(what) = self.wrong_shape(text, &given) {
            let example = self.write_position(&self.start());
            let hint = "or is `start`, or `start+` and moves";
            return Err(
                ReadError::new(what).hint(format!("a position looks like `{example}`, {hint}"))
            );
        }
        let mut board = self.start();
        let tokens = given.iter().flatten().flat_map(|row| row.chars());
        for (place, token) in self.grid.reading_order().zip(tokens) {
            let bit = self.grid.bit(place);
            match token {
                'x' | 'X' => board.first |= 1 << bit,
                'o' | 'O' => board.second |= 1 << bit,
                '.' => {}
                other => {
                    let (token, cell) = (quoted(&other.to_string()), self.cell_name(bit));
                    return Err(ReadError::new(format!("{token} at {cell} is not a stone"))
                        .hint("a cell is `x`, `o` or `.`"));
                }
            }
        }
        Ok(board)
    }

    /// Describes a wrong number of layers, rows or cells, if there is one.
    fn wrong_shape(&self, text: &str, given: &[Vec<&str>]) -> Option<String> {
        let layers = self.grid.layers as usize;
        if text.is_empty() {
            return Some("the position is empty".to_owned());
        }
        if given.len() != layers {
            let n_layers = counted(given.len(), "layer");
            return Some(format!("the position has {n_layers}; this board has {layers}"));
        }
        (1..).zip(given).find_map(|(layer, rows)| {
            let named = (layers > 1).then_some(layer);
            wrong_rows(rows, self.grid.rows, self.grid.cols, named)
        })
    }

    /// Checks that a position is possible: the numbers of stones, no floating stones, no line
    /// that would have ended the game earlier.
    pub(super) fn refuse_impossible(&self, board: &Board) -> Result<(), ReadError> {
        let (n_first, n_second) = (board.first.count_ones(), board.second.count_ones());
        if n_first != n_second && n_first != n_second + 1 {
            let what = format!(
                "{n_first} x and {n_second} o are not possible: x begins, then the sides take turns"
            );
            return Err(ReadError::new(what).hint("as many x as o, or one more"));
        }
        if let Some((stone, hole)) = self.grid.floating(board.all()) {
            let (stone, hole) = (self.cell_name(stone), self.cell_name(hole));
            return Err(ReadError::new(format!("the stone at {stone} floats: {hole} is empty"))
                .hint(match self.grid.gravity() {
                    Gravity::Partial(cells) => {
                        let most = counted(usize::from(cells) - 1, "empty cell");
                        format!("a column has at most {most} below a stone")
                    }
                    _ => "stones fall to the lowest empty cell of their column".to_owned(),
                }));
        }
        let mover = board.mover();
        let own_line = self.line_of(board, mover);
        match (own_line, self.line_of(board, mover.other())) {
            (Some(a), Some(b)) => Err(ReadError::new(format!(
                "both sides have a line: {} {}, {} {}",
                letter_of(mover),
                self.cells_of(a),
                letter_of(mover.other()),
                self.cells_of(b)
            ))
            .hint("the first line ends the game")),
            (Some(line), None) => Err(ReadError::new(format!(
                "{} is to move but has a line already: {}",
                letter_of(mover),
                self.cells_of(line)
            ))
            .hint("the first line ends the game")),
            _ => Ok(()),
        }
    }

    /// A complete line of this side, if there is one.
    fn line_of(&self, board: &Board, side: Side) -> Option<u64> {
        let stones = board.stones(side);
        self.grid.lines().find(|line| line & stones == *line)
    }

    fn cells_of(&self, line: u64) -> String {
        bits(line).map(|bit| self.cell_name(bit)).collect::<Vec<_>>().join("-")
    }
}

fn stone(board: &Board, bit: u32) -> char {
    match (board.first >> bit & 1, board.second >> bit & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '.',
    }
}

fn letter_of(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

//! How people see a game: positions as rows of `x`, `o` and `.`, moves as cells or columns, and
//! pictures, a block of cells for each layer.

use super::keys::{Gravity, LineRule};
use super::rules::{Board, Lines, Place};
use crate::boards::check_cells;
use crate::cells::{bits, cell_name, counted, labelled, letter, write_rows, wrong_rows};
use spar_rules::scene::{
    Cell, Change, Group, Mark, Point, Scene, Shape, Supply, Token, mark, token,
};
use spar_rules::{
    Arranged, Game, Notation, ReadError, Scenic, Side, Threat, Threats, Turn, quoted,
};

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

// Pictures.

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

impl Threats for Lines {
    /// Under misère no line wins, so there are none.
    fn threats(&self, board: &Board, side: Side) -> Vec<Threat> {
        if self.keys.line == LineRule::Loses || matches!(self.turn(board), Turn::Over(_)) {
            return Vec::new();
        }
        let (own, empty) = (board.stones(side), self.grid.cells & !board.all());
        let playable = self.grid.playable(board.all());
        let lacks_one = |line: &u64| {
            let missing = line & !own;
            missing.is_power_of_two() && missing & empty != 0
        };
        let threat = |line: u64| {
            let missing = line & !own;
            let mut cells: Vec<usize> = bits(line).map(|bit| self.index(bit)).collect();
            cells.sort_unstable();
            Threat {
                missing: self.index(missing.trailing_zeros()),
                line: cells,
                is_open: missing & playable != 0,
            }
        };
        let mut threats: Vec<Threat> = self.grid.lines().filter(lacks_one).map(threat).collect();
        threats.sort_unstable();
        threats.dedup();
        threats
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

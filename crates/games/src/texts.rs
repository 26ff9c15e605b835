//! Cells, boards and sides as text.

use spar_rules::{Notation, ReadError, Side, quoted};

/// The letter of a column, from 0.
pub(crate) fn letter(col: u32) -> char {
    char::from(b'a' + col as u8)
}

/// The name of a cell: column letter, then row from the bottom. Both count from 0 here.
pub(crate) fn cell_name(row: u32, col: u32) -> String {
    // Names are made again and again: most need no formatting.
    let mut name = String::with_capacity(8);
    name.push(letter(col));
    match char::from_digit(row + 1, 10) {
        Some(digit) => name.push(digit),
        None => name += &(row + 1).to_string(),
    }
    name
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Numbers with dashes between them: `3-5-7`.
pub(crate) fn joined(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// A board as rows of tokens from the top, divided by `/`.
pub(crate) fn write_rows(rows: u32, cols: u32, token: impl Fn(u32, u32) -> char) -> String {
    let mut text = String::with_capacity((rows * (cols + 1)) as usize);
    for row in (0..rows).rev() {
        text.extend((0..cols).map(|col| token(row, col)));
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// What is wrong with the numbers of rows and cells of a board, or of one of its layers.
pub(crate) fn wrong_rows(
    given: &[&str],
    rows: u32,
    cols: u32,
    layer: Option<usize>,
) -> Option<String> {
    if given.len() != rows as usize {
        let n_rows = counted(given.len(), "row");
        let what = layer.map_or("the position".to_owned(), |layer| format!("layer {layer}"));
        return Some(format!("{what} has {n_rows}; this board has {rows}"));
    }
    let lengths = given.iter().map(|row| row.chars().count());
    let (from_top, length) = lengths.enumerate().find(|(_, length)| *length != cols as usize)?;
    let within = layer.map(|layer| format!(" of layer {layer}")).unwrap_or_default();
    let (cells, wanted) = (counted(length, "cell"), counted(cols as usize, "column"));
    let row = rows as usize - from_top;
    Some(format!("row {row}{within} has {cells}; this board has {wanted}"))
}

/// The position that was read from a text, if it is written in just this way. So a reader
/// may take what it can, and leave the rest of its checks to the writer.
///
/// # Errors
/// Names the text, and how a position looks.
pub(crate) fn only_as_written<G: Notation>(
    game: &G,
    position: G::Position,
    text: &str,
) -> Result<G::Position, ReadError> {
    if game.write_position(&position) == text {
        return Ok(position);
    }
    let start = game.write_position(&game.start());
    Err(ReadError::new(format!("{} is not a position of this game", quoted(text)))
        .hint(format!("the start is `{start}`; positions look like it")))
}

/// Reads whose turn it is.
pub(crate) fn read_side(text: &str, names: [&str; 2]) -> Result<Side, ReadError> {
    let [first, second] = names;
    match text {
        _ if text == first => Ok(Side::First),
        _ if text == second => Ok(Side::Second),
        _ => {
            let what = format!("{} is neither `{first}` nor `{second}`", quoted(text));
            Err(ReadError::new(what))
        }
    }
}

/// Boards of rows and columns on which a side is to move, as text: `b./.w-black`.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// What a cell can be, the empty cell last.
    pub(crate) tokens: &'static str,
    /// How a text names the sides.
    pub(crate) sides: [&'static str; 2],
}

/// A cell of a board, and what lies on it.
pub(crate) struct Cell {
    pub(crate) row: u32,
    pub(crate) col: u32,
    pub(crate) token: char,
}

impl Boards {
    /// The board with these tokens and this side to move.
    pub(crate) fn write(&self, side: Side, token: impl Fn(u32, u32) -> char) -> String {
        let rows = write_rows(self.rows, self.cols, token);
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
        for (row, tokens) in (0..self.rows).rev().zip(given) {
            for (col, token) in (0..).zip(tokens.chars()) {
                if !self.tokens.contains(token) {
                    let (token, cell) = (quoted(&token.to_string()), cell_name(row, col));
                    let known: Vec<String> =
                        self.tokens.chars().map(|it| format!("`{it}`")).collect();
                    return Err(ReadError::new(format!("{token} at {cell} is not a valid cell"))
                        .hint(format!("a cell is one of: {}", known.join(" "))));
                }
                cells.push(Cell { row, col, token });
            }
        }
        Ok((cells, side))
    }

    fn example(&self) -> String {
        let empty = self.tokens.chars().last().unwrap_or('.');
        let looks = self.write(Side::First, |_, _| empty);
        format!("a position looks like `{looks}`, or is `start`, or `start+` and moves")
    }
}

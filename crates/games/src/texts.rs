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

/// `4, 6 or 8`, with this word before the last.
pub(crate) fn listed(words: &[String], before_last: &str) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => {
            format!("{} {before_last} {last}", all.join(", "))
        }
        _ => words.concat(),
    }
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

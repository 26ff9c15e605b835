//! Cells of a board: sets of them as words of bits, their images when the board is turned or
//! mirrored, and cells, rows, labels and sides as text.

use spar_rules::scene::Group;
use spar_rules::{Notation, ReadError, Side, quoted};

/// The lowest `count` bits.
pub(crate) fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The set bits of a word, from the lowest.
#[inline]
pub(crate) fn bits(word: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(u64::trailing_zeros)
}

/// Eight cells as a number in base three: digit 1 for a bit of `first`, digit 2 for a bit of
/// `second`.
#[inline]
pub(crate) fn base_three(first: u8, second: u8) -> usize {
    usize::from(POWERS[usize::from(first)]) + 2 * usize::from(POWERS[usize::from(second)])
}

/// For each byte, the sum of the powers of three at its set bits.
const POWERS: [u16; 256] = {
    let mut sums = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        let without_low = byte & (byte - 1);
        sums[byte] = sums[without_low] + 3u16.pow(byte.trailing_zeros());
        byte += 1;
    }
    sums
};

/// A rotation or reflection that maps a box of cells onto itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    /// Rows, columns, layers.
    sizes: [u32; 3],
    /// Axis `axes[i]` becomes axis `i` …
    axes: [usize; 3],
    /// … and then the axes with set bits here are flipped.
    flips: u8,
}

/// The orders of the three axes, the identity first.
const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

impl Turning {
    /// All rotations and reflections of a box with these rows, columns and layers. The first is
    /// the identity. On a flat board two of them may have the same effect.
    pub(crate) fn all(sizes: [u32; 3]) -> impl Iterator<Item = Turning> {
        let turnings = AXES
            .into_iter()
            .flat_map(move |axes| (0..8).map(move |flips| Turning { sizes, axes, flips }));
        turnings.filter(|it| (0..3).all(|axis| it.sizes[it.axes[axis]] == it.sizes[axis]))
    }

    /// The image of the cell in this row, column and layer.
    pub(crate) fn place(&self, place: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map(|axis| {
            let at = place[self.axes[axis]];
            if self.flips >> axis & 1 == 1 { self.sizes[axis] - 1 - at } else { at }
        })
    }

    /// Returns whether every cell stays in its row.
    pub(crate) fn keeps_rows(&self) -> bool {
        self.axes[0] == 0 && self.flips & 1 == 0
    }

    /// Returns whether it reverses orientation: whether the number of flips and axis swaps is
    /// odd.
    pub(crate) fn is_mirror(&self) -> bool {
        let moved = (0..3).filter(|axis| self.axes[*axis] != *axis).count();
        (self.flips.count_ones() as usize + moved.saturating_sub(1)) % 2 == 1
    }
}

/// A symmetry of a board of at most 64 cells, as a map of cells.
#[derive(Clone, Debug)]
pub(crate) struct CellMap {
    cell: [u8; 64],
    /// The image of each byte of a word, so that mapping a word takes eight lookups.
    bytes: Vec<[u64; 256]>,
    is_mirror: bool,
}

impl CellMap {
    /// Creates the map that takes each of `cells` to its `image`.
    pub(crate) fn new(cells: u64, image: impl Fn(u32) -> u32, is_mirror: bool) -> CellMap {
        let mut cell = [0; 64];
        for bit in bits(cells) {
            cell[bit as usize] = image(bit) as u8;
        }
        let n_bytes = (64 - cells.leading_zeros()).div_ceil(8) as usize;
        let mut bytes = vec![[0; 256]; n_bytes];
        for (index, images) in bytes.iter_mut().enumerate() {
            for (byte, image) in images.iter_mut().enumerate() {
                let there = bits((byte as u64) << (8 * index) & cells);
                *image = there.fold(0, |word, bit| word | 1 << cell[bit as usize]);
            }
        }
        CellMap { cell, bytes, is_mirror }
    }

    /// All rotations and reflections of a flat board, without duplicates; the identity is
    /// first. The bit of a cell is `stride * row + col`.
    pub(crate) fn of_board(rows: u32, cols: u32, stride: u32) -> Vec<CellMap> {
        let bit = move |row: u32, col: u32| stride * row + col;
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| bit(row, col)));
        let cells = places.fold(0, |cells, bit| cells | 1 << bit);
        let mut maps: Vec<CellMap> = Vec::new();
        for turning in Turning::all([rows, cols, 1]) {
            let image = |cell: u32| {
                let [row, col, _] = turning.place([cell / stride, cell % stride, 0]);
                bit(row, col)
            };
            let map = CellMap::new(cells, image, turning.is_mirror());
            if !maps.iter().any(|known| known.is_same(&map)) {
                maps.push(map);
            }
        }
        maps
    }

    /// The image of a set of cells.
    #[inline]
    pub(crate) fn word(&self, word: u64) -> u64 {
        let bytes = self.bytes.iter().enumerate();
        bytes.fold(0, |image, (i, byte)| image | byte[(word >> (8 * i)) as usize & 0xff])
    }

    /// The image of one cell.
    pub(crate) fn cell(&self, cell: u8) -> u8 {
        self.cell[usize::from(cell)]
    }

    /// Returns whether it reverses orientation.
    pub(crate) fn is_mirror(&self) -> bool {
        self.is_mirror
    }

    /// Returns whether both maps have the same image of every cell.
    pub(crate) fn is_same(&self, other: &CellMap) -> bool {
        self.cell == other.cell
    }
}

/// The letter of a column; columns count from 0.
pub(crate) fn letter(col: u32) -> char {
    char::from(b'a' + col as u8)
}

/// The name of a cell: column letter, then row number from the bottom. Both parameters count
/// from 0.
pub(crate) fn cell_name(row: u32, col: u32) -> String {
    // Names are made very often, so a row number of one digit avoids formatting.
    let mut name = String::with_capacity(8);
    name.push(letter(col));
    match char::from_digit(row + 1, 10) {
        Some(digit) => name.push(digit),
        None => name += &(row + 1).to_string(),
    }
    name
}

/// A group of cells with labelled rows and columns.
pub(crate) fn labelled(rows: u32, cols: u32) -> Group {
    Group {
        width: cols as u16,
        height: rows as u16,
        columns: (0..cols).map(|col| letter(col).to_string()).collect(),
        rows: (1..=rows).rev().map(|row| row.to_string()).collect(),
        ..Group::default()
    }
}

/// A count with its noun: `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A list in words, `4, 6 or 8`; `before_last` is the word before the last entry.
pub(crate) fn listed(words: &[String], before_last: &str) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => {
            format!("{} {before_last} {last}", all.join(", "))
        }
        _ => words.concat(),
    }
}

/// Numbers separated by dashes: `3-5-7`.
pub(crate) fn joined(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// The text of a board: rows of tokens from the top, separated by `/`.
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

/// Describes wrong numbers of rows or cells of a board or one of its layers, if they are wrong.
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

/// Checks that the game writes a position that was read from a text as exactly this text. So a
/// reader may be lenient: if it accepted a wrong text, the two texts differ.
///
/// # Errors
/// If the texts differ; the message quotes the text and describes the form.
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

/// Reads the name of the side to move.
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

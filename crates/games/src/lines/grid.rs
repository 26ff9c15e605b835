//! The board as bits: cells, columns, lines.
//!
//! A column is a run of `stride` bits, its lowest cell first; columns follow one
//! another, layer after layer. Where stones fall (full gravity) and the bits
//! suffice, one spare bit stands above each column, so that a column with an end
//! mark above its stones is a number (see `rank`). Two layouts of a 3×3 board:
//!
//! ```text
//!   stride 3: no spare bit      stride 4: spare bits 3, 7, 11
//!     2 5 8                       2 6 10
//!     1 4 7                       1 5  9
//!     0 3 6                       0 4  8
//! ```

use super::keys::{Gravity, Keys};
use crate::cells::{bits, low_bits};

/// A board's geometry, worked out once.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) layers: u32,
    /// Bits from one column to the next.
    pub(super) stride: u32,
    /// All cells.
    pub(super) cells: u64,
    /// The lowest cell of each column.
    pub(super) bottom: u64,
    /// The highest cell of each column.
    pub(super) top: u64,
    /// Stones that make a line.
    pub(super) connect: u32,
    /// The directions along which at least one line fits.
    directions: Vec<Direction>,
    gravity: Gravity,
    /// Which code finds the lines.
    code: LineCode,
    /// For columns, rows, falling and rising diagonals: all bits if such lines count, else none.
    counts: [u64; 4],
    /// Whether only the lowest empty cell of a column can be played, and a spare bit separates the
    /// columns.
    is_stacked: bool,
    /// Rows 1, 3, 5 and so on.
    pub(super) odd_rows: u64,
    /// The cells with an even number of cells above them in their column.
    pub(super) even_above: u64,
    /// How many lines run through each cell, by its bit.
    pub(super) lines_through: [u8; 64],
}

/// The code that finds lines on a board: constant lengths and distances make it twice as fast.
#[derive(Clone, Copy, Debug)]
enum LineCode {
    /// Four in a line on a flat board with a spare bit above each column: this many bits from one
    /// column to the next.
    FourByStride5,
    FourByStride6,
    FourByStride7,
    FourByStride8,
    /// Three in a line on any board.
    Three,
    /// Four in a line on any board.
    Four,
    Any,
}

/// A direction in which lines run.
#[derive(Clone, Copy, Debug)]
struct Direction {
    /// Bits from one cell of a line to the next.
    shift: u32,
    /// The first cells of all lines.
    starts: u64,
}

impl Grid {
    pub(super) fn new(keys: &Keys) -> Grid {
        let [rows, cols, layers] = [keys.rows, keys.cols, keys.layers].map(u32::from);
        let columns = cols * layers;
        let spare = keys.gravity == Gravity::Full && (rows + 1) * columns <= 64;
        let stride = rows + u32::from(spare);
        let connect = u32::from(keys.connect);
        let mut grid = Grid {
            rows,
            cols,
            layers,
            stride,
            cells: 0,
            bottom: 0,
            top: 0,
            connect,
            directions: Vec::new(),
            gravity: keys.gravity,
            code: LineCode::Any,
            counts: [0; 4],
            is_stacked: spare,
            odd_rows: 0,
            even_above: 0,
            lines_through: [0; 64],
        };
        for column in 0..columns {
            grid.bottom |= 1 << (column * stride);
            grid.top |= 1 << (column * stride + rows - 1);
            grid.cells |= low_bits(rows) << (column * stride);
        }
        grid.directions = STEPS
            .into_iter()
            .filter(|steps| keys.directions().allows(*steps))
            .filter_map(|steps| grid.direction(steps))
            .collect();
        let counts = |steps| if keys.directions().allows(steps) { u64::MAX } else { 0 };
        grid.counts = [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [1, 1, 0]].map(counts);
        grid.code = match (connect, stride) {
            (4, 5) if spare && layers == 1 => LineCode::FourByStride5,
            (4, 6) if spare && layers == 1 => LineCode::FourByStride6,
            (4, 7) if spare && layers == 1 => LineCode::FourByStride7,
            (4, 8) if spare && layers == 1 => LineCode::FourByStride8,
            (3, _) => LineCode::Three,
            (4, _) => LineCode::Four,
            _ => LineCode::Any,
        };
        for place in grid.reading_order().filter(|[row, ..]| row % 2 == 0) {
            grid.odd_rows |= 1 << grid.bit(place);
        }
        grid.even_above = if rows % 2 == 1 { grid.odd_rows } else { grid.cells & !grid.odd_rows };
        for bit in bits(grid.cells) {
            let through = grid.lines().filter(|line| line >> bit & 1 == 1).count();
            grid.lines_through[bit as usize] = through as u8;
        }
        grid
    }

    /// How many bits hold the stones of one side and the spare bit above each column; `None`
    /// if there are no spare bits.
    pub(super) fn marked_bits(&self) -> Option<u32> {
        (self.stride > self.rows).then_some(self.stride * self.cols * self.layers)
    }

    /// The bit of a cell.
    pub(super) fn bit(&self, [row, col, layer]: [u32; 3]) -> u32 {
        (layer * self.cols + col) * self.stride + row
    }

    /// The cells of the column that holds this cell.
    #[inline]
    pub(super) fn column(&self, bit: u32) -> u64 {
        low_bits(self.rows) << (bit - bit % self.stride)
    }

    /// The row, column and layer of a cell, each from 0.
    pub(super) fn place(&self, bit: u32) -> [u32; 3] {
        let column = bit / self.stride;
        [bit % self.stride, column % self.cols, column / self.cols]
    }

    /// All places, in the order of reading: layer by layer, top row first.
    pub(super) fn reading_order(&self) -> impl Iterator<Item = [u32; 3]> + use<> {
        let (rows, cols, layers) = (self.rows, self.cols, self.layers);
        (0..layers).flat_map(move |layer| {
            (0..rows).rev().flat_map(move |row| (0..cols).map(move |col| [row, col, layer]))
        })
    }

    /// The direction with these steps, if a line along it fits on the board.
    fn direction(&self, steps: [i8; 3]) -> Option<Direction> {
        let mut starts = 0;
        for place in self.reading_order() {
            let end = self.walk(place, steps, self.connect - 1);
            starts |= u64::from(end.is_some()) << self.bit(place);
        }
        let first = (starts != 0).then(|| self.place(starts.trailing_zeros()))?;
        let shift = self.walk(first, steps, 1).map_or(0, |next| self.bit(next) - self.bit(first));
        Some(Direction { shift, starts })
    }

    /// The place `times` steps further, if it is on the board.
    fn walk(&self, place: [u32; 3], steps: [i8; 3], times: u32) -> Option<[u32; 3]> {
        let sizes = [self.rows, self.cols, self.layers];
        let mut end = place;
        for axis in 0..3 {
            let moved = i64::from(place[axis]) + i64::from(steps[axis]) * i64::from(times);
            end[axis] = u32::try_from(moved).ok().filter(|at| *at < sizes[axis])?;
        }
        Some(end)
    }

    /// Every line as a set of cells.
    pub(super) fn lines(&self) -> impl Iterator<Item = u64> {
        let connect = self.connect;
        self.directions.iter().flat_map(move |&Direction { shift, starts }| {
            bits(starts)
                .map(move |start| (0..connect).fold(0, |line, i| line | 1 << (start + i * shift)))
        })
    }

    /// Whether these stones hold a line.
    #[inline]
    pub(super) fn has_line(&self, stones: u64) -> bool {
        match self.code {
            LineCode::FourByStride5 => has_four::<5>(stones, &self.counts),
            LineCode::FourByStride6 => has_four::<6>(stones, &self.counts),
            LineCode::FourByStride7 => has_four::<7>(stones, &self.counts),
            LineCode::FourByStride8 => has_four::<8>(stones, &self.counts),
            _ => self.has_line_of_any_length(stones),
        }
    }

    #[inline]
    fn has_line_of_any_length(&self, stones: u64) -> bool {
        self.directions.iter().any(|&Direction { shift, starts }| {
            let run = match self.connect {
                3 => stones & (stones >> shift) & (stones >> (2 * shift)),
                4 => {
                    let pairs = stones & (stones >> shift);
                    pairs & (pairs >> (2 * shift))
                }
                _ => run_starts(stones, shift, self.connect),
            };
            run & starts != 0
        })
    }

    /// The cells that would complete a line of these stones, occupied or not.
    #[inline]
    pub(super) fn completing(&self, stones: u64) -> u64 {
        match self.code {
            LineCode::FourByStride5 => completing_four::<5>(stones, &self.counts) & self.cells,
            LineCode::FourByStride6 => completing_four::<6>(stones, &self.counts) & self.cells,
            LineCode::FourByStride7 => completing_four::<7>(stones, &self.counts) & self.cells,
            LineCode::FourByStride8 => completing_four::<8>(stones, &self.counts) & self.cells,
            LineCode::Three => self.completing_by::<3>(stones),
            LineCode::Four => self.completing_by::<4>(stones),
            LineCode::Any => self.completing_any(stones),
        }
    }

    /// For each line the cell that is missing: the stones of a line, brought to
    /// its first cell, as `CONNECT` words; all but one of them must be there.
    #[inline]
    fn completing_by<const CONNECT: usize>(&self, stones: u64) -> u64 {
        let mut cells = 0;
        for &Direction { shift, starts } in &self.directions {
            let at: [u64; CONNECT] = std::array::from_fn(|i| stones >> (i as u32 * shift));
            for missing in 0..CONNECT {
                let others = (0..CONNECT).filter(|i| *i != missing);
                let lines = others.fold(starts, |lines, i| lines & at[i]);
                cells |= lines << (missing as u32 * shift);
            }
        }
        cells
    }

    fn completing_any(&self, stones: u64) -> u64 {
        let mut cells = 0;
        for &Direction { shift, starts } in &self.directions {
            for missing in 0..self.connect {
                let others = (0..self.connect).filter(|i| *i != missing);
                let lines = others.fold(starts, |lines, i| lines & (stones >> (i * shift)));
                cells |= lines << (missing * shift);
            }
        }
        cells
    }

    /// For each of two sides the points of its open lines: those with `m` of its
    /// stones, `2 <= m < connect`, and none of the other count `m`.
    #[inline]
    pub(super) fn open_lines(&self, stones: [u64; 2]) -> [u32; 2] {
        match self.connect {
            3 => self.open_lines_by::<3>(stones),
            4 => self.open_lines_by::<4>(stones),
            _ => self.open_lines_any(stones),
        }
    }

    #[inline]
    fn open_lines_by<const CONNECT: usize>(&self, stones: [u64; 2]) -> [u32; 2] {
        let mut points = [0, 0];
        for &Direction { shift, starts } in &self.directions {
            let at = stones
                .map(|it| -> [u64; CONNECT] { std::array::from_fn(|i| it >> (i as u32 * shift)) });
            let touched = at.map(|side| side.iter().fold(0, |lines, it| lines | it));
            for side in 0..2 {
                let open = starts & !touched[1 - side];
                points[side] += points_of(open, &at[side]);
            }
        }
        points
    }

    fn open_lines_any(&self, stones: [u64; 2]) -> [u32; 2] {
        let mut points = [0, 0];
        for line in self.lines() {
            let [first, second] = stones.map(|it| (it & line).count_ones());
            let counts = |own: u32, others: u32| others == 0 && own >= 2 && own < self.connect;
            points[0] += if counts(first, second) { first } else { 0 };
            points[1] += if counts(second, first) { second } else { 0 };
        }
        points
    }

    /// The empty cells that can be played.
    #[inline]
    pub(super) fn playable(&self, stones: u64) -> u64 {
        if self.is_stacked {
            // One more at the bottom of a column carries to its lowest empty cell.
            return (stones + self.bottom) & self.cells;
        }
        let empty = self.cells & !stones;
        match self.gravity {
            Gravity::None => empty,
            // Under full gravity the empty cells of a column are its upper ones.
            Gravity::Full => empty & !self.above(empty),
            Gravity::Partial(cells) => {
                let mut rest = empty;
                for _ in 0..cells {
                    rest &= !self.lowest(rest);
                }
                empty & !rest
            }
        }
    }

    /// The cells directly above these.
    #[inline]
    pub(super) fn above(&self, cells: u64) -> u64 {
        (cells & !self.top) << 1
    }

    /// The cells whose stone makes one of these cells playable for the answer.
    #[inline]
    pub(super) fn opened_by_play(&self, cells: u64) -> u64 {
        match self.gravity {
            Gravity::Full => (cells & !self.bottom) >> 1,
            // Under partial gravity a stone opens a cell some rows above, which
            // depends on the column; nothing is claimed.
            Gravity::Partial(_) | Gravity::None => 0,
        }
    }

    /// The lowest of these cells in each column.
    fn lowest(&self, cells: u64) -> u64 {
        let mut higher = self.above(cells);
        for _ in 1..self.rows {
            higher |= self.above(higher);
        }
        cells & !higher
    }

    /// A stone that gravity would not let lie, if there is one, and the lowest
    /// empty cell below it.
    pub(super) fn floating(&self, stones: u64) -> Option<(u32, u32)> {
        let below_allowed = match self.gravity {
            Gravity::None => return None,
            Gravity::Full => 1,
            Gravity::Partial(cells) => u32::from(cells),
        };
        bits(stones).find_map(|bit| {
            let column = bit - bit % self.stride;
            let holes = low_bits(bit - column) << column & !stones;
            (holes.count_ones() >= below_allowed).then(|| (bit, holes.trailing_zeros()))
        })
    }

    pub(super) fn gravity(&self) -> Gravity {
        self.gravity
    }
}

/// One of each pair of opposite directions: steps by row, column, layer. Their
/// bits grow along the line wherever a line fits.
const STEPS: [[i8; 3]; 13] = [
    [0, 1, 0],
    [1, 0, 0],
    [1, 1, 0],
    [-1, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
    [-1, 0, 1],
    [0, 1, 1],
    [0, -1, 1],
    [1, 1, 1],
    [-1, 1, 1],
    [1, -1, 1],
    [-1, -1, 1],
];

// Four in a line on flat boards with a spare bit above each column, which ends every line at the
// edge of the board.

/// Whether these stones hold a line of four.
#[inline]
fn has_four<const STRIDE: u32>(stones: u64, counts: &[u64; 4]) -> bool {
    let fours = |shift: u32| {
        let pairs = stones & stones >> shift;
        pairs & pairs >> (2 * shift)
    };
    let lines = fours(1) & counts[0]
        | fours(STRIDE) & counts[1]
        | fours(STRIDE - 1) & counts[2]
        | fours(STRIDE + 1) & counts[3];
    lines != 0
}

/// The cells that complete a line of four, and some bits outside the board.
#[inline]
fn completing_four<const STRIDE: u32>(stones: u64, counts: &[u64; 4]) -> u64 {
    let cells = |shift: u32| {
        // Next to two stones below, and next to two above.
        let (below, above) = (stones << shift, stones >> shift);
        below & stones << (2 * shift) & (stones << (3 * shift) | above)
            | above & stones >> (2 * shift) & (stones >> (3 * shift) | below)
    };
    stones << 1 & stones << 2 & stones << 3 & counts[0]
        | cells(STRIDE) & counts[1]
        | cells(STRIDE - 1) & counts[2]
        | cells(STRIDE + 1) & counts[3]
}

/// Cells from which `length` stones follow one another at this shift, by
/// doubling the length seen.
#[inline]
fn run_starts(stones: u64, shift: u32, length: u32) -> u64 {
    let (mut run, mut seen) = (stones, 1);
    while seen < length {
        let step = seen.min(length - seen);
        run &= run >> (shift * step);
        seen += step;
    }
    run
}

/// The points of the lines in `open`, given their stones cell by cell: two for each
/// line with two stones, and one for each further stone.
#[inline]
fn points_of<const CONNECT: usize>(open: u64, at: &[u64; CONNECT]) -> u32 {
    let mut at_least = [0_u64; CONNECT];
    for here in at {
        for many in (1..CONNECT).rev() {
            at_least[many] |= at_least[many - 1] & here;
        }
        at_least[0] |= here;
    }
    // A line with all its stones counts nothing.
    let open = open & !at_least[CONNECT - 1];
    let lines = |many: usize| (open & at_least[many]).count_ones();
    2 * lines(1) + (2..CONNECT).map(lines).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    /// All ways to find lines agree with the lines themselves, up to the largest boards.
    #[test]
    fn lines_are_found_on_boards_of_every_size() {
        let mut random = SplitMix::new(7);
        let mut n_full = 0;
        for (rows, cols) in (4..=9).flat_map(|rows| (4..=16).map(move |cols| (rows, cols))) {
            for (connect, gravity) in [(3, "full"), (4, "full"), (4, "none"), (5, "full")] {
                let settings = [
                    ("rows", rows.to_string()),
                    ("cols", cols.to_string()),
                    ("connect", connect.to_string()),
                    ("gravity", gravity.to_owned()),
                ];
                let settings = settings.each_ref().map(|(key, value)| (*key, value.as_str()));
                let Ok(keys) = Keys::preset("connect4").unwrap().with(&settings) else { continue };
                let grid = Grid::new(&keys);
                n_full += u32::from(grid.marked_bits() == Some(64));
                for _ in 0..200 {
                    // Stones that lie on others, where they fall.
                    let mut all = random.next_u64() & grid.cells;
                    if grid.gravity() == Gravity::Full {
                        all = (0..rows).fold(all, |all, _| all | grid.opened_by_play(all));
                    }
                    let stones = random.next_u64() & all;
                    let has_line = grid.lines().any(|line| line & !stones == 0);
                    assert_eq!(grid.has_line(stones), has_line, "{rows}x{cols}: {stones:x}");
                    let missing = |line: u64| line & !stones;
                    let completing = grid
                        .lines()
                        .map(missing)
                        .filter(|cells| cells.is_power_of_two() && cells & all == 0)
                        .fold(0, |all, cell| all | cell);
                    let found = grid.completing(stones) & !all;
                    assert_eq!(found, completing, "{rows}x{cols}, {connect}: {stones:x}");
                }
            }
        }
        assert!(n_full > 0, "boards that fill every bit");
    }
}

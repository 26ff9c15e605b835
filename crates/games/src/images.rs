//! Ways to turn and mirror a board of rows, columns and layers.

use crate::bits::bits;

/// A way to turn or mirror a box of cells onto itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    /// Rows, columns, layers.
    sizes: [u32; 3],
    /// Axis `axes[i]` goes to axis `i` …
    axes: [usize; 3],
    /// … and then the axes of these bits are flipped.
    flips: u8,
}

/// The orders of the three axes, the usual one first.
const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

impl Turning {
    /// Every turning of a box with these rows, columns and layers. The first changes
    /// nothing; on a flat board two of them can do the same.
    pub(crate) fn all(sizes: [u32; 3]) -> impl Iterator<Item = Turning> {
        let turnings = AXES
            .into_iter()
            .flat_map(move |axes| (0..8).map(move |flips| Turning { sizes, axes, flips }));
        turnings.filter(|it| (0..3).all(|axis| it.sizes[it.axes[axis]] == it.sizes[axis]))
    }

    /// Where it takes the cell in this row, column and layer.
    pub(crate) fn place(&self, place: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map(|axis| {
            let at = place[self.axes[axis]];
            if self.flips >> axis & 1 == 1 { self.sizes[axis] - 1 - at } else { at }
        })
    }

    /// Whether every cell stays in its row.
    pub(crate) fn keeps_rows(&self) -> bool {
        self.axes[0] == 0 && self.flips & 1 == 0
    }

    /// Whether it takes right to left: every flip and every exchange of two axes does.
    pub(crate) fn is_mirror(&self) -> bool {
        let moved = (0..3).filter(|axis| self.axes[*axis] != *axis).count();
        (self.flips.count_ones() as usize + moved.saturating_sub(1)) % 2 == 1
    }
}

/// Where a symmetry takes each cell of a board of at most 64 cells.
#[derive(Clone, Debug)]
pub(crate) struct CellMap {
    cell: [u8; 64],
    /// The image of each byte of a word, so that a word takes eight look-ups.
    bytes: Vec<[u64; 256]>,
    is_mirror: bool,
}

impl CellMap {
    /// The map that takes each of `cells` to its `image`.
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

    /// Every way to turn or mirror a flat board, each once; the bit of a cell is
    /// `stride * row + col`. The first changes nothing.
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

    /// Whether it mirrors the board.
    pub(crate) fn is_mirror(&self) -> bool {
        self.is_mirror
    }

    /// Whether it takes every cell to the same cell as the other map.
    pub(crate) fn is_same(&self, other: &CellMap) -> bool {
        self.cell == other.cell
    }
}

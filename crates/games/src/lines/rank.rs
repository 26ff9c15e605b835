//! Ranks: positions as numbers that increase with every move.
//!
//! **Full gravity**: a column is a number of `rows + 1` bits. From the bottom up, it has a 1
//! for each stone of the first side and a 0 for each stone of the second side, and above them a
//! single 1 as an end mark. With end mark `s`, a stone of the first side adds `2s` and a stone
//! of the second side adds `s`, so every move increases the number:
//!
//! ```text
//! empty 00001   x 00011   x, o 00101   x, o, x 01101
//! ```
//!
//! The columns side by side make one number. Each column is next to its mirror image, so
//! reflecting the board swaps neighbours. If the number of columns is odd, the middle column of
//! each layer, which is its own mirror image, is at the top. The top bits of the number are its
//! *part*: the middle column, which is the same in both images; or, if there is none, a mirror pair,
//! which `fold` makes the same in both.
//!
//! **Other gravity**: the board is divided into groups of at most eight cells: whole columns if
//! there is gravity and they are short enough. Each group is a digit: the index of its state among
//! all states; if it is a whole column, among those that gravity allows. States are sorted by their
//! base-three number (0 for an empty cell, 1 for the first side, 2 for the second). Each stone
//! increases a digit, and so the number.

use super::grid::Grid;
use super::keys::Gravity;
use super::rules::{Board, Lines};
use crate::cells::{base_three, bits, low_bits};
use spar_rules::Ranked;

/// How the positions of a variant are ranked.
#[derive(Clone, Debug)]
pub(super) enum Numbering {
    Stacks(Stacks),
    Digits(Digits),
}

impl Numbering {
    /// The numbering of a board, or `None` if its ranks do not fit into 64 bits.
    pub(super) fn new(grid: &Grid) -> Option<Numbering> {
        match grid.gravity() {
            Gravity::Full => Stacks::new(grid).map(Numbering::Stacks),
            Gravity::Partial(_) | Gravity::None => Digits::new(grid).map(Numbering::Digits),
        }
    }

    /// The smaller rank of the board and its mirror image; `None` for digits.
    pub(super) fn folded(&self, board: &Board) -> Option<u64> {
        match self {
            Numbering::Stacks(stacks) => Some(stacks.fold(stacks.code(board)).0),
            Numbering::Digits(_) => None,
        }
    }
}

impl Lines {
    /// The numbering. All methods of [`Ranked`] except `ranks` require one.
    #[inline]
    fn numbered(&self) -> &Numbering {
        self.numbering.as_ref().expect("invariant: asked only where `ranks` is not `None`")
    }
}

impl Ranked for Lines {
    fn ranks(&self) -> Option<u64> {
        self.numbering.as_ref().map(|numbering| match numbering {
            Numbering::Stacks(stacks) => 1 << stacks.n_bits,
            Numbering::Digits(digits) => digits.ranks,
        })
    }

    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        match self.numbered() {
            Numbering::Stacks(stacks) => stacks.code(board),
            Numbering::Digits(digits) => digits.rank(board),
        }
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Board {
        match self.numbered() {
            Numbering::Stacks(stacks) => stacks.board(rank),
            Numbering::Digits(digits) => digits.board(rank),
        }
    }

    #[inline]
    fn fold(&self, board: &Board) -> (u64, u32) {
        match self.numbered() {
            Numbering::Stacks(stacks) => stacks.fold(stacks.code(board)),
            Numbering::Digits(digits) => (digits.rank(board), 1),
        }
    }

    fn unfold(&self, board: &Board, out: &mut Vec<Board>) {
        out.push(*board);
        if let Numbering::Stacks(stacks) = self.numbered() {
            let code = stacks.code(board);
            let mirrored = stacks.mirror(code);
            if mirrored != code {
                out.push(stacks.board(mirrored));
            }
        }
    }

    fn parts(&self) -> u64 {
        match self.numbered() {
            Numbering::Stacks(stacks) => 1 << stacks.part_bits,
            Numbering::Digits(digits) => digits.top().states.len() as u64,
        }
    }

    fn next_parts(&self, part: u64, out: &mut Vec<u64>) {
        match self.numbered() {
            Numbering::Stacks(stacks) => stacks.next_parts(part, out),
            Numbering::Digits(digits) => digits.next_parts(part, out),
        }
    }
}

/// log2 of the maximum number of parts. More would cost more than they save.
const MOST_PART_BITS: u32 = 14;

/// The numbering of columns with end marks, side by side.
#[derive(Clone, Debug)]
pub(super) struct Stacks {
    stride: u32,
    n_bits: u32,
    bottom: u64,
    cells: u64,
    /// Pairs (shift, mask): `filled |= filled >> shift & mask` for each of them fills the columns
    /// below their highest bits. The mask drops bits that cross into another column.
    kept_by_step: Vec<(u32, u64)>,
    /// Pairs (mask, n): the bits under the mask are rotated left by n. This moves the columns
    /// from the board's order to the number's.
    moved: Vec<(u64, u32)>,
    /// The lower and the upper column of each mirror pair in the number, and the middle columns.
    right: u64,
    left: u64,
    single: u64,
    /// The number of top bits that make a part: a middle column or a mirror pair. 0 if these
    /// are too many; then there is one part.
    part_bits: u32,
}

impl Stacks {
    fn new(grid: &Grid) -> Option<Stacks> {
        let columns = grid.cols * grid.layers;
        let n_bits = columns * grid.stride;
        // The count of ranks must fit into 64 bits, and each column needs a spare bit.
        if grid.stride == grid.rows || n_bits > 63 {
            return None;
        }
        let mut order = Vec::new();
        let pairs = grid.cols / 2;
        for pair in 0..pairs {
            for layer in 0..grid.layers {
                order.extend([layer * grid.cols + pair, layer * grid.cols + grid.cols - 1 - pair]);
            }
        }
        let n_paired = order.len() as u32;
        if grid.cols % 2 == 1 {
            order.extend((0..grid.layers).map(|layer| layer * grid.cols + pairs));
        }
        let column = |index: u32| low_bits(grid.stride) << (index * grid.stride);
        let mut moved: Vec<(u64, u32)> = Vec::new();
        for (to, from) in order.iter().enumerate() {
            let turn = (64 + to as u32 * grid.stride - from * grid.stride) % 64;
            match moved.iter_mut().find(|(_, known)| *known == turn) {
                Some((mask, _)) => *mask |= column(*from),
                None => moved.push((column(*from), turn)),
            }
        }
        let every_other = |first: u32, end: u32| {
            (first..end).step_by(2).fold(0, |mask, index| mask | column(index))
        };
        let steps = (0..).map(|power| 1 << power).take_while(|step| *step < grid.rows);
        let reached = |step: u32| {
            (0..columns)
                .fold(0, |mask, index| mask | low_bits(grid.rows - step) << (index * grid.stride))
        };
        let kept_by_step = steps.map(|step| (step, reached(step))).collect();
        let top_bits = grid.stride * if grid.cols % 2 == 1 { 1 } else { 2 };
        Some(Stacks {
            stride: grid.stride,
            n_bits,
            bottom: grid.bottom,
            cells: grid.cells,
            kept_by_step,
            moved,
            right: every_other(0, n_paired),
            left: every_other(1, n_paired),
            single: (n_paired..columns).fold(0, |mask, index| mask | column(index)),
            part_bits: if top_bits <= MOST_PART_BITS { top_bits } else { 0 },
        })
    }

    /// The rank of a board: stones of the first side and end marks, moved into the number's
    /// order of columns.
    #[inline]
    fn code(&self, board: &Board) -> u64 {
        let marked = board.first | (board.all() + self.bottom);
        self.moved.iter().fold(0, |code, (mask, turn)| code | (marked & mask).rotate_left(*turn))
    }

    #[inline]
    fn board(&self, code: u64) -> Board {
        let back = self.moved.iter();
        let marked = back.fold(0, |word, (mask, turn)| word | (code.rotate_right(*turn) & mask));
        // All bits below the highest one of each column are its stones. The shift by 1 moves the
        // lowest bit of a column into the spare bit below, which is no cell; `kept_by_step` masks
        // the others.
        let mut filled = marked >> 1 & self.cells;
        for mask in &self.kept_by_step {
            filled |= filled >> mask.0 & mask.1;
        }
        let first = marked & filled;
        Board { first, second: filled & !first }
    }

    #[inline]
    fn mirror(&self, code: u64) -> u64 {
        (code & self.right) << self.stride | (code & self.left) >> self.stride | code & self.single
    }

    #[inline]
    fn fold(&self, code: u64) -> (u64, u32) {
        let mirrored = self.mirror(code);
        (code.min(mirrored), 1 + u32::from(code != mirrored))
    }

    fn next_parts(&self, part: u64, out: &mut Vec<u64>) {
        if self.part_bits == 0 {
            return;
        }
        if self.part_bits == self.stride {
            out.extend(self.raised(part));
            return;
        }
        // For a mirror pair, the folded number has the smaller column on top.
        let (left, right) = (part >> self.stride, part & low_bits(self.stride));
        if left > right || left == 0 {
            return;
        }
        let pair = |a: u64, b: u64| a.min(b) << self.stride | a.max(b);
        let mut next: Vec<u64> = self.raised(left).map(|left| pair(left, right)).collect();
        next.extend(self.raised(right).map(|right| pair(left, right)));
        next.sort_unstable();
        next.dedup();
        out.extend(next);
    }

    /// The column with one more stone of either side, if there is room.
    fn raised(&self, column: u64) -> impl Iterator<Item = u64> {
        let mark = if column == 0 { 0 } else { 1 << column.ilog2() };
        let room = column != 0 && mark < 1 << (self.stride - 1);
        [column + mark, column + 2 * mark].into_iter().filter(move |_| room)
    }
}

/// Groups of cells as digits of a number.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    groups: Vec<Group>,
    ranks: u64,
}

/// A group of up to eight cells with consecutive bits.
#[derive(Clone, Debug)]
struct Group {
    low_bit: u32,
    n_cells: u32,
    /// The place value of this digit.
    weight: u64,
    /// For each value of the digit, the stones of both sides.
    states: Vec<(u8, u8)>,
    /// The digit for each base-three number of the cells; `u16::MAX` if gravity does not allow
    /// the state.
    digits: Vec<u16>,
}

impl Digits {
    fn new(grid: &Grid) -> Option<Digits> {
        let n_cells = grid.cells.count_ones();
        let by_columns = grid.gravity() != Gravity::None && grid.rows <= 8;
        let size = if by_columns { grid.rows } else { 8 };
        let mut groups = Vec::new();
        let mut ranks: u64 = 1;
        let mut low_bit = 0;
        while low_bit < n_cells {
            // A shorter group comes first, so that the top digit has as many states as possible
            // and there are many parts.
            let rest = (n_cells - low_bit) % size;
            let length = if rest == 0 { size } else { rest };
            let group = Group::new(grid, low_bit, length, by_columns, ranks);
            ranks = ranks.checked_mul(group.states.len() as u64)?;
            low_bit += group.n_cells;
            groups.push(group);
        }
        Some(Digits { groups, ranks })
    }

    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        self.groups.iter().map(|group| u64::from(group.digit(board)) * group.weight).sum()
    }

    #[inline]
    fn board(&self, rank: u64) -> Board {
        let mut rest = rank;
        let mut board = Board { first: 0, second: 0 };
        for group in &self.groups {
            let n_states = group.states.len() as u64;
            let (first, second) = group.states[(rest % n_states) as usize];
            rest /= n_states;
            board.first |= u64::from(first) << group.low_bit;
            board.second |= u64::from(second) << group.low_bit;
        }
        board
    }

    fn top(&self) -> &Group {
        self.groups.last().expect("invariant: a board has cells")
    }

    fn next_parts(&self, part: u64, out: &mut Vec<u64>) {
        let group = self.top();
        let (first, second) = group.states[part as usize];
        for cell in bits(low_bits(group.n_cells) & !u64::from(first | second)) {
            let one_more = [(first | 1 << cell, second), (first, second | 1 << cell)];
            let digits = one_more.map(|(first, second)| group.digits[base_three(first, second)]);
            out.extend(digits.into_iter().filter(|it| *it != u16::MAX).map(u64::from));
        }
    }
}

impl Group {
    fn new(grid: &Grid, low_bit: u32, n_cells: u32, is_column: bool, weight: u64) -> Group {
        let mut states = Vec::new();
        let mut digits = Vec::new();
        for number in 0..3usize.pow(n_cells) {
            let (mut first, mut second) = (0, 0);
            for cell in 0..n_cells {
                match number / 3usize.pow(cell) % 3 {
                    0 => {}
                    1 => first |= 1 << cell,
                    _ => second |= 1 << cell,
                }
            }
            let is_allowed = !is_column || grid.floating(u64::from(first | second)).is_none();
            digits.push(if is_allowed { states.len() as u16 } else { u16::MAX });
            if is_allowed {
                states.push((first, second));
            }
        }
        Group { low_bit, n_cells, weight, states, digits }
    }

    #[inline]
    fn digit(&self, board: &Board) -> u16 {
        let cells = |stones: u64| (stones >> self.low_bit & low_bits(self.n_cells)) as u8;
        self.digits[base_three(cells(board.first), cells(board.second))]
    }
}

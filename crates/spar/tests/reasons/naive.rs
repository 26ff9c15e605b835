//! A further implementation of line games from their definitions, for checking sentences: lines
//! as lists of cells, values by plain search, players by plain foresight.

use std::cmp::Ordering;
use std::collections::HashMap;

/// The rules of a line game: every straight line of `connect` cells counts.
pub(crate) struct Naive {
    rows: usize,
    cols: usize,
    layers: usize,
    connect: u32,
    /// The number of empty cells of a column, from below, that can be played.
    lowest: usize,
    /// Whether a move is written as its column alone.
    falls: bool,
    /// The cells of the first column of every layer.
    first_column: u64,
    lines: Vec<u64>,
    /// The lines through each cell.
    through: Vec<Vec<u64>>,
    known: HashMap<Board, (i32, i32), Hashed>,
}

/// The table of bounds is cleared when it contains this many boards.
const MOST_KNOWN: usize = 20_000_000;

/// A fast hash of boards. It need not resist attacks.
type Hashed = std::hash::BuildHasherDefault<Mixed>;

#[derive(Default)]
pub(crate) struct Mixed(u64);

impl std::hash::Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = self.0.rotate_left(23) ^ u64::from_le_bytes(word);
            self.0 = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}

/// The stones of `x` and of `o`, as bits.
pub(crate) type Board = [u64; 2];

/// The value of a position for the side to move, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    Loss(u32),
    Draw,
    Win(u32),
}

/// The score of a win; each ply reduces it by one.
const WON: i32 = 1000;

impl Worth {
    fn of(score: i32) -> Worth {
        match score {
            0 => Worth::Draw,
            win if win > 0 => Worth::Win((WON - win) as u32),
            loss => Worth::Loss((WON + loss) as u32),
        }
    }

    fn score(self) -> i32 {
        match self {
            Worth::Loss(plies) => plies as i32 - WON,
            Worth::Draw => 0,
            Worth::Win(plies) => WON - plies as i32,
        }
    }

    pub(crate) fn is_win(self) -> bool {
        matches!(self, Worth::Win(_))
    }
}

/// Sooner wins and later losses are better.
impl Ord for Worth {
    fn cmp(&self, other: &Worth) -> Ordering {
        self.score().cmp(&other.score())
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Naive {
    /// The games with built-in levels, by their names.
    pub(crate) fn named(name: &str) -> Naive {
        let (rows, cols, layers, connect, lowest, falls) = match name {
            "tictactoe" => (3, 3, 1, 3, 3, false),
            "tictactoe:rows=4,cols=4" => (4, 4, 1, 3, 4, false),
            "bottom2" => (3, 3, 1, 3, 2, false),
            "bottom2:rows=4,cols=4" => (4, 4, 1, 3, 2, false),
            "connect3" => (4, 4, 1, 3, 1, true),
            "connect4" => (6, 7, 1, 4, 1, true),
            "connect4:rows=5,cols=5" => (5, 5, 1, 4, 1, true),
            "qubic" => (4, 4, 4, 4, 4, false),
            other => panic!("no rules for {other}"),
        };
        let cell = |row, col, layer| (layer * rows + row) * cols + col;
        let mut lines = Vec::new();
        let steps = [-1_isize, 0, 1];
        for (row, col, layer) in (0..rows * cols * layers)
            .map(|cell| (cell / cols % rows, cell % cols, cell / cols / rows))
        {
            for (dr, dc, dl) in steps
                .iter()
                .flat_map(|dr| steps.iter().flat_map(move |dc| steps.map(|dl| (*dr, *dc, dl))))
            {
                // One of each two opposite directions.
                if (dr, dc, dl) <= (0, 0, 0) {
                    continue;
                }
                let walked: Option<u64> = (0..connect as isize).try_fold(0, |line, step| {
                    let at = |from: usize, by: isize, size: usize| {
                        from.checked_add_signed(by * step).filter(|it| *it < size)
                    };
                    let (row, col, layer) =
                        (at(row, dr, rows)?, at(col, dc, cols)?, at(layer, dl, layers)?);
                    Some(line | 1_u64 << cell(row, col, layer))
                });
                lines.extend(walked);
            }
        }
        let through =
            |cell: usize| lines.iter().copied().filter(|it| it >> cell & 1 == 1).collect();
        let through = (0..rows * cols * layers).map(through).collect();
        let first_column = (0..rows * layers).fold(0, |cells, row| cells | 1 << (row * cols));
        let known = HashMap::default();
        Naive { rows, cols, layers, connect, lowest, falls, first_column, lines, through, known }
    }

    pub(crate) fn read(&self, text: &str) -> Board {
        let mut board = [0, 0];
        let tokens = text.chars().filter(|it| *it != '/');
        for (place, token) in tokens.enumerate() {
            let size = self.rows * self.cols;
            let (layer, row, col) =
                (place / size, self.rows - 1 - place % size / self.cols, place % self.cols);
            let bit = 1 << ((layer * self.rows + row) * self.cols + col);
            match token {
                'x' => board[0] |= bit,
                'o' => board[1] |= bit,
                _ => {}
            }
        }
        board
    }

    /// The name of a move.
    pub(crate) fn name(&self, cell: usize) -> String {
        let letter = char::from(b'a' + (cell % self.cols) as u8);
        if self.falls { letter.to_string() } else { self.cell_name(cell) }
    }

    /// The name of a cell.
    pub(crate) fn cell_name(&self, cell: usize) -> String {
        let letter = char::from(b'a' + (cell % self.cols) as u8);
        let (row, layer) = (cell / self.cols % self.rows + 1, cell / self.cols / self.rows + 1);
        if self.layers == 1 { format!("{letter}{row}") } else { format!("{letter}{row}.{layer}") }
    }

    pub(crate) fn n_cells(&self) -> usize {
        self.rows * self.cols * self.layers
    }

    /// The number of stones that make a line.
    pub(crate) fn connect(&self) -> usize {
        self.connect as usize
    }

    /// 0 if `x` is to move, else 1.
    pub(crate) fn mover(board: Board) -> usize {
        ((board[0] | board[1]).count_ones() % 2) as usize
    }

    /// The cells that can be played, if the game is not over.
    pub(crate) fn moves(&self, board: Board) -> Vec<usize> {
        self.open(board).collect()
    }

    fn open(&self, board: Board) -> impl Iterator<Item = usize> + '_ {
        let stones = board[0] | board[1];
        let columns = (0..self.layers).flat_map(|it| (0..self.cols).map(move |col| (it, col)));
        columns.flat_map(move |(layer, col)| {
            let cells = (0..self.rows).map(move |row| (layer * self.rows + row) * self.cols + col);
            cells.filter(move |cell| stones >> cell & 1 == 0).take(self.lowest)
        })
    }

    pub(crate) fn after(board: Board, cell: usize) -> Board {
        let mut next = board;
        next[Naive::mover(board)] |= 1 << cell;
        next
    }

    /// Returns whether a stone of this side on this cell would complete a line.
    pub(crate) fn completes(&self, board: Board, side: usize, cell: usize) -> bool {
        let stones = board[side] | 1 << cell;
        self.through[cell].iter().any(|line| line & stones == *line)
    }

    /// Returns whether this side would win at once if it were to move.
    pub(crate) fn wins_next(&self, board: Board, side: usize) -> bool {
        self.open(board).any(|cell| self.completes(board, side, cell))
    }

    /// Returns whether the side that moved last has won.
    pub(crate) fn is_won(&self, board: Board) -> bool {
        let last = board[1 - Naive::mover(board)];
        self.lines.iter().any(|line| line & last == *line)
    }

    pub(crate) fn is_over(&self, board: Board) -> bool {
        self.is_won(board) || self.open(board).next().is_none()
    }

    /// Every move with its value for the side to move.
    pub(crate) fn worths(&mut self, board: Board) -> Vec<(usize, Worth)> {
        let moves = self.moves(board);
        moves.into_iter().map(|cell| (cell, self.worth_of(board, cell))).collect()
    }

    fn worth_of(&mut self, board: Board, cell: usize) -> Worth {
        if self.completes(board, Naive::mover(board), cell) {
            return Worth::Win(1);
        }
        let score = self.exact(Naive::after(board, cell));
        Worth::of(score.signum() - score)
    }

    /// The best moves, by one search each once the value of the position is known.
    pub(crate) fn best_moves(&mut self, board: Board) -> Vec<usize> {
        let side = Naive::mover(board);
        let moves = self.moves(board);
        let (wins, others): (Vec<_>, _) =
            moves.into_iter().partition(|cell| self.completes(board, side, *cell));
        if !wins.is_empty() {
            return wins;
        }
        let best = self.exact(board);
        let reaches = |cell: &usize| {
            let least = later(-best);
            self.score(Naive::after(board, *cell), least, least + 1) <= least
        };
        others.into_iter().filter(reaches).collect()
    }

    /// The number of moves that win.
    pub(crate) fn n_winning(&mut self, board: Board) -> usize {
        let (side, moves) = (Naive::mover(board), self.moves(board));
        let wins = |cell: &usize| {
            self.completes(board, side, *cell) || self.score(Naive::after(board, *cell), -1, 0) < 0
        };
        moves.into_iter().filter(wins).count()
    }

    /// The score of an unfinished position: first the winner, then the distance, by searches
    /// for one more ply at a time.
    fn exact(&mut self, board: Board) -> i32 {
        let sign = self.score(board, -1, 1).signum();
        let mut asked = (1..WON).map(|plies| sign * (WON - plies));
        let found = match sign {
            0 => return 0,
            1 => asked.find(|win| self.score(board, win - 1, *win) >= *win),
            _ => asked.find(|loss| self.score(board, *loss, loss + 1) <= *loss),
        };
        found.expect("a won game is won in some number of plies")
    }

    /// The cells on which this side would complete a line.
    fn finishing(&self, own: u64, other: u64) -> u64 {
        let open = self.lines.iter().filter(|line| **line & other == 0);
        let almost = open.filter(|line| (**line & own).count_ones() == self.connect - 1);
        almost.fold(0, |cells, line| cells | line & !own)
    }

    /// The playable cells, a bit for each.
    fn open_cells(&self, board: Board) -> u64 {
        self.open(board).fold(0, |cells, cell| cells | 1 << cell)
    }

    /// The board with its columns reversed, which is a symmetry of all games here.
    fn mirrored(&self, stones: u64) -> u64 {
        (0..self.cols).fold(0, |mirrored, col| {
            mirrored | (stones >> col & self.first_column) << (self.cols - 1 - col)
        })
    }

    /// The score of an unfinished position by alpha-beta: exact between the bounds, otherwise a
    /// bound on the same side.
    fn score(&mut self, board: Board, mut alpha: i32, mut beta: i32) -> i32 {
        let side = Naive::mover(board);
        let (own, other) = (board[side], board[1 - side]);
        let open = self.open_cells(board);
        if open == 0 {
            return 0;
        }
        if open & self.finishing(own, other) != 0 {
            return WON - 1;
        }
        // A move that lets the other side win at once loses in two plies.
        let theirs = self.finishing(other, own);
        let mut moves: Vec<(u32, usize, usize)> = self
            .open(board)
            .filter(|cell| self.open_cells(Naive::after(board, *cell)) & theirs == 0)
            .map(|cell| (0, self.through[cell].len(), cell))
            .collect();
        if moves.is_empty() {
            return 2 - WON;
        }
        let key = board.min(board.map(|it| self.mirrored(it)));
        let (mut low, mut high) = self.known.get(&key).copied().unwrap_or((3 - WON, WON - 3));
        alpha = alpha.max(low);
        beta = beta.min(high);
        if alpha >= beta {
            return if low >= beta { low } else { high };
        }
        // Search cells with many completions first, then cells on many lines.
        for (order, _, cell) in &mut moves {
            *order = self.finishing(own | 1 << *cell, other).count_ones();
        }
        moves.sort_unstable_by(|a, b| b.cmp(a));
        let mut best = -WON;
        for (_, _, cell) in moves {
            let from = alpha.max(best);
            let next = Naive::after(board, cell);
            let score = -self.score(next, later(-beta), later(-from));
            best = best.max(score - score.signum());
            if best >= beta {
                break;
            }
        }
        if best < beta {
            high = best;
        }
        if best > alpha {
            low = best;
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, (low, high));
        best
    }

    /// The moves that look best to a player with this foresight, for whom all wins are equal
    /// and all losses are equal.
    pub(crate) fn preferred(&self, board: Board, rounds: u32) -> Vec<usize> {
        let moves = self.moves(board);
        let side = Naive::mover(board);
        let looks: Vec<i32> = moves
            .iter()
            .map(|cell| {
                let look = self.look(Naive::after(board, *cell), 2 * rounds - 1);
                if side == 0 { look } else { -look }
            })
            .collect();
        let best = looks.iter().max().copied();
        moves.into_iter().zip(looks).filter(|it| Some(it.1) == best).map(|it| it.0).collect()
    }

    /// The evaluation of a position for the first side with foresight of this many plies.
    fn look(&self, board: Board, plies: u32) -> i32 {
        let side = Naive::mover(board);
        let sign = |side: usize| if side == 0 { 1 } else { -1 };
        if self.is_won(board) {
            return sign(1 - side) * WON;
        }
        let moves = self.moves(board);
        if moves.is_empty() {
            return 0;
        }
        if plies == 0 {
            return self.reward(board);
        }
        let looks = moves.iter().map(|cell| self.look(Naive::after(board, *cell), plies - 1));
        if side == 0 { looks.max() } else { looks.min() }.expect("there is a move")
    }

    /// The reward of the 2013 paper: the stones on open lines with at least two stones.
    fn reward(&self, [first, second]: Board) -> i32 {
        let points = |own: u64, other: u64| -> i32 {
            let open = self.lines.iter().filter(|line| **line & other == 0);
            let stones = open.map(|line| (line & own).count_ones());
            stones.filter(|it| (2..self.connect).contains(it)).map(|it| it as i32).sum()
        };
        points(first, second) - points(second, first)
    }
}

/// A bound on a score from the perspective of the position one ply later.
fn later(bound: i32) -> i32 {
    bound + bound.signum()
}

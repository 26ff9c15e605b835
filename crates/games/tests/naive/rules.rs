//! A second, naive implementation of line games: cells in nested lists, lines found by walking
//! from every stone in every direction, gravity by counting the empty cells below. It is
//! written from the definitions, not from the crate's code.

/// The rules of one line game.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) layers: usize,
    /// Stones that make a line.
    pub(crate) connect: usize,
    /// The letters of the directions in which lines count: some of `rcdps`.
    pub(crate) along: String,
    /// The empty cells of a column that can be played: the lowest N.
    pub(crate) lowest: usize,
    /// Whether stones fall to the lowest empty cell.
    pub(crate) falls: bool,
    /// Whether the side that completes a line wins.
    pub(crate) line_wins: bool,
}

/// A cell: row from the bottom, column from the left, layer; all from 0.
pub(crate) type Cell = (usize, usize, usize);

/// `x`, `o` or `.` by layer, row and column.
pub(crate) type Cells = Vec<Vec<Vec<char>>>;

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// This side plays.
    Plays(char),
    /// This side has won.
    Won(char),
    Drawn,
}

impl Naive {
    pub(crate) fn empty(&self) -> Cells {
        vec![vec![vec!['.'; self.cols]; self.rows]; self.layers]
    }

    /// All cells in reading order: layer by layer, rows from the top.
    pub(crate) fn reading_order(&self) -> Vec<Cell> {
        let mut order = Vec::new();
        for layer in 0..self.layers {
            for row in (0..self.rows).rev() {
                for col in 0..self.cols {
                    order.push((row, col, layer));
                }
            }
        }
        order
    }

    /// The side to move: `x` moves first, then the sides alternate.
    pub(crate) fn to_move(cells: &Cells) -> char {
        if count(cells, 'x') == count(cells, 'o') { 'x' } else { 'o' }
    }

    pub(crate) fn next(&self, cells: &Cells) -> Next {
        for (side, other) in [('x', 'o'), ('o', 'x')] {
            if self.has_line(cells, side) {
                return Next::Won(if self.line_wins { side } else { other });
            }
        }
        if count(cells, '.') == 0 { Next::Drawn } else { Next::Plays(Naive::to_move(cells)) }
    }

    /// Returns whether a side has `connect` adjacent stones in an allowed direction.
    pub(crate) fn has_line(&self, cells: &Cells, side: char) -> bool {
        let steps = self.steps();
        for layer in 0..self.layers {
            for row in 0..self.rows {
                for col in 0..self.cols {
                    let starts = cells[layer][row][col] == side;
                    let ends = |step: &[isize; 3]| {
                        self.run(cells, (row, col, layer), *step) >= self.connect
                    };
                    if starts && steps.iter().any(ends) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The number of equal stones in a row from a cell on, itself included.
    fn run(&self, cells: &Cells, from: Cell, step: [isize; 3]) -> usize {
        let token = cells[from.2][from.0][from.1];
        let mut length = 1;
        let mut here = from;
        while let Some(there) = self.neighbour(here, step) {
            if cells[there.2][there.0][there.1] != token {
                break;
            }
            length += 1;
            here = there;
        }
        length
    }

    /// The next cell in a direction, if it is on the board.
    pub(crate) fn neighbour(&self, cell: Cell, step: [isize; 3]) -> Option<Cell> {
        let row = cell.0.checked_add_signed(step[0])?;
        let col = cell.1.checked_add_signed(step[1])?;
        let layer = cell.2.checked_add_signed(step[2])?;
        let inside = row < self.rows && col < self.cols && layer < self.layers;
        inside.then_some((row, col, layer))
    }

    /// The allowed directions as steps by row, column and layer, in both orientations.
    pub(crate) fn steps(&self) -> Vec<[isize; 3]> {
        let mut steps = Vec::new();
        for row in -1..=1 {
            for col in -1..=1 {
                for layer in -1..=1 {
                    let letter = match (row != 0, col != 0, layer != 0) {
                        (false, false, false) => continue,
                        (false, true, false) => 'r',
                        (true, false, false) => 'c',
                        (false, false, true) => 'p',
                        (true, true, true) => 's',
                        _ => 'd',
                    };
                    if self.along.contains(letter) {
                        steps.push([row, col, layer]);
                    }
                }
            }
        }
        steps
    }

    /// Every line, as the sorted list of its cells. A single cell is a line in every direction.
    pub(crate) fn lines(&self) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for start in self.reading_order() {
            for step in self.steps() {
                let mut line = vec![start];
                while line.len() < self.connect {
                    let Some(next) = self.neighbour(line[line.len() - 1], step) else { break };
                    line.push(next);
                }
                line.sort_unstable();
                if line.len() == self.connect && !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// The empty cells that gravity allows to be played, even if the game is over.
    fn open_cells(&self, cells: &Cells) -> Vec<Cell> {
        let mut open = Vec::new();
        let columns =
            (0..self.layers).flat_map(|layer| (0..self.cols).map(move |col| (layer, col)));
        for (layer, col) in columns {
            let empty = (0..self.rows).filter(|row| cells[layer][*row][col] == '.');
            open.extend(empty.take(self.lowest).map(|row| (row, col, layer)));
        }
        open
    }

    pub(crate) fn moves(&self, cells: &Cells) -> Vec<Cell> {
        match self.next(cells) {
            Next::Plays(_) => self.open_cells(cells),
            Next::Won(_) | Next::Drawn => Vec::new(),
        }
    }

    /// Returns whether these cells are a valid position.
    pub(crate) fn is_position(&self, cells: &Cells) -> bool {
        let (n_first, n_second) = (count(cells, 'x'), count(cells, 'o'));
        let counts = n_first == n_second || n_first == n_second + 1;
        let lies = |&(row, col, layer): &Cell| {
            let below = (0..row).filter(|lower| cells[layer][*lower][col] == '.').count();
            cells[layer][row][col] == '.' || below < self.lowest
        };
        counts
            && self.reading_order().iter().all(lies)
            && !self.has_line(cells, Naive::to_move(cells))
    }

    /// The numbers of paths of 1, 2, 3 … up to `depth` moves, counted in one traversal that
    /// places and removes stones on one board.
    pub(crate) fn perft(&self, cells: &mut Cells, depth: usize) -> Vec<u64> {
        let mut paths = vec![0; depth];
        if let Next::Plays(side) = self.next(cells) {
            // One of each pair of opposite directions is enough.
            let steps: Vec<_> = self.steps().into_iter().filter(|it| *it > [0, 0, 0]).collect();
            self.add_paths(cells, side, &steps, &mut paths);
        }
        paths
    }

    /// Adds the numbers of paths from a board without a line, by their length.
    fn add_paths(&self, cells: &mut Cells, side: char, steps: &[[isize; 3]], paths: &mut [u64]) {
        let Some((here, longer)) = paths.split_first_mut() else { return };
        let open = self.open_cells(cells);
        *here += open.len() as u64;
        if longer.is_empty() {
            return;
        }
        let other = if side == 'x' { 'o' } else { 'x' };
        for (row, col, layer) in open {
            cells[layer][row][col] = side;
            if !self.is_in_a_line(cells, (row, col, layer), steps) {
                self.add_paths(cells, other, steps, longer);
            }
            cells[layer][row][col] = '.';
        }
    }

    fn is_in_a_line(&self, cells: &Cells, cell: Cell, steps: &[[isize; 3]]) -> bool {
        steps.iter().any(|&[row, col, layer]| {
            let there = self.run(cells, cell, [row, col, layer]);
            let back = self.run(cells, cell, [-row, -col, -layer]);
            // Both runs include the stone itself.
            there + back > self.connect
        })
    }

    /// Reads a text written by `text`, or `start`.
    pub(crate) fn read(&self, text: &str) -> Cells {
        let mut cells = self.empty();
        if text != "start" {
            let tokens = text.chars().filter(|token| *token != '/');
            for ((row, col, layer), token) in self.reading_order().into_iter().zip(tokens) {
                cells[layer][row][col] = token;
            }
        }
        cells
    }

    /// Rows from the top, divided by `/`, layers by `//`.
    pub(crate) fn text(cells: &Cells) -> String {
        let rows_of = |board: &Vec<Vec<char>>| -> String {
            let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
            rows.join("/")
        };
        cells.iter().map(rows_of).collect::<Vec<_>>().join("//")
    }

    /// The column with full gravity, otherwise the cell.
    pub(crate) fn move_text(&self, cell: Cell) -> String {
        if self.falls { self.column_text(cell) } else { self.cell_text(cell) }
    }

    /// Column letter, row from the bottom, and with layers a dot and the layer.
    pub(crate) fn cell_text(&self, (row, col, layer): Cell) -> String {
        let letter = char::from(b'a' + col as u8);
        let row = row + 1;
        if self.layers > 1 {
            format!("{letter}{row}.{}", layer + 1)
        } else {
            format!("{letter}{row}")
        }
    }

    fn column_text(&self, (_, col, layer): Cell) -> String {
        let letter = char::from(b'a' + col as u8);
        if self.layers > 1 { format!("{letter}.{}", layer + 1) } else { letter.to_string() }
    }
}

fn count(cells: &Cells, token: char) -> usize {
    cells.iter().flatten().flatten().filter(|it| **it == token).count()
}

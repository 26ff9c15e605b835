//! The rules of line games: whose turn it is, which cells can be played, when the game is over. Also
//! the symmetries of the board, what can be seen without a search, and the reward for players of
//! limited foresight.

use super::grid::Grid;
use super::keys::{Gravity, Keys, LineRule};
use super::rank::Numbering;
use crate::cells::{CellMap, Turning, bits, low_bits};
use spar_rules::{
    Deterministic, Game, Name, Outcome, ReadError, Reward, Side, Symmetric, Tactics, Turn, Value,
    quoted,
};
use std::collections::HashSet;

/// A line game: one type for all boards, directions, gravities, and misère.
#[derive(Clone, Debug)]
pub struct Lines {
    pub(super) keys: Keys,
    pub(super) grid: Grid,
    pub(super) images: Images,
    pub(super) numbering: Option<Numbering>,
}

/// The stones of both sides, a bit for each cell. Whose turn it is follows from
/// their number: both sides have as many, or the first has one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub(super) first: u64,
    pub(super) second: u64,
}

/// A move: the cell that gets a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub(super) u8);

impl Lines {
    /// The game with these parameters.
    ///
    /// # Errors
    /// Says which parameters contradict each other.
    pub fn new(keys: Keys) -> Result<Lines, ReadError> {
        let keys = keys.checked()?;
        let grid = Grid::new(&keys);
        let images = Images::new(&grid);
        let numbering = Numbering::new(&grid);
        Ok(Lines { keys, grid, images, numbering })
    }

    /// The game with this name: `connect4:rows=5,cols=5`.
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn named(text: &str) -> Result<Lines, ReadError> {
        let Name { game, settings } = Name::read(text)?;
        let preset = Keys::preset(game);
        let preset = preset
            .ok_or_else(|| ReadError::new(format!("no line game is named {}", quoted(game))))?;
        Lines::new(preset.with(&settings)?)
    }

    /// The parameters, equal games alike.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The one canonical name of this game.
    pub fn name(&self) -> String {
        self.keys.name()
    }

    /// The number of cells without a stone.
    #[inline]
    pub(super) fn empty_cells(&self, board: &Board) -> u32 {
        (self.grid.cells & !board.all()).count_ones()
    }

    /// How the game ended if it did: only the side that moved last can have
    /// completed a line.
    #[inline]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let mover = board.mover();
        if self.grid.has_line(board.stones(mover.other())) {
            Some(Outcome::Win(match self.keys.line {
                LineRule::Wins => mover.other(),
                LineRule::Loses => mover,
            }))
        } else if board.all() == self.grid.cells {
            Some(Outcome::Draw)
        } else {
            None
        }
    }
}

impl Board {
    /// The stones of one side.
    #[inline]
    pub(super) fn stones(&self, side: Side) -> u64 {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// The stones of both sides.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        self.first | self.second
    }

    /// The side to move: the first one if the number of stones is even.
    #[inline]
    pub(super) fn mover(&self) -> Side {
        if self.all().count_ones() & 1 == 0 { Side::First } else { Side::Second }
    }

    /// How many stones lie on the board.
    pub fn n_stones(&self) -> u32 {
        self.all().count_ones()
    }
}

impl Game for Lines {
    type Position = Board;
    type Move = Place;

    fn start(&self) -> Board {
        Board { first: 0, second: 0 }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        self.outcome(board).map_or_else(|| Turn::Play(board.mover()), Turn::Over)
    }

    #[inline]
    fn side(&self, board: &Board) -> Side {
        board.mover()
    }

    #[inline]
    fn moves(&self, board: &Board, out: &mut Vec<Place>) {
        if self.outcome(board).is_none() {
            out.extend(bits(self.grid.playable(board.all())).map(|bit| Place(bit as u8)));
        }
    }

    #[inline]
    fn after(&self, board: &Board, Place(bit): Place) -> Board {
        match board.mover() {
            Side::First => Board { first: board.first | 1 << bit, ..*board },
            Side::Second => Board { second: board.second | 1 << bit, ..*board },
        }
    }

    /// A misère move never wins: who completes a line loses.
    #[inline]
    fn wins_next(&self, board: &Board, side: Side) -> Option<bool> {
        let completing = self.grid.completing(board.stones(side));
        Some(
            self.outcome(board).is_none()
                && self.keys.line == LineRule::Wins
                && completing & self.grid.playable(board.all()) != 0,
        )
    }

    fn horizon(&self, board: &Board) -> Option<u32> {
        Some(self.empty_cells(board))
    }
}

impl Deterministic for Lines {}

// Images of the board: every way to turn or mirror it that keeps lines lines
// and lets stones fall as before.

/// The symmetries of a board; number 0 changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Images {
    maps: Vec<CellMap>,
}

impl Images {
    pub(super) fn new(grid: &Grid) -> Images {
        let lines: HashSet<u64> = grid.lines().collect();
        let mut maps: Vec<CellMap> = Vec::new();
        for turning in Turning::all([grid.rows, grid.cols, grid.layers]) {
            if grid.gravity() != Gravity::None && !turning.keeps_rows() {
                continue;
            }
            let image = |bit: u32| grid.bit(turning.place(grid.place(bit)));
            let map = CellMap::new(grid.cells, image, turning.is_mirror());
            let keeps_lines = lines.iter().all(|line| lines.contains(&map.word(*line)));
            if keeps_lines && !maps.iter().any(|known| known.is_same(&map)) {
                maps.push(map);
            }
        }
        Images { maps }
    }
}

impl Symmetric for Lines {
    fn symmetries(&self) -> usize {
        self.images.maps.len()
    }

    #[inline]
    fn image(&self, board: &Board, symmetry: usize) -> Board {
        let map = &self.images.maps[symmetry];
        Board { first: map.word(board.first), second: map.word(board.second) }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        self.images.maps[symmetry].is_mirror()
    }

    fn image_move(&self, Place(bit): Place, symmetry: usize) -> Place {
        Place(self.images.maps[symmetry].cell(bit))
    }
}

// What can be seen at a glance: a line to complete, a line to prevent, a stone
// that would lift the opponent into one.

/// What a search computes once of each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// The empty cells that complete a line of the side to move.
    own: u64,
    /// The empty cells that complete a line of the other side.
    others: u64,
    /// The cells among which a best move lies; none if the value can be seen.
    candidates: u64,
    /// Whether the last stone completed a line.
    has_line: bool,
}

/// With more stones than this, mirror images hardly meet, and to look for them costs more than it
/// brings.
const MOST_MIRRORED: u32 = 12;

impl Tactics for Lines {
    type Key = (u64, u64);
    type Note = Threats;

    /// The least of the images: by rank where there is one, else by stones.
    fn key(&self, board: &Board) -> (u64, u64) {
        if let Some(key) = self.numbering.as_ref().and_then(|it| it.folded(board)) {
            return (key, 0);
        }
        let least = self.least_image(board);
        (least.first, least.second)
    }

    fn number_bits(&self) -> Option<u32> {
        self.grid.marked_bits()
    }

    /// The stones of the first side, and a mark above the highest stone of each column.
    #[inline]
    fn number(&self, board: &Board) -> u64 {
        let least = self.least_image(board);
        least.first | (least.all() + self.grid.bottom)
    }

    fn note(&self, board: &Board) -> Threats {
        let mover = board.mover();
        let (own, others) = (board.stones(mover), board.stones(mover.other()));
        let completing = [own, others].map(|stones| self.grid.completing(stones));
        self.threats(board, completing, self.grid.has_line(others))
    }

    #[inline]
    fn note_after(&self, note: &Threats, &Place(bit): &Place, next: &Board) -> Threats {
        let moved = self.grid.completing(next.stones(next.mover().other()));
        self.threats(next, [note.others, moved], note.own >> bit & 1 == 1)
    }

    #[inline]
    fn glance(&self, board: &Board, note: &Threats) -> Option<Value> {
        if note.candidates != 0 { None } else { Some(self.value_without_candidates(board, note)) }
    }

    #[inline]
    fn candidates(&self, _board: &Board, note: &Threats, out: &mut Vec<Place>) {
        out.extend(bits(note.candidates).map(|bit| Place(bit as u8)));
    }

    #[inline]
    fn forced(&self, _board: &Board, note: &Threats) -> Option<Place> {
        let cells = note.candidates;
        (cells & cells.wrapping_sub(1) == 0).then(|| Place(cells.trailing_zeros() as u8))
    }

    /// Where `glance` gives no value, the mover does not win with this stone, nor
    /// the opponent with the next, unless it can be lifted (partial gravity). Under
    /// misère nobody must complete a line with this stone. See also
    /// `follow_up`.
    #[inline]
    fn limits(&self, board: &Board, note: &Threats) -> (Value, Value) {
        let left = self.empty_cells(board);
        match self.keys.line {
            LineRule::Wins if left <= 2 => (Value::Draw, Value::Draw),
            LineRule::Wins => {
                let lifts = matches!(self.grid.gravity(), Gravity::Partial(_));
                (Value::Loss(if lifts { 2 } else { 4 }), self.follow_up(board, note, left))
            }
            LineRule::Loses if left <= 1 => (Value::Draw, Value::Draw),
            LineRule::Loses => (Value::Loss(3), Value::Win(2)),
        }
    }

    fn move_kinds(&self) -> usize {
        64
    }

    #[inline]
    fn move_kind(&self, mv: &Place) -> usize {
        usize::from(mv.0)
    }

    /// Threats made, and cells in many lines. Where stones fall, a threat above a
    /// playable cell counts most, for it bars that cell to the opponent; one that
    /// the own side reaches by parity (odd rows for the first side, even rows for
    /// the second) counts more than others.
    fn promise(&self, board: &Board, &Place(bit): &Place, next: &Board, note: &Threats) -> i32 {
        let count = |cells: u64| cells.count_ones() as i32;
        let weight = match self.grid.gravity() {
            Gravity::None | Gravity::Partial(_) => 3 * count(note.others),
            Gravity::Full => {
                let good_rows = match board.mover() {
                    Side::First => self.grid.odd_rows,
                    Side::Second => !self.grid.odd_rows,
                };
                // The opponent, who has to block, uses up a threat above one of its own.
                let useful = note.others & !self.grid.above(note.own);
                let next_to_play = self.grid.above(self.grid.playable(next.all()));
                3 * count(useful)
                    + 2 * count(useful & good_rows)
                    + 8 * count(useful & next_to_play)
                    + 3 * count(useful & self.grid.above(next_to_play))
            }
        };
        let sign = if self.keys.line == LineRule::Wins { 1 } else { -1 };
        sign * weight * 64 + 48 * i32::from(self.grid.lines_through[usize::from(bit)])
    }
}

impl Lines {
    /// The least of the images, by stones, while there are few.
    #[inline]
    fn least_image(&self, board: &Board) -> Board {
        if board.n_stones() <= MOST_MIRRORED { self.canonical(board) } else { *board }
    }

    /// The note of a board, given the cells that complete lines of the side to move and of the
    /// other, occupied or not.
    #[inline]
    fn threats(&self, board: &Board, completing: [u64; 2], has_line: bool) -> Threats {
        let (stones, playable) = (board.all(), self.grid.playable(board.all()));
        let [own, others] = completing.map(|cells| cells & self.grid.cells & !stones);
        let candidates = match self.keys.line {
            _ if has_line => 0,
            LineRule::Wins if own & playable != 0 => 0,
            LineRule::Wins => {
                let forced = others & playable;
                // Two lines to prevent at once cannot be prevented, and a stone below a
                // cell that completes one gives it away.
                let answers = match (forced == 0, forced & forced.wrapping_sub(1) == 0) {
                    (true, _) => playable,
                    (false, true) => forced,
                    (false, false) => 0,
                };
                answers & !self.grid.opened_by_play(others)
            }
            LineRule::Loses => playable & !own,
        };
        Threats { own, others, candidates, has_line }
    }

    /// The value of a finished board, and of one without candidates.
    #[inline]
    fn value_without_candidates(&self, board: &Board, note: &Threats) -> Value {
        match self.keys.line {
            LineRule::Wins if note.has_line => Value::Loss(0),
            LineRule::Loses if note.has_line => Value::Win(0),
            _ if board.all() == self.grid.cells => Value::Draw,
            LineRule::Wins if note.own & self.grid.playable(board.all()) != 0 => Value::Win(1),
            // The opponent wins with the next move, whatever this one is.
            LineRule::Wins => Value::Loss(2),
            // A side that must complete a line loses at once.
            LineRule::Loses => Value::Loss(1),
        }
    }

    /// An upper bound of the value for the side to move, with `left` empty cells, where stones
    /// fall.
    ///
    /// If `left` is even, the other side can keep the number of empty cells of every column even
    /// once the column was played in: it answers in the same column, or, if that left an even
    /// number, at the bottom of another column with an odd number. So it gets every cell with an
    /// even number of cells above it, unless it is playable now. If all other cells hold no line
    /// for the mover, the mover cannot win. If the sure cells hold a line for the other side, the
    /// mover loses before the cells above that line are filled.
    #[inline]
    fn follow_up(&self, board: &Board, note: &Threats, left: u32) -> Value {
        let grid = &self.grid;
        if grid.gravity() != Gravity::Full {
            return Value::Win(3);
        }
        let (stones, playable) = (board.all(), grid.playable(board.all()));
        let others = board.stones(board.mover().other());
        let free = grid.cells & !stones & !playable;
        if left.is_multiple_of(2) {
            let sure = free & grid.even_above;
            if !grid.has_line(grid.cells & !sure & !others) {
                return self.end_of_follow_up(sure, others, left);
            }
        }
        if note.others & free == 0 {
            return Value::Win(3);
        }
        self.zugzwang(board, note.others & free, left)
    }

    /// The upper bound of [`follow_up`](Lines::follow_up) if the mover cannot win.
    fn end_of_follow_up(&self, sure: u64, others: u64, left: u32) -> Value {
        let grid = &self.grid;
        if !grid.has_line(sure | others) {
            return Value::Draw;
        }
        let (mut needed, mut rows_above) = (sure, 0);
        loop {
            needed &= !(grid.top >> rows_above);
            if !grid.has_line(needed | others) {
                return Value::Loss(left - rows_above);
            }
            rows_above += 2;
        }
    }

    /// An upper bound of the value for the side to move, if the other side has lines that each lack
    /// only one of the cells `missing`, which are empty and not playable now.
    ///
    /// Neither side wants to play directly below a missing cell: the mover would give the line
    /// away, the other side would waste it. Close the column from there up, or two such
    /// columns. If the number of other empty cells is even, the other side can answer in them as
    /// in `follow_up`. If what the mover can get there holds no line, the mover has to open a
    /// closed column in the end, and loses.
    fn zugzwang(&self, board: &Board, missing: u64, left: u32) -> Value {
        let stones = board.all();
        let free = self.grid.cells & !stones & !self.grid.playable(stones);
        let own_stones = board.stones(board.mover());
        let wins = |closed: Closed| {
            let sure = free & (self.grid.even_above & !closed.columns | closed.sure_below);
            !self.grid.has_line(own_stones | self.grid.cells & !stones & !sure & !closed.above)
        };
        for bit in bits(missing) {
            let one = Closed::at(&self.grid, bit);
            let rest = left - one.above.count_ones() - 1;
            if rest.is_multiple_of(2) {
                if wins(one) {
                    return Value::Loss(rest + 2);
                }
                continue;
            }
            for second_bit in bits(missing & !one.columns & !low_bits(bit)) {
                let second = Closed::at(&self.grid, second_bit);
                let n_closed = second.above.count_ones() + 1;
                if n_closed % 2 == 1 && wins(one.and(second)) {
                    return Value::Loss(rest - n_closed + 2);
                }
            }
        }
        Value::Win(3)
    }
}

/// Columns that are closed below a cell that completes a line.
#[derive(Clone, Copy)]
struct Closed {
    columns: u64,
    /// The completing cells and those above them.
    above: u64,
    /// The cells of these columns with an even number of cells between them and the one below the
    /// completing cell.
    sure_below: u64,
}

impl Closed {
    /// The column of this cell.
    #[inline]
    fn at(grid: &Grid, bit: u32) -> Closed {
        let columns = grid.column(bit);
        let is_even = grid.even_above >> bit & 1 == 1;
        let alike = if is_even { grid.even_above } else { !grid.even_above };
        let sure_below = columns & low_bits(bit - 1) & alike;
        Closed { columns, above: columns & !low_bits(bit), sure_below }
    }

    /// Both.
    #[inline]
    fn and(self, other: Closed) -> Closed {
        Closed {
            columns: self.columns | other.columns,
            above: self.above | other.above,
            sure_below: self.sure_below | other.sure_below,
        }
    }
}

// How good a board looks: the reward of Ahmed, Chatterjee and Gulwani (2013), as
// their figures show it.
//
// A line that holds `m` stones of one side, at least two and not yet all, and none
// of the other counts `m` for that side. Gravity does not matter, nor whether the
// stones touch. Under misère the paper says nothing, so nothing counts there.

impl Reward for Lines {
    #[inline]
    fn reward(&self, board: &Board) -> i32 {
        if self.keys.line == LineRule::Loses {
            return 0;
        }
        let [first, second] = self.grid.open_lines([board.first, board.second]);
        first as i32 - second as i32
    }

    fn most_reward(&self) -> u32 {
        let fullest = if self.grid.connect > 2 { self.grid.connect - 1 } else { 0 };
        self.grid.lines().count() as u32 * fullest
    }
}

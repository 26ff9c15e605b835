//! The rules of line games: whose turn it is, which cells can be played, when the game is over. Also
//! the symmetries of the board, what can be seen without a search, and the reward for players of
//! limited foresight.

use super::grid::Grid;
use super::keys::{Gravity, Keys, LineRule};
use super::rank::Numbering;
use crate::cells::{CellMap, Turning, bits};
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
    /// Says what cannot be read.
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

impl Tactics for Lines {
    type Key = u128;

    /// The least of the images: by rank where there is one, else by stones. With
    /// many stones images hardly meet any more, and to list them costs more.
    fn key(&self, board: &Board) -> u128 {
        if let Some(key) = self.numbering.as_ref().and_then(|it| it.folded(board)) {
            return u128::from(key);
        }
        let few_stones = board.n_stones() <= 12;
        let least = if few_stones { self.canonical(board) } else { *board };
        u128::from(least.first) << 64 | u128::from(least.second)
    }

    #[inline]
    fn glance(&self, board: &Board, out: &mut Vec<Place>) -> Option<Value> {
        let playable = self.grid.playable(board.all());
        let mover = board.mover();
        let (own, others) = (board.stones(mover), board.stones(mover.other()));
        let (value, candidates) = match self.keys.line {
            LineRule::Wins => self.glance_to_win(playable, own, others),
            // A side that must complete a line loses at once; everything else is better.
            LineRule::Loses => (Value::Loss(1), playable & !self.grid.completing(own)),
        };
        if candidates == 0 {
            return Some(value);
        }
        out.extend(bits(candidates).map(|bit| Place(bit as u8)));
        None
    }

    /// Where `glance` gives no value, the mover does not win with this stone, nor
    /// the opponent with the next, unless it can be lifted (partial gravity). Under
    /// misère nobody must complete a line with this stone. See also
    /// `follow_up`.
    #[inline]
    fn limits(&self, board: &Board) -> (Value, Value) {
        let left = self.empty_cells(board);
        match self.keys.line {
            LineRule::Wins if left <= 2 => (Value::Draw, Value::Draw),
            LineRule::Wins => {
                let lifts = matches!(self.grid.gravity(), Gravity::Partial(_));
                (Value::Loss(if lifts { 2 } else { 4 }), self.follow_up(board, left))
            }
            LineRule::Loses if left <= 1 => (Value::Draw, Value::Draw),
            LineRule::Loses => (Value::Loss(3), Value::Win(2)),
        }
    }

    /// Threats made, then cells in many lines. Where stones fall, a threat above a
    /// playable cell counts most, for it bars that cell to the opponent; one that
    /// the own side reaches by parity (odd rows for the first side, even rows for
    /// the second) counts more than others.
    fn promise(&self, board: &Board, Place(bit): Place) -> i32 {
        let mover = board.mover();
        let stones = board.stones(mover) | 1 << bit;
        let empty = self.grid.cells & !board.all() & !(1 << bit);
        let threats = self.grid.completing(stones) & empty;
        let good_rows = match (self.grid.gravity(), mover) {
            (Gravity::None | Gravity::Partial(_), _) => 0,
            (Gravity::Full, Side::First) => self.grid.odd_rows,
            (Gravity::Full, Side::Second) => self.grid.cells & !self.grid.odd_rows,
        };
        let next_to_play = match self.grid.gravity() {
            Gravity::Full => self.grid.above(self.grid.playable(board.all() | 1 << bit)),
            Gravity::Partial(_) | Gravity::None => 0,
        };
        let weight = 3 * threats.count_ones()
            + 2 * (threats & good_rows).count_ones()
            + 10 * (threats & next_to_play).count_ones();
        let sign = if self.keys.line == LineRule::Wins { 1 } else { -1 };
        sign * (weight as i32 * 64) + i32::from(self.grid.lines_through[usize::from(bit)])
    }
}

impl Lines {
    /// At most this good for the side to move, with `left` empty cells.
    ///
    /// Where stones fall in columns of even height and the first side is to move,
    /// the second can answer every stone above an odd row in the same column, and
    /// a stone that fills up a column to an even row with another such stone. So
    /// it gets every cell of an even row that is not playable now. If all other
    /// cells hold no line for the first side, that side cannot win; if the sure
    /// cells hold one for the second side, it loses before the cells above are
    /// filled.
    #[inline]
    fn follow_up(&self, board: &Board, left: u32) -> Value {
        let grid = &self.grid;
        if grid.gravity() != Gravity::Full || grid.rows % 2 == 1 || board.mover() == Side::Second {
            return Value::Win(3);
        }
        let stones = board.all();
        let sure = grid.cells & !grid.odd_rows & !stones & !grid.playable(stones);
        if grid.has_line(grid.cells & !sure & !board.second) {
            return Value::Win(3);
        }
        if !grid.has_line(sure | board.second) {
            return Value::Draw;
        }
        let (mut needed, mut rows_above) = (sure, 0);
        loop {
            needed &= !(grid.top >> rows_above);
            if !grid.has_line(needed | board.second) {
                return Value::Loss(left - rows_above);
            }
            rows_above += 2;
        }
    }

    /// The value if nothing is left to consider, and what is left.
    #[inline]
    fn glance_to_win(&self, playable: u64, own: u64, others: u64) -> (Value, u64) {
        if self.grid.completing(own) & playable != 0 {
            return (Value::Win(1), 0);
        }
        let dangers = self.grid.completing(others);
        let forced = dangers & playable;
        // Two lines to prevent at once cannot be prevented, and a stone below a
        // danger gives it away: either way the opponent wins with the next move.
        let candidates = match (forced == 0, forced & forced.wrapping_sub(1) == 0) {
            (true, _) => playable,
            (false, true) => forced,
            (false, false) => 0,
        };
        (Value::Loss(2), candidates & !self.grid.opened_by_play(dangers))
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

//! The rules: whose turn it is, which cells can be played, when it is over.

use super::grid::Grid;
use super::keys::{Keys, LineRule};
use super::rank::Numbering;
use super::symmetry::Images;
use crate::bits::bits;
use spar_rules::{Deterministic, Game, Name, Outcome, ReadError, Side, Turn, quoted};

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

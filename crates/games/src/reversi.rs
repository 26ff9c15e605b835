//! Reversi: a disc turns over the opponent's discs that it encloses; the side with more discs
//! wins.
//!
//! Black and White take turns to place a disc on an empty square so that at least one straight
//! line of the opponent's discs lies between the new disc and another own disc; all such lines
//! are turned over. A side that cannot do so must pass. If neither side can, the game is over.
//! Empty squares do not count.

pub use crate::boards::Placed as Position;
use crate::boards::{Boards, Cell, OnBoard, bit, on_board, place};
use crate::cells::{CellMap, bits, cell_name, counted};
use crate::settings::{Configured, Described, Key, Settings};
use spar_rules::scene::token;
use spar_rules::{
    Deterministic, Game, Ranked, ReadError, Reward, Score, Scored, Side, Symmetric, Tactics, Turn,
};

/// Reversi on a square board with an even number of rows.
#[derive(Clone, Debug)]
pub struct Reversi {
    boards: Boards,
    start: Position,
    /// All squares.
    cells: u64,
    corners: u64,
    /// The symmetries that keep the start position.
    images: Vec<CellMap>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a disc on the square with this bit.
    Place(u8),
    /// Passes, because no disc can be placed.
    Pass,
}

impl Configured for Reversi {
    const NAME: &'static str = "reversi";
    const KEYS: &'static [Key] = &[
        Key::new("rows", "Rows", "4, 6 or 8").one_of(SIZES).default("8"),
        Key::new("cols", "Columns", "4, 6 or 8").one_of(SIZES).default("8"),
        Key::new("start", "Start", "diagonal or parallel: how the first four discs lie")
            .one_of(&["diagonal", "parallel"])
            .default("diagonal"),
    ];

    fn new(given: &[(&str, &str)]) -> Result<Reversi, ReadError> {
        let settings = Settings::read::<Reversi>(given)?;
        let [rows, cols] = ["rows", "cols"].map(|side| settings.number(side));
        let square = |row: u32, col: u32| 1_u64 << bit(row, col);
        let (top, right) = (rows / 2, cols / 2);
        let [d4, e4] = [right - 1, right].map(|col| square(top - 1, col));
        let [d5, e5] = [right - 1, right].map(|col| square(top, col));
        // On the 8×8 board, these are the square names used in books.
        let discs = match settings.text("start") {
            "parallel" => [d4 | e4, d5 | e5],
            _ => [e4 | d5, d4 | e5],
        };
        let start = Position { pieces: discs, side: Side::First };
        let mut images = CellMap::of_board(rows, cols, 8);
        images.retain(|map| start.image(map) == start);
        let corner = |row, col| square(row * (rows - 1), col * (cols - 1));
        let corners = corner(0, 0) | corner(0, 1) | corner(1, 0) | corner(1, 1);
        let pieces = [('b', token::DISC), ('w', token::DISC)];
        let boards = Boards::new(rows, cols, pieces, ["black", "white"]);
        let cells = boards.all();
        Ok(Reversi { boards, start, cells, corners, images })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let start = if self.is_parallel() { "parallel" } else { "diagonal" }.to_owned();
        let [rows, cols] = [self.boards.rows, self.boards.cols].map(|size| size.to_string());
        vec![("rows", rows), ("cols", cols), ("start", start)]
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }
}

const SIZES: &[&str] = &["4", "6", "8"];

/// The eight directions: the shift of a square's bit and the squares it can reach. The masks
/// prevent lines from continuing from the last column to the first or back.
const DIRECTIONS: [(i32, u64); 8] = [
    (1, !FIRST_COLUMN),
    (9, !FIRST_COLUMN),
    (8, !0),
    (7, !LAST_COLUMN),
    (-1, !LAST_COLUMN),
    (-9, !LAST_COLUMN),
    (-8, !0),
    (-7, !FIRST_COLUMN),
];
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// Moves these squares one step in a direction.
#[inline]
fn step(squares: u64, (by, onto): (i32, u64)) -> u64 {
    (if by > 0 { squares << by } else { squares >> -by }) & onto
}

impl Reversi {
    /// Returns whether discs of the same colour are next to each other at the start.
    fn is_parallel(&self) -> bool {
        self.start.pieces[0] & self.start.pieces[0] >> 1 != 0
    }

    /// The squares where a side can place a disc, regardless of whose turn it is.
    #[inline]
    fn places(&self, position: &Position, side: Side) -> u64 {
        let (own, others) = Position { side, ..*position }.own_and_others();
        let lines = DIRECTIONS.iter().fold(0, |places, &direction| {
            let mut run = step(own, direction) & others;
            for _ in 0..5 {
                run |= step(run, direction) & others;
            }
            places | step(run, direction)
        });
        lines & self.cells & !own & !others
    }

    /// The discs that are turned over if the side to move places a disc on this square.
    #[inline]
    fn turned(position: &Position, place: u8) -> u64 {
        let (own, others) = position.own_and_others();
        DIRECTIONS.iter().fold(0, |turned, &direction| {
            let (mut run, mut end) = (0, step(1 << place, direction));
            while end & others != 0 {
                run |= end;
                end = step(end, direction);
            }
            if end & own == 0 { turned } else { turned | run }
        })
    }

    /// The position after the side to move places a disc.
    #[inline]
    fn placed(position: &Position, place: u8) -> Position {
        let turned = Reversi::turned(position, place);
        let (own, others) = position.own_and_others();
        position.next(own | turned | 1 << place, others & !turned)
    }
}

impl Game for Reversi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    fn turn(&self, position: &Position) -> Turn {
        let side = position.side;
        if self.places(position, side) != 0 || self.places(position, side.other()) != 0 {
            return Turn::Play(side);
        }
        Turn::Over(self.score(position).outcome())
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let places = self.places(position, position.side);
        out.extend(bits(places).map(|bit| Move::Place(bit as u8)));
        if places == 0 && self.places(position, position.side.other()) != 0 {
            out.push(Move::Pass);
        }
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        match mv {
            Move::Place(place) => Reversi::placed(position, place),
            Move::Pass => Position { side: position.side.other(), ..*position },
        }
    }

    /// Every empty square can take a disc, with at most one pass before it.
    fn horizon(&self, position: &Position) -> Option<u32> {
        let [black, white] = position.pieces;
        let empty = (self.cells & !black & !white).count_ones();
        Some(2 * empty - u32::from(self.places(position, position.side) != 0))
    }
}

impl Deterministic for Reversi {}

impl Scored for Reversi {
    /// The number of discs of each side; empty squares do not count.
    fn score(&self, position: &Position) -> Score {
        let [first, second] = position.pieces.map(u64::count_ones);
        Score { first, second }
    }
}

/// The text of a position is its rows from the top and the side to move,
/// `..../.bw./.wb./....-black`.
impl OnBoard for Reversi {
    fn boards(&self) -> &Boards {
        &self.boards
    }

    fn sign(&self, position: &Position, row: u32, col: u32) -> char {
        self.boards.sign_of(position, row, col)
    }

    fn with_cells(&self, cells: &[Cell], side: Side) -> Result<Position, ReadError> {
        let position = self.boards.placed(cells, side)?;
        let [middle, discs] = [self.start, position].map(|it| it.pieces[0] | it.pieces[1]);
        let empty = bits(middle & !discs).next();
        empty.map_or(Ok(position), |bit| {
            let [row, col] = place(bit as u8);
            let what = format!("{} is empty", cell_name(row, col));
            Err(ReadError::new(what).hint("the four squares in the middle are never empty"))
        })
    }

    fn cells(&self, mv: Move) -> Vec<[u32; 2]> {
        match mv {
            Move::Place(bit) => vec![place(bit)],
            Move::Pass => Vec::new(),
        }
    }
}

on_board!(Reversi);

impl Symmetric for Reversi {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        position.image(&self.images[symmetry])
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        self.images[symmetry].is_mirror()
    }

    fn image_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Place(bit) => Move::Place(self.images[symmetry].cell(bit)),
            Move::Pass => Move::Pass,
        }
    }
}

/// The game is solved without ranks.
impl Ranked for Reversi {}

impl Tactics for Reversi {
    type Key = Position;
    type Note = ();

    fn note(&self, _position: &Position) {}

    fn key(&self, position: &Position) -> Position {
        self.canonical(position)
    }

    /// Corners first, then moves that leave the opponent few moves.
    fn promise(&self, _position: &Position, mv: &Move, next: &Position, _note: &()) -> i32 {
        let corner = matches!(mv, Move::Place(bit) if self.corners >> bit & 1 == 1);
        i32::from(corner) * CORNER - self.places(next, next.side).count_ones() as i32
    }
}

/// The number of possible moves that a corner is worth. It is high because a disc on a corner
/// is never turned over.
const CORNER: i32 = 10;

/// Corners and possible moves: the first side's minus the second side's.
impl Reward for Reversi {
    fn reward(&self, position: &Position) -> i32 {
        let worth = |side: Side| {
            let corners = (position.pieces[side as usize] & self.corners).count_ones() as i32;
            CORNER * corners + self.places(position, side).count_ones() as i32
        };
        worth(Side::First) - worth(Side::Second)
    }

    fn most_reward(&self) -> u32 {
        4 * CORNER as u32 + self.cells.count_ones()
    }
}

impl Described for Reversi {
    const TITLE: &'static str = "Reversi";
    const ABOUT: &'static str = "discs that enclose others turn them over; who has more wins";

    fn summary(&self) -> String {
        "Place a disc so that discs of the other side lie in a line between it and one of yours: \
         they become yours, and whoever has more at the end wins."
            .to_owned()
    }

    fn rules(&self) -> Vec<String> {
        let rows = counted(self.boards.rows as usize, "row");
        let cols = counted(self.boards.cols as usize, "column");
        let lie = if self.is_parallel() { "side by side" } else { "on a diagonal" };
        vec![
            format!(
                "Black and White take turns to place a disc on a board of {rows} and {cols}; Black \
                 begins. In the middle lie two discs of each side, {lie}."
            ),
            "A disc goes on an empty square so that discs of the other side lie in a straight \
             line between it and another disc of its own side. All discs of such lines are \
             turned over."
                .to_owned(),
            "A side that can place a disc must do so; otherwise it passes.".to_owned(),
            "The game is over when neither side can. Who has more discs wins; equal numbers \
             are a draw."
                .to_owned(),
        ]
    }
}

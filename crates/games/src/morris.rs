//! Three Men's Morris: three in a row on nine points, with men that move once all are placed.
//!
//! The sides take turns to place their three men each on empty points. After all six are
//! placed, a move takes one man to an adjacent empty point along a drawn line. Three in a row
//! win.
//!
//! H. J. R. Murray (*A History of Chess*, 1913, page 614) calls the game with moves to adjacent
//! points "three men's morris", and the one with moves to any point "nine holes". Without
//! diagonals a side may have no move; it then loses, as in Nine Men's Morris.
//!
//! The game has cycles, so it has no [`horizon`](spar_rules::Game::horizon).

use crate::boards::{Boards, Cell, EMPTY, OnBoard, on_board, wins_next};
use crate::cells::{CellMap, bits, counted};
use crate::settings::{Configured, Described, Key, Settings};
use spar_rules::scene::token;
use spar_rules::{
    Deterministic, Game, Outcome, Ranked, ReadError, Reward, Side, Symmetric, Tactics, Turn,
};

/// Three Men's Morris.
#[derive(Clone, Debug)]
pub struct Morris {
    boards: Boards,
    lines: Vec<u16>,
    /// For each point, the points where a man can move from there on an empty board.
    ways: [u16; 9],
    images: Vec<CellMap>,
    is_anywhere: bool,
    has_diagonals: bool,
}

/// A position: the men of both sides and the side to move. Bit `3 * row + column` is a point,
/// counted from the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    men: [u16; 2],
    side: Side,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A man is placed on this point.
    Place(u8),
    /// A man moves from one point to another.
    Go {
        /// The start.
        from: u8,
        /// The target.
        to: u8,
    },
}

/// The number of men per side.
const MEN: u32 = 3;
const ALL: u16 = 0b1_1111_1111;
const ROWS_AND_COLUMNS: [u16; 6] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444];
const DIAGONALS: [u16; 2] = [0o421, 0o124];

impl Configured for Morris {
    const NAME: &'static str = "morris";
    const KEYS: &'static [Key] = &[
        Key::new("moves", "Moves", "adjacent or anywhere")
            .one_of(&["adjacent", "anywhere"])
            .default("adjacent"),
        Key::new("diagonals", "Diagonals", "yes or no").one_of(&["yes", "no"]).default("yes"),
    ];

    fn new(given: &[(&str, &str)]) -> Result<Morris, ReadError> {
        let settings = Settings::read::<Morris>(given)?;
        let is_anywhere = settings.text("moves") == "anywhere";
        let has_diagonals = settings.text("diagonals") == "yes";
        let mut lines = ROWS_AND_COLUMNS.to_vec();
        lines.extend(DIAGONALS.iter().filter(|_| has_diagonals));
        let ways = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|point: u32| {
            let near = |line: &u16| neighbours(*line, point);
            let along = lines.iter().map(near).fold(0, |all, some| all | some);
            if is_anywhere { ALL & !(1 << point) } else { along }
        });
        let pieces = [('b', token::DISC), ('w', token::DISC)];
        let boards = Boards::new(3, 3, pieces, ["black", "white"]).at_most(MEN);
        let images = CellMap::of_board(3, 3, 3);
        Ok(Morris { boards, lines, ways, images, is_anywhere, has_diagonals })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let moves = if self.is_anywhere { "anywhere" } else { "adjacent" };
        let diagonals = if self.has_diagonals { "yes" } else { "no" };
        vec![("moves", moves.to_owned()), ("diagonals", diagonals.to_owned())]
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }
}

/// The points adjacent to this one on a line of three.
fn neighbours(line: u16, point: u32) -> u16 {
    let points: Vec<u32> = bits(line.into()).collect();
    let pairs = points.windows(2).filter(|pair| pair.contains(&point));
    pairs.fold(0, |near, pair| near | 1 << pair[0] | 1 << pair[1]) & !(1 << point)
}

impl Position {
    fn men(self, side: Side) -> u16 {
        self.men[side as usize]
    }

    fn empty(self) -> u16 {
        ALL & !self.men[0] & !self.men[1]
    }
}

impl Morris {
    fn has_line(&self, men: u16) -> bool {
        self.lines.iter().any(|line| men & line == *line)
    }

    /// The points where a man of the side to move can go from this point.
    fn ways(&self, position: Position, from: u32) -> u16 {
        self.ways[from as usize] & position.empty()
    }

    /// The reason why these men and this side to move are not a valid position, if there is
    /// one.
    fn wrong(&self, position: Position) -> Option<ReadError> {
        let counts = position.men.map(u16::count_ones);
        let mover = position.side;
        if let Some(side) = (0..2).find(|side| counts[*side] > MEN) {
            let (count, sign) = (counted(counts[side] as usize, "piece"), ['b', 'w'][side]);
            let what = format!("{count} `{sign}` on the board");
            return Some(ReadError::new(what).hint("each side has three men"));
        }
        let [black, white] = counts;
        let in_turn = match mover {
            Side::First => black == white,
            Side::Second => black == white + 1 || (black == MEN && white == MEN),
        };
        let name = self.boards.sides[mover as usize];
        if !in_turn {
            let what =
                format!("`b` stands {black} times, `w` {white} times, and {name} is to move");
            return Some(
                ReadError::new(what).hint("the sides take turns to place a man, black first"),
            );
        }
        let what = format!("three men of {name} are in a row, and {name} is to move");
        let has_won = self.has_line(position.men(mover));
        has_won.then(|| ReadError::new(what).hint("it has won before"))
    }
}

impl Game for Morris {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { men: [0, 0], side: Side::First }
    }

    fn side(&self, position: &Position) -> Side {
        position.side
    }

    fn turn(&self, position: &Position) -> Turn {
        let (own, other) = (position.men(position.side), position.side.other());
        let can_move =
            own.count_ones() < MEN || bits(own.into()).any(|from| self.ways(*position, from) != 0);
        if self.has_line(position.men(other)) || !can_move {
            Turn::Over(Outcome::Win(other))
        } else {
            Turn::Play(position.side)
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if self.has_line(position.men(position.side.other())) {
            return;
        }
        let own = position.men(position.side);
        if own.count_ones() < MEN {
            out.extend(bits(position.empty().into()).map(|point| Move::Place(point as u8)));
            return;
        }
        for from in bits(own.into()) {
            let ways = bits(self.ways(*position, from).into());
            out.extend(ways.map(|to| Move::Go { from: from as u8, to: to as u8 }));
        }
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        let mut men = position.men;
        men[position.side as usize] ^= match mv {
            Move::Place(point) => 1 << point,
            Move::Go { from, to } => 1 << from | 1 << to,
        };
        Position { men, side: position.side.other() }
    }

    fn wins_next(&self, position: &Position, side: Side) -> Option<bool> {
        let here = Position { side, ..*position };
        let is_over = matches!(self.turn(position), Turn::Over(_));
        Some(!is_over && wins_next(self, &here, side))
    }
}

impl Deterministic for Morris {}

/// The text of a position is its rows from the top and the side to move, `..w/.b./...-black`;
/// the text of a move is its points, `b2` or `b2c3`.
impl OnBoard for Morris {
    fn boards(&self) -> &Boards {
        &self.boards
    }

    fn sign(&self, position: &Position, row: u32, col: u32) -> char {
        match position.men.map(|men| men >> (3 * row + col) & 1 == 1) {
            [true, _] => 'b',
            [_, true] => 'w',
            _ => EMPTY,
        }
    }

    fn with_cells(&self, cells: &[Cell], side: Side) -> Result<Position, ReadError> {
        let mut men = [0; 2];
        for &Cell { row, col, sign } in cells {
            men[0] |= u16::from(sign == 'b') << (3 * row + col);
            men[1] |= u16::from(sign == 'w') << (3 * row + col);
        }
        let position = Position { men, side };
        self.wrong(position).map_or(Ok(position), Err)
    }

    fn cells(&self, mv: Move) -> Vec<[u32; 2]> {
        let cell = |point: u8| [u32::from(point) / 3, u32::from(point) % 3];
        match mv {
            Move::Place(point) => vec![cell(point)],
            Move::Go { from, to } => vec![cell(from), cell(to)],
        }
    }
}

on_board!(Morris);

impl Symmetric for Morris {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        let map = &self.images[symmetry];
        Position { men: position.men.map(|men| map.word(men.into()) as u16), ..*position }
    }

    fn is_mirror(&self, symmetry: usize) -> bool {
        self.images[symmetry].is_mirror()
    }

    fn image_move(&self, mv: Move, symmetry: usize) -> Move {
        let map = &self.images[symmetry];
        match mv {
            Move::Place(point) => Move::Place(map.cell(point)),
            Move::Go { from, to } => Move::Go { from: map.cell(from), to: map.cell(to) },
        }
    }
}

/// The game has cycles, so no number can increase with every move.
impl Ranked for Morris {}

impl Tactics for Morris {
    type Key = Position;
    type Note = ();

    fn note(&self, _position: &Position) {}

    fn key(&self, position: &Position) -> Position {
        self.canonical(position)
    }
}

/// The number of lines with own men and no opponent's man, weighted by the men on them: the
/// first side's minus the second side's.
impl Reward for Morris {
    fn reward(&self, position: &Position) -> i32 {
        let worth = |side: Side| {
            let (own, others) = (position.men(side), position.men(side.other()));
            let open = self.lines.iter().filter(|line| others & **line == 0);
            open.map(|line| (own & line).count_ones() as i32).sum::<i32>()
        };
        worth(Side::First) - worth(Side::Second)
    }

    fn most_reward(&self) -> u32 {
        MEN * 4
    }
}

impl Described for Morris {
    const TITLE: &'static str = "Three Men's Morris";
    const ABOUT: &'static str = "three men each, placed and then moved; three in a row win";

    fn size(&self) -> String {
        "3×3".to_owned()
    }

    fn summary(&self) -> String {
        format!("Place your three men, then move them; three in one {} win.", self.row())
    }

    fn rules(&self) -> Vec<String> {
        let diagonals = if self.has_diagonals { "" } else { ", never along a diagonal" };
        let goes = if self.is_anywhere {
            "to any empty point".to_owned()
        } else {
            format!("to an empty point next to it{diagonals}")
        };
        let stuck = if self.is_anywhere { "" } else { " Who cannot move loses." };
        vec![
            "Black and White take turns to place one of their three men on an empty point of a board of \
             3 rows and 3 columns; Black begins."
                .to_owned(),
            format!("When all six men stand, a move takes one of your men {goes}."),
            format!("Who has three men in one {} wins.{stuck}", self.row()),
        ]
    }
}

impl Morris {
    /// The lines that win.
    fn row(&self) -> &'static str {
        if self.has_diagonals { "row, column or diagonal" } else { "row or column" }
    }
}

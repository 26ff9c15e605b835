//! Wolf and Sheep: the wolf tries to get past the sheep; the sheep try to trap the wolf.
//!
//! All pieces stand on dark squares: at the start, the sheep in the first row and the wolf in
//! the last. The sides take turns: the wolf moves one step diagonally, forward or back; one of
//! the sheep moves one step diagonally forward. Nothing is captured. The wolf wins if it
//! reaches the first row, or if no sheep can move; the sheep win if the wolf cannot move.

pub use crate::boards::Step;
use crate::boards::{Boards, Cell, EMPTY, OnBoard, on_board, wins_next};
use crate::cells::{bits, counted, low_bits};
use crate::sets::Sets;
use crate::settings::{Configured, Described, Key, Settings, number};
use spar_rules::scene::{Token, token};
use spar_rules::{
    Deterministic, Game, Outcome, Ranked, ReadError, Reward, Side, Symmetric, Tactics, Turn, Value,
};

/// Wolf and Sheep on a square board.
#[derive(Clone, Debug)]
pub struct Wolf {
    boards: Boards,
    /// The side that plays the wolf.
    runner: Side,
    n_sheep: u32,
    start: Position,
    /// The squares of the first row.
    home: u64,
    /// The neighbours of each square, and those of them in the next row.
    around: [u64; 64],
    ahead: [u64; 64],
    /// The sets of squares of the sheep, and the number of bits for the square of the wolf.
    sets: Sets,
    square_bits: u32,
}

/// A position: the squares of the sheep and of the wolf, and the side to move. Only dark
/// squares are numbered, row by row from the first, each row from the left.
///
/// ```text
///   6×6:  . 15 .  16 .  17
///         12 . 13  . 14  .
///         …
///         .  3  .  4  .  5
///         0  .  1  .  2  .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    sheep: u64,
    wolf: u8,
    side: Side,
}

impl Configured for Wolf {
    const NAME: &'static str = "wolf";
    const KEYS: &'static [Key] = &[
        Key::new("size", "Size", "rows and columns: 6, 8 or 10")
            .one_of(&["6", "8", "10"])
            .default("8"),
        Key::new("sheep", "Sheep", "1 to half the size, which is the default")
            .numbers(1, 5)
            .default("4"),
        Key::new("first", "Begins", "wolf or sheep").one_of(&["wolf", "sheep"]).default("wolf"),
    ];

    fn new(given: &[(&str, &str)]) -> Result<Wolf, ReadError> {
        let settings = Settings::read::<Wolf>(given)?;
        let size = settings.number("size");
        let (in_row, squares) = (size / 2, size * size / 2);
        let n_sheep = settings.number_or("sheep", in_row);
        number("sheep", &n_sheep.to_string(), 1..=in_row.into())?;
        let (runner, sides) = match settings.text("first") {
            "sheep" => (Side::Second, ["sheep", "wolf"]),
            _ => (Side::First, ["wolf", "sheep"]),
        };
        let wolf = ('w', Token::new(runner, token::WOLF), Some(1));
        let sheep = ('s', Token::new(runner.other(), token::SHEEP), Some(n_sheep));
        let pieces = [wolf, sheep];
        let boards = Boards { rows: size, cols: size, pieces, sides, is_checkered: true };
        let (mut around, mut ahead) = ([0; 64], [0; 64]);
        for square in 0..squares {
            let [row, col] = place(size, square);
            for other in 0..squares {
                let [there, column] = place(size, other);
                if row.abs_diff(there) == 1 && col.abs_diff(column) == 1 {
                    around[square as usize] |= 1 << other;
                    ahead[square as usize] |= u64::from(there > row) << other;
                }
            }
        }
        let start = Position {
            sheep: low_bits(n_sheep),
            wolf: (squares - in_row + size / 4) as u8,
            side: Side::First,
        };
        let (home, square_bits) = (low_bits(in_row), squares.next_power_of_two().ilog2());
        let sets = Sets::new(squares, n_sheep);
        Ok(Wolf { boards, runner, n_sheep, start, home, around, ahead, sets, square_bits })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let [size, sheep] = [self.boards.rows, self.n_sheep].map(|number| number.to_string());
        vec![("size", size), ("sheep", sheep), ("first", self.boards.sides[0].to_owned())]
    }

    fn sides(&self) -> [&'static str; 2] {
        match self.runner {
            Side::First => ["Wolf", "Sheep"],
            Side::Second => ["Sheep", "Wolf"],
        }
    }
}

/// The row and column of a dark square.
fn place(size: u32, square: u32) -> [u32; 2] {
    let row = square / (size / 2);
    [row, square % (size / 2) * 2 + row % 2]
}

impl Wolf {
    #[inline]
    fn around(&self, square: u8) -> u64 {
        self.around[usize::from(square) & 63]
    }

    /// The squares where the wolf can move.
    #[inline]
    fn ways(&self, position: &Position) -> u64 {
        self.around(position.wolf) & !position.sheep
    }

    /// The squares where this sheep can move.
    #[inline]
    fn steps(&self, position: &Position, sheep: u32) -> u64 {
        self.ahead[sheep as usize & 63] & !position.sheep & !(1 << position.wolf)
    }

    fn row(&self, square: u8) -> u32 {
        place(self.boards.rows, square.into())[0]
    }

    /// The number of the dark square in this row and column.
    fn square(&self, row: u32, col: u32) -> u32 {
        row * (self.boards.rows / 2) + col / 2
    }

    /// The number of steps left to the sheep if nothing blocks them.
    fn steps_left(&self, position: &Position) -> u32 {
        bits(position.sheep).map(|sheep| self.boards.rows - 1 - self.row(sheep as u8)).sum()
    }
}

impl Game for Wolf {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn side(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        let is_stuck = if position.side == self.runner {
            self.ways(position) == 0
        } else {
            bits(position.sheep).all(|sheep| self.steps(position, sheep) == 0)
        };
        if self.home >> position.wolf & 1 == 1 {
            Turn::Over(Outcome::Win(self.runner))
        } else if is_stuck {
            Turn::Over(Outcome::Win(position.side.other()))
        } else {
            Turn::Play(position.side)
        }
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Step>) {
        if self.home >> position.wolf & 1 == 1 {
            return;
        }
        if position.side == self.runner {
            let from = position.wolf;
            out.extend(bits(self.ways(position)).map(|to| Step { from, to: to as u8 }));
        } else {
            for from in bits(position.sheep) {
                let steps = bits(self.steps(position, from));
                out.extend(steps.map(|to| Step { from: from as u8, to: to as u8 }));
            }
        }
    }

    #[inline]
    fn after(&self, position: &Position, Step { from, to }: Step) -> Position {
        let side = position.side.other();
        if position.side == self.runner {
            Position { wolf: to, side, ..*position }
        } else {
            Position { sheep: position.sheep ^ (1 << from | 1 << to), side, ..*position }
        }
    }

    fn wins_next(&self, position: &Position, side: Side) -> Option<bool> {
        let here = Position { side, ..*position };
        let is_over = matches!(self.turn(position), Turn::Over(_));
        Some(!is_over && wins_next(self, &here, side))
    }

    /// Between any two moves of the wolf, a sheep makes a step.
    fn horizon(&self, position: &Position) -> Option<u32> {
        Some(2 * self.steps_left(position) + u32::from(position.side == self.runner))
    }
}

impl Deterministic for Wolf {}
impl Symmetric for Wolf {}

/// The text of a position is its rows from the top and the side to move,
/// `...w../…/s.s.s.-wolf`; the text of a move is its two squares, `a1b2`.
impl OnBoard for Wolf {
    fn boards(&self) -> &Boards {
        &self.boards
    }

    fn sign(&self, position: &Position, row: u32, col: u32) -> char {
        match self.square(row, col) {
            _ if (row + col) % 2 == 1 => EMPTY,
            square if square == u32::from(position.wolf) => 'w',
            square if position.sheep >> square & 1 == 1 => 's',
            _ => EMPTY,
        }
    }

    fn with_cells(&self, cells: &[Cell], side: Side) -> Result<Position, ReadError> {
        let refuse = |what: String, hint: &str| Err(ReadError::new(what).hint(hint));
        let (mut sheep, mut wolves) = (0_u64, Vec::new());
        for &Cell { row, col, sign } in cells {
            match sign {
                's' => sheep |= 1 << self.square(row, col),
                'w' => wolves.push(self.square(row, col) as u8),
                _ => {}
            }
        }
        let &[wolf] = &wolves[..] else {
            let wolves = counted(wolves.len(), "piece");
            return refuse(format!("{wolves} `w` on the board"), "there is one wolf");
        };
        if sheep.count_ones() != self.n_sheep {
            let what =
                format!("{} `s` on the board", counted(sheep.count_ones() as usize, "piece"));
            return refuse(what, &format!("there are {} sheep", self.n_sheep));
        }
        if self.home >> wolf & 1 == 1 && side == self.runner {
            return refuse("the wolf is home, and to move".to_owned(), "it has won before");
        }
        Ok(Position { sheep, wolf, side })
    }

    fn cells(&self, Step { from, to }: Step) -> Vec<[u32; 2]> {
        [from, to].map(|square| place(self.boards.rows, square.into())).to_vec()
    }
}

on_board!(Wolf);

/// A rank combines the number of the set of sheep, the side to move, and the square of the
/// wolf. The wolf's turn comes before the sheep's, because the wolf's move does not change the
/// set.
impl Ranked for Wolf {
    fn ranks(&self) -> Option<u64> {
        Some(self.sets.count() << (1 + self.square_bits))
    }

    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        let phase = u64::from(position.side != self.runner);
        let set = self.sets.number(position.sheep);
        (2 * set + phase) << self.square_bits | u64::from(position.wolf)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Position {
        let set = rank >> self.square_bits;
        let side = if set.is_multiple_of(2) { self.runner } else { self.runner.other() };
        let wolf = rank & low_bits(self.square_bits);
        Position { sheep: self.sets.set(set / 2), wolf: wolf as u8, side }
    }
}

impl Tactics for Wolf {
    type Key = Position;
    type Note = ();

    fn note(&self, _position: &Position) {}

    fn key(&self, position: &Position) -> Position {
        *position
    }

    /// Finds the wolf's winning step, or the sheep's step that closes the last gap.
    #[inline]
    fn glance(&self, position: &Position, _note: &()) -> Option<Value> {
        if let Some(value) = self.final_value(position) {
            return Some(value);
        }
        let ways = self.ways(position);
        let wins = if position.side == self.runner {
            ways & self.home != 0
        } else {
            let gap = ways.trailing_zeros() as usize & 63;
            let behind = self.around[gap] & !self.ahead[gap];
            ways.is_power_of_two() && behind & position.sheep & !self.around(position.wolf) != 0
        };
        wins.then_some(Value::Win(1))
    }

    /// No side can lose by its own move.
    fn limits(&self, _position: &Position, _note: &()) -> (Value, Value) {
        (Value::Loss(2), Value::Win(1))
    }

    /// Prefers wolf moves towards the first row, and moves of the rearmost sheep.
    fn promise(&self, position: &Position, step: &Step, _next: &Position, _note: &()) -> i32 {
        let square = if position.side == self.runner { step.to } else { step.from };
        -(self.row(square) as i32)
    }
}

/// The shorter the wolf's way to the first row with the sheep standing still, the better for
/// it. Without such a way, the size of the area that it can reach.
impl Reward for Wolf {
    fn reward(&self, position: &Position) -> i32 {
        let (mut seen, mut edge, mut steps) = (1_u64 << position.wolf, 1 << position.wolf, 0);
        while edge != 0 && seen & self.home == 0 {
            let next = bits(edge).fold(0, |next, square| next | self.around(square as u8));
            edge = next & !seen & !position.sheep;
            seen |= edge;
            steps += 1;
        }
        let squares = self.most_reward() as i32;
        let room = seen.count_ones() as i32;
        let good = if seen & self.home == 0 { room - squares } else { squares - steps };
        if self.runner == Side::First { good } else { -good }
    }

    fn most_reward(&self) -> u32 {
        self.boards.rows * self.boards.rows / 2
    }
}

impl Described for Wolf {
    const TITLE: &'static str = "Wolf and Sheep";
    const ABOUT: &'static str = "the wolf wants to get past the sheep, they want to shut it in";

    fn summary(&self) -> String {
        "All move one step along a diagonal, sheep only forward: the wolf wins by reaching the first \
         row, the sheep by shutting it in."
            .to_owned()
    }

    fn rules(&self) -> Vec<String> {
        let size = self.size();
        let stand = match self.n_sheep {
            1 => "one sheep stands".to_owned(),
            n_sheep => format!("{n_sheep} sheep stand"),
        };
        let begins = if self.runner == Side::First { "the wolf begins" } else { "the sheep begin" };
        vec![
            format!(
                "On the dark squares of a board of {size} squares, {stand} in the first row, and \
                 the wolf in the last; {begins}."
            ),
            "Wolf and Sheep take turns to move one piece by one step along a diagonal to an empty \
             square: the wolf forward or back, a sheep only forward. Nothing is captured."
                .to_owned(),
            "The wolf wins when it comes to the first row, or when it is the turn of the sheep \
             and none can move."
                .to_owned(),
            "The sheep win when it is the turn of the wolf and it cannot move.".to_owned(),
        ]
    }
}

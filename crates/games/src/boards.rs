//! Boards of rows and columns, as text and as pictures.
//!
//! A game that is [`OnBoard`] says which piece lies on each cell and which cells a move has. From
//! that, [`on_board`] derives its notation, its scenes and its set-up by clicks.

use crate::cells::{CellMap, cell_name, counted, labelled, read_side, write_rows, wrong_rows};
use spar_rules::scene::{self, Change, Point, Scene, Shape, Supply, Token};
use spar_rules::{Game, Outcome, ReadError, Side, Turn, quoted};

/// Boards with pieces of two kinds on which a side is to move: `b./.w-black`.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// What can stand on a cell: its sign in a text, its token in a picture, and the
    /// largest number of it.
    pub(crate) pieces: [(char, Token, Option<u32>); 2],
    /// How a text names the sides.
    pub(crate) sides: [&'static str; 2],
    /// Whether only the dark squares are cells: a1, c1, b2 and so on.
    pub(crate) is_checkered: bool,
}

/// A cell of a board, and what lies on it.
pub(crate) struct Cell {
    pub(crate) row: u32,
    pub(crate) col: u32,
    pub(crate) sign: char,
}

/// The sign of an empty cell.
pub(crate) const EMPTY: char = '.';

/// A game on a board with at most one piece on a cell.
pub(crate) trait OnBoard: Game {
    /// Its board.
    fn boards(&self) -> &Boards;

    /// What lies on a cell.
    fn sign(&self, position: &Self::Position, row: u32, col: u32) -> char;

    /// The position with these cells and this side to move.
    ///
    /// # Errors
    /// Says why it is not a position of this game.
    fn with_cells(&self, cells: &[Cell], side: Side) -> Result<Self::Position, ReadError>;

    /// Row and column of the cells of a move: where a piece is put, or from where to where
    /// one goes. A move without cells is a pass. A game with other moves without a target writes
    /// `Notation`, `Scenic` and `Arranged` by hand, over the helpers of [`Boards`].
    fn cells(&self, mv: Self::Move) -> Vec<[u32; 2]>;
}

/// `Notation`, `Scenic` and `Arranged` of a game that is [`OnBoard`]. Moves are written as
/// their cells, `b2` or `a1b2`, or as `pass`.
macro_rules! on_board {
    ($game:ty) => {
        impl spar_rules::Notation for $game {
            fn write_position(&self, position: &Self::Position) -> String {
                let sign = |row, col| self.sign(position, row, col);
                self.boards().write(spar_rules::Game::side(self, position), sign)
            }

            fn read_position(&self, text: &str) -> Result<Self::Position, spar_rules::ReadError> {
                let (cells, side) = self.boards().read(text)?;
                self.with_cells(&cells, side)
            }

            fn write_move(&self, _position: &Self::Position, mv: Self::Move) -> String {
                $crate::boards::write_move(self, mv)
            }
        }

        impl spar_rules::Scenic for $game {
            fn scene(&self, position: &Self::Position) -> spar_rules::scene::Scene {
                self.boards().scene(|row, col| self.sign(position, row, col))
            }

            fn touches(&self, _position: &Self::Position, mv: Self::Move) -> Vec<usize> {
                let cells = self.cells(mv).into_iter();
                cells.map(|[row, col]| self.boards().index(row, col)).collect()
            }

            fn button(
                &self,
                _position: &Self::Position,
                mv: Self::Move,
            ) -> Option<spar_rules::scene::Button> {
                let text = || $crate::boards::write_move(self, mv);
                let button = || spar_rules::scene::Button { key: Some('p'), text: text() };
                self.cells(mv).is_empty().then(button)
            }

            fn changes(
                &self,
                position: &Self::Position,
                mv: Self::Move,
            ) -> Vec<spar_rules::scene::Change> {
                let next = spar_rules::Game::after(self, position, mv);
                let sign = |position, row, col| self.sign(position, row, col);
                self.boards().changes(|row, col| [position, &next].map(|it| sign(it, row, col)))
            }

            fn walk(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
                let cells = spar_rules::Scenic::touches(self, position, mv);
                if cells.len() > 1 { cells } else { Vec::new() }
            }
        }

        impl spar_rules::Arranged for $game {
            fn supply(&self) -> Vec<spar_rules::scene::Supply> {
                self.boards().supply()
            }

            fn arranged(
                &self,
                tokens: &[Vec<spar_rules::scene::Token>],
                turn: spar_rules::Side,
            ) -> Result<Self::Position, spar_rules::ReadError> {
                let text = self.boards().write_tokens(tokens, turn)?;
                spar_rules::Notation::read_position(self, &text)
            }
        }
    };
}
pub(crate) use on_board;

/// The cells of a move, or `pass`.
pub(crate) fn write_move<G: OnBoard>(game: &G, mv: G::Move) -> String {
    let cells = game.cells(mv);
    if cells.is_empty() {
        return "pass".to_owned();
    }
    cells.into_iter().map(|[row, col]| cell_name(row, col)).collect()
}

/// Whether `side` would win with its next move; `here` is the position with its turn.
pub(crate) fn wins_next<G: Game>(game: &G, here: &G::Position, side: Side) -> bool {
    let won = Turn::Over(Outcome::Win(side));
    game.legal(here).into_iter().any(|mv| game.turn(&game.after(here, mv)) == won)
}

/// As text.
impl Boards {
    /// The board with these signs and this side to move.
    pub(crate) fn write(&self, side: Side, sign: impl Fn(u32, u32) -> char) -> String {
        let rows = write_rows(self.rows, self.cols, sign);
        format!("{rows}-{}", self.sides[side as usize])
    }

    /// Every cell, and the side to move.
    ///
    /// # Errors
    /// Says what does not have the shape of a board, and how one looks.
    pub(crate) fn read(&self, text: &str) -> Result<(Vec<Cell>, Side), ReadError> {
        let (board, side) = text.rsplit_once('-').unwrap_or((text, ""));
        let given: Vec<&str> = board.split('/').collect();
        if let Some(what) = wrong_rows(&given, self.rows, self.cols, None) {
            return Err(ReadError::new(what).hint(self.example()));
        }
        if side.is_empty() {
            let what = "the position does not say whose turn it is";
            return Err(ReadError::new(what).hint(self.example()));
        }
        let side = read_side(side, self.sides).map_err(|error| error.hint(self.example()))?;
        let mut cells = Vec::new();
        for (row, signs) in (0..self.rows).rev().zip(given) {
            for (col, sign) in (0..).zip(signs.chars()) {
                self.check(row, col, sign)?;
                cells.push(Cell { row, col, sign });
            }
        }
        Ok((cells, side))
    }

    /// Refuses a sign that this board does not have, or does not have here.
    fn check(&self, row: u32, col: u32, sign: char) -> Result<(), ReadError> {
        let [(one, ..), (other, ..)] = self.pieces;
        if ![one, other, EMPTY].contains(&sign) {
            let (sign, cell) = (quoted(&sign.to_string()), cell_name(row, col));
            return Err(ReadError::new(format!("{sign} at {cell} is not a valid cell"))
                .hint(format!("a cell is one of: `{one}` `{other}` `{EMPTY}`")));
        }
        if sign != EMPTY && !self.is_cell(row, col) {
            let what = format!("{} is a light square", cell_name(row, col));
            return Err(
                ReadError::new(what).hint("all stand on dark squares: a1, c1, b2 and so on")
            );
        }
        Ok(())
    }

    fn example(&self) -> String {
        let looks = self.write(Side::First, |_, _| EMPTY);
        format!("a position looks like `{looks}`, or is `start`, or `start+` and moves")
    }
}

/// As pictures.
impl Boards {
    /// The picture of the board with these signs.
    pub(crate) fn scene(&self, sign: impl Fn(u32, u32) -> char) -> Scene {
        let cell = |(row, col): (u32, u32)| scene::Cell {
            name: cell_name(row, col),
            at: Point::in_grid(col, self.rows - 1 - row),
            group: 0,
            shape: Shape::Square,
            tokens: self.tokens(sign(row, col)),
            marks: Vec::new(),
        };
        let cells = self.cells().map(cell).collect();
        Scene { cells, groups: vec![labelled(self.rows, self.cols)], links: Vec::new() }
    }

    /// The place of a cell in the picture.
    pub(crate) fn index(&self, row: u32, col: u32) -> usize {
        let square = (self.rows - 1 - row) * self.cols + col;
        (if self.is_checkered { square / 2 } else { square }) as usize
    }

    /// What happens to the picture of cells with these signs before and after.
    pub(crate) fn changes(&self, signs: impl Fn(u32, u32) -> [char; 2]) -> Vec<Change> {
        let changed = self.cells().enumerate().filter_map(|(cell, (row, col))| {
            let [before, after] = signs(row, col);
            let change = || Change::Cell { cell, tokens: self.tokens(after), marks: Vec::new() };
            (before != after).then(change)
        });
        changed.collect()
    }

    /// The pieces that a position can be set up with.
    pub(crate) fn supply(&self) -> Vec<Supply> {
        let supply = |(_, token, most)| Supply { token, most, shares: false };
        self.pieces.map(supply).to_vec()
    }

    /// The text of the board with these tokens on the cells of its picture, and this side
    /// to move.
    ///
    /// # Errors
    /// Says what is not a piece of this board.
    pub(crate) fn write_tokens(
        &self,
        tokens: &[Vec<Token>],
        turn: Side,
    ) -> Result<String, ReadError> {
        check_cells(tokens, self.cells().count())?;
        for ((row, col), there) in self.cells().zip(tokens) {
            let is_piece = matches!(there[..], [one] if self.sign(one).is_some());
            if !there.is_empty() && !is_piece {
                let what = format!("{} holds something other than one piece", cell_name(row, col));
                return Err(ReadError::new(what));
            }
        }
        Ok(self.write(turn, |row, col| {
            let there = self.is_cell(row, col).then(|| tokens[self.index(row, col)].first());
            there.flatten().and_then(|token| self.sign(*token)).unwrap_or(EMPTY)
        }))
    }

    /// Rows and columns of all cells, in the order of the picture.
    fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        let squares =
            (0..self.rows).rev().flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        squares.filter(|(row, col)| self.is_cell(*row, *col))
    }

    fn is_cell(&self, row: u32, col: u32) -> bool {
        !self.is_checkered || (row + col).is_multiple_of(2)
    }

    fn tokens(&self, sign: char) -> Vec<Token> {
        self.pieces.iter().filter(|piece| piece.0 == sign).map(|piece| piece.1).collect()
    }

    fn sign(&self, token: Token) -> Option<char> {
        self.pieces.iter().find(|piece| piece.1 == token).map(|piece| piece.0)
    }
}

/// Refuses tokens for another number of cells.
///
/// # Errors
/// Names both numbers.
pub(crate) fn check_cells(tokens: &[Vec<Token>], n_cells: usize) -> Result<(), ReadError> {
    if tokens.len() == n_cells {
        return Ok(());
    }
    let given = counted(tokens.len(), "cell");
    Err(ReadError::new(format!("tokens for {given} are given; the board has {n_cells}")))
}

/// How many of this token stand on each cell.
///
/// # Errors
/// Says what stands on a cell besides, or that there are not as many cells.
pub(crate) fn counts(
    tokens: &[Vec<Token>],
    n_cells: usize,
    one: Token,
) -> Result<Vec<u64>, ReadError> {
    check_cells(tokens, n_cells)?;
    let is_other = |it: &&Token| Token { count: 1, ..**it } != one;
    if let Some(other) = tokens.iter().flatten().find(is_other) {
        let what = format!("{} does not belong on this board", quoted(other.kind));
        return Err(ReadError::new(what).hint(format!("it holds {}s", one.kind)));
    }
    Ok(tokens.iter().map(|cell| cell.iter().map(|it| u64::from(it.count)).sum()).collect())
}

/// The bit of a cell on boards of at most eight rows and columns.
pub(crate) const fn bit(row: u32, col: u32) -> u32 {
    8 * row + col
}

/// The row and column of a bit.
pub(crate) const fn place(bit: u8) -> [u32; 2] {
    [bit as u32 / 8, bit as u32 % 8]
}

/// The pieces of both sides, the bits of their cells, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    pub(crate) pieces: [u64; 2],
    pub(crate) side: Side,
}

impl Placed {
    /// The pieces of the side to move, and those of the other.
    #[inline]
    pub(crate) fn own_and_others(&self) -> (u64, u64) {
        let [first, second] = self.pieces;
        if self.side == Side::First { (first, second) } else { (second, first) }
    }

    /// The position after the side to move, with these pieces of it and of the other.
    #[inline]
    pub(crate) fn next(&self, own: u64, others: u64) -> Placed {
        let pieces = if self.side == Side::First { [own, others] } else { [others, own] };
        Placed { pieces, side: self.side.other() }
    }

    /// The same pieces elsewhere.
    pub(crate) fn image(&self, map: &CellMap) -> Placed {
        Placed { pieces: self.pieces.map(|cells| map.word(cells)), ..*self }
    }
}

/// A piece goes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// A board whose pieces are bits.
impl Boards {
    /// A board on which each side has pieces of one kind, with these signs; a text names the
    /// sides like this.
    pub(crate) fn new(
        rows: u32,
        cols: u32,
        [first, second]: [(char, &'static str); 2],
        sides: [&'static str; 2],
    ) -> Boards {
        let piece = |(sign, kind), side| (sign, Token::new(side, kind), None);
        let pieces = [piece(first, Side::First), piece(second, Side::Second)];
        Boards { rows, cols, pieces, sides, is_checkered: false }
    }

    /// The same with at most this many pieces of each side.
    pub(crate) fn at_most(mut self, most: u32) -> Boards {
        self.pieces.iter_mut().for_each(|piece| piece.2 = Some(most));
        self
    }

    /// The bits of all cells.
    pub(crate) fn all(&self) -> u64 {
        self.cells().fold(0, |all, (row, col)| all | 1 << bit(row, col))
    }

    /// What lies on a cell.
    pub(crate) fn sign_of(&self, position: &Placed, row: u32, col: u32) -> char {
        let mut pieces = self.pieces.iter().zip(position.pieces);
        let there = pieces.find(|it| it.1 >> bit(row, col) & 1 == 1);
        there.map_or(EMPTY, |it| it.0.0)
    }

    /// The pieces on these cells, and the side to move.
    ///
    /// # Errors
    /// Says of which there are too many.
    pub(crate) fn placed(&self, cells: &[Cell], side: Side) -> Result<Placed, ReadError> {
        let pieces = self.pieces.map(|(sign, ..)| {
            let there = cells.iter().filter(|cell| cell.sign == sign);
            there.fold(0_u64, |all, cell| all | 1 << bit(cell.row, cell.col))
        });
        for ((sign, _, most), there) in self.pieces.into_iter().zip(pieces) {
            if let Some(most) = most.filter(|most| there.count_ones() > *most) {
                let count = counted(there.count_ones() as usize, "piece");
                let what = format!("{count} `{sign}` on the board");
                return Err(ReadError::new(what).hint(format!("there are at most {most}")));
            }
        }
        Ok(Placed { pieces, side })
    }
}

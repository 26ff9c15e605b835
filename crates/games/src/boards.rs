//! Boards of rows and columns: their text form and their scenes.
//!
//! A game that implements [`OnBoard`] defines the piece on each cell and the cells of each
//! move. From these, [`on_board`] derives its notation, its scenes and its set-up by clicks.

use crate::cells::{CellMap, cell_name, counted, labelled, read_side, write_rows, wrong_rows};
use spar_rules::scene::{self, Change, Point, Scene, Shape, Supply, Token};
use spar_rules::{Game, Outcome, ReadError, Side, Turn, quoted};

/// A board with two kinds of pieces and a side to move. Its text form: `b./.w-black`.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    pub(crate) rows: u32,
    pub(crate) cols: u32,
    /// The two kinds of pieces: the sign in texts, the token in scenes, and the maximum number
    /// on the board.
    pub(crate) pieces: [(char, Token, Option<u32>); 2],
    /// The names of the sides in texts.
    pub(crate) sides: [&'static str; 2],
    /// Whether only the dark squares are cells: a1, c1, b2 and so on.
    pub(crate) is_checkered: bool,
}

/// A cell of a board and the sign of its content.
pub(crate) struct Cell {
    pub(crate) row: u32,
    pub(crate) col: u32,
    pub(crate) sign: char,
}

/// The sign of an empty cell.
pub(crate) const EMPTY: char = '.';

/// A game on a board with at most one piece on a cell.
pub(crate) trait OnBoard: Game {
    /// The board of the game.
    fn boards(&self) -> &Boards;

    /// The sign of a cell's content.
    fn sign(&self, position: &Self::Position, row: u32, col: u32) -> char;

    /// Creates the position with these cells and this side to move.
    ///
    /// # Errors
    /// If it is not a position of this game; the message says why.
    fn with_cells(&self, cells: &[Cell], side: Side) -> Result<Self::Position, ReadError>;

    /// The row and column of each cell of a move: one cell for a placed piece, the start and
    /// the target for a moved piece, none for a pass. A game with other moves without a target
    /// implements `Notation`, `Scenic` and `Arranged` itself, with the helpers of [`Boards`].
    fn cells(&self, mv: Self::Move) -> Vec<[u32; 2]>;
}

/// Implements `Notation`, `Scenic` and `Arranged` for a game that is [`OnBoard`]. The text of a
/// move is its cells, `b2` or `a1b2`, or `pass`.
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

/// The text of a move: its cells, or `pass`.
pub(crate) fn write_move<G: OnBoard>(game: &G, mv: G::Move) -> String {
    let cells = game.cells(mv);
    if cells.is_empty() {
        return "pass".to_owned();
    }
    cells.into_iter().map(|[row, col]| cell_name(row, col)).collect()
}

/// Returns whether `side` would win with its next move if it were its turn in `here`.
pub(crate) fn wins_next<G: Game>(game: &G, here: &G::Position, side: Side) -> bool {
    let won = Turn::Over(Outcome::Win(side));
    game.legal(here).into_iter().any(|mv| game.turn(&game.after(here, mv)) == won)
}

/// Text form.
impl Boards {
    /// Writes the board with these signs and this side to move.
    pub(crate) fn write(&self, side: Side, sign: impl Fn(u32, u32) -> char) -> String {
        let rows = write_rows(self.rows, self.cols, sign);
        format!("{rows}-{}", self.sides[side as usize])
    }

    /// Reads every cell and the side to move.
    ///
    /// # Errors
    /// If the text does not have the shape of this board; the hint shows an example.
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

    /// Checks that the board may have this sign on this cell.
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

/// Scenes.
impl Boards {
    /// The scene of the board with these signs.
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

    /// The index of a cell in the scene.
    pub(crate) fn index(&self, row: u32, col: u32) -> usize {
        let square = (self.rows - 1 - row) * self.cols + col;
        (if self.is_checkered { square / 2 } else { square }) as usize
    }

    /// The changes of the scene, given each cell's signs before and after.
    pub(crate) fn changes(&self, signs: impl Fn(u32, u32) -> [char; 2]) -> Vec<Change> {
        let changed = self.cells().enumerate().filter_map(|(cell, (row, col))| {
            let [before, after] = signs(row, col);
            let change = || Change::Cell { cell, tokens: self.tokens(after), marks: Vec::new() };
            (before != after).then(change)
        });
        changed.collect()
    }

    /// The pieces for setting up a position.
    pub(crate) fn supply(&self) -> Vec<Supply> {
        let supply = |(_, token, most)| Supply { token, most, shares: false };
        self.pieces.map(supply).to_vec()
    }

    /// Writes the board with these tokens on the cells of its scene and this side to move.
    ///
    /// # Errors
    /// If a token is not a piece of this board.
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

    /// The rows and columns of all cells, in the order of the scene.
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

/// Checks that there are tokens for this number of cells.
///
/// # Errors
/// If the numbers differ; the message states both.
pub(crate) fn check_cells(tokens: &[Vec<Token>], n_cells: usize) -> Result<(), ReadError> {
    if tokens.len() == n_cells {
        return Ok(());
    }
    let given = counted(tokens.len(), "cell");
    Err(ReadError::new(format!("tokens for {given} are given; the board has {n_cells}")))
}

/// The count of this token on each cell.
///
/// # Errors
/// If a cell holds something else, or if the number of cells differs.
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

/// A position as bitboards: the pieces of both sides, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placed {
    pub(crate) pieces: [u64; 2],
    pub(crate) side: Side,
}

impl Placed {
    /// The pieces of the side to move, and those of the opponent.
    #[inline]
    pub(crate) fn own_and_others(&self) -> (u64, u64) {
        let [first, second] = self.pieces;
        if self.side == Side::First { (first, second) } else { (second, first) }
    }

    /// The position after a move of the side to move, given its own and the opponent's pieces
    /// after the move.
    #[inline]
    pub(crate) fn next(&self, own: u64, others: u64) -> Placed {
        let pieces = if self.side == Side::First { [own, others] } else { [others, own] };
        Placed { pieces, side: self.side.other() }
    }

    /// The image of the position under a symmetry.
    pub(crate) fn image(&self, map: &CellMap) -> Placed {
        Placed { pieces: self.pieces.map(|cells| map.word(cells)), ..*self }
    }
}

/// A move of a piece from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// Boards whose positions are bitboards.
impl Boards {
    /// Creates a board on which each side has one kind of piece, given as its sign in texts and
    /// its token kind. `sides` are the names of the sides in texts.
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

    /// Limits the number of pieces per side.
    pub(crate) fn at_most(mut self, most: u32) -> Boards {
        self.pieces.iter_mut().for_each(|piece| piece.2 = Some(most));
        self
    }

    /// The bits of all cells.
    pub(crate) fn all(&self) -> u64 {
        self.cells().fold(0, |all, (row, col)| all | 1 << bit(row, col))
    }

    /// The sign of a cell's content.
    pub(crate) fn sign_of(&self, position: &Placed, row: u32, col: u32) -> char {
        let mut pieces = self.pieces.iter().zip(position.pieces);
        let there = pieces.find(|it| it.1 >> bit(row, col) & 1 == 1);
        there.map_or(EMPTY, |it| it.0.0)
    }

    /// Creates the position with the pieces on these cells and this side to move.
    ///
    /// # Errors
    /// If a side has too many pieces; the message says which.
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

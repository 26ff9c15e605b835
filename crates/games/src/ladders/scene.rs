//! The scene of a race: rows of tiles in serpentine order, from bottom to top.

use super::rules::{Ladders, Move, Position};
use spar_rules::scene::{
    Button, Cell, Change, Group, Link, Mark, Point, Scene, Shape, State, Supply, Token, link, mark,
    token,
};
use spar_rules::{Arranged, Game, Notation, ReadError, Scenic, Separable, Side};

/// The maximum number of squares for a scene.
pub const MOST_DRAWN: u32 = 400;

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl Scenic for Ladders {
    fn scene(&self, position: &Position) -> Scene {
        let (width, height) = self.extent();
        let cell = |square: u32| {
            let (row, place) = (square / width, square % width);
            let column = if row % 2 == 0 { place } else { width - 1 - place };
            let (tokens, marks) = self.content(position, square);
            Cell {
                name: square.to_string(),
                at: Point::in_grid(column, height - 1 - row),
                group: 0,
                shape: Shape::Tile,
                tokens,
                marks,
            }
        };
        let link = |&(from, to): &(u32, u32)| Link {
            from: from as usize,
            to: to as usize,
            kind: if from < to { link::LADDER } else { link::SNAKE },
            side: None,
            directed: true,
            label: String::new(),
            marks: Vec::new(),
        };
        Scene {
            cells: (0..self.board.n()).map(cell).collect(),
            groups: vec![Group {
                name: String::new(),
                at: None,
                width: width as u16,
                height: height as u16,
                columns: Vec::new(),
                rows: Vec::new(),
                falls: false,
                state: State::Open,
            }],
            links: self.board.jumps().iter().map(link).collect(),
        }
    }

    fn touches(&self, _position: &Position, _mv: Move) -> Vec<usize> {
        Vec::new()
    }

    fn button(&self, position: &Position, mv: Move) -> Option<Button> {
        let (key, text) = match mv {
            Move::Take(number) => {
                let action = &self.actions()[usize::from(number)];
                (Some(action.letter.to_ascii_lowercase()), action.name.clone())
            }
            Move::Roll(steps) => {
                let to = self.landings(position, mv).into_iter().next().unwrap_or_default();
                (char::from_digit(steps.into(), 10), format!("{steps}, to {to}"))
            }
        };
        Some(Button { key: key.filter(|key| Button::is_key(*key)), text })
    }

    /// The cell where the pawn ends; `None` if a roll is still to come.
    fn shows_on(&self, position: &Position, mv: Move) -> Option<usize> {
        self.walk(position, mv).last().copied()
    }

    /// The square that the pawn leaves and the square where it arrives.
    fn changes(&self, position: &Position, mv: Move) -> Vec<Change> {
        let next = self.after(position, mv);
        let mover = usize::from(position.turn == Side::Second);
        let mut squares = [position.squares[mover], next.squares[mover]];
        squares.sort_unstable();
        if squares[0] == squares[1] {
            return Vec::new();
        }
        let change = |square: u32| {
            let (tokens, marks) = self.content(&next, square);
            Change::Cell { cell: square as usize, tokens, marks }
        };
        squares.map(change).to_vec()
    }

    fn walk(&self, position: &Position, mv: Move) -> Vec<usize> {
        let own = Ladders::own(position);
        let steps = match mv {
            Move::Roll(steps) => u32::from(steps),
            Move::Take(number) => match self.actions()[usize::from(number)].steps[..] {
                [(steps, _)] => steps,
                // The roll is still to come.
                _ => return Vec::new(),
            },
        };
        self.board.walk(own, steps).into_iter().map(|square| square as usize).collect()
    }
}

impl Arranged for Ladders {
    fn supply(&self) -> Vec<Supply> {
        let pawn = |side| Supply { token: pawn(side), most: Some(1), shares: true };
        SIDES.map(pawn).to_vec()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        let [first, second] = SIDES.map(|side| {
            let squares = tokens.iter().enumerate().filter(|it| it.1.contains(&pawn(side)));
            let squares: Vec<usize> = squares.map(|it| it.0).collect();
            match squares[..] {
                [square] => Ok(square),
                _ => Err(ReadError::new(format!("the {side} side needs one pawn on the board"))),
            }
        });
        let n_tokens: u32 = tokens.iter().flatten().map(|it| it.count).sum();
        if n_tokens > 2 {
            return Err(ReadError::new("there are more than two pawns on the board"));
        }
        // Goes through text, so that `read_position` does all checks.
        self.read_position(&format!("{}-{}-{turn}", first?, second?))
    }
}

fn pawn(side: Side) -> Token {
    Token::new(side, token::PAWN)
}

impl Ladders {
    /// The pawns on a square, and whether they end the game.
    fn content(&self, position: &Position, square: u32) -> (Vec<Token>, Vec<Mark>) {
        let stands = |side: &Side| position.squares[usize::from(*side == Side::Second)] == square;
        let tokens: Vec<Token> = SIDES.into_iter().filter(stands).map(pawn).collect();
        let wins = square == self.board.goal() && !tokens.is_empty();
        (tokens, if wins { vec![mark::LINE] } else { Vec::new() })
    }

    /// The columns and rows of the scene: roughly square, if possible without a partly filled
    /// row.
    fn extent(&self) -> (u32, u32) {
        let n = self.board.n();
        let root = (1..=n).find(|it| it * it >= n).unwrap_or(1);
        let fits = (root..=root + 3).find(|width| n.is_multiple_of(*width));
        let width = fits.unwrap_or(root);
        (width, n.div_ceil(width))
    }
}

//! The rules, and the text form of positions and moves.

use super::board::TrackBoard;
use super::setup::{Setup, Shape, letters};
use crate::cells::read_side;
use spar_rules::{
    Action, Game, Notation, Outcome, ReadError, Separable, Side, Stochastic, Turn, quoted,
};

/// Snakes and Ladders with decisions.
#[derive(Clone, Debug)]
pub struct Ladders {
    pub(super) board: TrackBoard,
    actions: Vec<Action>,
    setup: Setup,
}

/// A position: the squares of both pieces, the side to move, and the action in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) squares: [u32; 2],
    pub(super) turn: Side,
    /// The number of the action that was taken and waits for its roll.
    pub(super) rolling: Option<u8>,
}

/// A choice of a side, or a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Takes the action of this number.
    Take(u8),
    /// Rolls this number of steps.
    Roll(u8),
}

impl Ladders {
    /// Creates the game with this setup.
    ///
    /// # Errors
    /// If the board is not valid; the message says why.
    pub fn new(setup: Setup) -> Result<Ladders, ReadError> {
        let (n, jumps) = match &setup.shape {
            Shape::Given { n, jumps } => (*n, jumps.clone()),
            Shape::Random(recipe) => (recipe.n, recipe.jumps()?),
        };
        let board = TrackBoard::new(n, jumps, setup.overflow)?;
        let actions = letters(&setup.actions)?;
        board.check_leads_on(&actions)?;
        Ok(Ladders { board, actions, setup })
    }

    /// The squares and jumps.
    pub fn board(&self) -> &TrackBoard {
        &self.board
    }

    /// The setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The square of the side to move.
    pub(super) fn own(position: &Position) -> u32 {
        position.squares[usize::from(position.turn == Side::Second)]
    }

    /// The position after the side to move goes `steps` steps.
    fn gone(&self, position: &Position, steps: u32) -> Position {
        let mut squares = position.squares;
        let own = &mut squares[usize::from(position.turn == Side::Second)];
        *own = self.board.lands(*own, steps);
        Position { squares, turn: position.turn.other(), rolling: None }
    }
}

impl Game for Ladders {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { squares: [0, 0], turn: Side::First, rolling: None }
    }

    fn turn(&self, position: &Position) -> Turn {
        let goal = self.board.goal();
        match (position.squares, position.rolling) {
            ([first, _], _) if first == goal => Turn::Over(Outcome::Win(Side::First)),
            ([_, second], _) if second == goal => Turn::Over(Outcome::Win(Side::Second)),
            (_, Some(_)) => Turn::Roll,
            (_, None) => Turn::Play(position.turn),
        }
    }

    fn side(&self, position: &Position) -> Side {
        position.turn
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        match (self.turn(position), position.rolling) {
            (Turn::Over(_), _) => {}
            (_, Some(action)) => {
                let steps = self.actions[usize::from(action)].steps.iter();
                out.extend(steps.map(|(steps, _)| Move::Roll(*steps as u8)));
            }
            (_, None) => out.extend((0..self.actions.len() as u8).map(Move::Take)),
        }
    }

    fn after(&self, position: &Position, mv: Move) -> Position {
        match mv {
            Move::Roll(steps) => self.gone(position, u32::from(steps)),
            Move::Take(number) => match self.actions[usize::from(number)].steps[..] {
                // A certain number of steps needs no roll.
                [(steps, _)] => self.gone(position, steps),
                _ => Position { rolling: Some(number), ..*position },
            },
        }
    }
}

impl Stochastic for Ladders {
    fn weight(&self, position: &Position, roll: Move) -> u32 {
        let (Some(action), Move::Roll(steps)) = (position.rolling, roll) else { return 1 };
        let all = &self.actions[usize::from(action)].steps;
        all.iter().find(|it| it.0 == u32::from(steps)).map_or(0, |it| it.1)
    }
}

impl Separable for Ladders {
    fn squares(&self) -> u32 {
        self.board.n()
    }

    fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn lands(&self, square: u32, steps: u32) -> u32 {
        self.board.lands(square, steps)
    }

    fn jumps_called(&self) -> [&'static str; 2] {
        ["a ladder", "a snake"]
    }

    fn facing(&self, squares: [u32; 2], turn: Side) -> Position {
        Position { squares, turn, rolling: None }
    }

    fn squares_of(&self, position: &Position) -> [u32; 2] {
        position.squares
    }

    fn rolling(&self, position: &Position) -> Option<usize> {
        position.rolling.map(usize::from)
    }
}

impl Position {
    /// The squares of the first and of the second side.
    pub fn squares(&self) -> [u32; 2] {
        self.squares
    }
}

impl Ladders {
    /// The squares where the side to move may land by this move, without duplicates.
    pub(super) fn landings(&self, position: &Position, mv: Move) -> Vec<u32> {
        let own = Ladders::own(position);
        let mut landings: Vec<u32> = match mv {
            Move::Roll(steps) => vec![self.board.lands(own, u32::from(steps))],
            Move::Take(number) => {
                let steps = self.actions[usize::from(number)].steps.iter();
                steps.map(|(steps, _)| self.board.lands(own, *steps)).collect()
            }
        };
        landings.sort_unstable();
        landings.dedup();
        landings
    }
}

// The text of a position is `17-18-first`: the square of the first side, the square of the
// second side, and the side to move; `17-18-first-T` waits for the roll of two dice. A move is
// an action's letter or the rolled number of steps.

const SHAPE: &str = "a position is two squares and whose turn it is: `17-18-first`";

impl Notation for Ladders {
    fn write_position(&self, position: &Position) -> String {
        let [first, second] = position.squares;
        let rolling = position.rolling.map(|it| self.actions()[usize::from(it)].letter);
        let rolling = rolling.map(|letter| format!("-{letter}")).unwrap_or_default();
        format!("{first}-{second}-{}{rolling}", position.turn)
    }

    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let refuse = |what: String| Err(ReadError::new(what).hint(SHAPE));
        let parts: Vec<&str> = text.split('-').collect();
        let (first, second, turn, rolling) = match parts[..] {
            [first, second, turn] => (first, second, turn, None),
            [first, second, turn, rolling] => (first, second, turn, Some(rolling)),
            _ => return refuse(format!("{} is not a position", quoted(text))),
        };
        let squares = [self.square(first)?, self.square(second)?];
        let turn = read_side(turn, ["first", "second"]).map_err(|error| error.hint(SHAPE))?;
        let goal = self.board.goal();
        if squares == [goal, goal] {
            return refuse("both sides stand on the goal, but the first there has won".to_owned());
        }
        let winner = squares.iter().position(|square| *square == goal);
        if winner == Some(usize::from(turn == Side::Second)) {
            let what = format!("the {turn} side stands on the goal and cannot be to move");
            return refuse(format!("{what}: it came there with the last move"));
        }
        let rolling = match rolling {
            None => None,
            Some(_) if winner.is_some() => {
                return refuse("nothing is rolled when the game is over".to_owned());
            }
            Some(letter) => Some(self.rolled(letter)?),
        };
        Ok(Position { squares, turn, rolling })
    }

    fn write_move(&self, _position: &Position, mv: Move) -> String {
        match mv {
            Move::Take(number) => self.actions()[usize::from(number)].letter.to_string(),
            Move::Roll(steps) => steps.to_string(),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, ReadError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let fits = |mv: &&Move| self.write_move(position, **mv).eq_ignore_ascii_case(text);
        moves.iter().find(fits).copied().ok_or_else(|| {
            let legal = |mv: &Move| self.write_move(position, *mv);
            ReadError::no_move(text, &moves.iter().map(legal).collect::<Vec<_>>())
        })
    }
}

impl Ladders {
    fn square(&self, text: &str) -> Result<u32, ReadError> {
        let goal = self.board.goal();
        let square = text.parse::<u32>().ok().filter(|square| *square <= goal);
        // `+3` and `007` parse as numbers but are not valid squares.
        square.filter(|square| square.to_string() == text).ok_or_else(|| {
            ReadError::new(format!("{} is not a square", quoted(text)))
                .hint(format!("the squares are 0 to {goal}; {SHAPE}"))
        })
    }

    /// The number of the action with this letter, if it needs a roll.
    fn rolled(&self, letter: &str) -> Result<u8, ReadError> {
        let rolls = |it: &&spar_rules::Action| it.steps.len() > 1;
        let found =
            self.actions().iter().position(|it| rolls(&it) && letter == it.letter.to_string());
        found.map(|number| number as u8).ok_or_else(|| {
            let letters: Vec<String> =
                self.actions().iter().filter(rolls).map(|it| it.letter.to_string()).collect();
            ReadError::new(format!("nothing is rolled by {}", quoted(letter)))
                .hint(format!("a position before a roll ends with one of: {}", letters.join(" ")))
        })
    }
}

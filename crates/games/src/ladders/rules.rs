//! The rules: choose, roll, land.

use super::actions::letters;
use super::board::Board;
use super::setup::{Setup, Shape};
use spar_rules::{Action, Game, Outcome, ReadError, Separable, Side, Stochastic, Turn};

/// Snakes and Ladders with decisions.
#[derive(Clone, Debug)]
pub struct Ladders {
    pub(super) board: Board,
    actions: Vec<Action>,
    setup: Setup,
}

/// Where both pieces stand, whose turn it is, and what waits for its roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) squares: [u32; 2],
    pub(super) turn: Side,
    /// The number of the action that was taken.
    pub(super) rolling: Option<u8>,
}

/// A choice of a side, or a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Takes the action of this number.
    Take(u8),
    /// Rolls so many steps.
    Roll(u8),
}

impl Ladders {
    /// The game on this board.
    ///
    /// # Errors
    /// Says why there can be no such board.
    pub fn new(setup: Setup) -> Result<Ladders, ReadError> {
        let (n, jumps) = match &setup.shape {
            Shape::Given { n, jumps } => (*n, jumps.clone()),
            Shape::Random(recipe) => (recipe.n, recipe.jumps()?),
        };
        let board = Board::new(n, jumps, setup.overflow)?;
        let actions = letters(&setup.actions)?;
        board.check_leads_on(&actions)?;
        Ok(Ladders { board, actions, setup })
    }

    /// The squares and jumps.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What it was made from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The square of the side to move.
    pub(super) fn own(position: &Position) -> u32 {
        position.squares[usize::from(position.turn == Side::Second)]
    }

    /// The side to move goes so many steps.
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
                // What is certain needs no roll.
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
    /// The squares that the side to move may come to by this move, each once.
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

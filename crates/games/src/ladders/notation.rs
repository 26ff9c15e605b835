//! `17-18-first`: the square of the first side, of the second side, and whose turn it is;
//! `17-18-first-T` waits for the roll of two dice. A move is an action's letter or the
//! number of steps that was rolled.

use super::rules::{Ladders, Move, Position};
use crate::texts::read_side;
use spar_rules::{Game, Notation, ReadError, Separable, Side, quoted};

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
            _ => return refuse(format!("{} is no position", quoted(text))),
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
        // `+3` and `007` are numbers, but no texts of squares.
        square.filter(|square| square.to_string() == text).ok_or_else(|| {
            ReadError::new(format!("{} is no square", quoted(text)))
                .hint(format!("the squares are 0 to {goal}; {SHAPE}"))
        })
    }

    /// The number of the action with this letter, if it has a roll.
    fn rolled(&self, letter: &str) -> Result<u8, ReadError> {
        let rolls = |it: &&spar_rules::Action| it.steps.len() > 1;
        let found =
            self.actions().iter().position(|it| rolls(&it) && letter == it.letter.to_string());
        found.map(|number| number as u8).ok_or_else(|| {
            let letters: Vec<String> =
                self.actions().iter().filter(rolls).map(|it| it.letter.to_string()).collect();
            ReadError::new(format!("nothing is rolled by {}", quoted(letter)))
                .hint(format!("what waits for a roll ends in one of: {}", letters.join(" ")))
        })
    }
}

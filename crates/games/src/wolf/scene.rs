//! Wolf and Sheep as people see it: the dark squares of a board, and its rules in words.

use super::{Position, Step, Wolf, place};
use crate::described::Described;
use spar_rules::scene::{Change, Scene, Supply, Token};
use spar_rules::{Arranged, Game, Notation, ReadError, Scenic, Side};

impl Scenic for Wolf {
    fn scene(&self, position: &Position) -> Scene {
        self.boards.scene(|row, col| self.sign(position, row, col))
    }

    /// The piece, and where it goes.
    fn touches(&self, _position: &Position, Step { from, to }: Step) -> Vec<usize> {
        let index = |square: u8| {
            let [row, col] = place(self.boards.rows, square.into());
            self.boards.index(row, col)
        };
        [from, to].map(index).to_vec()
    }

    fn changes(&self, position: &Position, step: Step) -> Vec<Change> {
        let next = self.after(position, step);
        let change = |square: u8| {
            let [row, col] = place(self.boards.rows, square.into());
            self.boards.change(row, col, self.sign(&next, row, col))
        };
        [step.from, step.to].map(change).to_vec()
    }

    fn walk(&self, position: &Position, step: Step) -> Vec<usize> {
        self.touches(position, step)
    }
}

impl Arranged for Wolf {
    fn supply(&self) -> Vec<Supply> {
        self.boards.supply()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        self.read_position(&self.boards.write_tokens(tokens, turn)?)
    }
}

impl Described for Wolf {
    const TITLE: &'static str = "Wolf and Sheep";
    const ABOUT: &'static str = "the wolf wants to get past the sheep, they want to shut it in";

    fn size(&self) -> String {
        format!("{0}×{0}", self.boards.rows)
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
            "By turns Wolf and Sheep move one piece by one step along a diagonal to an empty \
             square: the wolf forward or back, a sheep only forward. Nothing is captured."
                .to_owned(),
            "The wolf wins when it comes to the first row, or when it is the turn of the sheep \
             and none can move."
                .to_owned(),
            "The sheep win when it is the turn of the wolf and it cannot move.".to_owned(),
        ]
    }
}

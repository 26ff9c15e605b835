//! Reversi as people see it: its board, and its rules in words.

use super::{Move, Position, Reversi};
use crate::bits::bits;
use crate::described::Described;
use crate::texts::counted;
use spar_rules::scene::{Button, Change, Scene, Supply, Token};
use spar_rules::{Arranged, Notation, ReadError, Scenic, Side};

impl Scenic for Reversi {
    fn scene(&self, position: &Position) -> Scene {
        self.boards.scene(|row, col| Reversi::sign(position, 8 * row + col))
    }

    fn touches(&self, _position: &Position, mv: Move) -> Vec<usize> {
        match mv {
            Move::Place(bit) => vec![self.boards.index(u32::from(bit) / 8, u32::from(bit) % 8)],
            Move::Pass => Vec::new(),
        }
    }

    fn button(&self, _position: &Position, mv: Move) -> Option<Button> {
        (mv == Move::Pass).then(|| Button { key: Some('p'), text: "pass".to_owned() })
    }

    /// The new disc and those that it turns over.
    fn changes(&self, position: &Position, mv: Move) -> Vec<Change> {
        let Move::Place(place) = mv else { return Vec::new() };
        let next = Reversi::placed(position, place);
        let changed = next.black ^ position.black | next.white ^ position.white;
        let change = |bit| self.boards.change(bit / 8, bit % 8, Reversi::sign(&next, bit));
        bits(changed).map(change).collect()
    }
}

impl Arranged for Reversi {
    fn supply(&self) -> Vec<Supply> {
        self.boards.supply()
    }

    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Position, ReadError> {
        self.read_position(&self.boards.write_tokens(tokens, turn)?)
    }
}

impl Described for Reversi {
    const TITLE: &'static str = "Reversi";
    const ABOUT: &'static str = "discs that enclose others turn them over; who has more wins";

    fn size(&self) -> String {
        format!("{}×{}", self.boards.rows, self.boards.cols)
    }

    fn rules(&self) -> Vec<String> {
        let rows = counted(self.boards.rows as usize, "row");
        let cols = counted(self.boards.cols as usize, "column");
        let lie = if self.is_parallel() { "side by side" } else { "on a diagonal" };
        vec![
            format!(
                "By turns Black and White put a disc on a board of {rows} and {cols}; Black \
                 begins. In the middle lie two discs of each side, {lie}."
            ),
            "A disc goes on an empty square so that discs of the other side lie in a straight \
             line between it and another disc of its own side. All discs of such lines are \
             turned over."
                .to_owned(),
            "Who can put a disc must do so; who cannot passes.".to_owned(),
            "The game is over when neither side can. Who has more discs wins; equal numbers \
             are a draw."
                .to_owned(),
        ]
    }
}

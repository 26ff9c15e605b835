//! Wolf and Sheep by naive rules: rows of letters, as drawn on the board.

use crate::naive::{Letters, Naive, Next, find, said, stepped, written};
use crate::table::{self, Row};
use spar_games::wolf::Wolf;
use spar_rules::Name;

pub(crate) fn row() -> Row {
    table::row::<Wolf, _>(
        &["wolf", "wolf:size=6", "wolf:sheep=3,first=sheep", "wolf:size=10"],
        &["wolf:size=6", "wolf:size=6,sheep=2,first=sheep"],
        NaiveWolf::new,
    )
}

struct NaiveWolf {
    size: usize,
    sheep: usize,
    /// The names of the sides; the first one moves first.
    sides: [&'static str; 2],
}

impl NaiveWolf {
    fn new(name: &Name) -> NaiveWolf {
        let size: usize = said(name, "size", "8").parse().unwrap();
        let sheep = said(name, "sheep", &(size / 2).to_string()).parse().unwrap();
        let sides = if said(name, "first", "wolf") == "sheep" {
            ["sheep", "wolf"]
        } else {
            ["wolf", "sheep"]
        };
        NaiveWolf { size, sheep, sides }
    }

    /// Empty squares one diagonal step away.
    fn steps(
        &self,
        board: &Letters,
        (row, col): (usize, usize),
        token: char,
    ) -> Vec<(usize, usize)> {
        let ups: &[isize] = if token == 'w' { &[1, -1] } else { &[1] };
        let mut steps = Vec::new();
        for up in ups {
            for right in [-1, 1] {
                let Some(row) = row.checked_add_signed(*up) else { continue };
                let Some(col) = col.checked_add_signed(right) else { continue };
                if row < self.size && col < self.size && board[row][col] == '.' {
                    steps.push((row, col));
                }
            }
        }
        steps
    }
}

impl Naive for NaiveWolf {
    /// Rows from the bottom, and the number of the side to move.
    type State = (Letters, usize);

    fn start(&self) -> Self::State {
        let mut board = vec![vec!['.'; self.size]; self.size];
        for sheep in 0..self.sheep {
            board[0][2 * sheep] = 's';
        }
        // The last row has an odd index: its dark squares are b, d, f and so on.
        board[self.size - 1][2 * (self.size / 4) + 1] = 'w';
        (board, 0)
    }

    fn text(&self, (board, side): &Self::State) -> String {
        written(board, self.sides[*side])
    }

    fn next(&self, state: &Self::State) -> Next {
        let side_of = |name| self.sides.iter().position(|it| *it == name).unwrap();
        if state.0[0].contains(&'w') {
            Next::Won(side_of("wolf"))
        } else if self.moves(state).is_empty() {
            Next::Won(1 - state.1)
        } else {
            Next::Plays(state.1)
        }
    }

    fn moves(&self, (board, side): &Self::State) -> Vec<(String, Self::State)> {
        let token = if self.sides[*side] == "wolf" { 'w' } else { 's' };
        let mut moves = Vec::new();
        for from in find(board, token) {
            for to in self.steps(board, from, token) {
                let (text, after) = stepped(board, from, to);
                moves.push((text, (after, 1 - side)));
            }
        }
        moves
    }
}

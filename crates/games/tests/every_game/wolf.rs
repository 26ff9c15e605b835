//! Wolf and Sheep by naive rules: rows of letters, as they are drawn.

use crate::naive::{Naive, Next};
use spar_rules::Name;

pub(crate) struct NaiveWolf {
    size: usize,
    sheep: usize,
    /// The names of the sides, the one that begins first.
    sides: [&'static str; 2],
}

impl NaiveWolf {
    pub(crate) fn new(name: &Name) -> NaiveWolf {
        let said = |key: &str| name.settings.iter().find(|it| it.0 == key).map(|it| it.1);
        let size = said("size").map_or(8, |it| it.parse().unwrap());
        let sides =
            if said("first") == Some("sheep") { ["sheep", "wolf"] } else { ["wolf", "sheep"] };
        let sheep = said("sheep").map_or(size / 2, |it| it.parse().unwrap());
        NaiveWolf { size, sheep, sides }
    }

    fn find(&self, board: &[Vec<char>], token: char) -> Vec<(usize, usize)> {
        let cells = (0..self.size).flat_map(|row| (0..self.size).map(move |col| (row, col)));
        cells.filter(|(row, col)| board[*row][*col] == token).collect()
    }

    /// Empty squares one diagonal step away.
    fn steps(
        &self,
        board: &[Vec<char>],
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
    type State = (Vec<Vec<char>>, usize);

    fn start(&self) -> Self::State {
        let mut board = vec![vec!['.'; self.size]; self.size];
        for sheep in 0..self.sheep {
            board[0][2 * sheep] = 's';
        }
        // The last row is an odd one: its dark squares are b, d, f and so on.
        board[self.size - 1][2 * (self.size / 4) + 1] = 'w';
        (board, 0)
    }

    fn text(&self, (board, side): &Self::State) -> String {
        let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
        format!("{}-{}", rows.join("/"), self.sides[*side])
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
        let name = |(row, col): (usize, usize)| {
            format!("{}{}", "abcdefghij".chars().nth(col).unwrap(), row + 1)
        };
        let mut moves = Vec::new();
        for from in self.find(board, token) {
            for to in self.steps(board, from, token) {
                let mut after = board.clone();
                after[from.0][from.1] = '.';
                after[to.0][to.1] = token;
                moves.push((name(from) + &name(to), (after, 1 - side)));
            }
        }
        moves
    }
}

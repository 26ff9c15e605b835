//! Three Men's Morris by naive rules: nine letters, indexed by the names of the points.

use crate::naive::{Naive, Next};
use crate::table::{self, Row};
use spar_games::morris::Morris;
use spar_rules::Name;
use std::collections::BTreeMap;

pub(crate) fn row() -> Row {
    table::row::<Morris, _>(
        &[
            "morris",
            "morris:diagonals=no",
            "morris:moves=anywhere",
            "morris:moves=anywhere,diagonals=no",
        ],
        &["morris", "morris:diagonals=no"],
        NaiveMorris::new,
    )
}

struct NaiveMorris {
    anywhere: bool,
    /// The drawn lines, each from one end to the other.
    lines: Vec<[&'static str; 3]>,
}

const STRAIGHT: [[&str; 3]; 6] = [
    ["a1", "b1", "c1"],
    ["a2", "b2", "c2"],
    ["a3", "b3", "c3"],
    ["a1", "a2", "a3"],
    ["b1", "b2", "b3"],
    ["c1", "c2", "c3"],
];
const OBLIQUE: [[&str; 3]; 2] = [["a1", "b2", "c3"], ["a3", "b2", "c1"]];

impl NaiveMorris {
    fn new(name: &Name) -> NaiveMorris {
        let says = |setting| name.settings.contains(&setting);
        let mut lines = STRAIGHT.to_vec();
        if !says(("diagonals", "no")) {
            lines.extend(OBLIQUE);
        }
        NaiveMorris { anywhere: says(("moves", "anywhere")), lines }
    }

    fn has_row(&self, board: &BTreeMap<String, char>, letter: char) -> bool {
        self.lines.iter().any(|line| line.iter().all(|point| board[*point] == letter))
    }

    fn are_linked(&self, one: &str, other: &str) -> bool {
        let next = |line: &[&str; 3]| {
            let [a, b, c] = *line;
            [(a, b), (b, a), (b, c), (c, b)].contains(&(one, other))
        };
        self.anywhere || self.lines.iter().any(next)
    }
}

impl Naive for NaiveMorris {
    /// The letter on each point, and the number of the side to move.
    type State = (BTreeMap<String, char>, usize);

    fn start(&self) -> Self::State {
        let points = "abc".chars().flat_map(|col| (1..=3).map(move |row| format!("{col}{row}")));
        (points.map(|point| (point, '.')).collect(), 0)
    }

    fn text(&self, (board, side): &Self::State) -> String {
        let row = |row: u32| -> String {
            ["a", "b", "c"].iter().map(|col| board[&format!("{col}{row}")]).collect()
        };
        format!("{}/{}/{}-{}", row(3), row(2), row(1), ["black", "white"][*side])
    }

    fn next(&self, state: &Self::State) -> Next {
        let (board, side) = state;
        if self.has_row(board, ['b', 'w'][1 - side]) || self.moves(state).is_empty() {
            Next::Won(1 - side)
        } else {
            Next::Plays(*side)
        }
    }

    fn moves(&self, (board, side): &Self::State) -> Vec<(String, Self::State)> {
        let letter = ['b', 'w'][*side];
        let holding = |wanted: char| board.iter().filter(move |it| *it.1 == wanted);
        let mut moves = Vec::new();
        for (to, _) in holding('.') {
            let mut placed = board.clone();
            placed.insert(to.clone(), letter);
            if holding(letter).count() < 3 {
                moves.push((to.clone(), (placed, 1 - side)));
                continue;
            }
            for (from, _) in holding(letter).filter(|it| self.are_linked(it.0, to)) {
                let mut moved = placed.clone();
                moved.insert(from.clone(), '.');
                moves.push((format!("{from}{to}"), (moved, 1 - side)));
            }
        }
        moves
    }
}

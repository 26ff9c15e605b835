//! Reversi by naive rules: a map from cells to colours, with lines followed cell by cell.

use crate::naive::{Naive, Next, said};
use crate::table::{Row, complete, configured};
use spar_games::reversi::Reversi;
use spar_rules::{Name, laws};
use std::collections::BTreeMap;

pub(crate) fn row() -> Row {
    configured::<Reversi>(
        &[
            "reversi",
            "reversi:start=parallel",
            "reversi:rows=4,cols=4",
            "reversi:rows=4,cols=6,start=parallel",
            "reversi:rows=6,cols=4",
        ],
        |game, position| {
            complete(game, position);
            laws::scores(game, position);
        },
    )
    .with_tactics(&["reversi:rows=4,cols=4"])
    .with_naive(NaiveReversi::new)
    .row
}

struct NaiveReversi {
    rows: i32,
    cols: i32,
    parallel: bool,
}

/// Discs by column and row, both from 1.
type Discs = BTreeMap<(i32, i32), char>;

impl NaiveReversi {
    fn new(name: &Name) -> NaiveReversi {
        let size = |key| said(name, key, "8").parse().unwrap();
        NaiveReversi {
            rows: size("rows"),
            cols: size("cols"),
            parallel: said(name, "start", "diagonal") == "parallel",
        }
    }

    fn places(&self, discs: &Discs, own: char) -> Vec<(i32, i32)> {
        let cells = (1..=self.cols).flat_map(|col| (1..=self.rows).map(move |row| (col, row)));
        let can =
            |cell: &(i32, i32)| !discs.contains_key(cell) && !turned(discs, *cell, own).is_empty();
        cells.filter(can).collect()
    }
}

/// The discs that a new disc turns over.
fn turned(discs: &Discs, (col, row): (i32, i32), own: char) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    for (right, up) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let along = (1..).map(|far| (col + far * right, row + far * up));
        let line: Vec<_> =
            along.take_while(|it| discs.get(it).is_some_and(|disc| *disc != own)).collect();
        let far = line.len() as i32 + 1;
        if discs.get(&(col + far * right, row + far * up)) == Some(&own) {
            all.extend(line);
        }
    }
    all
}

const COLOURS: [char; 2] = ['b', 'w'];

impl Naive for NaiveReversi {
    type State = (Discs, usize);

    fn start(&self) -> Self::State {
        let (col, row) = (self.cols / 2, self.rows / 2);
        let middle = [(col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)];
        // White on d4 and e5 is the start of Othello.
        let colours = if self.parallel { "bbww" } else { "wbbw" };
        (middle.into_iter().zip(colours.chars()).collect(), 0)
    }

    fn text(&self, (discs, side): &Self::State) -> String {
        let token = |col, row| discs.get(&(col, row)).copied().unwrap_or('.');
        let row_text = |row| (1..=self.cols).map(|col| token(col, row)).collect::<String>();
        let rows: Vec<String> = (1..=self.rows).rev().map(row_text).collect();
        format!("{}-{}", rows.join("/"), ["black", "white"][*side])
    }

    fn next(&self, (discs, side): &Self::State) -> Next {
        if COLOURS.iter().any(|colour| !self.places(discs, *colour).is_empty()) {
            return Next::Plays(*side);
        }
        let count = |colour| discs.values().filter(|it| **it == colour).count();
        match count('b').cmp(&count('w')) {
            std::cmp::Ordering::Greater => Next::Won(0),
            std::cmp::Ordering::Equal => Next::Drawn,
            std::cmp::Ordering::Less => Next::Won(1),
        }
    }

    fn moves(&self, (discs, side): &Self::State) -> Vec<(String, Self::State)> {
        let own = COLOURS[*side];
        let places = self.places(discs, own);
        if places.is_empty() {
            return vec![("pass".to_owned(), (discs.clone(), 1 - side))];
        }
        let put = |(col, row): (i32, i32)| {
            let mut after = discs.clone();
            for cell in turned(discs, (col, row), own) {
                after.insert(cell, own);
            }
            after.insert((col, row), own);
            let column = " abcdefgh".chars().nth(col as usize).unwrap();
            (format!("{column}{row}"), (after, 1 - side))
        };
        places.into_iter().map(put).collect()
    }
}

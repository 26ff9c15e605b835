//! The row of line games. Their naive implementation is in `tests/naive`.

use crate::table::{Row, complete, game};
use spar_games::lines::{Keys, Lines};
use spar_rules::{Arranged, Game, Name, ReadError, laws};

pub(crate) fn row() -> Row {
    game(open, LINES, |game, position| {
        laws::threats(game, position);
        let tokens = complete(game, position);
        assert!(game.arranged(&tokens, game.side(position).other()).is_err());
    })
    .with_tactics(&["tictactoe", "bottom2:line=loses"])
    .row
}

/// Variants of every kind: each gravity, subsets of directions, misère, several layers, odd and
/// even widths, boards with and without ranks.
const LINES: &[&str] = &[
    "tictactoe",
    "tictactoe:along=rd",
    "tictactoe:rows=4,cols=4",
    "tictactoe:rows=3,cols=5,line=loses",
    "connect3",
    "connect3:along=cd,line=loses",
    "connect4",
    "connect4:rows=4,cols=5",
    "connect4:rows=4,cols=6",
    "connect4:rows=8,cols=8",
    "connect4:rows=5,cols=1,connect=5",
    "connect4:rows=9,cols=7,connect=5",
    "connect4:rows=20,cols=1",
    "connect4:rows=10,cols=2",
    "bottom2",
    "bottom2:rows=4,cols=4,along=rc",
    "bottom2:rows=5,cols=3,gravity=partial-3",
    "bottom2:rows=10,cols=3,connect=4",
    "qubic",
    "qubic:rows=2,cols=2,layers=2,connect=2,line=loses",
    "lines:rows=3,cols=3,layers=3,gravity=full",
    "lines:rows=3,cols=2,layers=3,gravity=full,along=ps",
    "lines:rows=3,cols=2,layers=2,gravity=partial-2,connect=2",
    "lines:rows=1,cols=9,connect=3",
    "lines:rows=2,cols=2,connect=1",
];

fn open(name: &Name) -> Result<Lines, ReadError> {
    let preset = Keys::preset(name.game).ok_or_else(|| ReadError::new("not a line game"))?;
    Lines::new(preset.with(&name.settings)?)
}

//! The tactics of line games are correct: checks every position of small games against minimax.

use spar_games::lines::{Keys, Lines};
use spar_rules::{Game, Tactics, laws};
use spar_solve::minimax;
use spar_testkit::truth;
use std::collections::HashMap;

/// Variants of every kind: each gravity, sets of directions, misère, layers, and lines of one
/// to five stones.
const VARIANTS: &[(&str, &str)] = &[
    ("tictactoe", ""),
    ("tictactoe", "along=rc"),
    ("tictactoe", "line=loses"),
    ("tictactoe", "rows=2,cols=5,connect=4,along=rd"),
    ("tictactoe", "rows=1,cols=9,connect=3"),
    ("tictactoe", "connect=2"),
    ("tictactoe", "rows=2,cols=2,connect=1"),
    ("tictactoe", "rows=2,cols=5,connect=5"),
    ("connect3", ""),
    ("connect3", "along=rd"),
    ("connect3", "along=cd,line=loses"),
    ("connect3", "rows=5,cols=3"),
    ("connect3", "rows=4,cols=4,connect=2"),
    ("connect4", "rows=5,cols=3,connect=5"),
    ("connect4", "rows=4,cols=4"),
    ("connect4", "rows=3,cols=3,connect=1"),
    ("bottom2", ""),
    ("bottom2", "along=cd"),
    ("bottom2", "line=loses"),
    ("bottom2", "rows=5,cols=2,gravity=partial-3,connect=4"),
    ("bottom2", "rows=5,cols=2,connect=5"),
    ("bottom2", "rows=3,cols=4,connect=3"),
    ("lines", "rows=2,cols=2,layers=2,connect=2"),
    ("lines", "rows=2,cols=2,layers=2,connect=2,along=s"),
    ("lines", "rows=2,cols=2,layers=2,connect=2,along=ps,line=loses"),
    ("lines", "rows=3,cols=2,layers=2,gravity=full"),
    ("lines", "rows=3,cols=2,layers=2,gravity=full,along=cp,connect=2,line=loses"),
    ("lines", "rows=3,cols=2,layers=2,gravity=partial-2,connect=2"),
    ("lines", "rows=3,cols=1,layers=3,gravity=partial-2,connect=3"),
];

fn game(preset: &str, settings: &str) -> Lines {
    let pairs: Vec<(&str, &str)> =
        settings.split(',').filter_map(|setting| setting.split_once('=')).collect();
    Lines::new(Keys::preset(preset).unwrap().with(&pairs).unwrap()).unwrap()
}

#[test]
fn tactics_are_true_in_every_position_of_small_games() {
    let mut positions = 0;
    for &(preset, settings) in VARIANTS {
        let game = game(preset, settings);
        let values = truth(&game);
        positions += values.len();
        for board in values.keys() {
            laws::tactics(&game, board, |next| values[next]);
        }
    }
    assert!(positions > 500_000, "{positions}");
}

#[test]
fn positions_with_one_key_have_one_value_and_one_horizon() {
    for &(preset, settings) in VARIANTS {
        let game = game(preset, settings);
        let (mut by_key, mut by_number) = (HashMap::new(), HashMap::new());
        for (board, value) in truth(&game) {
            let seen = (value, game.turn(&board), game.horizon(&board));
            let earlier = by_key.insert(game.key(&board), seen);
            assert!(earlier.is_none_or(|it| it == seen), "{preset} {settings} {board:?}");
            if game.number_bits().is_some() {
                let earlier = by_number.insert(game.number(&board), seen);
                assert!(earlier.is_none_or(|it| it == seen), "{preset} {settings} {board:?}");
            }
        }
    }
}

#[test]
fn values_of_the_test_kit_are_the_yardsticks_own() {
    let game = game("bottom2", "along=rd");
    for (board, value) in truth(&game) {
        if board.n_stones() > 2 {
            assert_eq!(value, minimax::value(&game, &board), "{board:?}");
        }
    }
}

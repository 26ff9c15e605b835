//! Minimax, alpha-beta and explicit tables agree: on every position of small
//! variants, and on random positions of larger ones.

use proptest::prelude::*;
use spar_games::lines::{Board, Keys, Lines};
use spar_rules::{Game, SplitMix, Value};
use spar_solve::alpha_beta::{Search, plain};
use spar_solve::explicit::Table;
use spar_solve::{Budget, Silent, minimax};
use std::ops::ControlFlow;
use std::sync::OnceLock;

type Settings = &'static [(&'static str, &'static str)];

/// Each gravity, all directions and subsets, misère, boards in space.
const SMALL: &[(&str, Settings)] = &[
    ("tictactoe", &[]),
    ("tictactoe", &[("along", "rd")]),
    ("tictactoe", &[("line", "loses")]),
    ("bottom2", &[]),
    ("bottom2", &[("along", "cd"), ("line", "loses")]),
    ("connect3", &[("rows", "3"), ("cols", "3")]),
    ("connect3", &[("rows", "3"), ("cols", "3"), ("along", "rc")]),
    ("connect3", &[("rows", "2"), ("cols", "4"), ("line", "loses")]),
    ("lines", &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("along", "ds")]),
    (
        "lines",
        &[("rows", "2"), ("cols", "2"), ("layers", "2"), ("connect", "2"), ("line", "loses")],
    ),
    ("lines", &[("rows", "3"), ("cols", "1"), ("layers", "3"), ("gravity", "full")]),
];

/// Larger variants whose tables are solved once for all cases.
const LARGER: &[(&str, Settings)] = &[
    ("connect4", &[("rows", "4"), ("cols", "5")]),
    ("connect4", &[("rows", "5"), ("cols", "4"), ("along", "rd")]),
    ("connect3", &[("cols", "5"), ("line", "loses")]),
    ("bottom2", &[("rows", "4"), ("cols", "4"), ("along", "rc")]),
    ("tictactoe", &[("rows", "3"), ("cols", "4"), ("connect", "4")]),
    ("lines", &[("rows", "3"), ("cols", "3"), ("layers", "2"), ("gravity", "full")]),
];

fn game(preset: &str, settings: &[(&str, &str)]) -> Lines {
    Lines::new(Keys::preset(preset).unwrap().with(settings).unwrap()).unwrap()
}

fn searched(game: &Lines, position: &Board) -> Option<Value> {
    Search::new(game).solve(position, &Budget::unlimited(), &Silent).exact()
}

#[test]
fn all_three_agree_on_every_position_of_small_variants() {
    for (preset, settings) in SMALL {
        let game = game(preset, settings);
        let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
        let mut visited = 0;
        let _ = table.visit(&game, |position, value| {
            visited += 1;
            assert_eq!(minimax::value(&game, position), value, "{} {position:?}", game.name());
            assert_eq!(searched(&game, position), Some(value), "{} {position:?}", game.name());
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(visited, table.summary().positions, "{}", game.name());
    }
}

/// The larger variants with their tables.
fn solved() -> &'static Vec<(Lines, Table)> {
    static SOLVED: OnceLock<Vec<(Lines, Table)>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let solve = |(preset, settings): &(&str, Settings)| {
            let game = game(preset, settings);
            let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
            (game, table)
        };
        LARGER.iter().map(solve).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tables_and_searches_agree_on_random_positions_of_larger_ones(
        variant in 0..LARGER.len(),
        seed: u64,
        plies in 0_u32..20,
    ) {
        let (game, table) = &solved()[variant];
        let mut random = SplitMix::new(seed);
        let mut position = game.start();
        let mut moves = Vec::new();
        for _ in 0..plies {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(mv) = random.pick(&moves) else { break };
            position = game.after(&position, mv);
        }
        let value = table.value(game, &position);
        prop_assert_eq!(searched(game, &position), value);
        // The plain twin needs no table and no tactics; it is asked near the end.
        if position.n_stones() >= 9 {
            prop_assert_eq!(Some(plain::value(game, &position).0), value);
        }
    }
}

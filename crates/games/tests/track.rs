//! The paths of pawns on a track.

use spar_games::ladders::{Ladders, Overflow, Recipe, Setup, Shape};
use spar_rules::{Game, Notation, Scenic, Separable, Side, read_position_and_moves};

#[test]
fn a_pawn_walks_to_where_it_lands() {
    for overflow in Overflow::ALL {
        for seed in 1..=5 {
            let recipe = Recipe { n: 30, ladders: 4, snakes: 4, longest: 9, seed };
            let shape = Shape::Random(recipe);
            let game = Ladders::new(Setup { shape, overflow, ..Setup::default() }).unwrap();
            for square in 0..29 {
                let position = game.facing([square, 5], Side::First);
                for roll in ["1", "D,3", "D,6", "T,12"] {
                    let (before, last) = roll.split_once(',').unwrap_or(("", roll));
                    let text = game.write_position(&position);
                    let text = if before.is_empty() { text } else { format!("{text}+{before}") };
                    let here = read_position_and_moves(&game, &text).unwrap();
                    let mv = game.read_move(&here, last).unwrap();
                    let walk = game.walk(&here, mv);
                    let after = game.after(&here, mv);
                    assert_eq!(walk.first().copied(), Some(square as usize));
                    assert_eq!(walk.last().copied(), Some(after.squares()[0] as usize));
                    let steps = walk.windows(2);
                    let linked = |pair: &[usize]| {
                        pair[0].abs_diff(pair[1]) == 1
                            || game.board().jumps().contains(&(pair[0] as u32, pair[1] as u32))
                    };
                    assert!(steps.into_iter().all(linked), "{overflow:?} {text} {walk:?}");
                }
            }
        }
    }
}

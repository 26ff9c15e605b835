//! Correct claims are accepted.

use crate::slow::Slow;
use crate::{PLENTY, game, is_win, pairs, reachable, sample, sides};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Value};
use spar_solve::alpha_beta::Search;
use spar_solve::{Budget, Silent};

fn check_all(game: &Lines, positions: &[Board]) {
    let mut checker = Checker::new(game, PLENTY);
    let mut slow = Slow::new(game);
    for position in positions {
        for pair in &pairs() {
            for side in sides() {
                let claim = slow.claim(position, side, pair);
                let checked = checker.check(&claim);
                assert_eq!(checked, Ok(()), "{} {}", game.name(), game.write_position(position));
            }
        }
    }
}

#[test]
fn every_position_of_tictactoe() {
    let game = game("tictactoe");
    let positions = reachable(&game, &game.start());
    assert_eq!(positions.len(), 5478 - 942 - 16, "the known number that are not over");
    check_all(&game, &positions);
}

#[test]
fn hundreds_of_positions_of_variants() {
    for name in [
        "bottom2",
        "bottom2:along=rd",
        "bottom2:along=cd",
        "tictactoe:line=loses",
        "connect3:rows=3,cols=4",
        "connect3:line=loses",
        "connect3:along=rc",
    ] {
        let game = game(name);
        let cells = u32::from(game.keys().rows * game.keys().cols);
        for stones in [cells - 8, cells - 7, cells - 6] {
            check_all(&game, &sample(&game, stones, 40, u64::from(stones)));
        }
    }
}

#[test]
fn values_and_winning_moves_of_large_boards_agree_with_the_search() {
    let game = game("connect4");
    let mut checker = Checker::new(&game, PLENTY);
    let mut wins = 0;
    let [(learner, opponent), ..] = pairs();
    for position in sample(&game, 24, 40, 1) {
        let study = Search::new(&game).study(&position, &Budget::unlimited(), &Silent);
        let value = study.solution.exact().unwrap();
        let valued = study.moves.iter().map(|(mv, solution)| (*mv, solution.exact().unwrap()));
        let valued: Vec<_> = valued.collect();
        let moves = |keep: &dyn Fn(Value) -> bool| {
            valued.iter().filter(|it| is_win(it.1) && keep(it.1)).map(|it| it.0).collect()
        };
        let mut claim = Claim::<Lines> {
            position,
            learner_side: game.side(&position),
            learner: learner.clone(),
            opponent: opponent.clone(),
            value,
            winning: moves(&|_| true),
            fastest: moves(&|it| it == value),
            chances: Claimed::Exact { win: 0, draw: 0, loss: 0, whole: 0 },
        };
        // Everything is correct except the chances, which do not add up.
        let text = game.write_position(&position);
        assert!(matches!(checker.check(&claim), Err(Doubt::NoWhole { .. })), "{text}");
        if claim.winning.pop().is_some() {
            assert!(matches!(checker.check(&claim), Err(Doubt::Missing { .. })), "{text}");
            wins += 1;
        }
    }
    assert!((5..35).contains(&wins), "{wins} of 40 are won");
}

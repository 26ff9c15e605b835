//! The doubts about claims, and their messages.

use crate::{PLENTY, game};
use spar_challenge::policy::{Player, Ties};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt, List, Repeat, WIDEST, repeats};
use spar_games::lines::Lines;
use spar_rules::{Notation, Side, Symmetric, Value};

/// A correct claim, checked by hand: after x in the corner a1 and o next to it on a2, three
/// moves win for x. The chance is a known figure.
fn right(game: &Lines) -> Claim<Lines> {
    let position = game.read_position(".../o../x..").unwrap();
    let moves = |names: &[&str]| {
        names.iter().map(|name| game.read_move(&position, name).unwrap()).collect()
    };
    Claim {
        position,
        learner_side: Side::First,
        learner: Player::foresight(2, Ties::Any),
        opponent: Player::foresight(3, Ties::Any),
        value: Value::Win(5),
        winning: moves(&["b1", "b2", "c1"]),
        fastest: moves(&["b1", "b2", "c1"]),
        chances: Claimed::Exact { win: 1, draw: 0, loss: 0, whole: 1 },
    }
}

fn doubt(game: &Lines, claim: &Claim<Lines>) -> String {
    Checker::new(game, PLENTY).check(claim).unwrap_err().to_string()
}

#[test]
fn doubts_say_what_is_not_so() {
    let game = game("tictactoe");
    let right = right(&game);
    assert_eq!(Checker::new(&game, PLENTY).check(&right), Ok(()));
    let value = |value| doubt(&game, &Claim { value, ..right.clone() });
    assert_eq!(value(Value::Win(3)), "the first side cannot force a win within 3 plies");
    assert_eq!(value(Value::Win(7)), "the first side can force a win in fewer than 7 plies");
    assert_eq!(value(Value::Loss(4)), "the second side cannot force a win within 4 plies");
    assert_eq!(value(Value::Draw), "it is not a draw: the first side can force a win");

    let a3 = game.read_move(&right.position, "a3").unwrap();
    let mut claim = right.clone();
    claim.winning.push(a3);
    assert_eq!(doubt(&game, &claim), "a3 is listed among the winning moves, but is none of them");
    let mut claim = right.clone();
    claim.fastest.remove(1);
    assert_eq!(
        doubt(&game, &claim),
        "b2 is not listed among the fastest moves, but is one of them"
    );
    let mut claim = right.clone();
    claim.fastest.push(claim.fastest[0]);
    assert_eq!(doubt(&game, &claim), "b1 is listed twice among the fastest moves");

    let taken = game.read_position(".../.../x..").unwrap();
    let a2 = game.read_move(&taken, "a2").unwrap();
    let claim = Claim { winning: vec![a2], ..right.clone() };
    let illegal = Checker::new(&game, PLENTY).check(&claim);
    assert!(matches!(illegal, Err(Doubt::Illegal { list: List::Winning, .. })), "{illegal:?}");

    let chances = Claimed::Exact { win: 1, draw: 1, loss: 0, whole: 2 };
    assert_eq!(
        doubt(&game, &Claim { chances, ..right.clone() }),
        "the chances are win 1, draw 0, loss 0 of 1, not win 1, draw 1, loss 0 of 2"
    );
}

#[test]
fn what_is_over_is_no_level() {
    let game = game("tictactoe");
    let position = game.read_position("xxx/oo./...").unwrap();
    let claim = Claim { position, value: Value::Loss(0), ..right(&game) };
    assert_eq!(Checker::new(&game, PLENTY).check(&claim), Err(Doubt::Over));
}

#[test]
fn bounds_must_hold_the_truth_and_be_narrow() {
    let game = game("tictactoe");
    // Foresight 1 against 3 wins 53 of 72 games here.
    let learner = Player::foresight(1, Ties::Any);
    let right = Claim { learner, ..right(&game) };
    let mut checker = Checker::new(&game, PLENTY);
    let Err(Doubt::Chance { found, .. }) = checker.check(&right) else { panic!("it is not sure") };
    let Claimed::Exact { win, draw, loss, whole } = *found else { panic!("it is exact") };
    assert_eq!(win * 72, whole * 53);
    let truth = [win, draw, loss].map(|part| part as f64 / whole as f64);
    let mut check =
        |bounds| checker.check(&Claim { chances: Claimed::Bounded(bounds), ..right.clone() });
    let around = |margin: f64| truth.map(|it| ((it - margin).max(0.0), (it + margin).min(1.0)));
    for margin in [1e-15, 1e-9, WIDEST / 2.1] {
        assert_eq!(check(around(margin)), Ok(()), "{margin}");
    }
    assert!(matches!(check(around(WIDEST)), Err(Doubt::Wide { .. })));
    for (index, (low, high)) in around(1e-12).into_iter().enumerate() {
        let with = |changed| {
            let mut bounds = around(1e-12);
            bounds[index] = changed;
            bounds
        };
        if low > 0.0 {
            assert!(matches!(check(with((low - 1e-9, low - 1e-10))), Err(Doubt::Chance { .. })));
        }
        assert!(matches!(check(with((high + 1e-10, high + 1e-9))), Err(Doubt::Chance { .. })));
        for none in [(high, low), (f64::NAN, high), (low, f64::NAN), (-0.1, high), (low, 1.1)] {
            assert!(matches!(check(with(none)), Err(Doubt::NoBounds { .. })), "{none:?}");
        }
    }
}

#[test]
fn a_proof_that_is_too_long_is_given_up_and_says_so() {
    let game = game("tictactoe");
    let claim = right(&game);
    for positions in [0, 1, 10, 100] {
        let checked = Checker::new(&game, positions).check(&claim);
        assert_eq!(checked, Err(Doubt::TooMuch { positions }));
    }
    // Proven facts are kept, so a second attempt gets further.
    let mut checker = Checker::new(&game, 1000);
    let tries = (1..100).find(|_| checker.check(&claim).is_ok());
    assert!(tries.is_some());
}

#[test]
fn images_of_earlier_positions_are_found() {
    let game = game("tictactoe");
    let texts =
        ["x../.../...", ".x./.../...", "..x/.../...", "x../.o./...", ".../x../...", "x../.../..."];
    let positions: Vec<_> = texts.iter().map(|text| game.read_position(text).unwrap()).collect();
    let expected = [(0, 2), (1, 4), (0, 5)].map(|(earlier, later)| Repeat { earlier, later });
    assert_eq!(repeats(&game, &positions), expected);
    assert_eq!(repeats(&game, &positions[..2]), []);
    let images: Vec<_> = (0..8).map(|it| game.image(&positions[3], it)).collect();
    assert_eq!(repeats(&game, &images).len(), 7);
}

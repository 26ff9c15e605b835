//! Games unlike line games: a side moves twice, there is only one side, or positions and moves
//! are texts.

use crate::slow::Slow;
use crate::{PLENTY, pairs, reachable, sides};
use spar_challenge::policy::{Player, Ties};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
use spar_rules::{Deterministic, Game, Notation, Outcome, ReadError, Reward, Side, Turn, Value};
use spar_testkit::Stutter;

/// Take one, two or three matches; a side that takes two moves again; whoever takes the last
/// one wins.
#[derive(Clone, Debug)]
struct TakeAgain(u8);

impl Game for TakeAgain {
    type Position = (u8, Side, Side);
    type Move = u8;

    fn start(&self) -> Self::Position {
        (self.0, Side::First, Side::Second)
    }

    fn side(&self, &(_, side, _): &Self::Position) -> Side {
        side
    }

    fn turn(&self, &(left, side, last): &Self::Position) -> Turn {
        if left == 0 { Turn::Over(Outcome::Win(last)) } else { Turn::Play(side) }
    }

    fn moves(&self, &(left, ..): &Self::Position, out: &mut Vec<u8>) {
        out.extend(1..=left.min(3));
    }

    fn after(&self, &(left, side, _): &Self::Position, taken: u8) -> Self::Position {
        (left - taken, if taken == 2 { side } else { side.other() }, side)
    }
}

/// A game for one side: in each of this many steps, one move continues and two lose.
#[derive(Clone, Debug)]
struct Climb(u32);

impl Game for Climb {
    /// The steps left; `None` after a fall.
    type Position = Option<u32>;
    type Move = u8;

    fn start(&self) -> Option<u32> {
        Some(self.0)
    }

    fn side(&self, _: &Option<u32>) -> Side {
        Side::First
    }

    fn turn(&self, position: &Option<u32>) -> Turn {
        match position {
            None => Turn::Over(Outcome::Win(Side::Second)),
            Some(0) => Turn::Over(Outcome::Win(Side::First)),
            Some(_) => Turn::Play(Side::First),
        }
    }

    fn moves(&self, position: &Option<u32>, out: &mut Vec<u8>) {
        if position.is_some_and(|left| left > 0) {
            out.extend(0..3);
        }
    }

    fn after(&self, position: &Option<u32>, way: u8) -> Option<u32> {
        position.filter(|_| way == 0).map(|left| left - 1)
    }
}

/// The first side can end the game with a draw or continue to a position that is lost but has
/// this reward.
#[derive(Clone, Debug)]
struct Fork(i32);

impl Game for Fork {
    /// Plies played on; `None` after the draw.
    type Position = Option<u8>;
    type Move = bool;

    fn start(&self) -> Option<u8> {
        Some(0)
    }

    fn side(&self, position: &Option<u8>) -> Side {
        if *position == Some(1) { Side::Second } else { Side::First }
    }

    fn turn(&self, position: &Option<u8>) -> Turn {
        match position {
            None => Turn::Over(Outcome::Draw),
            Some(3) => Turn::Over(Outcome::Win(Side::Second)),
            Some(_) => Turn::Play(self.side(position)),
        }
    }

    fn moves(&self, position: &Option<u8>, out: &mut Vec<bool>) {
        match position {
            Some(0) => out.extend([true, false]),
            Some(1 | 2) => out.push(true),
            _ => {}
        }
    }

    fn after(&self, position: &Option<u8>, on: bool) -> Option<u8> {
        position.filter(|_| on).map(|plies| plies + 1)
    }
}

impl Reward for Fork {
    fn reward(&self, _: &Option<u8>) -> i32 {
        self.0
    }

    fn most_reward(&self) -> u32 {
        self.0.unsigned_abs()
    }
}

macro_rules! plain {
    ($game:ty) => {
        impl Deterministic for $game {}
        impl Notation for $game {
            fn write_position(&self, position: &Self::Position) -> String {
                format!("{position:?}")
            }
            fn read_position(&self, text: &str) -> Result<Self::Position, ReadError> {
                Err(ReadError::new(text))
            }
            fn write_move(&self, _: &Self::Position, mv: Self::Move) -> String {
                mv.to_string()
            }
        }
    };
}
plain!(TakeAgain);
plain!(Climb);
plain!(Fork);
impl Reward for TakeAgain {}
impl Reward for Climb {}

#[test]
fn a_side_that_moves_twice_is_followed() {
    let game = TakeAgain(14);
    let mut checker = Checker::new(&game, PLENTY);
    let mut slow = Slow::new(&game);
    for position in reachable(&game, &game.start()) {
        for pair in &pairs() {
            for side in sides() {
                let claim = slow.claim(&position, side, pair);
                assert_eq!(checker.check(&claim), Ok(()), "{claim:?}");
                for plies in 0..16 {
                    for value in [Value::Win(plies), Value::Draw, Value::Loss(plies)] {
                        let other = Claim { value, ..claim.clone() };
                        assert_eq!(checker.check(&other).is_ok(), value == claim.value);
                    }
                }
            }
        }
    }
}

#[test]
fn positions_and_moves_that_are_texts_are_followed() {
    let game = Stutter { letters: 3, longest: 5 };
    let mut checker = Checker::new(&game, PLENTY);
    let mut slow = Slow::new(&game);
    for position in reachable(&game, &game.start()) {
        for pair in &pairs() {
            for side in sides() {
                let claim = slow.claim(&position, side, pair);
                assert_eq!(checker.check(&claim), Ok(()), "{claim:?}");
                let winning = game.legal(&position).into_iter();
                let winning = winning.filter(|mv| !claim.winning.contains(mv)).collect();
                let other = Claim { winning, ..claim };
                assert!(checker.check(&other).is_err(), "{other:?}");
            }
        }
    }
}

/// A claim about a climb that is correct except possibly for the chances.
fn climb(steps: u32, learner: Player, chances: Claimed) -> Claim<Climb> {
    Claim {
        position: Some(steps),
        learner_side: Side::First,
        learner,
        opponent: Player::random(),
        value: Value::Win(steps),
        winning: vec![0],
        fastest: vec![0],
        chances,
    }
}

#[test]
fn fractions_too_long_to_recompute_are_doubted_and_bounds_believed() {
    let game = Climb(100);
    let mut checker = Checker::new(&game, 100_000);
    let mut check = |steps, chances| checker.check(&climb(steps, Player::random(), chances));
    let whole = 3_u128.pow(80);
    let exact = |win| Claimed::Exact { win, draw: 0, loss: whole - win, whole };
    assert_eq!(check(80, exact(1)), Ok(()));
    assert!(matches!(check(80, exact(2)), Err(Doubt::Chance { .. })));
    assert_eq!(check(81, exact(1)), Err(Doubt::NotExact { claimed: exact(1) }));
    let bounded = Claimed::Bounded([(0.0, 1e-30), (0.0, 0.0), (1.0 - 1e-12, 1.0)]);
    assert_eq!(check(81, bounded), Ok(()));
    let never = Claimed::Bounded([(0.0, 0.0), (0.0, 1e-12), (1.0 - 1e-12, 1.0)]);
    assert!(matches!(check(81, never), Err(Doubt::Chance { .. })));
}

#[test]
fn one_who_knows_the_way_climbs_for_sure() {
    let game = Climb(100);
    let sure = Claimed::Exact { win: 5, draw: 0, loss: 0, whole: 5 };
    let mut checker = Checker::new(&game, 100_000);
    assert_eq!(checker.check(&climb(100, Player::perfect(), sure)), Ok(()));
    assert!(checker.check(&climb(100, Player::random(), sure)).is_err());
}

#[test]
fn a_draw_in_sight_is_worth_a_reward_of_nothing() {
    for (reward, draw, loss) in [(-1, 2, 0), (0, 1, 1), (1, 0, 2)] {
        let game = Fork(reward);
        let claim = |draw, loss| Claim::<Fork> {
            position: game.start(),
            learner_side: Side::First,
            learner: Player::foresight(1, Ties::Any),
            opponent: Player::random(),
            value: Value::Draw,
            winning: Vec::new(),
            fastest: Vec::new(),
            chances: Claimed::Exact { win: 0, draw, loss, whole: 2 },
        };
        let mut checker = Checker::new(&game, 100);
        for (other, lost) in [(2, 0), (1, 1), (0, 2)] {
            let believed = checker.check(&claim(other, lost)).is_ok();
            assert_eq!(believed, (other, lost) == (draw, loss), "{reward} {other} {lost}");
        }
    }
}

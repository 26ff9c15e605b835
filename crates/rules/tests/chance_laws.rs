//! The laws of `Stochastic` and `Separable` detect games that violate them.

use spar_rules::{Action, Game, Outcome, Separable, Side, Stochastic, Turn, laws};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The fault of the toy game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    RollWithoutWeight,
    OtherWeight,
    LandsElsewhere,
    SquaresSwapped,
    ActionNotListed,
    RollOfAnotherAction,
}

/// A race over seven squares, with a fixed step or a roll of one to three. Square 2 leads to
/// square 4.
struct Walk {
    fault: Fault,
    actions: Vec<Action>,
}

const GOAL: u32 = 6;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    squares: [u32; 2],
    turn: Side,
    rolling: bool,
}

impl Walk {
    fn new(fault: Fault) -> Walk {
        let action = |letter, name: &str, steps: &[(u32, u32)]| Action {
            letter,
            name: name.to_owned(),
            steps: steps.to_vec(),
        };
        let die = action('d', "the die", &[(1, 1), (2, 2), (3, 1)]);
        let actions = vec![action('s', "one step", &[(1, 4)]), die];
        Walk { fault, actions }
    }

    fn walked(place: &Place, steps: u32) -> Place {
        let mut squares = place.squares;
        let mover = usize::from(place.turn == Side::Second);
        squares[mover] = Walk::landing(squares[mover], steps);
        Place { squares, turn: place.turn.other(), rolling: false }
    }

    fn landing(square: u32, steps: u32) -> u32 {
        match (square + steps).min(GOAL) {
            2 => 4,
            other => other,
        }
    }
}

/// A move is a choice, 0 or 1, or the steps of a roll.
impl Game for Walk {
    type Position = Place;
    type Move = u32;

    fn start(&self) -> Place {
        Place { squares: [0, 0], turn: Side::First, rolling: false }
    }

    fn turn(&self, place: &Place) -> Turn {
        match place.squares {
            [GOAL, _] => Turn::Over(Outcome::Win(Side::First)),
            [_, GOAL] => Turn::Over(Outcome::Win(Side::Second)),
            _ if place.rolling => Turn::Roll,
            _ => Turn::Play(place.turn),
        }
    }

    fn side(&self, place: &Place) -> Side {
        place.turn
    }

    fn moves(&self, place: &Place, out: &mut Vec<u32>) {
        match self.turn(place) {
            Turn::Over(_) => {}
            Turn::Roll => out.extend(1..=3),
            Turn::Play(_) if self.fault == Fault::ActionNotListed && place.squares[0] > 3 => {
                out.push(0);
            }
            Turn::Play(_) => out.extend(0..2),
        }
    }

    fn after(&self, place: &Place, mv: u32) -> Place {
        if place.rolling {
            Walk::walked(place, mv)
        } else if mv == 0 {
            Walk::walked(place, 1)
        } else {
            Place { rolling: true, ..place.clone() }
        }
    }
}

impl Stochastic for Walk {
    fn weight(&self, place: &Place, roll: u32) -> u32 {
        let is_far = place.squares[1] > 2;
        match (self.fault, roll) {
            (Fault::RollWithoutWeight, 3) if is_far => 0,
            (Fault::OtherWeight, 3) if is_far => 2,
            (_, 2) => 2,
            _ => 1,
        }
    }
}

impl Separable for Walk {
    fn squares(&self) -> u32 {
        GOAL + 1
    }

    fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn lands(&self, square: u32, steps: u32) -> u32 {
        let lands = Walk::landing(square, steps);
        if self.fault == Fault::LandsElsewhere && lands == 4 { 2 } else { lands }
    }

    fn facing(&self, squares: [u32; 2], turn: Side) -> Place {
        Place { squares, turn, rolling: false }
    }

    fn squares_of(&self, place: &Place) -> [u32; 2] {
        let [first, second] = place.squares;
        if self.fault == Fault::SquaresSwapped { [second, first] } else { [first, second] }
    }

    fn rolling(&self, place: &Place) -> Option<usize> {
        let action = usize::from(self.fault != Fault::RollOfAnotherAction);
        place.rolling.then_some(action)
    }
}

fn keeps_laws(fault: Fault) -> bool {
    let check = || laws::check(&Walk::new(fault), 30, laws::separable);
    catch_unwind(AssertUnwindSafe(check)).is_ok()
}

#[test]
fn every_fault_of_a_walk_is_found() {
    assert!(keeps_laws(Fault::None));
    for fault in [
        Fault::RollWithoutWeight,
        Fault::OtherWeight,
        Fault::LandsElsewhere,
        Fault::SquaresSwapped,
        Fault::ActionNotListed,
        Fault::RollOfAnotherAction,
    ] {
        assert!(!keeps_laws(fault), "{fault:?}");
    }
}

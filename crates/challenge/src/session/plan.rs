//! What is settled before the first move: where a game starts, who plays, what is
//! wanted.

use crate::policy::Player;
use spar_rules::{Side, Value};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person.
    Person,
    /// The program, as this player.
    Program(Player),
}

/// Who plays which side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seats {
    /// Who plays the first side.
    pub first: Seat,
    /// Who plays the second side.
    pub second: Seat,
}

impl Seats {
    /// Two people at one board.
    pub const PEOPLE: Seats = Seats { first: Seat::Person, second: Seat::Person };

    /// A person who plays this side against a player.
    pub fn against(side: Side, player: Player) -> Seats {
        let (person, program) = (Seat::Person, Seat::Program(player));
        match side {
            Side::First => Seats { first: person, second: program },
            Side::Second => Seats { first: program, second: person },
        }
    }

    /// Who plays this side.
    pub fn of(&self, side: Side) -> &Seat {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The side of the person, if exactly one plays.
    pub fn person(&self) -> Option<Side> {
        match (&self.first, &self.second) {
            (Seat::Person, Seat::Program(_)) => Some(Side::First),
            (Seat::Program(_), Seat::Person) => Some(Side::Second),
            _ => None,
        }
    }
}

/// What is wanted of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
    /// To come to the end without a slip, whoever wins: what is wanted where chance rolls.
    Best,
}

impl Goal {
    /// Whether a game that ended by the rules like this for the person reaches it.
    pub fn is_reached(self, result: Value) -> bool {
        match self {
            Goal::Win => result > Value::Draw,
            Goal::Draw => result >= Value::Draw,
            Goal::Best => true,
        }
    }
}

/// What is settled before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<P> {
    /// Where the game starts.
    pub start: P,
    /// Who plays.
    pub seats: Seats,
    /// What is wanted, if the game is a level: then the person's moves are judged.
    pub goal: Option<Goal>,
}

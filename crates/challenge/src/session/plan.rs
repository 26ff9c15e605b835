//! The plan of a game (where it starts, who plays, the goal), the events that can happen, and why
//! an event is refused.

use crate::judge::Goal;
use crate::policy::Player;
use spar_rules::Side;

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person.
    Person,
    /// The program, as this player.
    Program(Player),
}

/// The players of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seats {
    /// The first side.
    pub first: Seat,
    /// The second side.
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

    /// The player of this side.
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

/// The plan of a game: everything that is fixed before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<P> {
    /// Where the game starts.
    pub start: P,
    /// The players.
    pub seats: Seats,
    /// The goal, if the game is a level: then the person's moves are judged.
    pub goal: Option<Goal>,
}

/// An event of a game. The events in their order are its log. The state of a game follows from
/// its plan and its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A move that stands.
    Move {
        /// The move.
        mv: M,
        /// Who made it.
        by: By,
    },
    /// A person's move in a level that lost the outcome and was taken back.
    Slip(M),
    /// The move that a person has just made in a level is a slip that stands: where chance
    /// rolls, nothing is taken back.
    Missed,
    /// A person takes the last own move back, and what came after it.
    Undo,
    /// The person who plays this side gives up.
    Resign(Side),
    /// A person asked for this stage of help, or for [`RESPONSE`](super::RESPONSE).
    Hint(u8),
    /// A person asked for the values of the moves.
    Values,
}

impl<M> Event<M> {
    /// The same event with its move converted.
    pub fn map<N>(self, mv: impl FnOnce(M) -> N) -> Event<N> {
        let mapped: Result<_, std::convert::Infallible> = self.try_map(|it| Ok(mv(it)));
        match mapped {
            Ok(event) => event,
        }
    }

    /// The same event with its move converted, if that succeeds.
    ///
    /// # Errors
    /// The error of `mv`.
    pub fn try_map<N, E>(self, mv: impl FnOnce(M) -> Result<N, E>) -> Result<Event<N>, E> {
        Ok(match self {
            Event::Move { mv: it, by } => Event::Move { mv: mv(it)?, by },
            Event::Slip(it) => Event::Slip(mv(it)?),
            Event::Missed => Event::Missed,
            Event::Undo => Event::Undo,
            Event::Resign(side) => Event::Resign(side),
            Event::Hint(stage) => Event::Hint(stage),
            Event::Values => Event::Values,
        })
    }
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// A person.
    Person,
    /// The program, as the player that it is.
    Program,
    /// The program, by a guess: the budget was not enough to find the move of its player.
    Guess,
    /// Chance, for the side whose turn it is.
    Chance,
}

/// Why an event is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// It ended by the rules, or by repetition.
    #[error("the game is over")]
    Over,
    /// A person gave up.
    #[error("the game was resigned")]
    Resigned,
    /// The rules do not allow the move.
    #[error("that is not a legal move here")]
    NoMove,
    /// It is the program's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// It is a person's turn.
    #[error("it is not the program's turn")]
    NotProgramsTurn,
    /// Chance decides what comes next.
    #[error("the dice decide here: a roll cannot be chosen")]
    Rolls,
    /// Nothing waits for a roll.
    #[error("there is nothing to roll here")]
    NothingToRoll,
    /// Only the move that a person has just made can be a slip.
    #[error("no move of a person stands last, so none is a slip")]
    NothingMissed,
    /// No person has moved yet.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// The result of a finished level is final.
    #[error("a level that is over cannot be taken back")]
    LevelIsOver,
    /// In a level nothing is taken back after a roll.
    #[error("the dice have fallen: in a level nothing is taken back after a roll")]
    Rolled,
    /// Only in a level are moves judged.
    #[error("moves are taken back for a person only in a level")]
    NoLevel,
    /// Stages of help come one after the other.
    #[error("the next hint is number {next}, not {asked}")]
    WrongStage {
        /// The stage that comes next.
        next: u8,
        /// The stage that was requested.
        asked: u8,
    },
    /// There is no response to a player that never errs, and none is shown in a level.
    #[error("the best response is shown in free play only, against a player that can err")]
    NoResponse,
    /// Only a person gives up.
    #[error("no person plays the {0} side")]
    NoPerson(Side),
    /// A goal needs exactly one person.
    #[error("a goal is for one person who plays against the program")]
    GoalForNobody,
}

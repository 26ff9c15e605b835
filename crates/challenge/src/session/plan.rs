//! The plan of a game (start, players, goal), its events, and the errors of events that are not
//! allowed.

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
    /// The start position.
    pub start: P,
    /// The players.
    pub seats: Seats,
    /// The goal, if the game is a level. The person's moves are then judged.
    pub goal: Option<Goal>,
}

/// An event of a game. The events in order are its log. The state of a game depends only on its
/// plan and its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A move that is not taken back.
    Move {
        /// The move.
        mv: M,
        /// Who made it.
        by: By,
    },
    /// A person's move in a level that lost the outcome and was taken back.
    Slip(M),
    /// The person's last move in a level is a slip but is not taken back, because chance has
    /// rolled.
    Missed,
    /// A person takes back their last move and everything after it.
    Undo,
    /// The person who plays this side resigns.
    Resign(Side),
    /// A person requested this stage of hints, or [`RESPONSE`](super::RESPONSE).
    Hint(u8),
    /// A person requested the values of the moves.
    Values,
}

impl<M> Event<M> {
    /// Converts the move of the event.
    pub fn map<N>(self, mv: impl FnOnce(M) -> N) -> Event<N> {
        let mapped: Result<_, std::convert::Infallible> = self.try_map(|it| Ok(mv(it)));
        match mapped {
            Ok(event) => event,
        }
    }

    /// Converts the move of the event, if possible.
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
    /// The program, as its player.
    Program,
    /// The program by a guess: the budget was not enough to compute its player's move.
    Guess,
    /// Chance, for the side whose turn it is.
    Chance,
}

/// Why an event is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The game has ended by the rules, or by repetition.
    #[error("the game is over")]
    Over,
    /// A person has resigned.
    #[error("the game was resigned")]
    Resigned,
    /// The move is not legal.
    #[error("that is not a legal move here")]
    NoMove,
    /// It is the program's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// It is a person's turn.
    #[error("it is not the program's turn")]
    NotProgramsTurn,
    /// Chance rolls next.
    #[error("the dice decide here: a roll cannot be chosen")]
    Rolls,
    /// No roll is pending.
    #[error("there is nothing to roll here")]
    NothingToRoll,
    /// Only the last move, if a person made it, can be a slip.
    #[error("no move of a person stands last, so none is a slip")]
    NothingMissed,
    /// No person has moved yet.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// The result of a finished level is final.
    #[error("a level that is over cannot be taken back")]
    LevelIsOver,
    /// In a level, no move is taken back after a roll.
    #[error("the dice have fallen: in a level nothing is taken back after a roll")]
    Rolled,
    /// Moves are judged only in levels.
    #[error("moves are taken back for a person only in a level")]
    NoLevel,
    /// The stages of hints must be requested in order.
    #[error("the next hint is number {next}, not {asked}")]
    WrongStage {
        /// The next stage.
        next: u8,
        /// The requested stage.
        asked: u8,
    },
    /// There is no hint against an opponent that makes no mistakes, and none in a level.
    #[error("the best response is shown in free play only, against a player that can err")]
    NoResponse,
    /// Only a person can resign.
    #[error("no person plays the {0} side")]
    NoPerson(Side),
    /// A goal needs exactly one person.
    #[error("a goal is for one person who plays against the program")]
    GoalForNobody,
}

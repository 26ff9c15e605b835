//! A session: a game in progress, with its plan, its moves and the help that was used.
//!
//! A session changes only through [`Session::apply`], one [`Event`] at a time. So its state is
//! a fold over its log, and [`Session::replay`] restores it after a restart or on another
//! machine.
//!
//! `play` holds the events and why one is refused, the program's moves, rolls, repetition, when a
//! level is decided, and the status sentence.

mod play;

pub use play::{Aim, By, Decided, Dice, Event, SessionError, answer, choose, faces, roll, say};

use crate::judge::Goal;
use crate::policy::{Habit, Player};
use spar_rules::{Game, Outcome, Side, Stochastic, Turn, Value};

/// The last stage of the hints.
pub const LAST_STAGE: u8 = 3;

/// The stage of the additional hint with the best response to the opponent, which is available
/// at any time in free play.
pub const RESPONSE: u8 = LAST_STAGE + 1;

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

    /// The side of the person, if exactly one person plays.
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

/// A game in progress.
pub struct Session<G: Game> {
    plan: Plan<G::Position>,
    log: Vec<Event<G::Move>>,
    plies: Vec<Ply<G::Position, G::Move>>,
    /// The current position.
    here: G::Position,
    turn: Turn,
    hinted: u8,
    helped: bool,
    slips: Vec<TakenBack<G::Position, G::Move>>,
    /// The last move that missed the goal, taken back or not, and the position before it.
    last_miss: Option<(G::Position, G::Move)>,
    resigned: Option<Side>,
    /// Whether the third occurrence of a position ends the game.
    may_repeat: bool,
    /// Whether it did end it.
    is_repeated: bool,
}

/// A move that was not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<P, M> {
    /// The move.
    pub mv: M,
    /// The side that made it, or for which it was rolled.
    pub side: Side,
    /// Who made it.
    pub by: By,
    /// The position before it.
    pub before: P,
    /// The last stage of hints requested in that position.
    hinted: u8,
}

/// A move that lost the outcome and was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack<P, M> {
    /// The move.
    pub mv: M,
    /// The side that tried it.
    pub side: Side,
    /// The position before it.
    pub before: P,
    /// The number of moves before it that were not taken back.
    after: usize,
    /// The moves that would have ended the game by repetition there.
    pub(crate) repeating: Vec<M>,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The game is in progress.
    Open,
    /// It ended by the rules.
    Over(Outcome),
    /// This side resigned.
    Resigned(Side),
    /// A position occurred for the third time: a draw.
    Repeated,
}

impl<G: Game> Session<G> {
    /// A game before its first move.
    ///
    /// # Errors
    /// If there is a goal but not exactly one person.
    pub fn new(game: &G, plan: Plan<G::Position>) -> Result<Session<G>, SessionError>
    where
        G: Stochastic,
    {
        if plan.goal.is_some() && plan.seats.person().is_none() {
            return Err(SessionError::GoalForNobody);
        }
        let (here, turn) = (plan.start.clone(), game.turn(&plan.start));
        let (log, plies) = (Vec::new(), Vec::new());
        let (hinted, helped, slips, resigned) = (0, false, Vec::new(), None);
        let (may_repeat, is_repeated) = (game.may_come_back(&here), false);
        Ok(Session {
            plan,
            log,
            plies,
            here,
            turn,
            hinted,
            helped,
            slips,
            last_miss: None,
            resigned,
            may_repeat,
            is_repeated,
        })
    }

    /// Replays a log.
    ///
    /// # Errors
    /// If an event is not allowed: its index in the log, and the error.
    pub fn replay(
        game: &G,
        plan: Plan<G::Position>,
        log: impl IntoIterator<Item = Event<G::Move>>,
    ) -> Result<Session<G>, (usize, SessionError)>
    where
        G: Stochastic,
    {
        let mut session = Session::new(game, plan).map_err(|error| (0, error))?;
        for (index, event) in log.into_iter().enumerate() {
            session.apply(game, event).map_err(|error| (index, error))?;
        }
        Ok(session)
    }

    /// Applies an event. If it is not allowed, nothing changes.
    ///
    /// # Errors
    /// If the event is not allowed.
    pub fn apply(&mut self, game: &G, event: Event<G::Move>) -> Result<(), SessionError> {
        match &event {
            Event::Move { mv, by } => self.make(game, mv.clone(), *by)?,
            Event::Slip(mv) => {
                let side = self.asks_person()?;
                self.plan.goal.ok_or(SessionError::NoLevel)?;
                self.check_move(game, mv)?;
                let (before, after) = (self.here.clone(), self.plies.len());
                let repeating = self.repeating(game, after);
                self.last_miss = Some((before.clone(), mv.clone()));
                self.slips.push(TakenBack { mv: mv.clone(), side, before, after, repeating });
            }
            Event::Missed => {
                self.plan.goal.ok_or(SessionError::NoLevel)?;
                let Some(Event::Move { by: By::Person, .. }) = self.log.last() else {
                    return Err(SessionError::NothingMissed);
                };
                self.last_miss = self.plies.last().map(|it| (it.before.clone(), it.mv.clone()));
            }
            Event::Undo => {
                let index = self.last_decision()?;
                let ply = self.plies.swap_remove(index);
                self.plies.truncate(index);
                (self.here, self.hinted) = (ply.before, ply.hinted);
                (self.turn, self.is_repeated) = (game.turn(&self.here), false);
            }
            &Event::Resign(side) => {
                self.check_open()?;
                if *self.plan.seats.of(side) != Seat::Person {
                    return Err(SessionError::NoPerson(side));
                }
                self.resigned = Some(side);
            }
            &Event::Hint(RESPONSE) => {
                self.asks_person()?;
                if !self.has_response() {
                    return Err(SessionError::NoResponse);
                }
                self.helped = true;
            }
            &Event::Hint(asked) => {
                self.asks_person()?;
                let next = self.next_stage();
                if asked != next {
                    return Err(SessionError::WrongStage { next, asked });
                }
                (self.hinted, self.helped) = (asked, true);
            }
            Event::Values => {
                self.asks_person()?;
                self.helped = true;
            }
        }
        self.log.push(event);
        Ok(())
    }

    /// Makes a move that is not taken back.
    fn make(&mut self, game: &G, mv: G::Move, by: By) -> Result<(), SessionError> {
        let side = match by {
            By::Person => self.asks_person()?,
            // The kind of player does not matter here.
            By::Program | By::Guess => self.asks_program()?,
            By::Chance => self.asks_chance(game)?,
        };
        self.check_move(game, &mv)?;
        let next = game.after(&self.here, mv.clone());
        self.turn = game.turn(&next);
        self.is_repeated = self.is_third(game, &next, self.plies.len());
        let before = std::mem::replace(&mut self.here, next);
        let hinted = std::mem::take(&mut self.hinted);
        self.plies.push(Ply { mv, side, by, before, hinted });
        Ok(())
    }

    fn check_open(&self) -> Result<(), SessionError> {
        match self.state() {
            State::Open => Ok(()),
            State::Over(_) | State::Repeated => Err(SessionError::Over),
            State::Resigned(_) => Err(SessionError::Resigned),
        }
    }

    /// The side to move, if a person plays it.
    fn asks_person(&self) -> Result<Side, SessionError> {
        self.check_open()?;
        self.check_no_roll()?;
        self.person_to_move().ok_or(SessionError::NotYourTurn)
    }

    /// The side to move, if the program plays it.
    fn asks_program(&self) -> Result<Side, SessionError> {
        self.check_open()?;
        self.check_no_roll()?;
        let side = self.program_to_move().map(|(side, _)| side);
        side.ok_or(SessionError::NotProgramsTurn)
    }

    /// The side for which chance rolls, if it does.
    fn asks_chance(&self, game: &G) -> Result<Side, SessionError> {
        self.check_open()?;
        if self.rolls() { Ok(game.side(&self.here)) } else { Err(SessionError::NothingToRoll) }
    }

    fn check_no_roll(&self) -> Result<(), SessionError> {
        if self.rolls() { Err(SessionError::Rolls) } else { Ok(()) }
    }

    fn check_move(&self, game: &G, mv: &G::Move) -> Result<(), SessionError> {
        let mut moves = Vec::new();
        game.moves(&self.here, &mut moves);
        if moves.contains(mv) { Ok(()) } else { Err(SessionError::NoMove) }
    }

    /// The index of the last move that a person decided on, if it can be taken back.
    fn last_decision(&self) -> Result<usize, SessionError> {
        match self.state() {
            State::Resigned(_) => return Err(SessionError::Resigned),
            State::Over(_) | State::Repeated if self.plan.goal.is_some() => {
                return Err(SessionError::LevelIsOver);
            }
            State::Over(_) | State::Repeated | State::Open => {}
        }
        let index = self.plies.iter().rposition(|ply| ply.by == By::Person);
        let index = index.ok_or(SessionError::NothingToTakeBack)?;
        let rolled = self.plies[index..].iter().any(|ply| ply.by == By::Chance);
        if rolled && self.plan.goal.is_some() {
            return Err(SessionError::Rolled);
        }
        Ok(index)
    }

    /// The plan of the game.
    pub fn plan(&self) -> &Plan<G::Position> {
        &self.plan
    }

    /// All events, in order.
    pub fn log(&self) -> &[Event<G::Move>] {
        &self.log
    }

    /// The number of moves made and taken back so far. It only grows, so it serves as a version
    /// of the game.
    pub fn version(&self) -> usize {
        let moves = |it: &&Event<G::Move>| matches!(it, Event::Move { .. } | Event::Undo);
        self.log.iter().filter(moves).count()
    }

    /// The moves that were not taken back, in order.
    pub fn plies(&self) -> &[Ply<G::Position, G::Move>] {
        &self.plies
    }

    /// The current position.
    pub fn here(&self) -> &G::Position {
        &self.here
    }

    /// The position after the first `n_moves` moves that were not taken back; `None` if there
    /// are fewer.
    pub fn at(&self, n_moves: usize) -> Option<&G::Position> {
        if n_moves == self.plies.len() {
            return Some(&self.here);
        }
        self.plies.get(n_moves).map(|ply| &ply.before)
    }

    /// The state of the game.
    pub fn state(&self) -> State {
        match (self.resigned, self.turn) {
            (Some(side), _) => State::Resigned(side),
            (None, Turn::Over(outcome)) => State::Over(outcome),
            (None, _) if self.is_repeated => State::Repeated,
            (None, Turn::Play(_) | Turn::Roll) => State::Open,
        }
    }

    /// The outcome, if the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state() {
            State::Open => None,
            State::Over(outcome) => Some(outcome),
            State::Resigned(side) => Some(Outcome::Win(side.other())),
            State::Repeated => Some(Outcome::Draw),
        }
    }

    /// The perspective of a result: the person's side, or the first side.
    pub fn seen_by(&self) -> Side {
        self.plan.seats.person().unwrap_or(Side::First)
    }

    /// The result for the person, or for the first side if two people play; `None` before the
    /// end.
    pub fn result(&self) -> Option<Value> {
        self.outcome().map(|outcome| Value::of(outcome, self.seen_by()))
    }

    /// The last move that missed the goal, taken back or not, and the position before it.
    pub fn last_miss(&self) -> Option<&(G::Position, G::Move)> {
        self.last_miss.as_ref()
    }

    /// Whether the goal was reached; `None` without a goal and before the end. A person who
    /// resigns does not reach it.
    pub fn reached(&self) -> Option<bool> {
        let (goal, result) = (self.plan.goal?, self.result()?);
        Some(self.resigned.is_none() && goal.is_reached(result))
    }

    /// Returns whether the game is in progress and chance rolls next.
    pub fn rolls(&self) -> bool {
        self.state() == State::Open && self.turn == Turn::Roll
    }

    /// The side to move, if the game is in progress and a person plays it.
    pub fn person_to_move(&self) -> Option<Side> {
        let side = self.to_move()?;
        (*self.plan.seats.of(side) == Seat::Person).then_some(side)
    }

    /// The side to move and its player, if the game is in progress and the program plays it.
    pub fn program_to_move(&self) -> Option<(Side, &Player)> {
        let side = self.to_move()?;
        match self.plan.seats.of(side) {
            Seat::Program(player) => Some((side, player)),
            Seat::Person => None,
        }
    }

    /// The person's side and the opponent, if the opponent may make mistakes.
    pub fn rival(&self) -> Option<(Side, &Player)> {
        let side = self.plan.seats.person()?;
        match self.plan.seats.of(side.other()) {
            Seat::Program(player) if player.habit() != Some(Habit::Best) => Some((side, player)),
            _ => None,
        }
    }

    /// Returns whether the best response to the opponent is available as a hint: in free play,
    /// if the opponent may make mistakes.
    pub fn has_response(&self) -> bool {
        self.plan.goal.is_none() && self.rival().is_some()
    }

    fn to_move(&self) -> Option<Side> {
        match (self.state(), self.turn) {
            (State::Open, Turn::Play(side)) => Some(side),
            _ => None,
        }
    }

    /// The last stage of hints requested in this position; 0 if none.
    pub fn hinted(&self) -> u8 {
        self.hinted
    }

    /// The next stage of hints here.
    pub fn next_stage(&self) -> u8 {
        LAST_STAGE.min(self.hinted + 1)
    }

    /// Returns whether a hint or the values were requested.
    pub fn helped(&self) -> bool {
        self.helped
    }

    /// The moves that lost the outcome and were taken back, in the order in which they were
    /// tried.
    pub fn slips(&self) -> &[TakenBack<G::Position, G::Move>] {
        &self.slips
    }

    /// The number of slips that were not taken back, because chance had rolled.
    pub fn missed(&self) -> usize {
        self.log.iter().filter(|it| matches!(it, Event::Missed)).count()
    }

    /// The number of moves before a slip, without those taken back; `None` if moves before it
    /// were taken back as well.
    pub fn place(&self, slip: &TakenBack<G::Position, G::Move>) -> Option<usize> {
        (self.at(slip.after) == Some(&slip.before)).then_some(slip.after)
    }

    /// Returns whether a move can be taken back.
    pub fn can_undo(&self) -> bool {
        self.last_decision().is_ok()
    }
}

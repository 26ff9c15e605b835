//! A game in progress at the terminal: interprets input lines and advances the game. The rules
//! of the session are those of the game in progress.

use super::Input;
use super::voice::{End, Voice};
use crate::fault::Fault;
use crate::limits::Limits;
use spar_catalog::{AnyPosition, AnySession, EventError, TextEvent};
use spar_challenge::oracle::Evaluation;
use spar_challenge::session::{By, Event, RESPONSE, State};
use spar_rules::{ReadError, Side, Turn, nearest};
use spar_solve::Context;
use spar_solve::Sources;

/// A game being played.
pub(super) struct Session<'a> {
    pub(super) game: Box<dyn AnySession>,
    /// The seed of the program's choices and of all rolls.
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) sources: Sources,
    pub(super) voice: Voice<'a>,
}

/// The share of the time per move for proving the best move. The rest is for an estimate.
const FOR_PROOFS: f64 = 0.75;

/// The commands that a line can contain instead of a move.
pub(super) const COMMANDS: [&str; 8] =
    ["undo", "hint", "values", "moves", "board", "help", "resign", "quit"];

/// The effect of a line.
enum Step {
    /// The position stays; the next line follows.
    Stay,
    /// The position changes.
    Go,
    /// The user leaves.
    Leave(End),
}

/// Prints an evaluation.
type Teller<'a> = fn(&mut Voice<'a>, &dyn AnyPosition, &Evaluation) -> Result<(), Fault>;

impl<'a> Session<'a> {
    /// Plays until the game is over or the user leaves.
    pub(super) fn run(&mut self, input: &mut Input) -> Result<(), Fault> {
        if matches!(self.now().turn(), Turn::Over(_)) {
            return self.end(End::Already);
        }
        let mut is_new = true;
        loop {
            let side = match (self.game.state(), self.now().turn()) {
                (State::Repeated, _) => return self.end(End::Repeated),
                (_, Turn::Over(_)) => return self.end(End::Over),
                (_, Turn::Play(side)) => side,
                (_, Turn::Roll) => {
                    self.roll()?;
                    continue;
                }
            };
            if self.game.is_programs_turn() {
                self.answer(side)?;
                is_new = true;
                continue;
            }
            if is_new {
                self.voice.board(&*self.now())?;
            }
            let prompt = self.voice.prompt(side);
            let Some(line) = input.next(&prompt, self.voice.printer)? else {
                return self.end(End::OfInput);
            };
            match self.take(&line, side)? {
                Step::Stay => is_new = false,
                Step::Go => is_new = true,
                Step::Leave(end) => return self.end(end),
            }
        }
    }

    fn now(&self) -> Box<dyn AnyPosition> {
        self.game.here()
    }

    /// Executes a line of input.
    fn take(&mut self, line: &str, side: Side) -> Result<Step, Fault> {
        match line.to_lowercase().as_str() {
            "" => {}
            "undo" => return self.undo(),
            "hint" => {
                self.value(Voice::hint)?;
                self.respond()?;
            }
            "values" => self.value(Voice::values)?,
            "moves" => self.voice.moves(&*self.now())?,
            "board" => self.voice.board(&*self.now())?,
            "help" | "?" => self.voice.help()?,
            "resign" => return self.resign(side),
            "quit" | "exit" => return Ok(Step::Leave(End::Quit)),
            lower => return self.make(line, lower, side),
        }
        Ok(Step::Stay)
    }

    /// Makes the user's move.
    fn make(&mut self, line: &str, lower: &str, side: Side) -> Result<Step, Fault> {
        let mut try_move = |mv: &str| self.game.apply(made(mv.to_owned(), By::Person));
        match try_move(line).or_else(|refused| try_move(lower).map_err(|_| refused)) {
            Ok(event) => {
                self.tell(side, &event)?;
                Ok(Step::Go)
            }
            Err(refused) => {
                let mut error = ReadError::from(refused);
                // A word of one or two letters is probably a mistyped move, not a command.
                if let Some(command) = nearest(lower, COMMANDS).filter(|_| lower.len() > 2) {
                    error.hint = Some(format!("did you mean `{command}`?"));
                }
                self.voice.error(&error)?;
                Ok(Step::Stay)
            }
        }
    }

    /// Makes the program's move.
    fn answer(&mut self, side: Side) -> Result<(), Fault> {
        let (mv, by) = self
            .game
            .answer(self.seed, &self.context())
            .expect("law: an unfinished position has moves");
        let event = self.game.apply(made(mv, by)).map_err(ReadError::from)?;
        self.tell(side, &event)
    }

    /// Lets chance roll.
    fn roll(&mut self) -> Result<(), Fault> {
        let side = self.now().side();
        let mv = self.game.roll(self.seed).expect("law: an unfinished position has moves");
        let event = self.game.apply(made(mv, By::Chance)).map_err(ReadError::from)?;
        self.tell(side, &event)
    }

    /// Prints a move that was made.
    fn tell(&mut self, side: Side, event: &TextEvent) -> Result<(), Fault> {
        let Event::Move { mv, by } = event else { return Ok(()) };
        let rolled = self.game.rolled(self.game.n_moves() - 1, self.seed);
        let dice = rolled.map(|it| it.dice).unwrap_or_default();
        let now = self.now();
        self.voice.moved(side, mv, *by, dice, &*now)
    }

    /// A context whose time limit leaves some time for an estimate.
    fn context(&self) -> Context {
        let budget = self.limits.part(&self.limits.budget(), FOR_PROOFS);
        Context::quiet(budget, self.sources.clone())
    }

    /// Takes back moves to the last position in which the user was to move.
    fn undo(&mut self) -> Result<Step, Fault> {
        self.happens(Event::Undo, |voice, now| voice.undone(now), Step::Go)
    }

    fn resign(&mut self, side: Side) -> Result<Step, Fault> {
        self.happens(Event::Resign(side), |_, _| Ok(()), Step::Leave(End::Resigned(side)))
    }

    /// Applies an event and prints it, or prints why it is not possible.
    fn happens(
        &mut self,
        event: TextEvent,
        tell: impl FnOnce(&mut Voice<'a>, &dyn AnyPosition) -> Result<(), Fault>,
        then: Step,
    ) -> Result<Step, Fault> {
        if let Err(refused) = self.game.apply(event) {
            self.refuse(refused)?;
            return Ok(Step::Stay);
        }
        let now = self.now();
        tell(&mut self.voice, &*now)?;
        Ok(then)
    }

    fn refuse(&mut self, refused: EventError) -> Result<(), Fault> {
        self.voice.error(&ReadError::from(refused))
    }

    /// Evaluates the position and prints the result with `tell`.
    fn value(&mut self, tell: Teller<'a>) -> Result<(), Fault> {
        let now = self.now();
        match self.game.evaluate(&self.context()) {
            Some(evaluation) => {
                // Both commands show the best moves, so both are recorded as the same kind of
                // help.
                let asked = self.game.apply(Event::Values);
                asked.map_or_else(|refused| self.refuse(refused), |_| Ok(()))?;
                tell(&mut self.voice, &*now, &evaluation)
            }
            None => self.voice.error(&ReadError::new("positions of this game have no values")),
        }
    }

    /// Prints the best response to the opponent, if the opponent may make mistakes.
    fn respond(&mut self) -> Result<(), Fault> {
        if !self.game.has_response() {
            return Ok(());
        }
        self.game.apply(Event::Hint(RESPONSE)).map_err(ReadError::from)?;
        let hint = self.game.hint(RESPONSE, &self.context());
        self.voice.response(&hint.say)
    }

    fn end(&mut self, end: End) -> Result<(), Fault> {
        let (now, seats) = (self.now(), self.game.plan().seats);
        self.voice.end(&*now, end, seats.person())
    }
}

fn made(mv: String, by: By) -> TextEvent {
    Event::Move { mv, by }
}

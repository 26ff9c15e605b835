//! A game being played: whose turn it is, what a line means, what comes next.

use super::Input;
use super::voice::{By, End, Voice};
use crate::fault::Fault;
use crate::limits::Limits;
use crate::registry::AnyPosition;
use spar_challenge::oracle::Evaluation;
use spar_challenge::player::Player;
use spar_rules::{ReadError, Side, SplitMix, Turn, nearest};
use spar_solve::Desk;
use spar_solve::tables::Shelf;

/// A game being played.
pub(super) struct Session<'a> {
    /// The position now.
    pub(super) now: Box<dyn AnyPosition>,
    /// The positions before it, the earliest first.
    pub(super) past: Vec<Box<dyn AnyPosition>>,
    /// The program, if it plays a side.
    pub(super) opponent: Option<Opponent>,
    pub(super) random: SplitMix,
    pub(super) limits: Limits,
    pub(super) shelf: Option<Shelf>,
    pub(super) voice: Voice<'a>,
}

/// The program as a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opponent {
    pub(super) player: Player,
    pub(super) side: Side,
}

/// What a line can ask for beside a move.
pub(super) const COMMANDS: [&str; 8] =
    ["undo", "hint", "values", "moves", "board", "help", "resign", "quit"];

/// What a line leads to.
enum Step {
    /// The same position; another line.
    Stay,
    /// Another position.
    Go,
    /// The person leaves.
    Leave(End),
}

/// How an evaluation is told.
type Teller<'a> = fn(&mut Voice<'a>, &dyn AnyPosition, &Evaluation) -> Result<(), Fault>;

impl<'a> Session<'a> {
    /// Plays until the game is over or the person leaves.
    pub(super) fn run(&mut self, input: &mut Input) -> Result<(), Fault> {
        if matches!(self.now.turn(), Turn::Over(_)) {
            return self.end(End::Already);
        }
        let mut is_new = true;
        loop {
            let side = match self.now.turn() {
                Turn::Over(_) => return self.end(End::Over),
                Turn::Play(side) => side,
                Turn::Roll => return Err(Fault::new("games with dice cannot be played yet")),
            };
            if let Some(opponent) = self.opponent.filter(|it| it.side == side) {
                self.answer(opponent)?;
                is_new = true;
                continue;
            }
            if is_new {
                self.voice.board(&*self.now)?;
            }
            self.voice.prompt(side)?;
            let Some(line) = input.next()? else { return self.end(End::OfInput) };
            match self.take(&line, side)? {
                Step::Stay => is_new = false,
                Step::Go => is_new = true,
                Step::Leave(end) => return self.end(end),
            }
        }
    }

    /// Does what a line of the person says.
    fn take(&mut self, line: &str, side: Side) -> Result<Step, Fault> {
        match line.to_lowercase().as_str() {
            "" => {}
            "undo" => return self.undo(),
            "hint" => self.value(Voice::hint)?,
            "values" => self.value(Voice::values)?,
            "moves" => self.voice.moves(&*self.now)?,
            "board" => self.voice.board(&*self.now)?,
            "help" | "?" => self.voice.help()?,
            "resign" => return Ok(Step::Leave(End::Resigned(side))),
            "quit" | "exit" => return Ok(Step::Leave(End::Quit)),
            lower => return self.make(line, lower, side),
        }
        Ok(Step::Stay)
    }

    /// Makes the person's move.
    fn make(&mut self, line: &str, lower: &str, side: Side) -> Result<Step, Fault> {
        let mut next = self.now.copied();
        match next.play(line).or_else(|error| next.play(lower).map_err(|_| error)) {
            Ok(mv) => {
                self.advance(next);
                self.voice.moved(side, &mv, By::Person, &*self.now)?;
                Ok(Step::Go)
            }
            Err(mut error) => {
                // A short word is a mistaken move rather than a mistaken command.
                if let Some(command) = nearest(lower, COMMANDS).filter(|_| lower.len() > 2) {
                    error.hint = Some(format!("did you mean `{command}`?"));
                }
                self.voice.error(&error)?;
                Ok(Step::Stay)
            }
        }
    }

    /// Makes the program's move.
    fn answer(&mut self, opponent: Opponent) -> Result<(), Fault> {
        let desk = self.desk();
        let mut next = self.now.copied();
        let chosen = next.choose(opponent.player, &mut self.random, &desk);
        // Better a guess than no move; it is told what it is.
        let (chosen, by) = chosen.map_or_else(
            |_| (next.choose(Player::Random, &mut self.random, &desk), By::Guess),
            |chosen| (Ok(chosen), By::Program),
        );
        let mv = chosen.ok().flatten().expect("law: an unfinished position has moves");
        let mv = next.play(&mv)?;
        self.advance(next);
        self.voice.moved(opponent.side, &mv, by, &*self.now)
    }

    fn desk(&self) -> Desk {
        Desk::quiet(self.limits.budget(), self.shelf.clone())
    }

    fn advance(&mut self, next: Box<dyn AnyPosition>) {
        self.past.push(std::mem::replace(&mut self.now, next));
    }

    /// Takes back to the last position in which the person was to move.
    fn undo(&mut self) -> Result<Step, Fault> {
        let programs = self.opponent.map(|opponent| opponent.side);
        let is_persons = |position: &dyn AnyPosition| Some(position.side()) != programs;
        let Some(index) = self.past.iter().rposition(|position| is_persons(&**position)) else {
            self.voice.error(&ReadError::new("there is no move of yours to take back"))?;
            return Ok(Step::Stay);
        };
        self.past.truncate(index + 1);
        if let Some(earlier) = self.past.pop() {
            self.now = earlier;
        }
        self.voice.undone(&*self.now)?;
        Ok(Step::Go)
    }

    /// Values the position, and has it told.
    fn value(&mut self, tell: Teller<'a>) -> Result<(), Fault> {
        match self.now.evaluate(&self.desk()) {
            Some(evaluation) => tell(&mut self.voice, &*self.now, &evaluation),
            None => self.voice.error(&ReadError::new("this game cannot be valued")),
        }
    }

    fn end(&mut self, end: End) -> Result<(), Fault> {
        self.voice.end(&*self.now, end, self.opponent)
    }
}

//! Plans and logs become games under way, and back.

use super::rows::{Event, EventKind, Game, Millis, Plan};
use super::tries::Try;
use crate::registry::{self, AnyGame, AnySession, TextEvent, TextPlan};
use crate::wire::api::{ByWord, GoalWord};
use crate::words::HUMAN;
use spar_challenge::policy::Player;
use spar_challenge::session::{By, Decided, Goal, Seats};
use spar_rules::{ReadError, Side, quoted};

impl Plan {
    /// What is settled before the first move.
    ///
    /// # Errors
    /// Says which part of it makes no sense.
    pub fn settled(&self) -> Result<TextPlan, ReadError> {
        let seats = match (self.against.as_str(), self.you) {
            (HUMAN, None) => Seats::PEOPLE,
            (HUMAN, Some(_)) => return Err(ReadError::new("two people play both sides")),
            (_, None) => return Err(ReadError::new("the person's side is missing")),
            (player, Some(side)) => Seats::against(side.into(), player.parse::<Player>()?),
        };
        let goal = self.goal.map(Goal::from);
        Ok(TextPlan { start: self.start.clone(), seats, goal })
    }
}

impl Event {
    /// What happened, as a line of a log.
    pub fn of(event: &TextEvent, at: Millis) -> Event {
        let (kind, text, by) = match event {
            TextEvent::Move { mv, by } => (EventKind::Move, mv.clone(), Some(ByWord::from(*by))),
            TextEvent::Slip(mv) => (EventKind::Slip, mv.clone(), None),
            TextEvent::Missed => (EventKind::Missed, String::new(), None),
            TextEvent::Undo => (EventKind::Undo, String::new(), None),
            TextEvent::Resign(side) => (EventKind::Resign, side.to_string(), None),
            TextEvent::Hint(stage) => (EventKind::Hint, stage.to_string(), None),
            TextEvent::Values => (EventKind::Values, String::new(), None),
        };
        Event { kind, text, by, at }
    }

    /// What a line of a log tells.
    ///
    /// # Errors
    /// Says what in it makes no sense.
    pub fn told(&self) -> Result<TextEvent, ReadError> {
        let text = || self.text.clone();
        let told = match self.kind {
            EventKind::Move => {
                let by = self.by.ok_or_else(|| ReadError::new("nobody made this move"))?;
                TextEvent::Move { mv: text(), by: by.into() }
            }
            EventKind::Slip => TextEvent::Slip(text()),
            EventKind::Missed => TextEvent::Missed,
            EventKind::Undo => TextEvent::Undo,
            EventKind::Resign => TextEvent::Resign(read_side(&self.text)?),
            EventKind::Hint => TextEvent::Hint(self.text.parse().map_err(|_| {
                ReadError::new(format!("{} is no stage of help", quoted(&self.text)))
            })?),
            EventKind::Values => TextEvent::Values,
        };
        if Event::of(&told, self.at) != *self {
            return Err(ReadError::new("this line says more than it may"));
        }
        Ok(told)
    }
}

impl Game {
    /// Plays the whole log again by the rules, with the dice of its seed.
    ///
    /// # Errors
    /// Says what the rules do not allow or the seed does not roll, and in which line of the
    /// log, from 1.
    pub fn replay(&self) -> Result<Box<dyn AnySession>, ReadError> {
        let game = registry::open_name(&self.plan.game)?;
        self.played(&*game, |session, event| self.check_roll(session, event))
    }

    /// The same with its game, opened already, and whatever was rolled: an earlier version
    /// may have had other dice.
    ///
    /// # Errors
    /// Says what the rules do not allow, and in which line of the log, from 1.
    pub fn replay_as(&self, game: &dyn AnyGame) -> Result<Box<dyn AnySession>, ReadError> {
        self.played(game, |_, _| Ok(()))
    }

    /// Plays the whole log again; `check` is asked before every event.
    fn played(
        &self,
        game: &dyn AnyGame,
        check: impl Fn(&dyn AnySession, &TextEvent) -> Result<(), ReadError>,
    ) -> Result<Box<dyn AnySession>, ReadError> {
        let mut session = game.session(&self.plan.settled()?)?;
        for (index, event) in self.events.iter().enumerate() {
            let mut play = || {
                let told = event.told()?;
                check(&*session, &told)?;
                Ok(session.apply(told)?)
            };
            play().map_err(|ReadError { what, hint }| ReadError {
                what: format!("event {}: {what}", index + 1),
                hint,
            })?;
        }
        Ok(session)
    }

    fn check_roll(&self, session: &dyn AnySession, event: &TextEvent) -> Result<(), ReadError> {
        let TextEvent::Move { mv, by: By::Chance } = event else { return Ok(()) };
        // Where nothing is rolled, the rules say so.
        match session.roll(self.plan.seed.into()) {
            Some(rolled) if rolled != *mv => {
                let what = format!("the seed rolls `{rolled}` here, not {}", quoted(mv));
                Err(ReadError::new(what))
            }
            _ => Ok(()),
        }
    }
}

impl Try {
    /// How the try at a level was decided, if it was: a level and its log say so.
    pub fn of(session: &dyn AnySession, at: Millis) -> Option<Try> {
        let Decided { solved, helped } = session.decided()?;
        Some(Try { canonical: session.at(0)?.stands_for(), solved, helped, at })
    }
}

fn read_side(text: &str) -> Result<Side, ReadError> {
    let sides = [Side::First, Side::Second];
    let side = sides.into_iter().find(|side| side.to_string() == text);
    side.ok_or_else(|| ReadError::new(format!("{} is no side", quoted(text))))
}

impl From<GoalWord> for Goal {
    fn from(word: GoalWord) -> Goal {
        match word {
            GoalWord::Win => Goal::Win,
            GoalWord::Draw => Goal::Draw,
            GoalWord::Best => Goal::Best,
        }
    }
}

impl From<Goal> for GoalWord {
    fn from(goal: Goal) -> GoalWord {
        match goal {
            Goal::Win => GoalWord::Win,
            Goal::Draw => GoalWord::Draw,
            Goal::Best => GoalWord::Best,
        }
    }
}

impl From<ByWord> for By {
    fn from(word: ByWord) -> By {
        match word {
            ByWord::Person => By::Person,
            ByWord::Program => By::Program,
            ByWord::Guess => By::Guess,
            ByWord::Chance => By::Chance,
        }
    }
}

impl From<By> for ByWord {
    fn from(by: By) -> ByWord {
        match by {
            By::Person => ByWord::Person,
            By::Program => ByWord::Program,
            By::Guess => ByWord::Guess,
            By::Chance => ByWord::Chance,
        }
    }
}

//! The rows of the store as types: people, sessions with their logs, levels given. Tries are
//! in `tries`.

use super::table::{self, StoredRow, Table, Word};
use crate::table::{ByWord, GoalWord, SideWord};
use rusqlite::Row;
use serde::{Deserialize, Serialize};
use spar_catalog::words::HUMAN;
use spar_catalog::{AnyGame, AnySession, TextEvent, TextPlan};
use spar_challenge::judge::Goal;
use spar_challenge::policy;
use spar_challenge::session::{By, Seats};
use spar_rules::{ReadError, Side, quoted, turns_text};

/// The SHA-256 of a secret. The secret itself is never stored.
pub type Hash = [u8; 32];

/// Milliseconds since 1970.
pub type Millis = i64;

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Unguessable, made by the caller.
    pub id: String,
    /// The chosen name, which need not be unique; empty before one is chosen.
    pub name: String,
    /// When they arrived.
    pub made: Millis,
}

/// The settings of a session. They never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Unguessable, made by the caller.
    pub id: String,
    /// The id of the person to whom it belongs.
    pub player: String,
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position where it began.
    pub start: String,
    /// The opponent as it is written in requests and links.
    pub against: String,
    /// The side that the person plays; none if two people share the board.
    pub you: Option<SideWord>,
    /// The goal, if it is a level.
    pub goal: Option<GoalWord>,
    /// The seed of the opponent's choices and of all rolls.
    pub seed: u32,
    /// The rung of the game's ladder, if the level came from there.
    pub rung: Option<u32>,
    /// The rating of the level, if a try at it counts.
    pub level: Option<i32>,
    /// When it began.
    pub made: Millis,
}

/// An event of a session: a line of its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// The move (for a move or a slip), the side that resigned, or the stage of a hint;
    /// empty for the other kinds.
    pub text: String,
    /// Who made the move; none for the other kinds.
    pub by: Option<ByWord>,
    /// When.
    pub at: Millis,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// A move. A later `Undo` may take it back.
    Move,
    /// A move that lost the outcome of a level and was taken back at once.
    Slip,
    /// The move before it missed the goal of a level, and was not taken back.
    Missed,
    /// The person's last move and everything after it were taken back.
    Undo,
    /// A side resigned.
    Resign,
    /// A stage of a hint was asked for.
    Hint,
    /// The values of the moves were asked for.
    Values,
}

/// A session with its whole log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its settings.
    pub plan: Plan,
    /// Its events, in order.
    pub events: Vec<Event>,
}

/// An event and its number in its log, from 0.
pub(super) struct Line {
    pub(super) seq: i64,
    pub(super) event: Event,
}

/// The hash of a cookie, by which a person is recognised.
pub(super) struct Token {
    pub(super) player: String,
}

/// A link that signs another device in as a person.
pub(super) struct Link {
    pub(super) player: String,
    pub(super) until: Millis,
    pub(super) used: Option<Millis>,
}

/// A level that a person was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Served {
    /// Who got it.
    pub player: String,
    /// The canonical name of the game.
    pub game: String,
    /// The canonical text of its position, the same for all images.
    pub canonical: String,
    /// Its rung.
    pub rung: u32,
    /// When.
    pub at: Millis,
}

impl StoredRow for Person {
    const TABLE: Table = table::PLAYERS;

    fn read(row: &Row) -> rusqlite::Result<Person> {
        Ok(Person { id: row.get("id")?, name: row.get("name")?, made: row.get("made")? })
    }
}

impl StoredRow for Plan {
    const TABLE: Table = table::SESSIONS;

    fn read(row: &Row) -> rusqlite::Result<Plan> {
        Ok(Plan {
            id: row.get("id")?,
            player: row.get("player")?,
            game: row.get("game")?,
            start: row.get("start")?,
            against: row.get("against")?,
            you: row.get::<_, Option<Word<_>>>("you")?.map(|it| it.0),
            goal: row.get::<_, Option<Word<_>>>("goal")?.map(|it| it.0),
            seed: row.get("seed")?,
            rung: row.get("rung")?,
            level: row.get("level")?,
            made: row.get("made")?,
        })
    }
}

impl StoredRow for Line {
    const TABLE: Table = table::EVENTS;

    fn read(row: &Row) -> rusqlite::Result<Line> {
        let event = Event {
            kind: row.get::<_, Word<_>>("kind")?.0,
            text: row.get("text")?,
            by: row.get::<_, Option<Word<_>>>("by")?.map(|it| it.0),
            at: row.get("at")?,
        };
        Ok(Line { seq: row.get("seq")?, event })
    }
}

impl StoredRow for Token {
    const TABLE: Table = table::TOKENS;

    fn read(row: &Row) -> rusqlite::Result<Token> {
        Ok(Token { player: row.get("player")? })
    }
}

impl StoredRow for Link {
    const TABLE: Table = table::LINKS;

    fn read(row: &Row) -> rusqlite::Result<Link> {
        Ok(Link { player: row.get("player")?, until: row.get("until")?, used: row.get("used")? })
    }
}

impl StoredRow for Served {
    const TABLE: Table = table::SERVED;

    fn read(row: &Row) -> rusqlite::Result<Served> {
        Ok(Served {
            player: row.get("player")?,
            game: row.get("game")?,
            canonical: row.get("canonical")?,
            rung: row.get("rung")?,
            at: row.get("at")?,
        })
    }
}

/// The longest name in characters.
pub const LONGEST_NAME: usize = 40;

/// Reads a person's name: 1 to 40 characters of any script, at least one of them visible, and
/// no control characters. Spaces around it are removed.
///
/// # Errors
/// Says why the text is not a valid name.
pub fn read_name(text: &str) -> Result<String, ReadError> {
    let name = text.trim();
    let n_chars = name.chars().count();
    if n_chars == 0 {
        return Err(ReadError::new("the name is empty").hint("one character is enough"));
    }
    if n_chars > LONGEST_NAME {
        let what = format!("the name has {n_chars} characters");
        return Err(ReadError::new(what).hint(format!("at most {LONGEST_NAME} are allowed")));
    }
    if name.chars().any(|it| it.is_control() || turns_text(it)) {
        let what = "the name contains a control character";
        return Err(ReadError::new(what).hint("a name is one line of text"));
    }
    if name.chars().all(is_invisible) {
        let what = "the name has no visible character";
        return Err(ReadError::new(what).hint("one letter is enough"));
    }
    Ok(name.to_owned())
}

/// Whether a character alone is invisible: spaces, the characters that Unicode lets programs
/// ignore (`Default_Ignorable_Code_Point`), and two letters that are drawn blank.
fn is_invisible(it: char) -> bool {
    it.is_whitespace()
        || matches!(
            it,
            '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}'
                | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

impl Plan {
    /// Converts the plan to that of a session.
    ///
    /// # Errors
    /// If its parts contradict each other.
    pub fn settled(&self) -> Result<TextPlan, ReadError> {
        let seats = match (self.against.as_str(), self.you) {
            (HUMAN, None) => Seats::PEOPLE,
            (HUMAN, Some(_)) => {
                return Err(ReadError::new("`you` must be null if two people play"));
            }
            (_, None) => return Err(ReadError::new("`you`, the person's side, is missing")),
            (player, Some(side)) => Seats::against(side.into(), player.parse::<policy::Player>()?),
        };
        let goal = self.goal.map(Goal::from);
        Ok(TextPlan { start: self.start.clone(), seats, goal })
    }
}

impl Event {
    /// Converts an event to a line of a log.
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

    /// Converts a line of a log to an event.
    ///
    /// # Errors
    /// If the line is not valid.
    pub fn told(&self) -> Result<TextEvent, ReadError> {
        let text = || self.text.clone();
        let told = match self.kind {
            EventKind::Move => {
                let by =
                    self.by.ok_or_else(|| ReadError::new("`by` is missing: who made this move"))?;
                TextEvent::Move { mv: text(), by: by.into() }
            }
            EventKind::Slip => TextEvent::Slip(text()),
            EventKind::Missed => TextEvent::Missed,
            EventKind::Undo => TextEvent::Undo,
            EventKind::Resign => TextEvent::Resign(read_side(&self.text)?),
            EventKind::Hint => TextEvent::Hint(self.text.parse().map_err(|_| {
                ReadError::new(format!("{} is not a valid stage of a hint", quoted(&self.text)))
            })?),
            EventKind::Values => TextEvent::Values,
        };
        if Event::of(&told, self.at) != *self {
            return Err(ReadError::new("this event has a value that its kind does not use"));
        }
        Ok(told)
    }
}

impl Game {
    /// Replays the whole log by the rules, with the dice of its seed.
    ///
    /// # Errors
    /// If the rules do not allow an event or the seed gives another roll; the message contains
    /// the line number in the log, from 1.
    pub fn replay(&self) -> Result<Box<dyn AnySession>, ReadError> {
        let game = spar_catalog::open_name(&self.plan.game)?;
        self.played(&*game, |session, event| self.check_roll(session, event))
    }

    /// Replays the log in a game that is already open. Rolls are not checked: an earlier
    /// version may have had other dice.
    ///
    /// # Errors
    /// If the rules do not allow an event; the message contains the line number in the log,
    /// from 1.
    pub fn replay_as(&self, game: &dyn AnyGame) -> Result<Box<dyn AnySession>, ReadError> {
        self.played(game, |_, _| Ok(()))
    }

    /// Replays the whole log; `check` is called before every event.
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
        // If nothing is to be rolled here, the rules reject the event when it is applied.
        match session.roll(self.plan.seed.into()) {
            Some(rolled) if rolled != *mv => {
                let what = format!("the seed rolls `{rolled}` here, not {}", quoted(mv));
                Err(ReadError::new(what))
            }
            _ => Ok(()),
        }
    }
}

fn read_side(text: &str) -> Result<Side, ReadError> {
    let sides = [Side::First, Side::Second];
    let side = sides.into_iter().find(|side| side.to_string() == text);
    side.ok_or_else(|| {
        ReadError::new(format!("{} is not a valid side: use `first` or `second`", quoted(text)))
    })
}

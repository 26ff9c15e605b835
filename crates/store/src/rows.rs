//! What is kept: people, games under way with their logs, levels served. Tries are in
//! `tries`.

use super::table::{self, Kept, Table, Word};
use crate::table::{ByWord, GoalWord, SideWord};
use rusqlite::Row;
use serde::{Deserialize, Serialize};
use spar_catalog::words::HUMAN;
use spar_catalog::{AnyGame, AnySession, TextEvent, TextPlan};
use spar_challenge::judge::Goal;
use spar_challenge::policy;
use spar_challenge::session::{By, Seats};
use spar_rules::{ReadError, Side, quoted};

/// The SHA-256 of a secret. The secret itself is never kept.
pub type Hash = [u8; 32];

/// Milliseconds since 1970.
pub type Millis = i64;

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Unguessable, made by the caller.
    pub id: String,
    /// The chosen name; empty before one is chosen. It need not be unique.
    pub name: String,
    /// When they first came.
    pub made: Millis,
}

/// What a game under way was begun as. It never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Unguessable, made by the caller.
    pub id: String,
    /// Whose it is.
    pub player: String,
    /// The canonical name of the game.
    pub game: String,
    /// The text of the position where it began.
    pub start: String,
    /// The opponent as it is written in requests and links.
    pub against: String,
    /// The side that the person plays; none if two people share the board.
    pub you: Option<SideWord>,
    /// What is wanted, if it is a level.
    pub goal: Option<GoalWord>,
    /// Settles the opponent's choices and every roll.
    pub seed: u32,
    /// Which rung of the game's ladder it stands on, if it came from there.
    pub rung: Option<u32>,
    /// The rating of the level, if a try at it counts.
    pub level: Option<i32>,
    /// When it began.
    pub made: Millis,
}

/// What happened in a game under way: a line of its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What kind of thing.
    pub kind: EventKind,
    /// The move of a move or a slip, the side that resigned, the stage of a hint;
    /// empty for the others.
    pub text: String,
    /// Who made the move; none for the others.
    pub by: Option<ByWord>,
    /// When.
    pub at: Millis,
}

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// A move that stands unless it is taken back later.
    Move,
    /// A move that lost the outcome of a level and was taken back at once.
    Slip,
    /// The move before it lost too much of a level, and stands.
    Missed,
    /// The person's last move was taken back, and what followed it.
    Undo,
    /// A side gave up.
    Resign,
    /// A stage of help was asked for.
    Hint,
    /// The values of the moves were asked for.
    Values,
}

/// A game under way with its whole log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What it was begun as.
    pub plan: Plan,
    /// All that happened, in order.
    pub events: Vec<Event>,
}

/// An event and its number in its log, from 0.
pub(super) struct Line {
    pub(super) seq: i64,
    pub(super) event: Event,
}

/// By which somebody is known again.
pub(super) struct Token {
    pub(super) player: String,
}

/// A link that moves somebody to another device.
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
    /// The text that stands for all images of its position.
    pub canonical: String,
    /// The rung it stands on.
    pub rung: u32,
    /// When.
    pub at: Millis,
}

impl Kept for Player {
    const TABLE: Table = table::PLAYERS;

    fn read(row: &Row) -> rusqlite::Result<Player> {
        Ok(Player { id: row.get("id")?, name: row.get("name")?, made: row.get("made")? })
    }
}

impl Kept for Plan {
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

impl Kept for Line {
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

impl Kept for Token {
    const TABLE: Table = table::TOKENS;

    fn read(row: &Row) -> rusqlite::Result<Token> {
        Ok(Token { player: row.get("player")? })
    }
}

impl Kept for Link {
    const TABLE: Table = table::LINKS;

    fn read(row: &Row) -> rusqlite::Result<Link> {
        Ok(Link { player: row.get("player")?, until: row.get("until")?, used: row.get("used")? })
    }
}

impl Kept for Served {
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

/// Reads a person's name: one to 40 characters of any script, without spaces around
/// it, with something to see in it, and without control characters.
///
/// # Errors
/// Says what cannot be a name.
pub fn read_name(text: &str) -> Result<String, ReadError> {
    let name = text.trim();
    let n_chars = name.chars().count();
    if n_chars == 0 {
        return Err(ReadError::new("the name is empty").hint("one character is enough"));
    }
    if n_chars > LONGEST_NAME {
        let what = format!("the name has {n_chars} characters");
        return Err(ReadError::new(what).hint(format!("at most {LONGEST_NAME} are kept")));
    }
    if name.chars().any(|it| it.is_control() || turns_text(it)) {
        let what = "the name contains a control character";
        return Err(ReadError::new(what).hint("a name is one line of text"));
    }
    if name.chars().all(is_invisible) {
        let what = "there is nothing to see in the name";
        return Err(ReadError::new(what).hint("one letter is enough"));
    }
    Ok(name.to_owned())
}

/// Whether a character changes the direction of the text around it, which would let a
/// name rewrite the sentence that it stands in.
fn turns_text(it: char) -> bool {
    matches!(
        it,
        '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Whether nothing is drawn for a character of its own: spaces, and what Unicode lets
/// programs leave out (`Default_Ignorable_Code_Point`), with the two blanks that look so.
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
    /// What is settled before the first move.
    ///
    /// # Errors
    /// Says which part of it makes no sense.
    pub fn settled(&self) -> Result<TextPlan, ReadError> {
        let seats = match (self.against.as_str(), self.you) {
            (HUMAN, None) => Seats::PEOPLE,
            (HUMAN, Some(_)) => return Err(ReadError::new("two people play both sides")),
            (_, None) => return Err(ReadError::new("the person's side is missing")),
            (player, Some(side)) => Seats::against(side.into(), player.parse::<policy::Player>()?),
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
        let game = spar_catalog::open_name(&self.plan.game)?;
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

fn read_side(text: &str) -> Result<Side, ReadError> {
    let sides = [Side::First, Side::Second];
    let side = sides.into_iter().find(|side| side.to_string() == text);
    side.ok_or_else(|| ReadError::new(format!("{} is no side", quoted(text))))
}

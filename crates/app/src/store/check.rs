//! What must hold of everything that is kept. Files from elsewhere and our own are
//! checked by the same functions.

use super::error::StoreError;
use super::read::Reader;
use super::rows::{Attempt, Game, Millis, Plan, Player, Served, Tried, read_name};
use crate::registry::{self, AnyPosition};
use spar_rules::{ReadError, quoted};

/// The end of the year 9999: no clock gave a later time.
const LATEST: Millis = 253_402_300_799_999;

/// The longest id of a person or a game.
const LONGEST_ID: usize = 64;

/// Something that should not be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The game under way that it is about, if it is about one.
    pub session: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// What must hold of a person.
pub(super) fn check_player(player: &Player) -> Result<(), ReadError> {
    check_id(&player.id)?;
    check_time(player.made)?;
    if player.name.is_empty() || read_name(&player.name)? == player.name {
        return Ok(());
    }
    Err(ReadError::new("the name has spaces around it"))
}

/// What must hold of a game and its end: every move is legal, nothing comes after the
/// end, and what is said of the end is so.
pub(super) fn check_game(game: &Game, attempt: Option<&Attempt>) -> Result<(), ReadError> {
    let Game { plan, events } = game;
    check_id(&plan.id)?;
    check_id(&plan.player)?;
    check_time(plan.made)?;
    events.iter().try_for_each(|event| check_time(event.at))?;
    let start = named_position(&plan.game, &plan.start)?;
    let session = game.replay()?;
    let Some(attempt) = attempt else { return Ok(()) };
    check_time(attempt.at)?;
    let kept = (attempt.reached, attempt.slips, attempt.helped);
    if session.reached().map(|it| (it, session.slips(), session.helped())) != Some(kept) {
        return Err(ReadError::new("its log tells another end than what is kept of it"));
    }
    if attempt.rung != plan.rung || attempt.canonical != start.stands_for() {
        return Err(ReadError::new("it is another level than what is kept of its end"));
    }
    Ok(())
}

/// What must hold of a level that was given.
pub(super) fn check_served(served: &Served) -> Result<(), ReadError> {
    check_id(&served.player)?;
    check_time(served.at)?;
    let position = named_position(&served.game, &served.canonical)?;
    if position.stands_for() == served.canonical {
        return Ok(());
    }
    let what = "stands for no other position: its canonical text is another";
    Err(ReadError::new(format!("{} {what}", quoted(&served.canonical))))
}

/// All that should not be so in a store: of the file itself, of references, and of
/// every game played again by the rules.
///
/// # Errors
/// If the file cannot be read any further.
pub fn findings(reader: &Reader<'_>) -> Result<Vec<Finding>, StoreError> {
    let mut found: Vec<Finding> = Vec::new();
    let mut add = |session: Option<&str>, what: String| {
        found.push(Finding { session: session.map(str::to_owned), what });
    };
    let damage = [reader.damage()?, reader.other_tables()?, reader.other_rows()?].concat();
    if !damage.is_empty() {
        // What the rows say cannot be believed.
        for what in damage {
            add(None, what);
        }
        return Ok(found);
    }
    for player in reader.players()? {
        if let Err(error) = check_player(&player) {
            add(None, format!("person {}: {}", quoted(&player.id), error.what));
        }
    }
    for served in reader.all_served()? {
        if let Err(error) = check_served(&served) {
            add(None, format!("a level given to {}: {}", quoted(&served.player), error.what));
        }
    }
    for plan in reader.plans()? {
        if let Err(what) = game_as_kept(reader, &plan) {
            add(Some(&plan.id), what);
        }
    }
    Ok(found)
}

/// Checks one game; says what is wrong.
fn game_as_kept(reader: &Reader<'_>, plan: &Plan) -> Result<(), String> {
    let failed = |error: StoreError| match error {
        StoreError::Damaged { why, .. } => why,
        other => other.to_string(),
    };
    let events = reader.log(&plan.id).map_err(failed)?;
    let tried = reader.tried(&plan.id).map_err(failed)?;
    let attempt = tried.as_ref().map(|Tried { attempt, .. }| attempt);
    if tried.as_ref().is_some_and(|it| it.game != plan.game || it.player != plan.player) {
        return Err("what is kept of its end names another game or person".to_owned());
    }
    let game = Game { plan: plan.clone(), events };
    check_game(&game, attempt).map_err(|error| error.what)
}

/// A position by the names under which it is kept, which are canonical.
fn named_position(game: &str, position: &str) -> Result<Box<dyn AnyPosition>, ReadError> {
    let opened = registry::open_name(game)?;
    let name = &opened.facts().name;
    if name != game {
        return Err(ReadError::new(format!("{} is called `{name}`", quoted(game))));
    }
    let read = opened.read_position(position)?;
    let text = read.text();
    if text != position {
        return Err(ReadError::new(format!("{} is written `{text}`", quoted(position))));
    }
    Ok(read)
}

/// An id is part of addresses and of commands: letters, digits, `-` and `_`.
fn check_id(id: &str) -> Result<(), ReadError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(is_plain) {
        return Ok(());
    }
    let hint = format!("an id has 1 to {LONGEST_ID} letters, digits, `-` or `_`");
    Err(ReadError::new(format!("{} is no id", quoted(id))).hint(hint))
}

fn check_time(at: Millis) -> Result<(), ReadError> {
    if (0..=LATEST).contains(&at) {
        return Ok(());
    }
    Err(ReadError::new(format!("{at} is no time")).hint("times are milliseconds since 1970"))
}

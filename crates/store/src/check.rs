//! Checks of everything in the store. The same functions check the store itself and imported
//! files.

use super::error::StoreError;
use super::read::Reader;
use super::rows::{EventKind, Game, Millis, Person, Plan, Served, read_name};
use super::tries::{self, Tried, Try};
use crate::table::GoalWord;
use spar_catalog::{AnyPosition, AnySession, ladder};
use spar_challenge::rating::LevelRating;
use spar_rules::{ReadError, Side, quoted};
use std::collections::HashMap;

/// The end of the year 9999: later times are not valid.
const LATEST: Millis = 253_402_300_799_999;

/// The longest id of a person or a game.
const LONGEST_ID: usize = 64;

/// Something wrong in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The id of the session that it concerns, if it concerns one.
    pub session: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// Checks a person.
pub(super) fn check_player(player: &Person) -> Result<(), ReadError> {
    check_id(&player.id)?;
    check_time(player.made)?;
    if player.name.is_empty() || read_name(&player.name)? == player.name {
        return Ok(());
    }
    Err(ReadError::new("the name starts or ends with a space"))
}

/// Checks a game: every move is legal, and nothing comes after the end. Returns the session,
/// and how its try was decided if it is a level and the try is decided.
pub(super) fn check_game(game: &Game) -> Result<(Box<dyn AnySession>, Option<Try>), ReadError> {
    let Game { plan, events } = game;
    check_id(&plan.id)?;
    check_id(&plan.player)?;
    check_time(plan.made)?;
    if plan.level.is_some_and(|it| plan.goal.is_none() || !LevelRating::all().contains(&it)) {
        return Err(ReadError::new("its level rating is out of range, or it has no goal"));
    }
    events.iter().try_for_each(|event| check_time(event.at))?;
    let start = named_position(&plan.game, &plan.start)?;
    check_level(plan, &*start)?;
    let session = game.replay()?;
    let is_slip = |kind| matches!(kind, EventKind::Slip | EventKind::Missed);
    let slip = events.iter().find(|event| is_slip(event.kind));
    let at = slip.or(events.last()).map_or(plan.made, |event| event.at);
    let decided = Try::of(&*session, at);
    Ok((session, decided))
}

/// Checks that a built-in level has its built-in rating.
fn check_level(plan: &Plan, start: &dyn AnyPosition) -> Result<(), ReadError> {
    let (Some(level), Some(GoalWord::Win)) = (plan.level, plan.goal) else { return Ok(()) };
    let (Ok(opponent), Some(you)) =
        (plan.against.parse::<spar_challenge::policy::Player>(), plan.you)
    else {
        return Ok(());
    };
    let rated = ladder::rated_as(&plan.game, &start.stands_for(), &opponent);
    let rated = rated.filter(|_| Side::from(you) == start.side());
    match rated.map(|it| it.rating).filter(|it| *it != level) {
        Some(rating) => Err(ReadError::new(format!(
            "its level rating is {level}, but this level is rated {rating}"
        ))),
        None => Ok(()),
    }
}

/// Checks that the stored try is the one that follows from the log.
pub(super) fn check_try(log: Option<&Try>, kept: Option<&Try>) -> Result<(), ReadError> {
    kept.map_or(Ok(()), |it| check_time(it.at))?;
    let told = |it: Option<&Try>| it.map(|it| (it.solved, it.helped, it.canonical.clone()));
    if told(log) == told(kept) {
        return Ok(());
    }
    Err(ReadError::new("its stored try does not match its log"))
}

/// Checks a level that was given to somebody.
pub(super) fn check_served(served: &Served) -> Result<(), ReadError> {
    check_id(&served.player)?;
    check_time(served.at)?;
    let canonical = named_position(&served.game, &served.canonical)?.stands_for();
    if canonical == served.canonical {
        return Ok(());
    }
    let what = "is not the canonical image of its position, which is";
    Err(ReadError::new(format!("{} {what} `{canonical}`", quoted(&served.canonical))))
}

/// Checks the whole file, but does not replay games.
pub(super) fn look(reader: &Reader<'_>) -> Result<(), StoreError> {
    let damage = [reader.other_tables()?, reader.damage()?].concat();
    damage.first().map_or(Ok(()), |what| Err(reader.damaged(what)))
}

/// Everything wrong in a store: damage of the file, broken references, games that the rules
/// do not allow, and ratings that do not follow from the tries.
///
/// # Errors
/// If the file cannot be read to its end.
pub fn findings(reader: &Reader<'_>) -> Result<Vec<Finding>, StoreError> {
    let mut found: Vec<Finding> = Vec::new();
    let mut add = |session: Option<&str>, what: String| {
        found.push(Finding { session: session.map(str::to_owned), what });
    };
    for what in reader.other_tables()? {
        add(None, what);
    }
    let damage = reader.damage()?;
    let is_damaged = !damage.is_empty();
    for what in damage {
        add(None, what);
    }
    if is_damaged {
        // The rows cannot be trusted, so skip the other checks.
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
    let mut plans = HashMap::new();
    for plan in reader.plans()? {
        if let Err(what) = game_as_kept(reader, &plan) {
            add(Some(&plan.id), what);
        }
        plans.insert(plan.id.clone(), plan);
    }
    for (session, what) in wrong_tries(reader, &plans)? {
        add(Some(&session), what);
    }
    Ok(found)
}

/// Tries that are missing or have a rating that does not follow from the tries before, each with
/// its session.
fn wrong_tries(
    reader: &Reader<'_>,
    plans: &HashMap<String, Plan>,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut wrong = Vec::new();
    let mut last: Option<Tried> = None;
    let mut rating: Option<Tried> = None;
    for tried in reader.all_tries()? {
        let is_same = |it: &Tried| it.player == tried.player && it.game == tried.game;
        let turn = last.filter(is_same).map_or(1, |it| it.turn + 1);
        rating = rating.filter(is_same);
        let plan = plans.get(&tried.session);
        let rated = plan.and_then(|it| tries::rated(it, &tried.decided, rating.as_ref()));
        if tried.turn != turn {
            let what = format!("the try before this one, number {turn}, is missing");
            wrong.push((tried.session.clone(), what));
        } else if !tries::is_same(rated, tried.rated) {
            let what = "its rating differs from the one computed from the tries".to_owned();
            wrong.push((tried.session.clone(), what));
        }
        if tried.rated.is_some() {
            rating = Some(tried.clone());
        }
        last = Some(tried);
    }
    Ok(wrong)
}

/// Checks one stored game.
fn game_as_kept(reader: &Reader<'_>, plan: &Plan) -> Result<(), String> {
    let failed = |error: StoreError| match error {
        StoreError::Damaged { why, .. } => why,
        other => other.to_string(),
    };
    let events = reader.log(&plan.id).map_err(failed)?;
    let tried = reader.tried(&plan.id).map_err(failed)?;
    if tried.as_ref().is_some_and(|it| it.game != plan.game || it.player != plan.player) {
        return Err("its stored try names another game or person".to_owned());
    }
    let game = Game { plan: plan.clone(), events };
    let checked = check_game(&game)
        .and_then(|(_, log)| check_try(log.as_ref(), tried.as_ref().map(|it| &it.decided)));
    checked.map_err(|error| error.what)
}

/// Reads a position by the names in the store, which must be canonical.
fn named_position(game: &str, position: &str) -> Result<Box<dyn AnyPosition>, ReadError> {
    let opened = spar_catalog::open_name(game)?;
    let name = &opened.facts().name;
    if name != game {
        return Err(ReadError::new(format!("the canonical name of {} is `{name}`", quoted(game))));
    }
    let read = opened.read_position(position)?;
    let text = read.text();
    if text != position {
        return Err(ReadError::new(format!(
            "the canonical text of {} is `{text}`",
            quoted(position)
        )));
    }
    Ok(read)
}

/// Checks an id. Addresses and commands contain ids, so only letters, digits, `-` and `_` are
/// allowed.
fn check_id(id: &str) -> Result<(), ReadError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(is_plain) {
        return Ok(());
    }
    let hint = format!("an id has 1 to {LONGEST_ID} letters, digits, `-` or `_`");
    Err(ReadError::new(format!("{} is not a valid id", quoted(id))).hint(hint))
}

pub(super) fn check_time(at: Millis) -> Result<(), ReadError> {
    if (0..=LATEST).contains(&at) {
        return Ok(());
    }
    let hint = "times are milliseconds since 1970, up to the year 9999";
    Err(ReadError::new(format!("{at} is not a valid time")).hint(hint))
}

//! What must hold of everything that is kept. Files from elsewhere and our own are
//! checked by the same functions.

use super::error::StoreError;
use super::read::Reader;
use super::rows::{EventKind, Game, Millis, Plan, Player, Served, read_name};
use super::tries::{self, Tried, Try};
use crate::table::GoalWord;
use spar_catalog::{AnyPosition, AnySession, ladder};
use spar_challenge::rating::LevelRating;
use spar_rules::{ReadError, Side, quoted};
use std::collections::HashMap;

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

/// What must hold of a game: every move is legal, and nothing comes after the end. Gives
/// back how the try was decided, if it is a level and was.
pub(super) fn check_game(game: &Game) -> Result<(Box<dyn AnySession>, Option<Try>), ReadError> {
    let Game { plan, events } = game;
    check_id(&plan.id)?;
    check_id(&plan.player)?;
    check_time(plan.made)?;
    if plan.level.is_some_and(|it| plan.goal.is_none() || !LevelRating::all().contains(&it)) {
        return Err(ReadError::new("no level has this rating"));
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

/// A level that comes with the program has the rating that comes with it.
fn check_level(plan: &Plan, start: &dyn AnyPosition) -> Result<(), ReadError> {
    let (Some(level), Some(GoalWord::Win)) = (plan.level, plan.goal) else { return Ok(()) };
    let (Ok(opponent), Some(you)) =
        (plan.against.parse::<spar_challenge::policy::Player>(), plan.you)
    else {
        return Ok(());
    };
    let rated = ladder::rated_as(&plan.game, &start.stands_for(), &opponent);
    let rated = rated.filter(|_| Side::from(you) == start.side());
    if rated.is_none_or(|it| it.rating == level) {
        return Ok(());
    }
    Err(ReadError::new("its level has another rating"))
}

/// What must hold of a try: the log tells the same.
pub(super) fn check_try(log: Option<&Try>, kept: Option<&Try>) -> Result<(), ReadError> {
    kept.map_or(Ok(()), |it| check_time(it.at))?;
    let told = |it: Option<&Try>| it.map(|it| (it.solved, it.helped, it.canonical.clone()));
    if told(log) == told(kept) {
        return Ok(());
    }
    Err(ReadError::new("its log tells another try than what is kept of it"))
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

/// Looks the whole file through, but for what the rules say.
pub(super) fn look(reader: &Reader<'_>) -> Result<(), StoreError> {
    let damage = [reader.other_tables()?, reader.damage()?].concat();
    damage.first().map_or(Ok(()), |what| Err(reader.damaged(what)))
}

/// All that should not be so in a store: of the file itself, of references, of every game
/// played again by the rules, and of every rating computed again from the tries.
///
/// # Errors
/// If the file cannot be read any further.
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
        // What the rows say cannot be believed.
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
    let mut last: Option<Tried> = None;
    let mut rating: Option<Tried> = None;
    for tried in reader.all_tries()? {
        let is_same = |it: &Tried| it.player == tried.player && it.game == tried.game;
        let turn = last.filter(is_same).map_or(1, |it| it.turn + 1);
        rating = rating.filter(is_same);
        let plan = plans.get(&tried.session);
        if tried.turn != turn {
            add(Some(&tried.session), format!("try {turn} is missing before this one"));
        } else if !tries::is_same(
            plan.and_then(|it| tries::rated(it, &tried.decided, rating.as_ref())),
            tried.rated,
        ) {
            add(Some(&tried.session), "its rating is not what comes of the tries".to_owned());
        }
        if tried.rated.is_some() {
            rating = Some(tried.clone());
        }
        last = Some(tried);
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
    if tried.as_ref().is_some_and(|it| it.game != plan.game || it.player != plan.player) {
        return Err("what is kept of its try names another game or person".to_owned());
    }
    let game = Game { plan: plan.clone(), events };
    let checked = check_game(&game)
        .and_then(|(_, log)| check_try(log.as_ref(), tried.as_ref().map(|it| &it.decided)));
    checked.map_err(|error| error.what)
}

/// A position by the names under which it is kept, which are canonical.
fn named_position(game: &str, position: &str) -> Result<Box<dyn AnyPosition>, ReadError> {
    let opened = spar_catalog::open_name(game)?;
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

pub(super) fn check_time(at: Millis) -> Result<(), ReadError> {
    if (0..=LATEST).contains(&at) {
        return Ok(());
    }
    Err(ReadError::new(format!("{at} is no time")).hint("times are milliseconds since 1970"))
}

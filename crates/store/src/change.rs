//! Changes. Permission is checked here, inside the transaction that makes the change.

use super::error::StoreError;
use super::file;
use super::read::Reader;
use super::rows::{Event, Game, Hash, Link, Millis, Person, Plan, Served};
use super::table::{EVENTS, LINKS, PLAYERS, SERVED, SESSIONS, TOKENS, Word};
use super::tries::{self, Tried, Try};
use rusqlite::{Connection, params};
use std::collections::HashSet;

/// A change to the store.
#[derive(Clone, Debug)]
pub enum Change {
    /// Adds a person, and the token by which they are recognised.
    NewPlayer {
        /// Who.
        player: Person,
        /// The hash of the secret in their cookie.
        token: Hash,
    },
    /// Sets the name of a person.
    Name {
        /// Who.
        player: String,
        /// As `read_name` returned it.
        name: String,
    },
    /// Adds a session.
    NewSession {
        /// Its settings; its `player` owns it.
        plan: Plan,
        /// The events that have already happened.
        events: Vec<Event>,
        /// Its level, if it came from the ladder. If a try at it is to be rated, this person
        /// must not have had it before: else the change is a conflict.
        served: Option<Served>,
        /// The result of the try, if it is already decided.
        tried: Option<Try>,
    },
    /// Adds events to a session.
    Append {
        /// Its id.
        session: String,
        /// The person who requests this. The session must belong to them.
        player: String,
        /// The expected length of the log.
        expect: usize,
        /// The events.
        events: Vec<Event>,
        /// The result of the try, if it is a level and these events decide it.
        tried: Option<Try>,
    },
    /// Adds a link that moves a person to another device. It replaces earlier links.
    Link {
        /// Who.
        player: String,
        /// The hash of the secret in the link.
        hash: Hash,
        /// When it expires.
        until: Millis,
    },
    /// Uses such a link. It works once.
    UseLink {
        /// The hash of the secret in the link.
        hash: Hash,
        /// The hash of the secret in the cookie of the other device.
        token: Hash,
        /// When.
        now: Millis,
    },
    /// Signs out one device: its cookie is no longer valid.
    Leave {
        /// The hash of the secret in the cookie.
        token: Hash,
    },
    /// Deletes a person with all their data.
    Forget {
        /// Who.
        player: String,
    },
    /// Writes the mark of the file again. Nothing visible changes; it shows whether the file
    /// can be written.
    Touch,
    /// Imports the content of another store.
    Import(Batch),
    /// Several changes in this order, all of them or none. The answer is that of the last.
    All(Vec<Change>),
}

/// The answer to a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// It is done.
    Done,
    /// Events were added to a session.
    Log(Logged),
    /// This person used a link.
    Player(Person),
    /// What was imported from another store, and what was not.
    Merged(Merged),
}

/// The state of a session after new events.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The length of its log.
    pub length: usize,
    /// The try that they decided, with the person's rating after it.
    pub tried: Option<Tried>,
}

/// Makes a change. If it is refused, part of it may have been written, so the caller must roll
/// back.
pub(super) fn apply(connection: &Connection, change: &Change) -> Result<Written, StoreError> {
    match change {
        Change::NewPlayer { player, token } => {
            add_player(connection, player)?;
            add_token(connection, token, &player.id, player.made)?;
            Ok(Written::Done)
        }
        Change::Name { player, name } => {
            let Person { id, made, .. } =
                Reader(connection).player(player)?.ok_or(StoreError::Gone)?;
            PLAYERS.update(connection, params![id, name, made])?;
            Ok(Written::Done)
        }
        Change::NewSession { plan, events, served, tried } => {
            add_plan(connection, plan)?;
            if let Some(served) = served {
                let is_new = give(connection, served)?;
                if plan.level.is_some() && !is_new {
                    return Err(StoreError::Conflict);
                }
            }
            go_on(connection, &plan.id, 0, events, tried.as_ref())
        }
        Change::Append { session, player, expect, events, tried } => {
            let length = owned_log(connection, session, player)?;
            if length != *expect {
                return Err(StoreError::Conflict);
            }
            go_on(connection, session, length, events, tried.as_ref())
        }
        Change::Link { player, hash, until } => add_link(connection, player, hash, *until),
        Change::UseLink { hash, token, now } => use_link(connection, hash, token, *now),
        Change::Leave { token } => {
            connection.prepare_cached("DELETE FROM tokens WHERE hash = ?1")?.execute([token])?;
            Ok(Written::Done)
        }
        Change::Forget { player } => {
            let sql = "DELETE FROM players WHERE id = ?1";
            let n_rows = connection.prepare_cached(sql)?.execute([player])?;
            if n_rows == 0 { Err(StoreError::Gone) } else { Ok(Written::Done) }
        }
        Change::Touch => {
            file::touch(connection)?;
            Ok(Written::Done)
        }
        Change::Import(batch) => Ok(Written::Merged(merge(connection, batch)?)),
        Change::All(changes) => {
            changes.iter().try_fold(Written::Done, |_, change| apply(connection, change))
        }
    }
}

/// Adds events to a log of this length, and stores the try that they decide.
fn go_on(
    connection: &Connection,
    session: &str,
    length: usize,
    events: &[Event],
    tried: Option<&Try>,
) -> Result<Written, StoreError> {
    add_events(connection, session, length, events)?;
    let tried = tried.map_or(Ok(None), |it| add_try(connection, session, it))?;
    Ok(Written::Log(Logged { length: length + events.len(), tried }))
}

/// The length of a session's log, if the session belongs to this person.
fn owned_log(connection: &Connection, session: &str, player: &str) -> Result<usize, StoreError> {
    let plan = Reader(connection).plan(session)?;
    if plan.is_none_or(|plan| plan.player != player) {
        return Err(StoreError::Gone);
    }
    Reader(connection).log_length(session)
}

pub(super) fn has_player(connection: &Connection, id: &str) -> Result<bool, StoreError> {
    Ok(Reader(connection).player(id)?.is_some())
}

pub(super) fn add_player(connection: &Connection, player: &Person) -> Result<(), StoreError> {
    if has_player(connection, &player.id)? {
        return Err(StoreError::Taken);
    }
    Ok(PLAYERS.insert(connection, params![player.id, player.name, player.made])?)
}

fn add_token(
    connection: &Connection,
    token: &Hash,
    player: &str,
    now: Millis,
) -> Result<(), StoreError> {
    Ok(TOKENS.insert(connection, params![token, player, now, now])?)
}

pub(super) fn add_plan(connection: &Connection, plan: &Plan) -> Result<(), StoreError> {
    if !has_player(connection, &plan.player)? {
        return Err(StoreError::Gone);
    }
    if Reader(connection).plan(&plan.id)?.is_some() {
        return Err(StoreError::Taken);
    }
    let row = params![
        plan.id,
        plan.player,
        plan.game,
        plan.start,
        plan.against,
        plan.you.map(Word),
        plan.goal.map(Word),
        plan.seed,
        plan.rung,
        plan.level,
        plan.made
    ];
    Ok(SESSIONS.insert(connection, row)?)
}

/// Adds events to a log of this length.
pub(super) fn add_events(
    connection: &Connection,
    session: &str,
    length: usize,
    events: &[Event],
) -> Result<(), StoreError> {
    for (event, seq) in events.iter().zip(length as i64..) {
        let (kind, by) = (Word(event.kind), event.by.map(Word));
        EVENTS.insert(connection, params![session, seq, kind, event.text, by, event.at])?;
    }
    Ok(())
}

/// Stores that a level was given now; `false` if it was given before.
fn give(connection: &Connection, served: &Served) -> Result<bool, StoreError> {
    let Served { player, game, canonical, .. } = served;
    let Some(kept) = Reader(connection).was_served(player, game, canonical)? else {
        return add_served(connection, served);
    };
    let at = kept.at.max(served.at);
    SERVED.update(connection, params![player, game, canonical, kept.rung, at])?;
    Ok(false)
}

/// Stores that a level was given, unless that is stored already.
pub(super) fn add_served(connection: &Connection, served: &Served) -> Result<bool, StoreError> {
    let Served { player, game, canonical, rung, at } = served;
    if Reader(connection).was_served(player, game, canonical)?.is_some() {
        return Ok(false);
    }
    SERVED.insert(connection, params![player, game, canonical, rung, at])?;
    Ok(true)
}

fn add_link(
    connection: &Connection,
    player: &str,
    hash: &Hash,
    until: Millis,
) -> Result<Written, StoreError> {
    if !has_player(connection, player)? {
        return Err(StoreError::Gone);
    }
    connection.prepare_cached("DELETE FROM links WHERE player = ?1")?.execute([player])?;
    LINKS.insert(connection, params![hash, player, until, None::<Millis>])?;
    Ok(Written::Done)
}

fn use_link(
    connection: &Connection,
    hash: &Hash,
    token: &Hash,
    now: Millis,
) -> Result<Written, StoreError> {
    let reader = Reader(connection);
    let link: Option<Link> = reader.first("WHERE hash = ?1", [hash])?;
    let Some(Link { player, until, .. }) =
        link.filter(|link| link.used.is_none() && link.until > now)
    else {
        return Err(StoreError::Gone);
    };
    LINKS.update(connection, params![hash, player, until, now])?;
    let player = reader.player(&player)?.ok_or(StoreError::Gone)?;
    add_token(connection, token, &player.id, now)?;
    Ok(Written::Player(player))
}

/// Stores the result of a try and returns the row. The first result stays: a second one is
/// ignored.
fn add_try(
    connection: &Connection,
    session: &str,
    decided: &Try,
) -> Result<Option<Tried>, StoreError> {
    let reader = Reader(connection);
    let plan = reader.plan(session)?.ok_or(StoreError::Gone)?;
    if reader.tried(session)?.is_some() {
        return Ok(None);
    }
    let turn = reader.last_try(&plan.player, &plan.game)?.map_or(1, |last| last.turn + 1);
    let before = reader.rating(&plan.player, &plan.game)?;
    let rated = tries::rated(&plan, decided, before.as_ref());
    let tried = Tried {
        session: plan.id,
        player: plan.player,
        game: plan.game,
        turn,
        decided: decided.clone(),
        rated,
    };
    tries::insert(connection, &tried)?;
    Ok(Some(tried))
}

/// The content of another store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// People.
    pub players: Vec<Person>,
    /// Their games.
    pub games: Vec<Game>,
    /// The results of the decided levels among them, in the order of their turns.
    pub tries: Vec<(String, Try)>,
    /// The levels that they were given.
    pub served: Vec<Served>,
}

/// What was imported, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// New people.
    pub players: usize,
    /// New games.
    pub sessions: usize,
    /// Known games with new events.
    pub extended: usize,
    /// New lines of logs.
    pub events: usize,
    /// New levels given.
    pub served: usize,
    /// The ids of games that contradict those in the store, and were not imported.
    pub contradicting: Vec<String>,
}

pub(super) fn merge(connection: &Connection, batch: &Batch) -> Result<Merged, StoreError> {
    let mut merged = Merged::default();
    for player in &batch.players {
        if !has_player(connection, &player.id)? {
            add_player(connection, player)?;
            merged.players += 1;
        }
    }
    let mut taken = HashSet::new();
    for game in &batch.games {
        if merge_game(connection, game, &mut merged)? {
            taken.insert(&game.plan.id);
        }
    }
    for (session, decided) in &batch.tries {
        if taken.contains(session) {
            add_try(connection, session, decided)?;
        }
    }
    for served in &batch.served {
        if !has_player(connection, &served.player)? {
            return Err(StoreError::Gone);
        }
        merged.served += usize::from(add_served(connection, served)?);
    }
    Ok(merged)
}

/// Imports a game; `false` if it contradicts the stored one, or the stored one is longer.
fn merge_game(
    connection: &Connection,
    game: &Game,
    merged: &mut Merged,
) -> Result<bool, StoreError> {
    let Game { plan, events } = game;
    let reader = Reader(connection);
    let Some(ours) = reader.plan(&plan.id)? else {
        add_plan(connection, plan)?;
        add_events(connection, &plan.id, 0, events)?;
        merged.sessions += 1;
        merged.events += events.len();
        return Ok(true);
    };
    let log = reader.log(&plan.id)?;
    let n_common = log.len().min(events.len());
    if ours != *plan || log[..n_common] != events[..n_common] {
        merged.contradicting.push(plan.id.clone());
        return Ok(false);
    }
    let new = &events[n_common..];
    if !new.is_empty() {
        add_events(connection, &plan.id, n_common, new)?;
        merged.extended += 1;
        merged.events += new.len();
    }
    Ok(events.len() >= log.len())
}

//! What can be changed. Whether somebody may is decided here, inside the transaction
//! that changes it.

use super::error::StoreError;
use super::file;
use super::read::Reader;
use super::rows::{Event, Game, Hash, Link, Millis, Plan, Player, Served};
use super::table::{EVENTS, LINKS, PLAYERS, SERVED, SESSIONS, TOKENS, Word};
use super::tries::{self, Tried, Try};
use rusqlite::{Connection, params};
use std::collections::HashSet;

/// A change to what is kept.
#[derive(Clone, Debug)]
pub enum Change {
    /// Somebody new, and the token by which they are known again.
    NewPlayer {
        /// Who.
        player: Player,
        /// The hash of the secret in their cookie.
        token: Hash,
    },
    /// Somebody chose a name.
    Name {
        /// Who.
        player: String,
        /// As `read_name` gave it.
        name: String,
    },
    /// A game begins.
    NewSession {
        /// What it is begun as; its `player` owns it.
        plan: Plan,
        /// What has happened in it already.
        events: Vec<Event>,
        /// The level that it is, if it came from the ladder. If a try at it is to count,
        /// this person has not had it: else it is a conflict.
        served: Option<Served>,
        /// How the try was decided, if it was already.
        tried: Option<Try>,
    },
    /// A game goes on.
    Append {
        /// Which.
        session: String,
        /// Who asks: it has to be theirs.
        player: String,
        /// How long the log is as far as they know.
        expect: usize,
        /// What happened.
        events: Vec<Event>,
        /// How the try was decided, if it is a level and this decided it.
        tried: Option<Try>,
    },
    /// A link that moves somebody to another device. It replaces those before it.
    Link {
        /// Who.
        player: String,
        /// The hash of the secret in the link.
        hash: Hash,
        /// Until when it works.
        until: Millis,
    },
    /// Somebody opens such a link. It works once.
    UseLink {
        /// The hash of the secret in the link.
        hash: Hash,
        /// The hash of the secret in the cookie of the other device.
        token: Hash,
        /// When.
        now: Millis,
    },
    /// Somebody leaves one device: its cookie is worth nothing any more.
    Leave {
        /// The hash of the secret in the cookie.
        token: Hash,
    },
    /// Somebody wants to be forgotten, with all that is theirs.
    Forget {
        /// Who.
        player: String,
    },
    /// Nothing that anybody sees: the file's mark is written again, which shows whether the
    /// file can be written.
    Touch,
    /// What another store kept.
    Import(Batch),
    /// Several, in this order: all of them or none. The answer is the last one's.
    All(Vec<Change>),
}

/// What a change came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// It is done.
    Done,
    /// A game went on.
    Log(Logged),
    /// This person used a link.
    Player(Player),
    /// What was taken from another store, and what was not.
    Merged(Merged),
}

/// How a game went on.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The length of its log now.
    pub length: usize,
    /// The try that this decided, with the person's rating after it.
    pub tried: Option<Tried>,
}

/// Makes a change, or refuses it and leaves a part of it behind: the caller rolls back.
pub(super) fn apply(connection: &Connection, change: &Change) -> Result<Written, StoreError> {
    match change {
        Change::NewPlayer { player, token } => {
            add_player(connection, player)?;
            add_token(connection, token, &player.id, player.made)?;
            Ok(Written::Done)
        }
        Change::Name { player, name } => {
            let Player { id, made, .. } =
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

/// Adds to a log from this length on, and keeps what that decided.
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

/// The length of a game's log, if the game is this person's.
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

pub(super) fn add_player(connection: &Connection, player: &Player) -> Result<(), StoreError> {
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

/// Adds to a log from this length on.
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

/// Keeps that a level was given now; `false` if it was given before.
fn give(connection: &Connection, served: &Served) -> Result<bool, StoreError> {
    let Served { player, game, canonical, .. } = served;
    let Some(kept) = Reader(connection).was_served(player, game, canonical)? else {
        return add_served(connection, served);
    };
    let at = kept.at.max(served.at);
    SERVED.update(connection, params![player, game, canonical, kept.rung, at])?;
    Ok(false)
}

/// Keeps that a level was given, unless it is kept already.
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

/// Keeps how a try was decided, and gives the row back. The first decision stays: a
/// second is ignored.
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

/// What another store kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// People.
    pub players: Vec<Player>,
    /// Their games.
    pub games: Vec<Game>,
    /// Which of them are levels that were decided, and how, in the order of their turns.
    pub tries: Vec<(String, Try)>,
    /// The levels that they were given.
    pub served: Vec<Served>,
}

/// What was taken, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// People who were not here.
    pub players: usize,
    /// Games that were not here.
    pub sessions: usize,
    /// Games that were here and went on.
    pub extended: usize,
    /// Lines of logs that were not here.
    pub events: usize,
    /// Levels given that were not known.
    pub served: usize,
    /// Games that contradict those here, and were left: their ids.
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

/// Takes a game in; `false` if it contradicts ours or ours has gone on further.
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

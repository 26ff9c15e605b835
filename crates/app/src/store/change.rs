//! What can be changed. Whether somebody may is decided here, inside the transaction
//! that changes it.

use super::column::Word;
use super::error::StoreError;
use super::merge::{self, Batch, Merged};
use super::read::Reader;
use super::rows::{Attempt, Event, Hash, Millis, Plan, Player, Served};
use rusqlite::{Connection, params};

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
        /// The level that it is, if it came from the ladder.
        served: Option<Served>,
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
        /// How it ended, if it is a level and this ended it.
        attempt: Option<Attempt>,
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
    /// Somebody wants to be forgotten, with all that is theirs.
    Forget {
        /// Who.
        player: String,
    },
    /// What another store kept.
    Import(Batch),
    /// Several, in this order: all of them or none. The answer is the last one's.
    All(Vec<Change>),
}

/// What a change came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is done.
    Done,
    /// A game's log has this length now.
    Log(usize),
    /// This person used a link.
    Player(Player),
    /// What was taken from another store, and what was not.
    Merged(Merged),
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
            let sql = "UPDATE players SET name = ?2 WHERE id = ?1";
            one_of(connection.prepare_cached(sql)?.execute(params![player, name])?)
        }
        Change::NewSession { plan, events, served } => {
            add_plan(connection, plan)?;
            add_events(connection, &plan.id, 0, events)?;
            if let Some(served) = served {
                give(connection, served)?;
            }
            Ok(Written::Log(events.len()))
        }
        Change::Append { session, player, expect, events, attempt } => {
            let length = owned_log(connection, session, player)?;
            if length != *expect {
                return Err(StoreError::Conflict);
            }
            add_events(connection, session, length, events)?;
            if let Some(attempt) = attempt {
                add_attempt(connection, session, attempt)?;
            }
            Ok(Written::Log(length + events.len()))
        }
        Change::Link { player, hash, until } => add_link(connection, player, hash, *until),
        Change::UseLink { hash, token, now } => use_link(connection, hash, token, *now),
        Change::Forget { player } => {
            let sql = "DELETE FROM players WHERE id = ?1";
            one_of(connection.prepare_cached(sql)?.execute([player])?)
        }
        Change::Import(batch) => Ok(Written::Merged(merge::merge(connection, batch)?)),
        Change::All(changes) => {
            changes.iter().try_fold(Written::Done, |_, change| apply(connection, change))
        }
    }
}

/// Done if one row was changed; there is no such thing if none was.
fn one_of(n_rows: usize) -> Result<Written, StoreError> {
    if n_rows == 0 { Err(StoreError::Gone) } else { Ok(Written::Done) }
}

/// The length of a game's log, if the game is this person's.
fn owned_log(connection: &Connection, session: &str, player: &str) -> Result<usize, StoreError> {
    let sql = "SELECT 1 FROM sessions WHERE id = ?1 AND player = ?2";
    if !connection.prepare_cached(sql)?.exists([session, player])? {
        return Err(StoreError::Gone);
    }
    Reader(connection).log_length(session)
}

pub(super) fn has_player(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM players WHERE id = ?1")?.exists([id])
}

pub(super) fn add_player(connection: &Connection, player: &Player) -> Result<(), StoreError> {
    if has_player(connection, &player.id)? {
        return Err(StoreError::Taken);
    }
    let sql = "INSERT INTO players (id, name, made) VALUES (?1, ?2, ?3)";
    let row = params![player.id, player.name, player.made];
    connection.prepare_cached(sql)?.execute(row)?;
    Ok(())
}

fn add_token(
    connection: &Connection,
    token: &Hash,
    player: &str,
    now: Millis,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO tokens (hash, player, made, seen) VALUES (?1, ?2, ?3, ?3)";
    connection.prepare_cached(sql)?.execute(params![token, player, now])?;
    Ok(())
}

pub(super) fn add_plan(connection: &Connection, plan: &Plan) -> Result<(), StoreError> {
    if !has_player(connection, &plan.player)? {
        return Err(StoreError::Gone);
    }
    if connection.prepare_cached("SELECT 1 FROM sessions WHERE id = ?1")?.exists([&plan.id])? {
        return Err(StoreError::Taken);
    }
    let sql = "INSERT INTO sessions
               (id, player, game, start, against, you, goal, seed, rung, made)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    connection.prepare_cached(sql)?.execute(params![
        plan.id,
        plan.player,
        plan.game,
        plan.start,
        plan.against,
        plan.you.map(Word),
        plan.goal.map(Word),
        plan.seed,
        plan.rung,
        plan.made
    ])?;
    Ok(())
}

/// Adds to a log from this length on.
pub(super) fn add_events(
    connection: &Connection,
    session: &str,
    length: usize,
    events: &[Event],
) -> Result<(), StoreError> {
    let sql = "INSERT INTO events (session, seq, kind, text, by, at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = connection.prepare_cached(sql)?;
    for (index, event) in events.iter().enumerate() {
        insert.execute(params![
            session,
            (length + index) as i64,
            Word(event.kind),
            event.text,
            event.by.map(Word),
            event.at
        ])?;
    }
    Ok(())
}

/// Keeps that a level was given now, perhaps again.
fn give(connection: &Connection, served: &Served) -> Result<(), StoreError> {
    if !add_served(connection, served)? {
        let sql = "UPDATE served SET at = max(at, ?4)
                   WHERE player = ?1 AND game = ?2 AND canonical = ?3";
        let row = params![served.player, served.game, served.canonical, served.at];
        connection.prepare_cached(sql)?.execute(row)?;
    }
    Ok(())
}

/// Keeps that a level was given, unless it is kept already.
pub(super) fn add_served(connection: &Connection, served: &Served) -> Result<bool, StoreError> {
    let sql = "INSERT INTO served (player, game, canonical, rung, at)
               VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let row = params![served.player, served.game, served.canonical, served.rung, served.at];
    Ok(connection.prepare_cached(sql)?.execute(row)? > 0)
}

/// Keeps how a level ended; the first end stays.
pub(super) fn add_attempt(
    connection: &Connection,
    session: &str,
    attempt: &Attempt,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO attempts
               (session, player, game, canonical, rung, reached, slips, helped, at)
               SELECT id, player, game, ?2, ?3, ?4, ?5, ?6, ?7 FROM sessions WHERE id = ?1
               ON CONFLICT DO NOTHING";
    connection.prepare_cached(sql)?.execute(params![
        session,
        attempt.canonical,
        attempt.rung,
        attempt.reached,
        attempt.slips,
        attempt.helped,
        attempt.at
    ])?;
    Ok(())
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
    let sql = "INSERT INTO links (hash, player, until) VALUES (?1, ?2, ?3)";
    connection.prepare_cached(sql)?.execute(params![hash, player, until])?;
    Ok(Written::Done)
}

fn use_link(
    connection: &Connection,
    hash: &Hash,
    token: &Hash,
    now: Millis,
) -> Result<Written, StoreError> {
    let sql = "UPDATE links SET used = ?2 WHERE hash = ?1 AND used IS NULL AND until > ?2";
    if connection.prepare_cached(sql)?.execute(params![hash, now])? == 0 {
        return Err(StoreError::Gone);
    }
    let sql = "SELECT players.* FROM players JOIN links ON links.player = players.id
               WHERE links.hash = ?1";
    let player = connection.prepare_cached(sql)?.query_row([hash], Player::read)?;
    add_token(connection, token, &player.id, now)?;
    Ok(Written::Player(player))
}

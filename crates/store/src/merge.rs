//! What another store kept is taken in. Nothing that is here is written over: a log
//! that goes on further goes on here too, one that contradicts ours is left and named.

use super::change::{add_events, add_plan, add_player, add_served, has_player};
use super::error::StoreError;
use super::read::Reader;
use super::rows::{Game, Player, Served};
use super::tries::{self, Try};
use rusqlite::Connection;
use std::collections::HashSet;

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
            tries::add(connection, session, decided)?;
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

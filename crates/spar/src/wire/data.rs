//! The JSON of `spar data` about games played.

use serde::Serialize;

/// `data import`: what was imported.
#[derive(Debug, Serialize)]
pub struct Imported {
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
    /// The ids of games that contradict those here, and were left.
    pub contradicting: Vec<String>,
}

/// `data delete`: somebody who was deleted.
#[derive(Debug, Serialize)]
pub struct Deleted {
    /// Their id.
    pub id: String,
    /// Their name; empty if they had chosen none.
    pub name: String,
}

/// `data verify`: an error.
#[derive(Debug, Serialize)]
pub struct StoreFinding {
    /// The id of the game that it is about; `null` if it is about none.
    pub session: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// `data verify`: no errors.
#[derive(Debug, Serialize)]
pub struct StoreVerified {
    /// People.
    pub players: u64,
    /// Games.
    pub sessions: u64,
    /// Lines of their logs.
    pub events: u64,
    /// Ratings that were computed again, one for each rated try.
    pub ratings: u64,
}

//! The JSON output of `spar data` about played games.

use serde::Serialize;

/// `data import`: the result of an import.
#[derive(Debug, Serialize)]
pub struct Imported {
    /// The number of new people.
    pub players: usize,
    /// The number of new games.
    pub sessions: usize,
    /// The number of existing games with new events.
    pub extended: usize,
    /// The number of new events.
    pub events: usize,
    /// The number of served levels that were not recorded before.
    pub served: usize,
    /// The ids of games that contradict existing ones and were skipped.
    pub contradicting: Vec<String>,
}

/// `data delete`: a deleted person.
#[derive(Debug, Serialize)]
pub struct Deleted {
    /// The person's id.
    pub id: String,
    /// The person's name; empty if they had not chosen one.
    pub name: String,
}

/// `data verify`: an error.
#[derive(Debug, Serialize)]
pub struct StoreFinding {
    /// The id of the game with the error; `null` if the error is not about a game.
    pub session: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// `data verify`: no errors.
#[derive(Debug, Serialize)]
pub struct StoreVerified {
    /// The number of people.
    pub players: u64,
    /// The number of games.
    pub sessions: u64,
    /// The number of events of all games.
    pub events: u64,
    /// The number of recomputed ratings, one for each rated try.
    pub ratings: u64,
}

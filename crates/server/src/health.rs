//! Whether the server is well: it answers, and what it is told can be read and saved.

use super::state::Shared;
use super::troubles::Troubles;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use spar_store::{Answer, Change, Store, StoreError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, oneshot};

/// How the server is.
#[derive(Serialize)]
pub(crate) struct Health {
    /// `ok` or `failing`.
    status: &'static str,
    /// What is wrong, if something is.
    reason: Option<&'static str>,
    /// The program's version.
    version: &'static str,
}

/// Whether the server can answer, and the store can be read and written.
pub(crate) async fn health(State(app): State<Shared>) -> (StatusCode, Json<Health>) {
    let version = env!("CARGO_PKG_VERSION");
    let reason = match app.read(|reader| reader.player("")).await {
        Ok(_) => app.probe.write(&app.store, &app.troubles).await.err(),
        Err(_) => Some("the store cannot be read"),
    };
    let (code, status) = match reason {
        None => (StatusCode::OK, "ok"),
        Some(_) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
    };
    (code, Json(Health { status, reason, version }))
}

/// A write that is not on disk after this time counts as failing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whoever asks again within this time hears the same: questions must not wear out a disk.
const FRESH: Duration = Duration::from_secs(1);

/// Finds out whether the store can be written, by one small write for all who ask.
#[derive(Default)]
pub(crate) struct Probe(Mutex<Probing>);

#[derive(Default)]
struct Probing {
    /// A write that was asked for and is not answered.
    waiting: Option<oneshot::Receiver<Answer>>,
    last: Option<(Instant, Found)>,
}

/// Nothing, or why the store cannot be written.
type Found = Result<(), &'static str>;

impl Probe {
    async fn write(&self, store: &Store, troubles: &Troubles) -> Found {
        let mut probing = self.0.lock().await;
        if let Some((asked, found)) = probing.last
            && asked.elapsed() < FRESH
        {
            return found;
        }
        let failed = |error: StoreError| {
            troubles.tell(&error);
            error.reason()
        };
        let asked = match probing.waiting.take() {
            Some(waiting) => waiting,
            None => store.submit(Change::Touch).map_err(failed)?,
        };
        // Whoever asks may leave before the answer: it stays for the next one.
        let waiting = probing.waiting.insert(asked);
        let found = if let Ok(answer) = tokio::time::timeout(PATIENCE, waiting).await {
            probing.waiting = None;
            answer.unwrap_or(Err(StoreError::Closed)).map(drop).map_err(failed)
        } else {
            Err("a change waits to be saved: another program may hold the store's file")
        };
        probing.last = Some((Instant::now(), found));
        found
    }
}

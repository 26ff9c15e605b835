//! Health and metrics of the server.

use super::metrics::{head, line};
use super::state::{App, Shared};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The health of the server.
#[derive(Serialize)]
pub(crate) struct Health {
    /// `ok` or `failing`.
    status: &'static str,
    /// The problem, if there is one.
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

/// All metrics.
pub(crate) async fn metrics(State(app): State<Shared>) -> Response {
    let bytes = app.read(|reader| reader.bytes()).await.ok();
    let mut text = app.metrics.text();
    for (name, kind, help, value) in figures(&app) {
        head(&mut text, name, kind, help);
        line(&mut text, name, "", value);
    }
    if let Some(bytes) = bytes {
        head(&mut text, "spar_store_bytes", "gauge", "Size of the store in bytes.");
        line(&mut text, "spar_store_bytes", "", bytes as f64);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

type Figure = (&'static str, &'static str, &'static str, f64);

fn figures(app: &App) -> Vec<Figure> {
    let (quick, long) = app.pool.waiting();
    let cache = app.memory.counts();
    let store = app.store.figures();
    let limits = &app.limits;
    let buckets = limits.people.n_keys() + limits.addresses.n_keys() + limits.newcomers.n_keys();
    vec![
        ("spar_queue_quick", "gauge", "Quick work in the queue.", quick as f64),
        ("spar_queue_long", "gauge", "Long work in the queue.", long as f64),
        (
            "spar_works",
            "gauge",
            "Long work that is running or has just ended.",
            app.works.len() as f64,
        ),
        ("spar_cache_hits_total", "counter", "Evaluations found in the cache.", cache.hits as f64),
        (
            "spar_cache_misses_total",
            "counter",
            "Evaluations that were computed.",
            cache.misses as f64,
        ),
        ("spar_cache_entries", "gauge", "Evaluations in the cache.", cache.held as f64),
        ("spar_limit_buckets", "gauge", "People and addresses with a rate limit.", buckets as f64),
        ("spar_store_waiting", "gauge", "Changes waiting to be written.", store.waiting as f64),
        ("spar_store_commits_total", "counter", "Groups committed.", store.groups as f64),
        ("spar_store_changes_total", "counter", "Changes committed.", store.changes as f64),
        (
            "spar_store_failures_total",
            "counter",
            "Groups that could not be committed.",
            store.failures as f64,
        ),
        ("spar_store_last_group", "gauge", "Changes in the last group.", store.last_group as f64),
        (
            "spar_store_commit_seconds_total",
            "counter",
            "Seconds spent in commits.",
            store.seconds_in_commit,
        ),
    ]
}

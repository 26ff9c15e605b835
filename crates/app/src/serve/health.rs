//! Whether the server is well.

use super::state::Shared;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

/// How the server is.
#[derive(Serialize)]
pub(crate) struct Health {
    /// `ok`, or what is wrong.
    status: &'static str,
    /// The program's version.
    version: &'static str,
}

/// Whether the server can answer, and the store with it.
pub(crate) async fn health(State(app): State<Shared>) -> (StatusCode, Json<Health>) {
    let version = env!("CARGO_PKG_VERSION");
    let is_well = app.read(|reader| reader.player("")).await.is_ok();
    let (code, status) = if is_well {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer")
    };
    (code, Json(Health { status, version }))
}

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

/// Whether the server can answer and keep what it is told.
pub(crate) async fn health(State(_app): State<Shared>) -> (StatusCode, Json<Health>) {
    let version = env!("CARGO_PKG_VERSION");
    (StatusCode::OK, Json(Health { status: "ok", version }))
}

//! Which address leads to which handler, and what every request passes through.

use super::refusal::Refused;
use super::state::Shared;
use super::{
    games, guard, health, levels, me, metrics, openapi, page, policies, positions, sessions, work,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The API with its document.
fn api() -> (Router<Shared>, OpenApi) {
    let (router, document) = OpenApiRouter::with_openapi(openapi::begun())
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(positions::one))
        .routes(routes!(positions::values))
        .routes(routes!(positions::set_up))
        .routes(routes!(positions::start))
        .routes(routes!(policies::one))
        .routes(routes!(levels::home))
        .routes(routes!(levels::next))
        .routes(routes!(sessions::begin, sessions::list))
        .routes(routes!(sessions::one))
        .routes(routes!(sessions::make))
        .routes(routes!(sessions::undo))
        .routes(routes!(sessions::resign))
        .routes(routes!(sessions::hint))
        .routes(routes!(sessions::response))
        .routes(routes!(sessions::values))
        .routes(routes!(sessions::review))
        .routes(routes!(me::me, me::name, me::forget))
        .routes(routes!(me::leave))
        .routes(routes!(me::link))
        .routes(routes!(me::use_link))
        .routes(routes!(work::begin))
        .routes(routes!(work::cancel))
        .routes(routes!(work::events))
        .split_for_parts();
    (router, openapi::finished(document))
}

/// The `OpenAPI` document as text.
///
/// # Panics
/// Never: the document is plain data.
pub fn document() -> String {
    let (_, document) = api();
    let mut text = document.to_pretty_json().expect("invariant: the document is plain data");
    text.push('\n');
    text
}

/// The whole server as one service.
///
/// # Panics
/// Never: its document is plain data.
pub fn router(app: Shared) -> Router {
    let (api, document) = api();
    let document = document.to_json().expect("invariant: the document is plain data");
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let limit = app.settings.body_limit;
    api.route("/api/openapi.json", get(move || async move { (json, document) }))
        .route("/health", get(health::health))
        .route("/metrics", get(metrics::metrics))
        .method_not_allowed_fallback(not_so)
        .fallback(page::page)
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(limit))
        .layer(from_fn_with_state(app.clone(), guard::slow_down))
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(CatchPanicLayer::custom(broke))
        .layer(from_fn(guard::protect))
        // The outermost, so that what is refused or breaks is counted, too.
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

/// There is something at this address, but not for this method.
async fn not_so() -> Refused {
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take such requests")
        .hint("`/api/openapi.json` says what it takes")
}

fn broke(_: Box<dyn Any + Send>) -> Response {
    tracing::error!("a handler broke");
    Refused::broken().into_response()
}

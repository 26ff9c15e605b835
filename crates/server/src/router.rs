//! The addresses of the API, and the document that lists them.

use super::refusal::Refused;
use super::state::Shared;
use super::{begin, games, guard, levels, me, page, sessions, status, twin, work};
use crate::api::{Refusal, WorkEvent};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{
    Content, Info, OpenApi, OpenApiBuilder, PathItem, Ref, RefOr, ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The API with its document.
fn api() -> (Router<Shared>, OpenApi) {
    let (router, document) = OpenApiRouter::with_openapi(begun())
        .routes(routes!(games::list))
        .routes(routes!(games::game))
        .routes(routes!(games::position))
        .routes(routes!(games::values))
        .routes(routes!(games::set_up))
        .routes(routes!(games::start))
        .routes(routes!(games::policy))
        .routes(routes!(games::eyes))
        .routes(routes!(levels::home))
        .routes(routes!(levels::next))
        .routes(routes!(begin::begin, sessions::list))
        .routes(routes!(sessions::one))
        .routes(routes!(sessions::make))
        .routes(routes!(sessions::undo))
        .routes(routes!(sessions::resign))
        .routes(routes!(sessions::hint))
        .routes(routes!(sessions::response))
        .routes(routes!(sessions::values))
        .routes(routes!(sessions::review))
        .routes(routes!(twin::twin))
        .routes(routes!(me::me, me::name, me::forget))
        .routes(routes!(me::leave))
        .routes(routes!(me::link))
        .routes(routes!(me::use_link))
        .routes(routes!(work::begin))
        .routes(routes!(work::cancel))
        .routes(routes!(work::events))
        .split_for_parts();
    (router, finished(document))
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
        .route("/health", get(status::health))
        .route("/metrics", get(status::metrics))
        .method_not_allowed_fallback(not_so)
        .fallback(page::page)
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(limit))
        .layer(from_fn_with_state(app.clone(), guard::slow_down))
        .layer(from_fn_with_state(app.clone(), guard::check))
        .layer(CatchPanicLayer::custom(broke))
        .layer(from_fn(guard::protect))
        // The outermost layer, so that refused and failed requests are counted, too.
        .layer(from_fn_with_state(app.clone(), guard::count))
        .with_state(app)
}

/// The address exists, but not for this method.
async fn not_so() -> Refused {
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not support this method")
        .hint("`/api/openapi.json` lists the methods")
}

fn broke(_: Box<dyn Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    Refused::broken().into_response()
}

/// The document before the handlers add their parts.
pub(crate) fn begun() -> OpenApi {
    let mut info = Info::new("Spar", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "Games solved exactly, for play, training and study. A refused request is answered \
         with an error message and, if there is one, a hint."
            .to_owned(),
    );
    OpenApiBuilder::new().info(info).build()
}

/// The document with the answers that every operation can give in addition to its own.
pub(crate) fn finished(mut document: OpenApi) -> OpenApi {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    schemas.insert(Refusal::name().into_owned(), Refusal::schema());
    // A stream carries these as text, so no operation names them.
    let mut events = vec![(WorkEvent::name().into_owned(), WorkEvent::schema())];
    WorkEvent::schemas(&mut events);
    schemas.extend(events);
    for item in document.paths.paths.values_mut() {
        for (operation, changes) in operations(item) {
            for (status, words) in EVERYWHERE {
                answer(operation, status, words);
            }
            let has_body = operation.request_body.is_some();
            let has_input =
                has_body || operation.parameters.as_ref().is_some_and(|it| !it.is_empty());
            if has_input {
                answer(operation, "400", "The request cannot be read.");
            }
            if changes {
                answer(operation, "403", "A page of another site sent the request.");
            }
            if has_body {
                for (status, words) in WITH_BODY {
                    answer(operation, status, words);
                }
            }
        }
    }
    document
}

const EVERYWHERE: [(&str, &str); 3] = [
    ("421", "The request is meant for another server."),
    ("429", "Too many requests; `Retry-After` says when to try again."),
    ("503", "The server is busy; `Retry-After` says when to try again."),
];

const WITH_BODY: [(&str, &str); 4] = [
    ("408", "The body took too long to arrive."),
    ("413", "The body is too long."),
    ("415", "The content type of the body is not JSON."),
    ("422", "The body has a value that is not valid."),
];

/// The operations of a path, and whether each changes something.
fn operations(item: &mut PathItem) -> Vec<(&mut Operation, bool)> {
    let reading = item.get.iter_mut().map(|it| (it, false));
    let changing = item.post.iter_mut().chain(&mut item.put).chain(&mut item.delete);
    reading.chain(changing.map(|it| (it, true))).collect()
}

/// Adds an answer if the operation does not list that status itself.
fn answer(operation: &mut Operation, status: &str, words: &str) {
    let json = Content::new(Some(RefOr::Ref(Ref::from_schema_name(Refusal::name()))));
    let response = ResponseBuilder::new().description(words).content("application/json", json);
    let listed = &mut operation.responses.responses;
    listed.entry(status.to_owned()).or_insert_with(|| response.build().into());
}

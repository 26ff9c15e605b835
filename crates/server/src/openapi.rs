//! The `OpenAPI` document, made from the handlers themselves.

use crate::api::{Refusal, WorkEvent};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{
    Content, Info, OpenApi, OpenApiBuilder, PathItem, Ref, RefOr, ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};

/// The document before the handlers have added their part.
pub(crate) fn begun() -> OpenApi {
    let mut info = Info::new("Spar", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "Games solved exactly, for play, training and study. What is refused is answered \
         with a clause and, where there is one, a hint."
            .to_owned(),
    );
    OpenApiBuilder::new().info(info).build()
}

/// The document with what every operation can answer besides its own.
pub(crate) fn finished(mut document: OpenApi) -> OpenApi {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    schemas.insert(Refusal::name().into_owned(), Refusal::schema());
    // A stream carries these as text, so that no operation names them.
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
                answer(operation, "400", "What was asked cannot be read.");
            }
            if changes {
                answer(operation, "403", "Another page sent the request.");
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
    ("415", "The body is not said to be JSON."),
    ("422", "The body says something that cannot be."),
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

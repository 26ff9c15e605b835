//! Long work: one request begins it, another listens to its events, and a third can cancel it.
//! It also ends if nobody has listened for a while.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `kinds` | the kinds of work |

mod kinds;

use super::guard::Sender;
use super::jobs::{ALONE_FOR, Listener, Piece, UnderWay, end_when_alone, too_many};
use super::people;
use super::pool::Lane;
use super::refusal::Refused;
use super::request::{Body, Named};
use super::settings::Settings;
use super::state::Shared;
use crate::api::{Refusal, Work, WorkId};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use spar_catalog::budgets;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// Begins long work.
#[utoipa::path(post, path = "/api/work", operation_id = "begin_work", tag = "work",
    request_body = Work, responses(
    (status = 202, description = "The work is queued or running.", body = WorkId),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "What is not valid, and why.", body = Refusal),
))]
pub(crate) async fn begin(
    State(app): State<Shared>,
    Sender(address): Sender,
    Body(work): Body<Work>,
) -> Result<(StatusCode, Json<WorkId>), Refused> {
    let job = app.look(move |_| kinds::Job::read(&work)).await?;
    let id = people::id();
    let Settings { memory, workers, address_works, .. } = app.settings;
    let piece = Arc::new(Piece::new(budgets::long(memory, workers), address));
    app.works.add(id.clone(), Arc::clone(&piece), address_works)?;
    let (sources, under_way) = (app.settings.sources.clone(), UnderWay::new(Arc::clone(&piece)));
    let run = move || under_way.run(|piece| job.run(piece, sources));
    let started = app.pool.start(Lane::Long, &piece.budget, run);
    if let Err(refused) = started {
        app.works.remove(&id);
        return Err(refused);
    }
    tokio::spawn(end_when_alone(piece, ALONE_FOR));
    Ok((StatusCode::ACCEPTED, Json(WorkId { id })))
}

/// The events of long work, from its beginning to its end.
#[utoipa::path(get, path = "/api/work/{id}/events", operation_id = "get_work_events", tag = "work",
    params(
    ("id" = String, Path, description = "The id of the work."),
), responses(
    (status = 200, description = "Server-sent events as they come: the data of each is a `WorkEvent` as JSON.",
        body = String, content_type = "text/event-stream"),
    (status = 404, description = "This work does not exist.", body = Refusal),
))]
pub(crate) async fn events(
    State(app): State<Shared>,
    Named(id): Named,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let listener = Listener::of(app.works.get(&id)?);
    let listener = listener.ok_or_else(|| too_many("this work has too many listeners"))?;
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        let event = Event::default().json_data(&event).unwrap_or_default();
        Some((Ok(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}

/// Cancels long work.
#[utoipa::path(delete, path = "/api/work/{id}", operation_id = "cancel_work", tag = "work", params(
    ("id" = String, Path, description = "The id of the work."),
), responses(
    (status = 204, description = "The work will end soon."),
    (status = 404, description = "This work does not exist.", body = Refusal),
))]
pub(crate) async fn cancel(
    State(app): State<Shared>,
    Named(id): Named,
) -> Result<StatusCode, Refused> {
    app.works.get(&id)?.cancel();
    Ok(StatusCode::NO_CONTENT)
}

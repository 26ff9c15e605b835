//! Who somebody is: a name, a link to another device, and being forgotten.

use super::extract::Body;
use super::people::{self, Who};
use super::refusal::Refused;
use super::state::{App, Shared};
use super::{secret, written};
use crate::store::{Attempt, Change, Player, Written, read_name};
use crate::wire::api::{DeviceLink, Me, NewName, Refusal, TryView, TryWord, UseLink};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// How people are called before they choose a name.
const GUEST: &str = "Guest";

/// Tries that are looked at.
const TRIES: u32 = 200;

/// Tries that are shown.
const RECENT: usize = 10;

/// A link works for so many milliseconds.
const LINK_TIME: i64 = 15 * 60 * 1000;

/// Who this is.
#[utoipa::path(get, path = "/api/me", tag = "people", responses(
    (status = 200, description = "Who this is.", body = Me),
))]
pub(crate) async fn me(State(app): State<Shared>, who: Who) -> Result<Json<Me>, Refused> {
    Ok(Json(app.look(move |app| told(app, who.player.as_ref())).await?))
}

/// Chooses a name.
#[utoipa::path(put, path = "/api/me", tag = "people", request_body = NewName, responses(
    (status = 200, description = "Who this is now. A person not known before is known from now on by a cookie.", body = Me),
    (status = 404, description = "This person was forgotten meanwhile.", body = Refusal),
    (status = 422, description = "Why it can be no name.", body = Refusal),
))]
pub(crate) async fn name(
    State(app): State<Shared>,
    who: Who,
    Body(new): Body<NewName>,
) -> Result<Response, Refused> {
    let name = read_name(&new.name)?;
    let (mut player, new_player) = who.or_new(&app)?;
    let (mut changes, mut cookie) = (Vec::new(), None);
    if let Some(new_player) = new_player {
        changes.push(new_player.change);
        cookie = Some(new_player.cookie);
    }
    changes.push(Change::Name { player: player.id.clone(), name: name.clone() });
    app.write(Change::All(changes)).await?;
    player.name = name;
    let me = app.look(move |app| told(app, Some(&player))).await?;
    let mut response = Json(me).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Forgets this person and all that is theirs.
#[utoipa::path(delete, path = "/api/me", tag = "people", responses(
    (status = 204, description = "It is as if they had never been here."),
))]
pub(crate) async fn forget(State(app): State<Shared>, who: Who) -> Result<Response, Refused> {
    if let Some(player) = who.player {
        match app.write(Change::Forget { player: player.id }).await {
            // Another request was faster.
            Err(refused) if refused.status == StatusCode::NOT_FOUND => {}
            answer => drop(answer?),
        }
    }
    let cookie = [(header::SET_COOKIE, people::no_cookie())];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// A link that moves this person to another device, once.
#[utoipa::path(post, path = "/api/me/link", tag = "people", responses(
    (status = 200, description = "The link. One made before works no more.", body = DeviceLink),
    (status = 404, description = "This person is not known to the server yet.", body = Refusal),
))]
pub(crate) async fn link(State(app): State<Shared>, who: Who) -> Result<Json<DeviceLink>, Refused> {
    let Some(player) = who.player else {
        return Err(Refused::new(StatusCode::NOT_FOUND, "there is nothing of yours here yet")
            .hint("your first move or a name starts it"));
    };
    let (key, until) = (secret::secret(), written::now() + LINK_TIME);
    app.write(Change::Link { player: player.id, hash: secret::hash(&key), until }).await?;
    Ok(Json(DeviceLink { path: format!("/move/{key}"), until: written::time(until) }))
}

/// Uses such a link: this device is that person's from now on.
#[utoipa::path(post, path = "/api/link", tag = "people", request_body = UseLink, responses(
    (status = 200, description = "Who this is now.", body = Me),
    (status = 410, description = "The link was used already, or is too old.", body = Refusal),
))]
pub(crate) async fn use_link(
    State(app): State<Shared>,
    Body(link): Body<UseLink>,
) -> Result<Response, Refused> {
    let secret = secret::secret();
    let change = Change::UseLink {
        hash: secret::hash(&link.key),
        token: secret::hash(&secret),
        now: written::now(),
    };
    let player = match app.write(change).await {
        Ok(Written::Player(player)) => player,
        Ok(_) => return Err(Refused::broken()),
        Err(refused) if refused.status == StatusCode::NOT_FOUND => {
            return Err(Refused::new(StatusCode::GONE, "this link works no more")
                .hint("it works once; make a new one on the other device"));
        }
        Err(refused) => return Err(refused),
    };
    let me = app.look(move |app| told(app, Some(&player))).await?;
    let cookie = [(header::SET_COOKIE, people::cookie(&secret, app.settings.https))];
    Ok((cookie, Json(me)).into_response())
}

/// What is told of somebody.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn told(app: &App, player: Option<&Player>) -> Result<Me, Refused> {
    let Some(player) = player else {
        let (tries, ratings, back) = (Vec::new(), Vec::new(), Vec::new());
        let name = GUEST.to_owned();
        return Ok(Me { name, known: false, streak: 0, best: 0, tries, ratings, back });
    };
    let tries = app.store.read(|reader| reader.tries_of(&player.id, TRIES));
    let tries = tries.map_err(written::refused)?;
    let tries: Vec<TryView> = tries.iter().map(|it| tried(&it.attempt)).collect();
    let name = if player.name.is_empty() { GUEST.to_owned() } else { player.name.clone() };
    Ok(Me {
        name,
        known: true,
        streak: tries.iter().take_while(|it| it.result == TryWord::Solved).count() as u32,
        best: tries
            .chunk_by(|a, b| a.result == b.result)
            .filter(|it| it[0].result == TryWord::Solved)
            .map(|it| it.len() as u32)
            .max()
            .unwrap_or(0),
        tries: tries.into_iter().take(RECENT).rev().collect(),
        ratings: Vec::new(),
        back: Vec::new(),
    })
}

/// What came of a try.
fn tried(attempt: &Attempt) -> TryView {
    let result = match (attempt.reached, attempt.slips, attempt.helped) {
        (true, 0, false) => TryWord::Solved,
        (true, ..) => TryWord::Helped,
        (false, ..) => TryWord::Missed,
    };
    TryView { result, slips: attempt.slips }
}

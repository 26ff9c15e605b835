//! Requests of a person about themselves: name, links to other devices, deletion.

use super::people::{self, Who};
use super::refusal::{self, Refused};
use super::request::Body;
use super::state::{App, Shared, open};
use super::{fit, page, repetition};
use crate::api::{DeviceLink, Me, NewName, RatedTry, RatingView, Refusal, TryWord, UseLink};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use spar_catalog::words;
use spar_challenge::rating::{Back, ShownRating, days_between};
use spar_store::{Change, Millis, Person, Tried, Written, read_name};

/// The display name of a person before they choose one.
const GUEST: &str = "Guest";

/// The most recent tries that are read.
const TRIES: u32 = 10_000;

/// The most rated tries that are shown for each game.
const HISTORY: usize = 30;

/// The most levels due for repetition that are shown.
const SHOWN_BACK: usize = 12;

/// The most tries that are shown.
const RECENT: usize = 10;

/// How long a link works, in milliseconds.
const LINK_TIME: i64 = 15 * 60 * 1000;

/// Who this is.
#[utoipa::path(get, path = "/api/me", operation_id = "get_me", tag = "people", responses(
    (status = 200, description = "Who this is.", body = Me),
))]
pub(crate) async fn me(State(app): State<Shared>, who: Who) -> Result<Json<Me>, Refused> {
    Ok(Json(app.look(move |app| told(app, who.player.as_ref())).await?))
}

/// Chooses a name.
#[utoipa::path(put, path = "/api/me", operation_id = "set_name", tag = "people",
    request_body = NewName, responses(
    (status = 200, description = "Who this is now. A new person gets a cookie.", body = Me),
    (status = 404, description = "This person was deleted in the meantime.", body = Refusal),
    (status = 422, description = "Why it is not a valid name.", body = Refusal),
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

/// Deletes this person and all their data.
#[utoipa::path(delete, path = "/api/me", operation_id = "forget_me", tag = "people", responses(
    (status = 204, description = "This person and all their data were deleted."),
))]
pub(crate) async fn forget(State(app): State<Shared>, who: Who) -> Result<Response, Refused> {
    if let Some(player) = who.player {
        match app.write(Change::Forget { player: player.id }).await {
            // Another request came first.
            Err(refused) if refused.status == StatusCode::NOT_FOUND => {}
            answer => drop(answer?),
        }
    }
    let cookie = [(header::SET_COOKIE, people::no_cookie())];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Signs this device out: its cookie is no longer valid. The person's data and their other
/// devices are not affected.
#[utoipa::path(delete, path = "/api/me/here", operation_id = "leave_device", tag = "people",
    responses(
    (status = 204, description = "This device is signed out."),
))]
pub(crate) async fn leave(
    State(app): State<Shared>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    for token in people::tokens(&headers) {
        app.write(Change::Leave { token }).await?;
    }
    let cookie = [(header::SET_COOKIE, people::no_cookie())];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Makes a link that signs another device in as this person. It works once.
#[utoipa::path(post, path = "/api/me/link", operation_id = "make_device_link", tag = "people",
    responses(
    (status = 200, description = "The link. It replaces any earlier link.", body = DeviceLink),
    (status = 404, description = "The server does not know this person yet.", body = Refusal),
))]
pub(crate) async fn link(State(app): State<Shared>, who: Who) -> Result<Json<DeviceLink>, Refused> {
    let Some(player) = who.player else {
        return Err(Refused::new(StatusCode::NOT_FOUND, "you have no data on this server yet")
            .hint("make a move or choose a name first"));
    };
    let (key, until) = (people::secret(), app.now() + LINK_TIME);
    app.write(Change::Link { player: player.id, hash: people::hash(&key), until }).await?;
    Ok(Json(DeviceLink { path: page::device_link(&key), until: refusal::time(until) }))
}

/// Uses such a link: signs this device in as that person.
#[utoipa::path(post, path = "/api/link", operation_id = "use_device_link", tag = "people",
    request_body = UseLink, responses(
    (status = 200, description = "Who this is now.", body = Me),
    (status = 410, description = "The link was already used, or has expired.", body = Refusal),
))]
pub(crate) async fn use_link(
    State(app): State<Shared>,
    Body(link): Body<UseLink>,
) -> Result<Response, Refused> {
    let secret = people::secret();
    let change = Change::UseLink {
        hash: people::hash(&link.key),
        token: people::hash(&secret),
        now: app.now(),
    };
    let player = match app.write(change).await {
        Ok(Written::Player(player)) => player,
        Ok(_) => return Err(Refused::broken()),
        Err(refused) if refused.status == StatusCode::NOT_FOUND => {
            return Err(Refused::new(
                StatusCode::GONE,
                "this link has expired or was already used",
            )
            .hint("a link works once; make a new one on the other device"));
        }
        Err(refused) => return Err(refused),
    };
    let me = app.look(move |app| told(app, Some(&player))).await?;
    let cookie = [(header::SET_COOKIE, people::cookie(&secret, app.settings.https))];
    Ok((cookie, Json(me)).into_response())
}

/// The data about a person.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn told(app: &App, player: Option<&Person>) -> Result<Me, Refused> {
    let mut me = Me {
        name: GUEST.to_owned(),
        known: player.is_some(),
        streak: 0,
        best: 0,
        tries: Vec::new(),
        ratings: Vec::new(),
        back: Vec::new(),
    };
    let Some(player) = player else { return Ok(me) };
    if !player.name.is_empty() {
        me.name.clone_from(&player.name);
    }
    let now = app.now();
    let read = app.store.read(|reader| {
        let tries = reader.tries_of(&player.id, TRIES)?;
        let words: Vec<TryWord> = first_tries(&tries).map(repetition::word).collect();
        me.streak = words.iter().take_while(|it| **it == TryWord::Solved).count() as u32;
        let runs = words.chunk_by(|a, b| a == b).filter(|it| it[0] == TryWord::Solved);
        me.best = runs.map(<[TryWord]>::len).max().unwrap_or(0) as u32;
        me.tries = words.into_iter().take(RECENT).rev().collect();
        let by_game = by_game(tries);
        me.ratings = by_game.iter().filter_map(|tries| rating(tries, now)).collect();
        let back = |tries| repetition::of(tries).into_iter().map(|it: Back| (it, &tries[it.last]));
        let all: Vec<(Back, &Tried)> = by_game.iter().flat_map(|it| back(it.as_slice())).collect();
        me.back = repetition::shown(&reader, &all, now, SHOWN_BACK)?;
        Ok(())
    });
    read.map_err(|it| app.refused(it))?;
    Ok(me)
}

/// Tries without immediate repetitions of the same level. They come, and stay, newest first.
fn first_tries(newest_first: &[Tried]) -> impl Iterator<Item = &Tried> {
    newest_first.iter().enumerate().filter_map(|(index, it)| {
        let before = newest_first[index + 1..].iter().find(|other| other.game == it.game);
        let is_again = before.is_some_and(|other| other.decided.canonical == it.decided.canonical);
        (!is_again).then_some(it)
    })
}

/// The tries of each game, oldest first, made from all tries, newest first. The game of the
/// newest try comes first.
fn by_game(newest_first: Vec<Tried>) -> Vec<Vec<Tried>> {
    let mut games: Vec<Vec<Tried>> = Vec::new();
    for tried in newest_first {
        match games.iter_mut().find(|it| it[0].game == tried.game) {
            Some(tries) => tries.push(tried),
            None => games.push(vec![tried]),
        }
    }
    for tries in &mut games {
        tries.sort_by_key(|it| it.turn);
    }
    games
}

/// The rating of a person with these tries at a game; none without a rated try.
fn rating(tries: &[Tried], now: Millis) -> Option<RatingView> {
    let rated: Vec<(&Tried, ShownRating)> = repetition::all_shown(tries).collect();
    let (last, shown) = *rated.last()?;
    let current = last.rated?.after.away(days_between(last.decided.at, now));
    let (rating, deviation) = repetition::rounded(current);
    let point = |(tried, shown): &(&Tried, ShownRating)| {
        let (rating, deviation) = repetition::rounded(tried.rated?.after);
        Some(RatedTry { rating, deviation, shown: shown.rating(), solved: tried.decided.solved })
    };
    let game = open(&last.game).ok()?;
    Some(RatingView {
        game: last.game.clone(),
        title: game.facts().title.clone(),
        rating,
        deviation,
        shown: shown.rating(),
        left: shown.left(),
        tries: rated.len() as u32,
        history: rated[rated.len().saturating_sub(HISTORY)..].iter().filter_map(point).collect(),
        opponent: words::opponent_id(Some(&fit::opponent(&*game, current))),
    })
}

//! Games under way: begin, move, take back, give up, ask for help, look back.

use super::begin::Begun;
use super::extract::{Body, Named};
use super::flow::{self, Turn};
use super::people::{Asker, Who};
use super::ready::Ready;
use super::refusal::Refused;
use super::shown::{self, Shown};
use super::state::{App, Shared};
use super::{secret, written};
use crate::registry::{AnySession, TextEvent};
use crate::store::{Attempt, Change, Event, Game};
use crate::views;
use crate::wire::api::{
    At, HintView, MoveAnswer, NewMove, NewSession, Refusal, ReviewView, SessionCard, SessionValues,
    SessionView,
};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use spar_rules::{ReadError, Turn as WhoseTurn};

/// Games that a list shows at most.
const MOST_LISTED: u32 = 50;

/// The log of a game that has as many events takes no more: each request plays it again.
const MOST_EVENTS: usize = 1000;

/// Begins a game, by the first move if there is one.
#[utoipa::path(post, path = "/api/sessions", tag = "play", request_body = NewSession, responses(
    (status = 201, description = "The game, begun. A person not known before is known from now on by a cookie.", body = MoveAnswer),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "What cannot be, and why.", body = Refusal),
))]
pub(crate) async fn begin(
    State(app): State<Shared>,
    who: Who,
    Body(new): Body<NewSession>,
) -> Result<Response, Refused> {
    let id = secret::id();
    let seed = new.seed.unwrap_or_else(secret::number);
    let named = id.clone();
    let (begun, events, answer) = app
        .think(move |app| {
            let begun = Begun::read_as(app.open(&new.begin.game)?, &new.begin)?;
            let mut session = begun.session()?;
            let desk = app.desk(&*begun.game);
            let mut turn = flow::open(&mut *session, seed, &desk)?;
            if let Some(mv) = &new.mv {
                let made = flow::make(&mut *session, mv, seed, &desk)?;
                turn.verdict = made.verdict;
                turn.frames.extend(made.frames);
                turn.events.extend(made.events);
            }
            let shown = Shown { id: Some(&named), seed, game: &*begun.game, session: &*session };
            let Turn { verdict, frames, events } = turn;
            let answer = MoveAnswer { verdict, frames, session: shown.view(&desk) };
            let attempt = attempt(&*session, begun.rung);
            Ok((begun, (events, attempt), (Ready::of(&answer)?, Next::of(&answer.session))))
        })
        .await?;
    let (player, new_player) = who.or_new(&app)?;
    let now = written::now();
    let plan = begun.plan(id.clone(), player.id.clone(), seed, now);
    let served = begun.served(&plan);
    let (events, attempt) = events;
    let events: Vec<Event> = events.iter().map(|event| Event::of(event, now)).collect();
    let expect = events.len();
    let (mut changes, mut cookie) = (Vec::new(), None);
    if let Some(new_player) = new_player {
        changes.push(new_player.change);
        cookie = Some(new_player.cookie);
    }
    changes.push(Change::NewSession { plan, events, served });
    if let Some(attempt) = attempt {
        let (session, player, attempt) = (id, player.id, Some(attempt));
        changes.push(Change::Append { session, player, expect, events: Vec::new(), attempt });
    }
    // All of it or nothing: nobody is made known without the game that they began.
    app.write(Change::All(changes)).await?;
    let (answer, next) = answer;
    next.look_ahead(&app);
    let mut response = (StatusCode::CREATED, answer).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The person's own games, the newest first.
#[utoipa::path(get, path = "/api/sessions", tag = "play", responses(
    (status = 200, description = "The games.", body = Vec<SessionCard>),
))]
pub(crate) async fn list(
    State(app): State<Shared>,
    who: Who,
) -> Result<Json<Vec<SessionCard>>, Refused> {
    let id = who.id();
    Ok(Json(app.look(move |app| cards(app, &id, MOST_LISTED)).await?))
}

/// The latest games of a person.
///
/// # Errors
/// If the store cannot be read.
pub(crate) fn cards(app: &App, player: &str, most: u32) -> Result<Vec<SessionCard>, Refused> {
    let games = app.store.read(|reader| reader.games_of(player, most)).map_err(written::refused)?;
    // A game that an earlier version kept and this one cannot read is left out.
    let card = |game: Game| {
        let opened = app.open(&game.plan.game).ok()?;
        let session = game.replay_as(&*opened).ok()?;
        let at = game.events.last().map_or(game.plan.made, |event| event.at);
        let (id, seed) = (Some(game.plan.id.as_str()), game.plan.seed);
        Some(Shown { id, seed, game: &*opened, session: &*session }.card(written::time(at)))
    };
    Ok(games.into_iter().filter_map(card).collect())
}

/// A game under way.
#[utoipa::path(get, path = "/api/sessions/{id}", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), responses(
    (status = 200, description = "The game.", body = SessionView),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 422, description = "Another version kept it, and this one cannot read it.", body = Refusal),
))]
pub(crate) async fn one(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
) -> Result<Json<SessionView>, Refused> {
    let player = who.id();
    let loaded = app.look(move |app| Loaded::read(app, &id, &player)).await?;
    let is_level = loaded.session.plan().goal.is_some();
    let view = move |app: &App| Ok(loaded.view(app));
    // Only what is wanted in a level is asked of a solver.
    Ok(Json(if is_level { app.think(view).await? } else { app.look(view).await? }))
}

/// A game looked back at.
#[utoipa::path(get, path = "/api/sessions/{id}/review", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), responses(
    (status = 200, description = "What each move was worth.", body = ReviewView),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 422, description = "Another version kept it, and this one cannot read it.", body = Refusal),
))]
pub(crate) async fn review(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
) -> Result<Json<ReviewView>, Refused> {
    let player = who.id();
    let view = app.think(move |app| {
        let loaded = Loaded::read(app, &id, &player)?;
        loaded.shown().review(&app.desk(&*loaded.opened))
    });
    Ok(Json(view.await?))
}

/// Makes a move.
#[utoipa::path(post, path = "/api/sessions/{id}/moves", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), request_body = NewMove, responses(
    (status = 200, description = "What followed from it.", body = MoveAnswer),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 409, description = "The game has gone on meanwhile.", body = Refusal),
    (status = 422, description = "It is no move here.", body = Refusal),
))]
pub(crate) async fn make(
    State(app): State<Shared>,
    who: Asker,
    Named(id): Named,
    Body(new): Body<NewMove>,
) -> Result<Ready, Refused> {
    let answer = change(&app, who, id, new.at, move |app, loaded| {
        let seed = loaded.game.plan.seed;
        let Turn { verdict, frames, events } =
            flow::make(&mut *loaded.session, &new.mv, seed, &app.desk(&*loaded.opened))?;
        let session = loaded.view(app);
        let next = Next::of(&session);
        Ok((events, (Ready::of(&MoveAnswer { verdict, frames, session })?, next)))
    });
    let (answer, next) = answer.await?;
    next.look_ahead(&app);
    Ok(answer)
}

/// Takes the person's last move back, and what followed it.
#[utoipa::path(post, path = "/api/sessions/{id}/undo", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), request_body = At, responses(
    (status = 200, description = "The game now.", body = SessionView),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 409, description = "The game has gone on meanwhile.", body = Refusal),
    (status = 422, description = "There is nothing to take back.", body = Refusal),
))]
pub(crate) async fn undo(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<SessionView>, Refused> {
    let view = change(&app, who, id, at.at, |app, loaded| {
        let event = flow::applied(&mut *loaded.session, TextEvent::Undo)?;
        Ok((vec![event], loaded.view(app)))
    });
    Ok(Json(view.await?))
}

/// Gives up.
#[utoipa::path(post, path = "/api/sessions/{id}/resign", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), request_body = At, responses(
    (status = 200, description = "The game now.", body = SessionView),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 409, description = "The game has gone on meanwhile.", body = Refusal),
    (status = 422, description = "The game is over already.", body = Refusal),
))]
pub(crate) async fn resign(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<SessionView>, Refused> {
    let view = change(&app, who, id, at.at, |app, loaded| {
        let person = loaded.session.plan().seats.person();
        let side = person.unwrap_or_else(|| loaded.session.here().side());
        let event = flow::applied(&mut *loaded.session, TextEvent::Resign(side))?;
        Ok((vec![event], loaded.view(app)))
    });
    Ok(Json(view.await?))
}

/// Asks for help: each time the next stage.
#[utoipa::path(post, path = "/api/sessions/{id}/hint", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), request_body = At, responses(
    (status = 200, description = "The hint.", body = HintView),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 409, description = "The game has gone on meanwhile.", body = Refusal),
    (status = 422, description = "The game is over, or it is not the person's turn.", body = Refusal),
))]
pub(crate) async fn hint(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<HintView>, Refused> {
    let view = change(&app, who, id, at.at, |app, loaded| {
        let stage = loaded.session.next_stage();
        let events = flow::helped(&mut *loaded.session, TextEvent::Hint(stage))?;
        let hint = loaded.session.hint(stage, &app.desk(&*loaded.opened));
        Ok((events, shown::hint(hint, loaded.view(app))))
    });
    Ok(Json(view.await?))
}

/// Asks for the values of the moves.
#[utoipa::path(post, path = "/api/sessions/{id}/values", tag = "play", params(
    ("id" = String, Path, description = "The game's name in addresses."),
), request_body = At, responses(
    (status = 200, description = "What is known of them.", body = SessionValues),
    (status = 404, description = "There is no such game of this person.", body = Refusal),
    (status = 409, description = "The game has gone on meanwhile.", body = Refusal),
    (status = 422, description = "The game is over, or it is not the person's turn.", body = Refusal),
))]
pub(crate) async fn values(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<SessionValues>, Refused> {
    let view = change(&app, who, id, at.at, |app, loaded| {
        let events = flow::helped(&mut *loaded.session, TextEvent::Values)?;
        let here = loaded.session.here();
        let values = views::values(&*here, &app.evaluate(&*loaded.opened, &*here));
        Ok((events, SessionValues { values, session: loaded.view(app) }))
    });
    Ok(Json(view.await?))
}

/// A game as it was kept, played again.
struct Loaded {
    opened: std::sync::Arc<dyn crate::registry::AnyGame>,
    game: Game,
    session: Box<dyn AnySession>,
}

impl Loaded {
    /// Reads a game of this person.
    fn read(app: &App, id: &str, player: &str) -> Result<Loaded, Refused> {
        let game = app.store.read(|reader| reader.game(id, player)).map_err(written::refused)?;
        let game = game.ok_or_else(|| {
            Refused::new(StatusCode::NOT_FOUND, "there is no such game of yours")
                .hint("it may have been begun on another device")
        })?;
        let opened = app.open(&game.plan.game)?;
        let session = game.replay_as(&*opened)?;
        Ok(Loaded { opened, game, session })
    }

    fn shown(&self) -> Shown<'_> {
        let (id, seed) = (Some(self.game.plan.id.as_str()), self.game.plan.seed);
        Shown { id, seed, game: &*self.opened, session: &*self.session }
    }

    fn view(&self, app: &App) -> SessionView {
        self.shown().view(&app.desk(&*self.opened))
    }
}

/// Changes a game of this person: reads it, has the pool work out what follows, and
/// answers once that is kept.
async fn change<T: Send + 'static>(
    app: &Shared,
    who: impl Into<Asker>,
    id: String,
    at: u32,
    work: impl FnOnce(&App, &mut Loaded) -> Result<(Vec<TextEvent>, T), Refused> + Send + 'static,
) -> Result<T, Refused> {
    let (session, who) = (id.clone(), who.into());
    let (player, expect, events, attempt, answer) = app
        .think(move |app| {
            let player = who.id(app)?;
            let mut loaded = Loaded::read(app, &id, &player)?;
            if loaded.session.version() != at as usize {
                return Err(written::conflict());
            }
            let expect = loaded.session.n_events();
            if expect >= MOST_EVENTS {
                return Err(ReadError::new("too much has happened in this game to go on")
                    .hint("begin another from the position that it has reached")
                    .into());
            }
            let was_over = loaded.session.reached().is_some();
            let (events, answer) = work(app, &mut loaded)?;
            let attempt =
                if was_over { None } else { attempt(&*loaded.session, loaded.game.plan.rung) };
            Ok((player, expect, events, attempt, answer))
        })
        .await?;
    if events.is_empty() && attempt.is_none() {
        return Ok(answer);
    }
    let now = written::now();
    let events = events.iter().map(|event| Event::of(event, now)).collect();
    let change = Change::Append { session, player, expect, events, attempt };
    app.write(change).await?;
    Ok(answer)
}

/// How a level ended, if it has.
fn attempt(session: &dyn AnySession, rung: Option<u32>) -> Option<Attempt> {
    let reached = session.reached()?;
    let start = session.at(0)?;
    Some(Attempt {
        canonical: start.stands_for(),
        rung,
        reached,
        slips: session.slips(),
        helped: session.helped(),
        at: written::now(),
    })
}

/// The position that a person sees next.
struct Next {
    game: String,
    position: String,
}

impl Next {
    fn of(session: &SessionView) -> Next {
        Next { game: session.now.game.clone(), position: session.now.position.clone() }
    }

    /// Has it valued while the person thinks, so that verdict, hint and values are there
    /// when they are asked for. If somebody waits, it is left out.
    fn look_ahead(self, app: &App) {
        app.prepare(move |app| {
            let Ok(game) = app.open(&self.game) else { return };
            let Ok(position) = game.read_position(&self.position) else { return };
            if matches!(position.turn(), WhoseTurn::Play(_)) {
                app.evaluate(&*game, &*position);
            }
        });
    }
}

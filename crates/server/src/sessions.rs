//! Games of a person: move, take back, resign, ask for help, review.

use super::flow::{self, MoveOutcome};
use super::people::{Asker, Who};
use super::refusal::{self, Refused};
use super::repetition;
use super::request::{Body, Named, Ready};
use super::state::{App, Shared};
use crate::api::{
    At, HintView, MoveAnswer, NewMove, Refusal, ReviewView, SessionCard, SessionValues,
    SessionView, TriedView,
};
use crate::views::{self, Shown};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use spar_catalog::{AnyGame, AnySession, TextEvent};
use spar_challenge::session::RESPONSE;
use spar_rules::{ReadError, Turn};
use spar_store::{Change, Event, Game, Logged, Plan, Try, Written};
use std::sync::Arc;

/// The most games in a list.
const MOST_LISTED: u32 = 50;

/// The most events in the log of a game: each request replays it.
const MOST_EVENTS: usize = 1000;

/// The person's own games, the newest first.
#[utoipa::path(get, path = "/api/sessions", operation_id = "list_sessions", tag = "play", responses(
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
    let games =
        app.store.read(|reader| reader.games_of(player, most)).map_err(|it| app.refused(it))?;
    // A game that another version saved and this one cannot read is left out.
    let card = |game: Game| {
        let opened = app.open(&game.plan.game).ok()?;
        let session = game.replay_as(&*opened).ok()?;
        let at = game.events.last().map_or(game.plan.made, |event| event.at);
        let Plan { id, seed, level, .. } = &game.plan;
        let (id, seed, level) = (Some(id.as_str()), *seed, *level);
        let shown = Shown { id, seed, game: &*opened, session: &*session, level, tried: None };
        Some(shown.card(refusal::time(at)))
    };
    Ok(games.into_iter().filter_map(card).collect())
}

/// One game of this person.
#[utoipa::path(get, path = "/api/sessions/{id}", operation_id = "get_session", tag = "play", params(
    ("id" = String, Path, description = "The id of the game."),
), responses(
    (status = 200, description = "The game.", body = SessionView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 422, description = "Another version saved it, and this one cannot read it.", body = Refusal),
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
    // The solver is only needed for the goal of a level.
    Ok(Json(if is_level { app.think(view).await? } else { app.look(view).await? }))
}

/// The review of a game.
#[utoipa::path(get, path = "/api/sessions/{id}/review", operation_id = "get_review", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), responses(
    (status = 200, description = "The verdict on each move.", body = ReviewView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 422, description = "Another version saved it, and this one cannot read it.", body = Refusal),
))]
pub(crate) async fn review(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
) -> Result<Json<ReviewView>, Refused> {
    let player = who.id();
    let view = app.think(move |app| {
        let loaded = Loaded::read(app, &id, &player)?;
        loaded.shown().review(&app.context(&*loaded.opened))
    });
    Ok(Json(view.await?))
}

/// Makes a move.
#[utoipa::path(post, path = "/api/sessions/{id}/moves", operation_id = "make_move", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = NewMove, responses(
    (status = 200, description = "What follows from it.", body = MoveAnswer),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 409, description = "The game has changed in the meantime.", body = Refusal),
    (status = 422, description = "It is not a legal move here.", body = Refusal),
))]
pub(crate) async fn make(
    State(app): State<Shared>,
    who: Asker,
    Named(id): Named,
    Body(new): Body<NewMove>,
) -> Result<Ready, Refused> {
    let answer = change(&app, who, id, new.at, move |app, loaded| {
        let seed = loaded.game.plan.seed;
        let MoveOutcome { verdict, frames, events } =
            flow::make(&mut *loaded.session, &new.mv, seed, &app.context(&*loaded.opened))?;
        let session = loaded.view(app);
        Ok((events, Answered::new(MoveAnswer { verdict, frames, session })?))
    });
    let (answer, next) = answer.await?.ready()?;
    next.look_ahead(&app);
    Ok(answer)
}

/// Takes back the person's last move and everything after it.
#[utoipa::path(post, path = "/api/sessions/{id}/undo", operation_id = "undo_move", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = At, responses(
    (status = 200, description = "The game now.", body = SessionView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 409, description = "The game has changed in the meantime.", body = Refusal),
    (status = 422, description = "There is nothing to take back.", body = Refusal),
))]
pub(crate) async fn undo(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<SessionView>, Refused> {
    happened(&app, who, id, at, |_| TextEvent::Undo).await
}

/// Resigns.
#[utoipa::path(post, path = "/api/sessions/{id}/resign", operation_id = "resign_session", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = At, responses(
    (status = 200, description = "The game now.", body = SessionView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 409, description = "The game has changed in the meantime.", body = Refusal),
    (status = 422, description = "The game is already over.", body = Refusal),
))]
pub(crate) async fn resign(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<SessionView>, Refused> {
    let resigns = |session: &dyn AnySession| {
        let person = session.plan().seats.person();
        TextEvent::Resign(person.unwrap_or_else(|| session.here().side()))
    };
    happened(&app, who, id, at, resigns).await
}

/// Lets one event happen, and gives the game after it.
async fn happened(
    app: &Shared,
    who: Who,
    id: String,
    at: At,
    event: fn(&dyn AnySession) -> TextEvent,
) -> Result<Json<SessionView>, Refused> {
    let view = change(app, who, id, at.at, move |app, loaded| {
        let event = event(&*loaded.session);
        let event = flow::applied(&mut *loaded.session, event)?;
        Ok((vec![event], loaded.view(app)))
    });
    Ok(Json(view.await?))
}

/// Asks for a hint: each time the next stage.
#[utoipa::path(post, path = "/api/sessions/{id}/hint", operation_id = "ask_for_hint", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = At, responses(
    (status = 200, description = "The hint.", body = HintView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 409, description = "The game has changed in the meantime.", body = Refusal),
    (status = 422, description = "The game is over, or it is not the person's turn.", body = Refusal),
))]
pub(crate) async fn hint(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<HintView>, Refused> {
    hinted(&app, who, id, at, |session| session.next_stage()).await
}

/// Asks for the best response to this opponent: a kind of hint in free play.
#[utoipa::path(post, path = "/api/sessions/{id}/response", operation_id = "ask_for_response", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = At, responses(
    (status = 200, description = "The hint, of stage 4.", body = HintView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 409, description = "The game has changed in the meantime.", body = Refusal),
    (status = 422, description = "The game is over or a level, it is not the person's turn, or the opponent never errs.", body = Refusal),
))]
pub(crate) async fn response(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
    Body(at): Body<At>,
) -> Result<Json<HintView>, Refused> {
    hinted(&app, who, id, at, |_| RESPONSE).await
}

/// Gives the hint of this stage.
async fn hinted(
    app: &Shared,
    who: Who,
    id: String,
    at: At,
    stage: fn(&dyn AnySession) -> u8,
) -> Result<Json<HintView>, Refused> {
    let view = change(app, who, id, at.at, move |app, loaded| {
        let stage = stage(&*loaded.session);
        let events = flow::helped(&mut *loaded.session, TextEvent::Hint(stage))?;
        let hint = loaded.session.hint(stage, &app.context(&*loaded.opened));
        Ok((events, views::hint(hint, loaded.view(app))))
    });
    Ok(Json(view.await?))
}

/// Asks for the values of the moves.
#[utoipa::path(post, path = "/api/sessions/{id}/values", operation_id = "ask_for_values", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = At, responses(
    (status = 200, description = "What is known about them.", body = SessionValues),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 409, description = "The game has changed in the meantime.", body = Refusal),
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
        let found = app.evaluate_now(&*loaded.opened, &*loaded.session);
        let values = views::values(&*here, &found);
        Ok((events, SessionValues { values, session: loaded.view(app) }))
    });
    Ok(Json(view.await?))
}

/// A stored game, replayed.
pub(crate) struct Loaded {
    pub(crate) opened: Arc<dyn AnyGame>,
    pub(crate) game: Game,
    pub(crate) session: Box<dyn AnySession>,
    tried: Option<TriedView>,
}

impl Loaded {
    /// Reads a game of this person.
    ///
    /// # Errors
    /// If this person has no such game, or it cannot be read.
    pub(crate) fn read(app: &App, id: &str, player: &str) -> Result<Loaded, Refused> {
        let read = app.store.read(|reader| {
            let game = reader.game(id, player)?;
            let is_level = game.as_ref().is_some_and(|it| it.plan.goal.is_some());
            let tried = if is_level { reader.tried(id)? } else { None };
            Ok((game, tried.map(|it| repetition::view(&reader, &it)).transpose()?))
        });
        let (game, tried) = read.map_err(|it| app.refused(it))?;
        let game = game.ok_or_else(|| {
            Refused::new(StatusCode::NOT_FOUND, "you have no such game")
                .hint("it may belong to another device")
        })?;
        let opened = app.open(&game.plan.game)?;
        let session = game.replay_as(&*opened)?;
        Ok(Loaded { opened, game, session, tried })
    }

    fn shown(&self) -> Shown<'_> {
        let Plan { id, seed, level, .. } = &self.game.plan;
        let (game, session, tried) = (&*self.opened, &*self.session, self.tried.clone());
        Shown { id: Some(id), seed: *seed, game, session, level: *level, tried }
    }

    fn view(&self, app: &App) -> SessionView {
        self.shown().view(&app.context(&*self.opened))
    }
}

/// Changes a game of this person: reads it, computes on the pool what follows, and answers once
/// that is stored.
async fn change<T: Shows>(
    app: &Shared,
    who: impl Into<Asker>,
    id: String,
    at: u32,
    work: impl FnOnce(&App, &mut Loaded) -> Result<(Vec<TextEvent>, T), Refused> + Send + 'static,
) -> Result<T, Refused> {
    let (session, who) = (id.clone(), who.into());
    let now = app.now();
    let (player, expect, events, tried, mut answer) = app
        .think(move |app| {
            let player = who.id(app)?;
            let mut loaded = Loaded::read(app, &id, &player)?;
            if loaded.session.version() != at as usize {
                return Err(refusal::conflict());
            }
            let expect = loaded.session.n_events();
            if expect >= MOST_EVENTS {
                return Err(ReadError::new("the log of this game is full")
                    .hint("begin a new game from the current position")
                    .into());
            }
            let is_open = loaded.game.plan.goal.is_some() && loaded.session.decided().is_none();
            let (events, answer) = work(app, &mut loaded)?;
            let tried = if is_open { Try::of(&*loaded.session, now) } else { None };
            Ok((player, expect, events, tried, answer))
        })
        .await?;
    if events.is_empty() {
        return Ok(answer);
    }
    let events = events.iter().map(|event| Event::of(event, now)).collect();
    let change = Change::Append { session, player, expect, events, tried };
    let written = app.write(change).await?;
    told(app, written, &mut answer).await?;
    Ok(answer)
}

/// Adds the result of a try that was decided just now.
pub(crate) async fn told(
    app: &Shared,
    written: Written,
    answer: &mut impl Shows,
) -> Result<(), Refused> {
    if let Written::Log(Logged { tried: Some(tried), .. }) = written {
        let view = app.read(move |reader| repetition::view(&reader, &tried)).await?;
        answer.tell(view);
    }
    Ok(())
}

/// An answer that shows a game.
pub(crate) trait Shows: Send + 'static {
    /// Adds the result of a try.
    fn tell(&mut self, tried: TriedView);
}

impl Shows for SessionView {
    fn tell(&mut self, tried: TriedView) {
        self.tried = Some(tried);
    }
}

impl Shows for HintView {
    fn tell(&mut self, tried: TriedView) {
        self.session.tell(tried);
    }
}

impl Shows for SessionValues {
    fn tell(&mut self, tried: TriedView) {
        self.session.tell(tried);
    }
}

/// The answer to a move, and the position that it leads to. While it waits for the disk it
/// should take little memory, so it is written as bytes unless a level may add a result.
pub(crate) struct Answered {
    said: Said,
    next: ToPrepare,
}

enum Said {
    /// It is already written as bytes.
    Ready(Ready),
    /// A result may still be added.
    Open(Box<MoveAnswer>),
}

impl Answered {
    pub(crate) fn new(answer: MoveAnswer) -> Result<Answered, Refused> {
        let next = ToPrepare::of(&answer.session);
        let is_level = answer.session.goal.is_some();
        let said =
            if is_level { Said::Open(Box::new(answer)) } else { Said::Ready(Ready::of(&answer)?) };
        Ok(Answered { said, next })
    }

    pub(crate) fn ready(self) -> Result<(Ready, ToPrepare), Refused> {
        let ready = match self.said {
            Said::Ready(ready) => ready,
            Said::Open(answer) => Ready::of(&answer)?,
        };
        Ok((ready, self.next))
    }
}

impl Shows for Answered {
    fn tell(&mut self, tried: TriedView) {
        if let Said::Open(answer) = &mut self.said {
            answer.session.tell(tried);
        }
    }
}

/// The position that a person sees next.
pub(crate) struct ToPrepare {
    game: String,
    position: String,
}

impl ToPrepare {
    fn of(session: &SessionView) -> ToPrepare {
        ToPrepare { game: session.now.game.clone(), position: session.now.position.clone() }
    }

    /// Evaluates it while the person thinks, so that verdict, hint and values are ready
    /// when they are asked for. It is skipped if other work is waiting.
    pub(crate) fn look_ahead(self, app: &App) {
        app.prepare(move |app| {
            let Ok(game) = app.open(&self.game) else { return };
            let Ok(position) = game.read_position(&self.position) else { return };
            if matches!(position.turn(), Turn::Play(_)) {
                app.evaluate(&*game, &*position);
            }
        });
    }
}

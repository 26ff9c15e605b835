//! The games: all of them, and one of them.

use super::extract::Named;
use super::refusal::Refused;
use super::state::Shared;
use crate::api::{GameCard, GameView, Refusal};
use crate::views;
use axum::Json;
use axum::extract::State;
use spar_catalog as registry;
use spar_catalog::{AnyGame, AnyPosition, ladder};
use spar_challenge::oracle::{Evaluation, Values};
use spar_rules::{ReadError, nearest};

/// All games.
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", tag = "games", responses(
    (status = 200, description = "All games.", body = Vec<GameCard>),
))]
pub(crate) async fn list(State(app): State<Shared>) -> Result<Json<Vec<GameCard>>, Refused> {
    Ok(Json(app.look(|_| Ok(cards())).await?))
}

/// One game, all of it.
#[utoipa::path(get, path = "/api/games/{name}", operation_id = "get_game", tag = "games", params(
    ("name" = String, Path, description = "The game's name: `connect4:rows=5,cols=5`."),
), responses(
    (status = 200, description = "The game.", body = GameView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "The name says something that cannot be.", body = Refusal),
))]
pub(crate) async fn one(
    State(app): State<Shared>,
    Named(name): Named,
) -> Result<Json<GameView>, Refused> {
    let view = app.think(move |app| {
        let game = open(&name)?;
        if let Some(known) = ladder::start_value(&game.facts().name) {
            return Ok(views::game(&*game, Some(known), None)?);
        }
        let found = app.evaluate(&*game, &*game.start());
        Ok(views::game(&*game, found.value(), found.chances().map(|it| it.here))?)
    });
    Ok(Json(view.await?))
}

/// What was found out of a position, with what the program knows of a usual start, so
/// that every page says the same of it.
pub(crate) fn informed(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    found: Evaluation,
) -> Evaluation {
    let known = || ladder::start_value(&game.facts().name);
    match found {
        Evaluation::Values(found)
            if found.value.is_none() && position.text() == game.start().text() =>
        {
            Evaluation::Values(match known() {
                Some(value) => Values { value: Some(value), bounds: (value, value), ..found },
                None => found,
            })
        }
        found => found,
    }
}

/// Cards of all games, each once: a name that leads to a game listed before, as
/// `lines` does, has none of its own.
pub(crate) fn cards() -> Vec<GameCard> {
    let mut cards: Vec<GameCard> = Vec::new();
    for entry in registry::entries() {
        let Ok(game) = registry::open_name(entry.name) else { continue };
        let facts = game.facts();
        if cards.iter().any(|card| card.game == facts.name) {
            continue;
        }
        let start = ladder::start_value(&facts.name);
        cards.push(views::card(&*game, entry.about, start));
    }
    cards
}

/// Opens a game by its name. Rules files are for the command line alone.
///
/// # Errors
/// Absent if no game is called so; unfit if its settings cannot be.
pub(crate) fn open(name: &str) -> Result<Box<dyn AnyGame>, Refused> {
    registry::open_name(name).map_err(|error| {
        let base = name.split(':').next().unwrap_or_default();
        let entries = registry::entries();
        let names = || entries.iter().map(|entry| entry.name);
        if names().any(|name| name == base) {
            return Refused::from(error);
        }
        let hint = match nearest(&base.to_lowercase(), names()) {
            Some(near) => format!("nearest: `{near}`"),
            None => "the list of games has all there are".to_owned(),
        };
        Refused::absent(ReadError::new(error.what).hint(hint))
    })
}

//! The twin of a missed position, as a level that is not rated.

use super::levels::unrated;
use super::people::Who;
use super::refusal::Refused;
use super::request::Named;
use super::sessions::Loaded;
use super::state::{App, Shared};
use crate::api::{Begin, Refusal, TwinView};
use crate::views;
use axum::Json;
use axum::extract::State;
use spar_challenge::say::capital;
use spar_challenge::twin::Nearest;
use spar_rules::ReadError;

const TWIN: &str = "A twin is not rated.";
const FIRST: &str = "You have had it before, so it is not rated.";

/// The twin of the position of the last miss in a level.
#[utoipa::path(get, path = "/api/sessions/{id}/twin", operation_id = "get_twin", tag = "play",
    params(
    ("id" = String, Path, description = "The id of the game."),
), responses(
    (status = 200, description = "The twin, or why there is none.", body = TwinView),
    (status = 404, description = "This person has no such game.", body = Refusal),
    (status = 422, description = "No move of this game missed a goal, or it has no twins.", body = Refusal),
))]
pub(crate) async fn twin(
    State(app): State<Shared>,
    who: Who,
    Named(id): Named,
) -> Result<Json<TwinView>, Refused> {
    let player = who.id();
    let view = app.think(move |app| view(app, &Loaded::read(app, &id, &player)?));
    Ok(Json(view.await?))
}

fn view(app: &App, loaded: &Loaded) -> Result<TwinView, Refused> {
    let Loaded { opened, game, session, .. } = loaded;
    let missed = session.last_miss().zip(session.plan().goal);
    let ((position, mv), goal) =
        missed.ok_or_else(|| ReadError::new("no move of this game missed a goal"))?;
    let begin = |position: String| Begin {
        game: game.plan.game.clone(),
        position: Some(position),
        against: Some(game.plan.against.clone()),
        side: session.plan().seats.person().map(views::side),
        goal: Some(goal.into()),
        rung: None,
        unrated: true,
    };
    let first = unrated(app, begin(position.text()), FIRST)?;
    let mut view = TwinView {
        mv,
        twin: None,
        first,
        distance: None,
        cells: Vec::new(),
        words: String::new(),
        difference: None,
    };
    let answer = position.twin(&view.mv, Some(goal), &app.context(&**opened))?;
    let answer = answer.ok_or_else(|| ReadError::new("this game has no twins"))?;
    let told = match answer {
        Ok(told) => told,
        Err(why) => {
            view.words = format!("{}.", capital(&why.clause(&view.mv)));
            return Ok(view);
        }
    };
    (view.words, view.difference) = (told.sentence, told.difference);
    if let Nearest::Twin(twin) = told.found {
        view.distance = Some(twin.distance());
        view.cells.clone_from(&twin.cells);
        view.twin = Some(unrated(app, begin(twin.position), TWIN)?);
    }
    Ok(view)
}

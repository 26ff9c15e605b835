//! What players of a race choose on every square.

use super::extract::Asked;
use super::games::open;
use super::refusal::Refused;
use super::state::Shared;
use crate::api::{PolicyView, Refusal, WhichPolicy};
use crate::views;
use axum::Json;
use axum::extract::State;
use spar_challenge::policy::Player;
use spar_challenge::say::NOT_KNOWN;
use spar_rules::ReadError;

/// What a player chooses on every square, while the other side stands where it does.
#[utoipa::path(get, path = "/api/policies", operation_id = "get_policy", tag = "positions",
    params(WhichPolicy), responses(
    (status = 200, description = "The choices.", body = PolicyView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "The game has no such player.", body = Refusal),
))]
pub(crate) async fn one(
    State(app): State<Shared>,
    Asked(which): Asked<WhichPolicy>,
) -> Result<Json<PolicyView>, Refused> {
    let view = app.think(move |app| {
        let game = open(&which.game)?;
        let position = game.read_position(which.position.as_deref().unwrap_or("start"))?;
        let player: Player = which.player.parse()?;
        let none = || {
            let what = format!("`{player}` does not choose by squares in this game");
            ReadError::new(what)
                .hint("`novice`, `fastest` and `perfect` do where each side walks by itself")
        };
        let policy = position.policy(&player, &app.context(&*game)).ok_or_else(none)?;
        let policy = policy.map_err(|_| ReadError::new(NOT_KNOWN.trim_end_matches('.')))?;
        Ok(views::policy(&*game, &*position, &player, policy))
    });
    Ok(Json(view.await?))
}

//! Requests about games and positions, which need no person.

use super::begin::Begun;
use super::people::Who;
use super::refusal::Refused;
use super::request::{Asked, Body, Named};
use super::state::{Shared, open};
use crate::api::{
    Begin, EyesView, GameCard, GameView, PolicyView, PositionView, Refusal, SessionView, SetUp,
    SetUpView, TokenView, ValuesView, WhichEyes, WhichPolicy, WhichPosition,
};
use crate::views;
use axum::Json;
use axum::extract::State;
use spar_catalog::{AnyGame, budgets, ladder};
use spar_challenge::policy::Player;
use spar_challenge::say::NOT_KNOWN;
use spar_rules::scene::{Supply, Token};
use spar_rules::{ReadError, Side, Turn, quoted};

/// All games.
#[utoipa::path(get, path = "/api/games", operation_id = "list_games", tag = "games", responses(
    (status = 200, description = "All games.", body = Vec<GameCard>),
))]
pub(crate) async fn list(State(app): State<Shared>) -> Result<Json<Vec<GameCard>>, Refused> {
    Ok(Json(app.look(|_| Ok(cards())).await?))
}

/// One game with all details.
#[utoipa::path(get, path = "/api/games/{name}", operation_id = "get_game", tag = "games", params(
    ("name" = String, Path, description = "The game's name: `connect4:rows=5,cols=5`."),
), responses(
    (status = 200, description = "The game.", body = GameView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "A setting in the name is not valid.", body = Refusal),
))]
pub(crate) async fn game(
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

/// Cards of all games, each once. A name for a game that is already listed, such as `lines`,
/// has no card.
pub(crate) fn cards() -> Vec<GameCard> {
    let mut cards: Vec<GameCard> = Vec::new();
    for entry in spar_catalog::entries() {
        let Ok(game) = spar_catalog::open_name(entry.name) else { continue };
        let facts = game.facts();
        if cards.iter().any(|card| card.game == facts.name) {
            continue;
        }
        let start = ladder::start_value(&facts.name);
        cards.push(views::card(&*game, entry.about, start));
    }
    cards
}

/// A position with all that is needed to draw and to play it.
#[utoipa::path(get, path = "/api/positions", operation_id = "get_position", tag = "positions",
    params(WhichPosition), responses(
    (status = 200, description = "The position.", body = PositionView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "The text is not a valid position of this game.", body = Refusal),
))]
pub(crate) async fn position(
    State(app): State<Shared>,
    Asked(which): Asked<WhichPosition>,
) -> Result<Json<PositionView>, Refused> {
    let view = app.look(move |_| {
        let game = open(&which.game)?;
        let position = game.read_position(which.position.as_deref().unwrap_or("start"))?;
        Ok(views::position(&*game, &*position))
    });
    Ok(Json(view.await?))
}

/// The value of a position and of its moves, as far as a quick search finds them.
#[utoipa::path(get, path = "/api/values", operation_id = "get_values", tag = "positions",
    params(WhichPosition), responses(
    (status = 200, description = "What is known about it.", body = ValuesView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "The text is not a valid position of this game.", body = Refusal),
))]
pub(crate) async fn values(
    State(app): State<Shared>,
    Asked(which): Asked<WhichPosition>,
) -> Result<Json<ValuesView>, Refused> {
    let view = app.think(move |app| {
        let game = open(&which.game)?;
        let position = game.read_position(which.position.as_deref().unwrap_or("start"))?;
        Ok(views::values(&*position, &app.evaluate(&*game, &*position)))
    });
    Ok(Json(view.await?))
}

/// A position set up token by token.
#[utoipa::path(post, path = "/api/setup", operation_id = "set_up_position", tag = "positions",
    request_body = SetUp, responses(
    (status = 200, description = "The position.", body = SetUpView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "Why it is not a position of this game.", body = Refusal),
))]
pub(crate) async fn set_up(
    State(app): State<Shared>,
    Body(set_up): Body<SetUp>,
) -> Result<Json<SetUpView>, Refused> {
    let view = app.look(move |_| {
        let game = open(&set_up.game)?;
        let tokens = tokens(&*game, &set_up.tokens)?;
        let arranged = |turn| {
            let arranged = game.arranged(&tokens, turn);
            arranged.ok_or_else(|| ReadError::new("this game cannot be set up token by token"))?
        };
        // A game refuses a turn that the tokens rule out, and both turns if the tokens are wrong.
        let sides = [Side::First, Side::Second];
        let turns = sides.into_iter().filter(|side| arranged(*side).is_ok());
        let turns: Vec<Side> = turns.collect();
        let turn = set_up.turn.map(Side::from).or(turns.first().copied());
        let position = arranged(turn.unwrap_or(Side::First))?;
        Ok(SetUpView {
            position: views::position(&*game, &*position),
            turns: turns.into_iter().map(views::side).collect(),
        })
    });
    Ok(Json(view.await?))
}

/// The tokens of each cell as the game defines them.
fn tokens(game: &dyn AnyGame, views: &[Vec<TokenView>]) -> Result<Vec<Vec<Token>>, ReadError> {
    let supply = game.supply();
    let token = |view: &TokenView| {
        let side = view.side.map(Side::from);
        let known = |it: &&Supply| it.token.kind == view.kind && it.token.side == side;
        let known = supply.iter().find(known).filter(|_| view.count > 0);
        let known = known.ok_or_else(|| {
            ReadError::new(format!("{} is not a token of this game", quoted(&view.kind)))
        });
        known.map(|it| Token { count: view.count, ..it.token })
    };
    views.iter().map(|cell| cell.iter().map(token).collect()).collect()
}

/// A game as a link shows it before the first move. It does not begin the game.
#[utoipa::path(get, path = "/api/start", operation_id = "get_start", tag = "play",
    params(Begin), responses(
    (status = 200, description = "The game that a first move would begin.", body = SessionView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "What is not valid, and why.", body = Refusal),
))]
pub(crate) async fn start(
    State(app): State<Shared>,
    who: Who,
    Asked(begin): Asked<Begin>,
) -> Result<Json<SessionView>, Refused> {
    let player = who.id();
    let view = app.think(move |app| {
        let begun = Begun::read(&begin)?;
        begun.check(app)?;
        begun.view(begun.counts(app, &player)?, &app.context(&*begun.game))
    });
    Ok(Json(view.await?))
}

/// What a player chooses on every square, while the other side stands where it does.
#[utoipa::path(get, path = "/api/policies", operation_id = "get_policy", tag = "positions",
    params(WhichPolicy), responses(
    (status = 200, description = "The choices.", body = PolicyView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "The game has no such player.", body = Refusal),
))]
pub(crate) async fn policy(
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

/// What a player with some foresight sees of a position.
#[utoipa::path(get, path = "/api/eyes", operation_id = "get_eyes", tag = "positions",
    params(WhichEyes), responses(
    (status = 200, description = "What it sees.", body = EyesView),
    (status = 404, description = "No game has this name.", body = Refusal),
    (status = 422, description = "The game has no such player, or the foresight is too large.", body = Refusal),
))]
pub(crate) async fn eyes(
    State(app): State<Shared>,
    Asked(which): Asked<WhichEyes>,
) -> Result<Json<EyesView>, Refused> {
    let view = app.think(move |app| {
        let game = open(&which.game)?;
        let position = game.read_position(which.position.as_deref().unwrap_or("start"))?;
        let rounds = which.foresight;
        if !(1..=budgets::MOST_FORESIGHT).contains(&rounds) {
            let what = format!("foresight {rounds} is out of range");
            let hint = format!("use 1 to {}", budgets::MOST_FORESIGHT);
            return Err(ReadError::new(what).hint(hint).into());
        }
        if !matches!(position.turn(), Turn::Play(_)) {
            return Err(ReadError::new("nobody chooses a move in this position").into());
        }
        let nodes = budgets::scaled_for(budgets::QUICK_NODES, &*game);
        let budget = app.context(&*game).budget.with_nodes(nodes);
        let eyes = position
            .eyes(rounds, &budget)
            .ok_or_else(|| ReadError::new("no player of this game looks ahead"))?
            .map_err(|_| {
                ReadError::new(NOT_KNOWN.trim_end_matches('.')).hint("less foresight may help")
            })?;
        Ok(views::eyes(&*position, &eyes))
    });
    Ok(Json(view.await?))
}

//! The next level for a person, and the data of the first page.

use super::begin::Begun;
use super::fit::{self, FAR, Given, Past, Wanted};
use super::people::Who;
use super::refusal::Refused;
use super::request::Asked;
use super::state::{App, Shared};
use super::{games, me, repetition, sessions};
use crate::api::{
    AgainView, Begin, HomeView, IdeaView, LevelView, OddsView, Refusal, StateWord, WantLevel,
};
use crate::views;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use spar_catalog::{AnyGame, first_level, first_levels};
use spar_rules::ReadError;
use std::collections::HashSet;

/// The most recent games that the first page searches, and the most that it shows.
const LOOKED_THROUGH: u32 = 12;
const SHOWN: usize = 3;

/// The most positions that can be skipped.
const MOST_PASSED: usize = 200;

/// The game of the first page for somebody who has not played yet.
const FIRST_GAME: &str = "connect3";

/// The default chance to solve a level, in percent.
const USUAL_CHANCE: u32 = 50;

/// The valid chances, in percent.
const CHANCES: std::ops::RangeInclusive<u32> = 10..=90;

/// The next level of a game. It does not begin the game.
#[utoipa::path(get, path = "/api/levels/next", operation_id = "get_next_level", tag = "play",
    params(WantLevel), responses(
    (status = 200, description = "The level.", body = LevelView),
    (status = 404, description = "No game has this name, or it has no level.", body = Refusal),
    (status = 422, description = "What is not valid, and why.", body = Refusal),
))]
pub(crate) async fn next(
    State(app): State<Shared>,
    who: Who,
    Asked(want): Asked<WantLevel>,
) -> Result<Json<LevelView>, Refused> {
    let player = who.id();
    Ok(Json(app.think(move |app| level(app, &player, &want)).await?))
}

/// All that the first page needs.
#[utoipa::path(get, path = "/api/home", operation_id = "get_home", tag = "play", responses(
    (status = 200, description = "A level, all games, and the unfinished games of this person.", body = HomeView),
))]
pub(crate) async fn home(State(app): State<Shared>, who: Who) -> Result<Json<HomeView>, Refused> {
    let view = app.think(move |app| {
        let player = who.id();
        let mut resume = sessions::cards(app, &player, LOOKED_THROUGH)?;
        let last = resume.first().map(|card| card.game.clone());
        resume.retain(|card| card.state == StateWord::Open);
        resume.truncate(SHOWN);
        let want = |game: String| WantLevel { game, ..WantLevel::default() };
        let first = || level(app, &player, &want(FIRST_GAME.to_owned()));
        Ok(HomeView {
            level: last
                .and_then(|game| level(app, &player, &want(game)).ok())
                .map_or_else(first, Ok)?,
            games: games::cards(),
            resume,
            me: me::told(app, who.player.as_ref())?,
        })
    });
    Ok(Json(view.await?))
}

/// The level that is due for repetition; else a new one that fits, built-in or generated; else
/// the level that they had longest ago.
fn level(app: &App, player: &str, want: &WantLevel) -> Result<LevelView, Refused> {
    let game = app.open(&want.game)?;
    let wanted = wanted(want)?;
    let (name, now) = (&game.facts().name, app.now());
    let past =
        app.store.read(|reader| Past::read(&reader, player, name)).map_err(|it| app.refused(it))?;
    let passed = passed(&*game, want.not.as_deref().unwrap_or_default())?;
    if let Some((given, again)) = repetition::due(app, &past, &passed, now)? {
        let next = NextLevel { given, again: Some(again), had: true, wanted, off: 0.0 };
        return next.view(app, &*game);
    }
    if wanted == USUAL_CHANCE
        && let Some(given) = first(&*game, &past, &passed)?
    {
        return NextLevel { given, again: None, had: false, wanted, off: 0.0 }.view(app, &*game);
    }
    let tried = past.tries.iter().map(|it| &it.decided.canonical);
    let had: HashSet<String> = past.served.iter().chain(&passed).chain(tried).cloned().collect();
    let person = past.rating(now);
    let chance = f64::from(wanted) / 100.0;
    let search = Wanted { game: &*game, person, chance, had: &had };
    if let Some(given) = search.fresh(app) {
        let off = search.off(&given);
        return NextLevel { given, again: None, had: false, wanted, off }.view(app, &*game);
    }
    let earlier: Vec<String> =
        past.served.iter().filter(|it| !passed.contains(it)).cloned().collect();
    let (before, last) = passed.split_at(passed.len().saturating_sub(1));
    let given = [&earlier, before, last].iter().find_map(|had| search.had_before(had));
    let Some(given) = given else {
        return Err(Refused::new(StatusCode::NOT_FOUND, "no level of this game was found")
            .hint("play it from the start, or try another game"));
    };
    let position = game.read_position(&given.position)?;
    let had = past.served.contains(&position.stands_for());
    let off = search.off(&given);
    NextLevel { given, again: None, had, wanted, off }.view(app, &*game)
}

/// The first level of the game that somebody who is new to it has neither tried nor skipped;
/// none for people who have tried another level.
fn first(game: &dyn AnyGame, past: &Past, passed: &[String]) -> Result<Option<Given>, ReadError> {
    let mut next = None;
    let mut canonical = HashSet::new();
    for level in first_levels(&game.facts().name) {
        let position = game.read_position(level.position)?;
        let text = position.stands_for();
        let is_new = past.tries.iter().all(|it| it.decided.canonical != text);
        if next.is_none() && is_new && !passed.contains(&text) {
            let (side, opponent) = (position.side(), level.opponent());
            let (position, goal) = (level.position.to_owned(), level.goal);
            next = Some(Given { position, side, opponent, goal, rung: None, hard: None });
        }
        canonical.insert(text);
    }
    let is_new_here = past.tries.iter().all(|it| canonical.contains(&it.decided.canonical));
    Ok(next.filter(|_| is_new_here))
}

/// The idea of a level, if it is a first level of its game.
fn idea(game: &dyn AnyGame, given: &Given) -> Result<Option<IdeaView>, ReadError> {
    let start = game.read_position(&given.position)?;
    let found = first_level(game, &start.stands_for(), given.goal);
    Ok(found.filter(|_| given.rung.is_none()).map(|(index, level)| IdeaView {
        name: level.idea.to_owned(),
        task: level.task.to_owned(),
        number: index as u32 + 1,
        count: first_levels(&game.facts().name).len() as u32,
    }))
}

/// Checks the wanted chance, in percent.
fn wanted(want: &WantLevel) -> Result<u32, Refused> {
    let wanted = want.wanted.unwrap_or(USUAL_CHANCE);
    if CHANCES.contains(&wanted) {
        return Ok(wanted);
    }
    let (least, most) = (CHANCES.start(), CHANCES.end());
    Err(ReadError::new(format!("`wanted` is {wanted} %, which is out of range"))
        .hint(format!("`wanted` is a number from {least} to {most}"))
        .into())
}

/// The canonical texts of the positions that somebody skipped, each once, the last one last.
fn passed(game: &dyn AnyGame, texts: &str) -> Result<Vec<String>, Refused> {
    let texts: Vec<&str> = texts.split_whitespace().collect();
    if texts.len() > MOST_PASSED {
        return Err(ReadError::new(format!("there are more than {MOST_PASSED} positions to skip"))
            .hint("leave out the earliest")
            .into());
    }
    let mut passed: Vec<String> = Vec::new();
    for text in texts {
        let position = game.read_position(text)?;
        let canonical = position.stands_for();
        passed.retain(|it| *it != canonical);
        passed.push(canonical);
    }
    Ok(passed)
}

/// A level that is not rated: `why` says why.
///
/// # Errors
/// If its settings are not valid.
pub(crate) fn unrated(app: &App, begin: Begin, why: &str) -> Result<LevelView, Refused> {
    let begun = Begun::read_as(app.open(&begin.game)?, &begin)?;
    let session = begun.view(None, &app.context(&*begun.game))?;
    let (why, wanted) = (why.to_owned(), USUAL_CHANCE);
    let (idea, rating, odds, rated, again) = (None, None, Vec::new(), false, None);
    Ok(LevelView { begin, session, rating, odds, rated, why, idea, again, wanted })
}

/// The level that comes next.
struct NextLevel {
    given: Given,
    again: Option<AgainView>,
    /// Whether this person had it before.
    had: bool,
    /// The wanted chance, in percent.
    wanted: u32,
    /// By how much the chance to solve it exceeds the wanted one.
    off: f64,
}

impl NextLevel {
    fn view(self, app: &App, game: &dyn AnyGame) -> Result<LevelView, Refused> {
        let NextLevel { given, again, had, wanted, off } = self;
        let begin = Begin {
            game: game.facts().name.clone(),
            position: Some(given.position.clone()),
            against: Some(given.opponent.to_string()),
            side: Some(views::side(given.side)),
            goal: Some(given.goal.into()),
            rung: given.rung,
            unrated: false,
        };
        let begun = Begun::read_as(app.open(&begin.game)?, &begin)?;
        let hard = given.hard.or_else(|| begun.hard(app));
        let rating = hard.map(|it| it.rating);
        let level = rating.filter(|_| !had && given.rung.is_some());
        let idea = idea(game, &given)?;
        let why = match (&again, level) {
            (None, _) if idea.is_some() => "Not rated: it shows an idea of the game.",
            (Some(_), _) => "It came back, so it is not rated.",
            (None, Some(_)) => "Rated, unless you ask for a hint or the values.",
            (None, None) if had => "You have had it before, so it is not rated.",
            (None, None) => "Not rated: its rating takes too long to compute.",
        };
        let far = match off {
            off if off > FAR => " No harder level of this game was found.",
            off if off < -FAR => " No easier level of this game was found.",
            _ => "",
        };
        let odds = hard.into_iter().flat_map(|it| it.solved.into_iter().enumerate());
        let odds = odds.map(|(number, bounds)| OddsView {
            player: fit::stated(game, number).title(),
            chance: views::certified(bounds),
        });
        Ok(LevelView {
            session: begun.view(level, &app.context(game))?,
            rating,
            odds: odds.collect(),
            rated: level.is_some(),
            why: format!("{why}{far}"),
            idea,
            again,
            wanted,
            begin,
        })
    }
}

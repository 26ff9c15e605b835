//! Levels for somebody: the next one, and all that the first page needs.

use super::begin::Begun;
use super::extract::Asked;
use super::games::{self, open};
use super::people::Who;
use super::refusal::Refused;
use super::state::{App, Shared};
use super::{budgets, me, sessions, written};
use crate::ladder::{self, RUNGS, Rung};
use crate::registry::{AnyGame, Wish};
use crate::store::Tried;
use crate::views;
use crate::wire::api::{
    Begin, ChanceView, GoalWord, HomeView, LevelView, Refusal, SideWord, StateWord, WantLevel,
};
use crate::wire::level::Level;
use crate::words;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use spar_challenge::chance::Bounds;
use spar_challenge::generate::Pick;
use spar_rules::ReadError;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Tries that say how strong somebody is.
const TRIES: u32 = 50;

/// Games under way that the first page looks through, and shows.
const LOOKED_THROUGH: u32 = 12;
const SHOWN: usize = 3;

/// Positions that can be passed over in a row.
const MOST_PASSED: usize = 200;

/// The game of the first page for somebody who has not played yet.
const FIRST_GAME: &str = "connect3";

/// The rung of somebody who has not played yet.
const FIRST_RUNG: u32 = 2;

/// The next level of a game; nothing is begun.
#[utoipa::path(get, path = "/api/levels/next", tag = "play", params(WantLevel), responses(
    (status = 200, description = "The level.", body = LevelView),
    (status = 404, description = "No game has this name, or it has no level.", body = Refusal),
    (status = 422, description = "What cannot be, and why.", body = Refusal),
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
#[utoipa::path(get, path = "/api/home", tag = "play", responses(
    (status = 200, description = "A level, all games, and what goes on.", body = HomeView),
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

/// A level of the wanted rung that this person has not had, kept or generated; else one of
/// the nearest rung; else one that they had, the one that is longest ago. For a game without
/// kept levels one of the nearest rung is generated.
fn level(app: &App, player: &str, want: &WantLevel) -> Result<LevelView, Refused> {
    let game = open(&want.game)?;
    let name = game.facts().name.clone();
    let (served, tries) = app
        .store
        .read(|reader| Ok((reader.served(player, &name)?, reader.tries_of(player, TRIES)?)))
        .map_err(written::refused)?;
    let rung = want.rung.unwrap_or_else(|| own_rung(&tries, &name)).clamp(1, RUNGS.len() as u32);
    let passed = passed(&*game, want.not.as_deref().unwrap_or_default())?;
    let had: HashSet<String> = served.iter().chain(&passed).cloned().collect();
    let fresh = ladder::choose(&*game, rung, &had, served.len());
    let make = |rung| {
        let level = generated(app, &*game, rung, &had)?;
        Some(view(app, &*game, rung, &level))
    };
    if fresh.is_none_or(|kept| kept.rung != rung)
        && let Some(level) = make(rung)
    {
        return level;
    }
    let again = || {
        let earlier: Vec<String> = served.into_iter().filter(|it| !passed.contains(it)).collect();
        let (passed, last) = passed.split_at(passed.len().saturating_sub(1));
        [&earlier, passed, last].iter().find_map(|had| ladder::choose_of(&*game, rung, had))
    };
    if let Some(kept) = fresh.or_else(again) {
        return view(app, &*game, kept.rung, &kept.level);
    }
    let mut others: Vec<u32> = (1..=RUNGS.len() as u32).filter(|it| *it != rung).collect();
    others.sort_by_key(|it| it.abs_diff(rung));
    others.into_iter().find_map(make).unwrap_or_else(|| {
        Err(Refused::new(StatusCode::NOT_FOUND, "no level of this game was found")
            .hint("play it from the empty board, or try another game"))
    })
}

/// Positions that somebody passed over, each once as what stands for its images, the last
/// one last.
fn passed(game: &dyn AnyGame, texts: &str) -> Result<Vec<String>, Refused> {
    let texts: Vec<&str> = texts.split_whitespace().collect();
    if texts.len() > MOST_PASSED {
        return Err(ReadError::new(format!("more than {MOST_PASSED} positions are not wanted"))
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

/// The rung on which somebody stands: one up after a level solved alone and at once,
/// one down after one that was not reached.
fn own_rung(tries: &[Tried], game: &str) -> u32 {
    let Some(last) = tries.iter().find(|it| it.game == game) else { return FIRST_RUNG };
    let rung = last.attempt.rung.unwrap_or(FIRST_RUNG);
    match (last.attempt.reached, last.attempt.slips, last.attempt.helped) {
        (true, 0, false) => rung.saturating_add(1),
        (true, ..) => rung,
        (false, ..) => rung.saturating_sub(1).max(1),
    }
}

/// A level that nobody has kept, found within a small budget.
fn generated(app: &App, game: &dyn AnyGame, rung: u32, served: &HashSet<String>) -> Option<Level> {
    let wanted = Rung::numbered(rung)?.wanted();
    let wish = Wish {
        wanted: &wanted,
        count: 1,
        pick: Pick::Fair,
        seed: served.len() as u64,
        stones: None,
        served,
        attempts: budgets::LEVEL_ATTEMPTS,
    };
    let desk = app.desk(game);
    let budget = desk.budget.clone();
    let desk = spar_solve::Desk {
        budget: budget
            .with_nodes(budgets::scaled(budgets::LEVEL_NODES, game))
            .with_memory(budgets::LEVEL_MEMORY),
        memory: None,
        ..desk
    };
    let mut found = None;
    let _ = game.generate(&wish, &desk, &mut |level| {
        found = Some(Level::of(game, &level));
        ControlFlow::Break(())
    })?;
    found
}

fn view(app: &App, game: &dyn AnyGame, rung: u32, level: &Level) -> Result<LevelView, Refused> {
    let begin = Begin {
        game: game.facts().name.clone(),
        position: Some(level.position.clone()),
        against: Some(level.opponent.to_string()),
        side: Some(if level.side == "second" { SideWord::Second } else { SideWord::First }),
        goal: Some(GoalWord::Win),
        rung: Some(rung),
    };
    let rungs = RUNGS.len() as u32;
    let hardness = level.hardness.as_deref().unwrap_or("not rated");
    Ok(LevelView {
        session: Begun::read(&begin)?.view(&app.desk(game))?,
        about: format!("{hardness} for {}", learner(level)),
        chance: chance(level),
        begin,
        rung,
        rungs,
        can_be_harder: rung < rungs,
        can_be_easier: rung > 1,
        rating: None,
        odds: Vec::new(),
        rated: false,
        why: String::new(),
        again: None,
        wanted: 50,
    })
}

/// The player that a level is rated for, in words.
fn learner(level: &Level) -> String {
    let text = level.learner.to_string();
    text.parse().map_or(text, words::player)
}

/// The chance of that player.
fn chance(level: &Level) -> Option<ChanceView> {
    let share = level.chance.exact.as_ref().and_then(|text| text.parse().ok());
    let bounds = level.chance.bounds.map(|[[low, high], ..]| Bounds { low, high });
    share.map(|it| views::exact(&it, level.chance.win)).or_else(|| bounds.map(views::within))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Attempt;

    fn tried(game: &str, rung: u32, reached: bool, slips: u32) -> Tried {
        let canonical = "x".to_owned();
        let attempt = Attempt { canonical, rung: Some(rung), reached, slips, helped: false, at: 0 };
        let (session, player) = (String::new(), String::new());
        Tried { session, player, game: game.to_owned(), attempt }
    }

    #[test]
    fn somebody_climbs_after_a_clean_level_and_steps_down_after_a_lost_one() {
        assert_eq!(own_rung(&[], "g"), FIRST_RUNG);
        assert_eq!(own_rung(&[tried("g", 3, true, 0), tried("g", 1, false, 9)], "g"), 4);
        assert_eq!(own_rung(&[tried("g", 3, true, 1)], "g"), 3);
        assert_eq!(own_rung(&[tried("h", 5, true, 0), tried("g", 1, false, 0)], "g"), 1);
    }
}

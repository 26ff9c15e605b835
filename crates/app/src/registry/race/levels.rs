//! Levels of a race: found, rated, and proved again.

use super::course;
use crate::registry::any::{Doubted, Graded, Report, TextClaim, TextLevel, Wish};
use crate::registry::kit::{At, Kit};
use crate::registry::levels::written;
use spar_challenge::generate::{Found, GenerateError, Request};
use spar_challenge::level::Match;
use spar_challenge::player::Player;
use spar_challenge::policy::Unknown;
use spar_challenge::race::{self, Meetings, Tries, stands};
use spar_challenge::rating::{LevelRating, Task};
use spar_challenge::session::Goal;
use spar_challenge::verify::check_race;
use spar_rules::{Notation, Race, Side};
use spar_solve::{Budget, Desk, SolveError};
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) fn generate<G: Notation + Race>(
    kit: &Kit<G>,
    wish: &Wish<'_>,
    desk: &Desk,
    take: &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError> {
    let game = &*kit.game;
    let course = course(&kit.at(game.start()), desk).map_err(|_| SolveError::Stopped)?;
    let also = |position: &G::Position| !wish.served.contains(&kit.game.write_position(position));
    let request = Request {
        wanted: wish.wanted,
        also: &also,
        count: wish.count,
        pick: wish.pick,
        seed: wish.seed,
    };
    let mut take = |level: Found<G>| take(written(game, level));
    Ok(Report::Solved(race::find(game, &course, &request, &desk.budget, &mut take)?))
}

pub(super) fn rate<G: Notation + Race>(
    at: &At<G>,
    of: Match,
    side: Side,
    desk: &Desk,
) -> Result<TextLevel, Unknown> {
    let (game, course) = (&*at.game, course(at, desk)?);
    let players = (of.learner, of.opponent);
    let meetings = Meetings::of(game, &course, players, &desk.budget)?;
    Ok(written(game, race::level(game, &meetings, of, &at.position, side)))
}

/// Who solves the levels against this opponent: found out once where a desk remembers.
fn tries<G: Notation + Race>(
    at: &At<G>,
    opponent: Player,
    desk: &Desk,
) -> Result<Arc<Tries>, Unknown> {
    let key = format!("who makes no slip against {opponent}");
    let recalled = desk.memory.as_ref().and_then(|it| it.recall(&at.name, &key));
    if let Some(tries) = recalled.and_then(|it| it.downcast::<Tries>().ok()) {
        return Ok(tries);
    }
    let course = course(at, desk)?;
    let tries = Arc::new(Tries::of(&*at.game, &course, opponent, &desk.budget)?);
    if let Some(memory) = &desk.memory {
        memory.keep_large(&at.name, key, Arc::<Tries>::clone(&tries), tries.bytes());
    }
    Ok(tries)
}

pub(super) fn level_rating<G: Notation + Race>(
    at: &At<G>,
    task: Task<()>,
    desk: &Desk,
) -> Result<LevelRating, Unknown> {
    if task.goal != Goal::Best {
        return Err(Unknown);
    }
    tries(at, task.opponent, desk)?.rating(&*at.game, &at.position, task.side)
}

/// No longer race is graded while somebody waits.
const MOST_GRADED: u32 = 200;

/// Every pair of squares on which one can stand, with the first side to move, as a level.
pub(super) fn graded<G: Notation + Race>(
    at: &At<G>,
    opponent: Player,
    desk: &Desk,
) -> Result<Vec<Graded>, Unknown> {
    let game = &*at.game;
    if game.squares() > MOST_GRADED {
        return Err(Unknown);
    }
    let tries = tries(at, opponent, desk)?;
    let (stands, goal) = (stands(game), game.squares() - 1);
    let squares: Vec<u32> = (0..goal).filter(|it| stands[*it as usize]).collect();
    let pairs = squares.iter().flat_map(|own| squares.iter().map(|other| [*own, *other]));
    let level = |pair| {
        let (side, position) = (Side::First, game.facing(pair, Side::First));
        let rating = tries.rating(game, &position, side).ok()?;
        Some(Graded { position: game.write_position(&position), side, rating })
    };
    Ok(pairs.filter_map(level).collect())
}

pub(super) fn verify<G: Notation + Race>(
    game: &G,
    claims: &[TextClaim],
    most_positions: u64,
    budget: &Budget,
) -> Vec<Result<(), Doubted>> {
    let check = |claim: &TextClaim| {
        if budget.is_stopped() {
            return Err(Doubted::Stopped);
        }
        let wrong = |what: &str| Err(Doubted::Wrong(what.to_owned()));
        if claim.value.is_some() || !claim.winning.is_empty() || !claim.fastest.is_empty() {
            return wrong("where dice decide, no move wins for sure");
        }
        if claim.category.is_some() || claim.why.is_some() {
            return wrong("foresights say nothing of a race");
        }
        let position = game.read_position(&claim.position);
        let position = position.map_err(|error| Doubted::Wrong(error.what))?;
        let players = [claim.of.learner, claim.of.opponent];
        let checked =
            check_race(game, &position, claim.side, players, claim.chances, most_positions);
        Ok(checked?)
    };
    claims.iter().map(check).collect()
}

//! Levels of a race: generated, rated and verified.

use super::course;
use crate::any::{Doubted, RatedLevel, Report, TextClaim, TextLevel, Wish};
use crate::typed::game::TypedGame;
use crate::typed::levels::written;
use crate::typed::position::TypedPosition;
use spar_challenge::chance::Chances;
use spar_challenge::generate::{Found, GenerateError};
use spar_challenge::judge::Goal;
use spar_challenge::level::{Match, SamplePlan};
use spar_challenge::players::random;
use spar_challenge::policy::{Player, Unknown};
use spar_challenge::rating::{LevelRating, Task};
use spar_challenge::track::{
    self, Course, Followed, Meetings, Place, QuitRule, Tries, WalkerCache, stands,
};
use spar_challenge::verify::{TrackClaim, TrackFound, check_track};
use spar_challenge::why::rolls::{self, KnownChances, Reason};
use spar_rules::{Notation, Separable, Side, Turn};
use spar_solve::{Budget, CacheKey, Context, Interval};
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) fn generate<G: Notation + Separable>(
    typed: &TypedGame<G>,
    wish: &Wish<'_>,
    context: &Context,
    take: &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError> {
    let game = &*typed.game;
    let course = course(&typed.at(game.start()), context).or_else(|Unknown| {
        // Solve the race again to get the error.
        Course::of(game, &context.budget).map(Arc::new)
    })?;
    let also = |position: &G::Position| !wish.served.contains(&typed.game.write_position(position));
    let request = wish.request(&also);
    let mut take = |level: Found<G>| take(written(game, level));
    Ok(Report::Solved(track::find(game, &course, &request, &context.budget, &mut take)?))
}

pub(super) fn rate<G: Notation + Separable>(
    at: &TypedPosition<G>,
    of: &Match,
    side: Side,
    _sample: &SamplePlan,
    context: &Context,
) -> Result<TextLevel, Unknown> {
    let (game, course) = (&*at.game, course(at, context)?);
    let players = (&of.learner, &of.opponent);
    let meetings = Meetings::of(game, &course, players, &context.budget)?;
    Ok(written(game, track::level(game, &course, &meetings, of, (&at.position, side))))
}

/// The chances of two players in both seats.
pub(super) fn meet<G: Notation + Separable>(
    at: &TypedPosition<G>,
    players: [&Player; 2],
    context: &Context,
) -> [Option<Chances>; 2] {
    let (game, sides) = (&*at.game, [Side::First, Side::Second]);
    if let Some(followed) = followed(at, players, context) {
        return sides.map(|side| followed.chances(&Place::of(game, &at.position, side)));
    }
    let meetings = || {
        let course = course(at, context)?;
        Meetings::of(game, &course, (players[0], players[1]), &context.budget)
    };
    let Ok(meetings) = meetings() else { return [None; 2] };
    sides.map(|side| Some(meetings.chances(game, &at.position, side)))
}

/// The chances of two players without random choices, for all pairs of squares, if memory and
/// time allow it and no roll is pending.
fn followed<G: Notation + Separable>(
    at: &TypedPosition<G>,
    players: [&Player; 2],
    context: &Context,
) -> Option<Followed> {
    let Turn::Play(_) = at.game.turn(&at.position) else { return None };
    if players.iter().any(|it| it.is(&random::KIND)) {
        return None;
    }
    let cache = at.kept.or_default::<WalkerCache>();
    let walker = |player| cache.walker(&*at.game, player, &context.budget).ok();
    let (one, other) = (walker(players[0])?, walker(players[1])?);
    Followed::between(&cache.track(&*at.game), [&one, &other], &QuitRule::Never, context).ok()
}

/// The cache key of the chances to make no slip against an opponent.
#[derive(PartialEq, Eq, Hash)]
struct TriesKey {
    opponent: Player,
}

/// The chances to solve each level against this opponent; computed only once if the context has
/// a cache.
fn tries<G: Notation + Separable>(
    at: &TypedPosition<G>,
    opponent: &Player,
    context: &Context,
) -> Result<Arc<Tries>, Unknown> {
    let key = CacheKey::new(&at.name, TriesKey { opponent: opponent.clone() });
    let recalled = context.memory.as_ref().and_then(|it| it.recall(&key));
    if let Some(tries) = recalled.and_then(|it| it.downcast::<Tries>().ok()) {
        return Ok(tries);
    }
    let course = course(at, context)?;
    let tries = Arc::new(Tries::of(&*at.game, &course, opponent, &context.budget)?);
    if let Some(memory) = &context.memory {
        memory.keep_large(key, Arc::<Tries>::clone(&tries), tries.bytes());
    }
    Ok(tries)
}

pub(super) fn level_rating<G: Notation + Separable>(
    at: &TypedPosition<G>,
    task: &Task<()>,
    context: &Context,
) -> Result<LevelRating, Unknown> {
    if task.goal != Goal::Best {
        return Err(Unknown);
    }
    tries(at, &task.opponent, context)?.rating(&*at.game, &at.position, task.side)
}

/// The maximum number of squares of a race whose levels are listed while a person waits.
const MOST_LISTED: u32 = 200;

/// All levels: every pair of squares from which the first side, to move, can win.
pub(super) fn listed<G: Notation + Separable>(
    at: &TypedPosition<G>,
    opponent: &Player,
    context: &Context,
) -> Result<Vec<RatedLevel>, Unknown> {
    let game = &*at.game;
    if game.squares() > MOST_LISTED {
        return Err(Unknown);
    }
    let tries = tries(at, opponent, context)?;
    let (stands, goal) = (stands(game), game.squares() - 1);
    let squares: Vec<u32> = (0..goal).filter(|it| stands[*it as usize]).collect();
    let pairs = squares.iter().flat_map(|own| squares.iter().map(|other| [*own, *other]));
    let level = |pair| {
        let (side, position) = (Side::First, game.facing(pair, Side::First));
        let rating = tries.rating(game, &position, side).ok()?;
        if !tries.can_win(game, &position, side) {
            return None;
        }
        Some(RatedLevel { position: game.write_position(&position), side, rating })
    };
    Ok(pairs.filter_map(level).collect())
}

pub(super) fn verify<G: Notation + Separable>(
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
            return wrong(
                "with dice no move wins for certain: `value` and the winning moves must be empty",
            );
        }
        if claim.category.is_some() {
            return wrong("`category` must be null in games with dice");
        }
        let Some(best) = claim.best else {
            return wrong("`best`, the chance to win with best play, is missing");
        };
        let position = game.read_position(&claim.position);
        let position = position.map_err(|error| Doubted::Wrong(error.what))?;
        let claimed = TrackClaim {
            position: position.clone(),
            learner_side: claim.side,
            players: [claim.of.learner.clone(), claim.of.opponent.clone()],
            chances: claim.chances,
            best,
            worth: claim.worth.clone(),
        };
        let found = check_track(game, &claimed, most_positions)?;
        check_reason(game, &position, claim, &found)
    };
    claims.iter().map(check).collect()
}

/// Checks the best moves and the reason against the checker's own values.
fn check_reason<G: Notation + Separable>(
    game: &G,
    position: &G::Position,
    claim: &TextClaim,
    found: &TrackFound,
) -> Result<(), Doubted> {
    let bounds = |it: &(f64, f64)| Interval { low: it.0, high: it.1 };
    let worth: Vec<Interval> = found.worth.iter().map(bounds).collect();
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let best = rolls::best_choices(&worth).into_iter();
    let best: Vec<String> = best.map(|it| game.write_move(position, moves[it].clone())).collect();
    if best != claim.best_moves {
        return Err(Doubted::Wrong(format!("`best_moves` should be: {}", best.join(" "))));
    }
    let [first, second] = game.squares_of(position);
    let squares = if claim.side == Side::First { [first, second] } else { [second, first] };
    let chance = bounds(&found.win);
    let known = KnownChances { squares, worth: &worth, usual: &found.usual, chance };
    let answers = |faced: u32| found.answers.get(faced as usize).copied().flatten();
    let reason = if worth.is_empty() { None } else { Reason::of(game, &known, answers) };
    let reason = reason.map(|it| it.sentence());
    if reason != claim.why {
        let reason = reason.as_deref().unwrap_or("null, because the learner does not move");
        return Err(Doubted::Wrong(format!("`why` should be: {reason}")));
    }
    Ok(())
}

//! The abilities that come with levels: finding and counting them, rating positions, and
//! showing what players of some foresight see.

use super::any::{LookedAt, Looks, Report, TextLevel, Wish};
use super::kit::{At, Kit};
use super::verify::{self, Verify};
use spar_challenge::chance::Chances;
use spar_challenge::duel;
use spar_challenge::generate::{self, Census, Found, GenerateError, Playable, Request, Searched};
use spar_challenge::level::{Match, Rater};
use spar_challenge::oracle::Oracle;
use spar_challenge::player::{Player, Ties};
use spar_challenge::policy::Unknown;
use spar_challenge::rating::{LevelRating, Odds, Task};
use spar_challenge::sight::Sight;
use spar_challenge::survey::{Asked, Survey, survey};
use spar_rules::{Game, Notation, Side};
use spar_solve::explicit::estimate;
use spar_solve::whole::Whole;
use spar_solve::{Budget, Desk, Silent, SolveError};
use std::ops::ControlFlow;

/// The chances of two players in both seats, as far as they are known.
type Meet<G> = fn(&At<G>, [Player; 2], &Desk) -> [Option<Chances>; 2];

/// What a game with levels can do, as plain functions.
pub(super) struct Levels<G: Game> {
    pub(super) generate: Generate<G>,
    pub(super) rate: Rate<G>,
    pub(super) meet: Meet<G>,
    pub(super) level_rating: LevelRated<G>,
    pub(super) looks: fn(&At<G>, u32, &Budget) -> Result<Looks, Unknown>,
    pub(super) preferred: Preferred<G>,
    pub(super) furthest: Furthest<G>,
    pub(super) verify: Verify<G>,
    pub(super) survey: fn(&Kit<G>, &Asked, &Budget) -> Result<Survey, SolveError>,
}

pub(super) type Generate<G> = fn(
    &Kit<G>,
    &Wish<'_>,
    &Desk,
    &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError>;
type Rate<G> = fn(&At<G>, Match, Side, (u64, u64), &Desk) -> Result<TextLevel, Unknown>;
type LevelRated<G> = fn(&At<G>, Task<()>, &Desk) -> Result<LevelRating, Unknown>;
/// What it costs is taken from the budget.
type Preferred<G> = fn(
    &G,
    &<G as Game>::Position,
    u32,
    Ties,
    &mut Budget,
) -> Result<Vec<<G as Game>::Move>, Unknown>;
type Furthest<G> = fn(
    &G,
    &<G as Game>::Position,
    &[<G as Game>::Move],
    u32,
    Ties,
    &Budget,
) -> Vec<<G as Game>::Move>;

impl<G: Game> Clone for Levels<G> {
    fn clone(&self) -> Levels<G> {
        *self
    }
}
impl<G: Game> Copy for Levels<G> {}

impl<G: Notation + Playable> Kit<G> {
    /// Its positions can be levels.
    #[must_use]
    pub fn with_levels(mut self) -> Kit<G> {
        self.abilities.levels = Some(Levels {
            generate: find,
            rate,
            meet,
            level_rating,
            looks: looked_at,
            preferred,
            furthest,
            verify: verify::verify,
            survey: surveyed,
        });
        self
    }
}

/// A game whose longest play has more moves than this is not tried as a whole if it
/// has no ranks.
const LONGEST_UNRANKED: u32 = 24;

fn find<G: Notation + Playable>(
    kit: &Kit<G>,
    wish: &Wish<'_>,
    desk: &Desk,
    take: &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError> {
    if wish.wanted.impossible().is_some() {
        return Ok(Report::Solved(Census { taken: 0, exist: Some(0), undecided: 0 }));
    }
    let game = &*kit.game;
    let also = |position: &G::Position| fits_wish(kit, wish, position);
    let request = Request {
        wanted: wish.wanted,
        also: &also,
        count: wish.count,
        pick: wish.pick,
        seed: wish.seed,
    };
    let mut take = |level: Found<G>| take(written(game, level));
    let may_fit = match game.ranks() {
        Some(ranks) => estimate(ranks) <= u128::from(desk.budget.memory),
        None => game.horizon(&game.start()) <= LONGEST_UNRANKED,
    };
    if may_fit {
        let (name, layered) = (&kit.facts.name, kit.abilities.layered);
        match Whole::get(game, name, layered, desk, &mut Vec::new()) {
            Ok(whole) => {
                let census = generate::from_solved(game, whole, &request, desk, &mut take)?;
                return Ok(Report::Solved(census));
            }
            Err(SolveError::Stopped) => return Err(SolveError::Stopped.into()),
            Err(_) => {}
        }
    }
    let mut searched = Searched::default();
    let attempts = wish.attempts;
    let ended = generate::search(game, &request, attempts, desk, &mut searched, &mut take);
    match ended {
        Ok(()) => Ok(Report::Searched { searched, stopped: false }),
        Err(GenerateError::Solve(SolveError::Stopped)) => {
            Ok(Report::Searched { searched, stopped: true })
        }
        Err(error) => Err(error),
    }
}

/// Whether the stones and the list of served positions allow it.
fn fits_wish<G: Notation + Playable>(
    kit: &Kit<G>,
    wish: &Wish<'_>,
    position: &G::Position,
) -> bool {
    let stones = || {
        let scenes = kit.abilities.scenes.as_ref()?;
        Some((scenes.scene)(&kit.game, position).n_tokens())
    };
    let fits = wish.stones.is_none_or(|span| stones().is_some_and(|it| span.contains(&it)));
    let text = || kit.game.write_position(&kit.game.canonical(position));
    fits && (wish.served.is_empty() || !wish.served.contains(&text()))
}

pub(super) fn written<G: Notation>(game: &G, level: Found<G>) -> TextLevel {
    level.map(|position| game.write_position(position), |at, mv| game.write_move(at, mv))
}

fn rate<G: Notation + Playable>(
    at: &At<G>,
    of: Match,
    side: Side,
    sample: (u64, u64),
    desk: &Desk,
) -> Result<TextLevel, Unknown> {
    let game = &*at.game;
    let oracle = Oracle::new(game, &at.name, desk);
    let level = Rater::new(game, of, oracle, &desk.budget).rating(&at.position, side, sample)?;
    Ok(written(game, level))
}

fn meet<G: Notation + Playable>(
    at: &At<G>,
    players: [Player; 2],
    desk: &Desk,
) -> [Option<Chances>; 2] {
    duel::seats(&*at.game, &at.name, &at.position, players, desk)
}

fn level_rating<G: Notation + Playable>(
    at: &At<G>,
    task: Task<()>,
    desk: &Desk,
) -> Result<LevelRating, Unknown> {
    let oracle = Oracle::new(&*at.game, &at.name, desk);
    let task = task.at(at.position.clone());
    Odds::new(&*at.game, oracle, &desk.budget).rating(&task)
}

fn looked_at<G: Notation + Playable>(
    at: &At<G>,
    rounds: u32,
    budget: &Budget,
) -> Result<Looks, Unknown> {
    let (game, here) = (&*at.game, &at.position);
    let mut sight = Sight::new(game, budget.clone());
    let mut looks = Vec::new();
    for (mv, look) in sight.looks(here, rounds)? {
        let mut next = game.after(here, mv);
        let mut line = Vec::new();
        for mv in sight.line(&next, 2 * rounds.max(1) - 1)? {
            line.push(game.write_move(&next, mv));
            next = game.after(&next, mv);
        }
        looks.push(LookedAt { mv: game.write_move(here, mv), look, line });
    }
    Ok(looks)
}

fn surveyed<G: Notation + Playable>(
    kit: &Kit<G>,
    asked: &Asked,
    budget: &Budget,
) -> Result<Survey, SolveError> {
    survey(&*kit.game, &kit.facts.name, asked, budget, &Silent)
}

fn preferred<G: Playable>(
    game: &G,
    position: &G::Position,
    rounds: u32,
    ties: Ties,
    budget: &mut Budget,
) -> Result<Vec<G::Move>, Unknown> {
    let mut liked = Vec::new();
    let mut sight = Sight::new(game, budget.clone());
    let seen = sight.preferred(position, rounds, ties, &mut liked);
    budget.nodes = budget.nodes.saturating_sub(sight.nodes());
    seen.map(|()| liked)
}

fn furthest<G: Playable>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    rounds: u32,
    ties: Ties,
    budget: &Budget,
) -> Vec<G::Move> {
    Sight::new(game, budget.clone()).furthest(position, moves, rounds, ties)
}

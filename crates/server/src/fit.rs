//! Selection of the next level: the rating of a person, the ratings of levels, and the level
//! that they solve with the chance they want.

use super::people;
use super::state::App;
use sha2::{Digest as _, Sha256};
use spar_catalog::ladder::{self, OPPONENTS, Rung};
use spar_catalog::level_json::Level;
use spar_catalog::{AnyGame, AnyPosition, Offered, Wish, budgets};
use spar_challenge::generate::Pick;
use spar_challenge::judge::Goal;
use spar_challenge::policy::Player;
use spar_challenge::rating::scale::{STATED, level_for};
use spar_challenge::rating::{LevelRating, Rating, Task, days_between, matched};
use spar_rules::Side;
use spar_solve::CacheKey;
use spar_store::{Millis, Reader, StoreError, Tried};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The history of a person at one game.
pub(crate) struct Past {
    /// The canonical texts of the levels that they had, the oldest first.
    pub(crate) served: Vec<String>,
    /// All tries, in their order.
    pub(crate) tries: Vec<Tried>,
}

impl Past {
    /// Reads the history of a person at a game.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) fn read(reader: &Reader<'_>, player: &str, game: &str) -> Result<Past, StoreError> {
        let (served, tries) = (reader.served(player, game)?, reader.tries_at(player, game)?);
        Ok(Past { served, tries })
    }

    /// Their rating at this time.
    pub(crate) fn rating(&self, now: Millis) -> Rating {
        let last = self.tries.iter().rev().find_map(|it| Some((it.rated?.after, it.decided.at)));
        last.map_or(Rating::NEW, |(rating, at)| rating.away(days_between(at, now)))
    }
}

/// A level that may be given.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) position: String,
    pub(crate) side: Side,
    pub(crate) opponent: Player,
    pub(crate) goal: Goal,
    pub(crate) rung: Option<u32>,
    pub(crate) hard: Option<LevelRating>,
}

/// The rating of a position as a level for this side against this opponent; none if it cannot
/// be computed quickly.
pub(crate) fn hard(
    app: &App,
    position: &dyn AnyPosition,
    game: &dyn AnyGame,
    task: &Task<()>,
) -> Option<LevelRating> {
    let (name, canonical) = (&game.facts().name, position.stands_for());
    let is_kept = task.goal == Goal::Win && task.side == position.side();
    if is_kept && let Some(it) = ladder::rated_as(name, &canonical, &task.opponent) {
        return Some(LevelRating { rating: it.rating, solved: it.solved });
    }
    let key = CacheKey::new(&name.as_str().into(), task.clone().at(canonical));
    if let Some(found) = app.memory.recall(&key)
        && let Some(hard) = found.downcast_ref::<Option<LevelRating>>()
    {
        return *hard;
    }
    let context = app.context(game);
    let budget =
        context.budget.clone().with_nodes(budgets::scaled_for(budgets::RATING_NODES, game));
    let found = position.level_rating(task, &spar_solve::Context { budget, ..context });
    let hard = found.and_then(Result::ok);
    if !app.is_stopped() {
        app.memory.keep(key, Arc::new(hard));
    }
    hard
}

/// The opponent whom a person with this rating beats in half of whole games.
pub(crate) fn opponent(game: &dyn AnyGame, person: Rating) -> Player {
    let players = (1..STATED.len()).map(|it| (stated(game, it), STATED[it]));
    // The random player is too weak for anybody who knows the rules.
    matched(person.rating, 0.5, players, 0).unwrap_or(stated(game, 1))
}

/// The player of this game with the stated rating of this index.
pub(crate) fn stated(game: &dyn AnyGame, number: usize) -> Player {
    game.players().stated[number].clone()
}

/// A level whose chance differs from the wanted one by more than this does not fit well:
/// another level is generated, and if that does not help, the answer says so.
pub(crate) const FAR: f64 = 0.15;

/// The rung of levels in games that list all their levels and have no rungs.
const ONLY_RUNG: u32 = 1;

/// The conditions on the next level.
pub(crate) struct Wanted<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) person: Rating,
    /// The chance to solve it.
    pub(crate) chance: f64,
    /// The canonical texts of levels that they had or skipped.
    pub(crate) had: &'a HashSet<String>,
}

impl Wanted<'_> {
    /// A new level that fits: a built-in one, or a generated one if none is near; none if
    /// there is neither.
    pub(crate) fn fresh(&self, app: &App) -> Option<Given> {
        if self.game.lists_levels() {
            return self.of_all(app);
        }
        let kept = self.kept();
        let off = |it: &Given| if it.hard.is_some() { self.off(it).abs() } else { 1.0 };
        if kept.as_ref().is_some_and(|it| off(it) <= FAR) {
            return kept;
        }
        let rung = ladder::rung_of(level_for(self.person.rating, self.chance));
        let made = self.generated(app, rung);
        match (kept, made) {
            (Some(kept), Some(made)) if off(&made) < off(&kept) => Some(made),
            (kept, made) => kept.or(made).or_else(|| self.of_other_rungs(app, rung)),
        }
    }

    /// The level and the opponent that fit best, of all levels of the game.
    fn of_all(&self, app: &App) -> Option<Given> {
        let (context, goal) = (app.context(self.game), *self.game.goals().first()?);
        let mut rated = Vec::new();
        for Offered { player: opponent, .. } in self.game.players().offered.iter().skip(1) {
            let listed = self.game.listed_levels(opponent, &context)?;
            let fresh = listed.into_iter().filter(|it| !self.had.contains(&it.position));
            rated.extend(fresh.map(|it| {
                let (hard, rating) = (Some(it.rating), it.rating.rating);
                let (position, side, opponent) = (it.position, it.side, opponent.clone());
                (Given { position, side, opponent, goal, rung: Some(ONLY_RUNG), hard }, rating)
            }));
        }
        matched(self.person.rating, self.chance, rated, self.seed())
    }

    /// The chance to solve a level minus the wanted chance; 0 if the chance is unknown.
    pub(crate) fn off(&self, given: &Given) -> f64 {
        given.hard.map_or(0.0, |it| self.person.expected(it.rating) - self.chance)
    }

    /// The seed that breaks ties. It changes with every level.
    fn seed(&self) -> u64 {
        self.had.len() as u64
    }

    /// The built-in level and the opponent that fit best.
    fn kept(&self) -> Option<Given> {
        let name = &self.game.facts().name;
        let fresh: Vec<&ladder::LadderRating> = {
            let is_fresh = |it: &&ladder::LadderRating| {
                it.kept.canonical(self.game).is_some_and(|text| !self.had.contains(&text))
            };
            ladder::rated(name).iter().filter(is_fresh).collect()
        };
        let rated = fresh.into_iter().map(|it| (it, it.rating));
        let chosen = matched(self.person.rating, self.chance, rated, self.seed())?;
        Some(given(chosen))
    }

    /// The level that they had longest ago, against the opponent who
    /// fits best.
    pub(crate) fn had_before(&self, had: &[String]) -> Option<Given> {
        if self.game.lists_levels() {
            let position = self.game.read_position(had.first()?).ok()?;
            let opponent = self.game.players().usual.clone();
            let goal = *self.game.goals().first()?;
            let (position, side) = (position.text(), position.side());
            return Some(Given {
                position,
                side,
                opponent,
                goal,
                rung: Some(ONLY_RUNG),
                hard: None,
            });
        }
        let rung = ladder::rung_of(level_for(self.person.rating, self.chance));
        let kept = ladder::choose_of(self.game, rung, had)?;
        let of = ladder::rated(&self.game.facts().name).iter();
        let rated = of.filter(|it| std::ptr::eq(it.kept, kept)).map(|it| (it, it.rating));
        Some(given(matched(self.person.rating, self.chance, rated, self.seed())?))
    }

    /// A generated level of this rung, found within a small budget, against the
    /// opponent who fits best, or the rung's own if no rating can be computed quickly.
    fn generated(&self, app: &App, rung: u32) -> Option<Given> {
        let game = self.game;
        let level = remembered(app, game, rung, self.had)?;
        let position = game.read_position(&level.position).ok()?;
        let side = position.side();
        let of = |opponent: Player| {
            let task = Task { position: (), side, goal: Goal::Win, opponent: opponent.clone() };
            let hard = hard(app, &*position, game, &task)?;
            let position = level.position.clone();
            let (goal, rung, rating) = (Goal::Win, Some(rung), hard.rating);
            Some((Given { position, side, opponent, goal, rung, hard: Some(hard) }, rating))
        };
        let rated = OPPONENTS.iter().cloned().filter_map(of);
        let fitting = matched(self.person.rating, self.chance, rated, self.seed());
        fitting.or_else(|| {
            let opponent = Rung::numbered(rung)?.opponent;
            let (position, goal, rung) = (level.position.clone(), Goal::Win, Some(rung));
            Some(Given { position, side, opponent, goal, rung, hard: None })
        })
    }

    fn of_other_rungs(&self, app: &App, rung: u32) -> Option<Given> {
        // A game without built-in levels accepts any rung.
        if ladder::kept(&self.game.facts().name).next().is_some() {
            return None;
        }
        // Try a somewhat easier rung, then the easiest; other rungs take too long.
        let others = [rung.saturating_sub(1), 1].into_iter().filter(|it| *it != rung);
        others.into_iter().find_map(|rung| self.generated(app, rung))
    }
}

fn given(rated: &ladder::LadderRating) -> Given {
    let level = &rated.kept.level;
    Given {
        position: level.position.clone(),
        side: if level.side == "second" { Side::Second } else { Side::First },
        opponent: rated.opponent.clone(),
        goal: Goal::Win,
        rung: Some(rated.kept.rung),
        hard: Some(LevelRating { rating: rated.rating, solved: rated.solved }),
    }
}

/// A cache key: no level of this rung was found for a person with this set of levels.
#[derive(PartialEq, Eq, Hash)]
struct NoLevelKey {
    rung: u32,
    /// The digest of their texts.
    had: String,
}

/// A generated level. A search without a result is cached. The result depends on the rung and
/// on all levels that the person had, so the key contains both.
fn remembered(app: &App, game: &dyn AnyGame, rung: u32, had: &HashSet<String>) -> Option<Level> {
    let key = NoLevelKey { rung, had: digest(had) };
    let key = CacheKey::new(&game.facts().name.as_str().into(), key);
    if app.memory.recall(&key).is_some() {
        return None;
    }
    let level = generated(app, game, rung, had);
    if level.is_none() && !app.is_stopped() {
        app.memory.keep(key, Arc::new(()));
    }
    level
}

/// A digest of a set of texts.
fn digest(texts: &HashSet<String>) -> String {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.sort_unstable();
    // The text of a position contains no space.
    people::hex(&Sha256::digest(texts.join(" ")))
}

/// A generated level, found within a small budget.
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
    let context = app.context(game);
    let budget = context.budget.clone();
    let context = spar_solve::Context {
        budget: budget
            .with_nodes(budgets::scaled_for(budgets::LEVEL_NODES, game))
            .with_memory(budgets::LEVEL_MEMORY),
        memory: None,
        ..context
    };
    let mut found = None;
    let _ = game.generate(&wish, &context, &mut |level| {
        found = Some(Level::of(game, &level));
        ControlFlow::Break(())
    })?;
    found
}

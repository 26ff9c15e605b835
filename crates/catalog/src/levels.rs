//! The abilities that come with levels: finding and counting them, rating positions, and
//! showing what players of some foresight see.

use super::any::{LookedAt, Looks, RatedLevel, Report, TextLevel, Wish};
use super::kit::Kit;
use super::players::Players;
use super::position::At;
use super::verify::{self, Verify};
use crate::budgets;
use spar_challenge::chance::Chances;
use spar_challenge::duel;
use spar_challenge::generate::{self, Census, Found, GenerateError, Playable, Request, Searched};
use spar_challenge::level::{Match, Rater};
use spar_challenge::oracle::{ByEvaluation, Oracle};
use spar_challenge::policy::{CachedRoster, Known, LookAhead, Player, Roster, Unknown};
use spar_challenge::rating::{LevelRating, Odds, Task};
use spar_challenge::response::{Question, Sweeps, WholeResponses};
use spar_challenge::session::Goal;
use spar_challenge::sight::Sight;
use spar_challenge::survey::{Asked, RateError, Survey, Unrated, Visit, rate_each, survey};
use spar_rules::{Game, Notation, Side};
use spar_solve::explicit::estimate;
use spar_solve::whole::Whole;
use spar_solve::{Budget, Context, Silent, SolveError};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a game with levels can do, as plain functions.
pub(super) struct Levels<G: Game> {
    /// What a person is asked for in a level of this game.
    pub(super) goals: &'static [Goal],
    pub(super) generate: Generate<G>,
    pub(super) rate: Rate<G>,
    pub(super) level_rating: LevelRated<G>,
    pub(super) verify: Verify<G>,
    /// How moves look to players of some foresight, where the game has them.
    pub(super) looks: Option<LooksOf<G>>,
    /// The whole game counted, where that can be done.
    pub(super) survey: Option<SurveyOf<G>>,
    /// Every position rated, where that can be done.
    pub(super) rate_each: Option<RateEach<G>>,
    /// All levels with their ratings, where their number is small.
    pub(super) listed: Option<ListedLevels<G>>,
}

pub(super) type Generate<G> = fn(
    &Kit<G>,
    &Wish<'_>,
    &Context,
    &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError>;
type Rate<G> = fn(&At<G>, &Match, Side, (u64, u64), &Context) -> Result<TextLevel, Unknown>;
type LevelRated<G> = fn(&At<G>, &Task<()>, &Context) -> Result<LevelRating, Unknown>;
type LooksOf<G> = fn(&At<G>, u32, &Budget) -> Result<Looks, Unknown>;
type SurveyOf<G> = fn(&Kit<G>, &Asked, &Budget) -> Result<Survey, SolveError>;
type RateEach<G> = fn(
    &Kit<G>,
    &Match,
    &Context,
    &mut Vec<String>,
    &mut Visit<'_, <G as Game>::Position>,
) -> Result<ControlFlow<()>, RateError>;
type ListedLevels<G> = fn(&At<G>, &Player, &Context) -> Result<Vec<RatedLevel>, Unknown>;

impl<G: Game> Clone for Levels<G> {
    fn clone(&self) -> Levels<G> {
        *self
    }
}
impl<G: Game> Copy for Levels<G> {}

impl<G: Notation + Playable> Kit<G> {
    /// Its positions can be levels, and it has players that look ahead.
    #[must_use]
    pub fn with_levels(mut self) -> Kit<G> {
        self.abilities.levels = Some(Levels {
            goals: &[Goal::Win, Goal::Draw],
            generate: find,
            rate,
            level_rating,
            verify: verify::verify,
            looks: Some(looked_at),
            survey: Some(surveyed),
            rate_each: Some(rated_each),
            listed: None,
        });
        self.abilities.meet = Some(meet);
        self.abilities.roster = roster;
        self.abilities.sweep = Some(swept);
        let n_moves = n_moves(&*self.game);
        self.players = Arc::new(Players::looking_ahead(self.game.ranks(), n_moves));
        self
    }
}

/// A game whose longest play has more moves than this is not tried as a whole if it
/// has no ranks. One that may go on without end is: a search cannot prove its draws.
const LONGEST_UNRANKED: u32 = 24;

fn find<G: Notation + Playable>(
    kit: &Kit<G>,
    wish: &Wish<'_>,
    context: &Context,
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
        Some(ranks) => estimate(ranks) <= u128::from(context.budget.memory),
        None => game.horizon(&game.start()).is_none_or(|it| it <= LONGEST_UNRANKED),
    };
    if may_fit {
        let (name, layered) = (&kit.facts.name, kit.abilities.layered);
        match Whole::get(game, name, layered, context, &mut Vec::new()) {
            Ok(whole) => {
                let census = generate::from_solved(game, whole, &request, context, &mut take)?;
                return Ok(Report::Solved(census));
            }
            Err(SolveError::Stopped) => return Err(SolveError::Stopped.into()),
            Err(_) => {}
        }
    }
    let mut searched = Searched::default();
    let attempts = wish.attempts;
    let ended = generate::search(game, &request, attempts, context, &mut searched, &mut take);
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
    of: &Match,
    side: Side,
    sample: (u64, u64),
    context: &Context,
) -> Result<TextLevel, Unknown> {
    let game = &*at.game;
    let oracle = Oracle::new(game, &at.name, context);
    let mut rater = Rater::new(game, of.clone(), oracle, &context.budget);
    let level = rater.rating(&at.position, side, sample)?;
    Ok(written(game, level))
}

fn meet<G: Notation + Playable>(
    at: &At<G>,
    players: [&Player; 2],
    context: &Context,
) -> [Option<Chances>; 2] {
    duel::seats(&*at.game, &at.name, &at.position, players, context)
}

fn level_rating<G: Notation + Playable>(
    at: &At<G>,
    task: &Task<()>,
    context: &Context,
) -> Result<LevelRating, Unknown> {
    let oracle = Oracle::new(&*at.game, &at.name, context);
    let task = task.clone().at(at.position.clone());
    Odds::new(&*at.game, oracle, &context.budget).rating(&task)
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
        let mut next = game.after(here, mv.clone());
        let mut line = Vec::new();
        for mv in sight.line(&next, 2 * rounds.max(1) - 1)? {
            line.push(game.write_move(&next, mv.clone()));
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

fn rated_each<G: Notation + Playable>(
    kit: &Kit<G>,
    of: &Match,
    context: &Context,
    remarks: &mut Vec<String>,
    visit: &mut Visit<'_, G::Position>,
) -> Result<ControlFlow<()>, RateError> {
    let (name, layered) = (&kit.facts.name, kit.abilities.layered);
    let whole = Whole::get(&*kit.game, name, layered, context, remarks).map_err(Unrated::from)?;
    rate_each(&*kit.game, whole, of, (&context.budget, &*context.progress), visit)
}

/// Best responses from every position. Whoever remembers single positions has many games open
/// and no room for whole ones.
fn swept<G: Notation + Playable>(
    at: &At<G>,
    question: &Question,
    context: &Context,
) -> Option<Arc<WholeResponses<G>>> {
    let may_sweep = context.memory.is_none();
    may_sweep
        .then(|| at.kept.or_default::<Sweeps<G>>().get(&*at.game, &at.name, question, context))
        .flatten()
}

/// The players of a game with an evaluation, for an answer that a person waits for.
fn roster<'a, G: Notation + Playable>(
    at: &'a At<G>,
    context: &'a Context,
) -> Box<dyn Roster<'a, G> + 'a> {
    let game = &*at.game;
    let valuer = ByEvaluation::<G, _>::new(move |position| at.known(position, context));
    // The part for finding out may be over; a guess has what is left of the whole.
    let whole = context.budget.whole();
    let quick = budgets::scaled(budgets::QUICK_NODES, n_moves(game));
    let nodes = whole.nodes.min(quick);
    let guesses = whole.with_nodes(nodes);
    let known = Known::with_guesses(game, valuer, context.budget.clone(), guesses);
    let roster = LookAhead::new(known.with_sweeps(move |question| swept(at, question, context)));
    match &context.memory {
        Some(memory) => {
            let (game, memory) = (Arc::clone(&at.name), Arc::clone(memory));
            Box::new(CachedRoster { roster, game, memory })
        }
        None => Box::new(roster),
    }
}

/// How many moves the start has.
fn n_moves<G: Game>(game: &G) -> usize {
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    moves.len()
}

#[cfg(test)]
mod tests;

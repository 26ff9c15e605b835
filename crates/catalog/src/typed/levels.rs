//! The abilities of games with levels: generating, rating and verifying them.

use super::game::TypedGame;
use super::position::{TypedPosition, roster, swept};
use crate::any::{Doubted, RatedLevel, Report, TextClaim, TextEyes, TextLevel, Wish};
use crate::budgets;
use crate::players::Players;
use spar_challenge::chance::{Chances, Parts};
use spar_challenge::eyes::see;
use spar_challenge::generate::{self, Census, Found, GenerateError, Playable, Searched};
use spar_challenge::hardness::{Hardness, categories};
use spar_challenge::judge::Goal;
use spar_challenge::level::{CATEGORIES, Match, Rater, SamplePlan};
use spar_challenge::oracle::Oracle;
use spar_challenge::players::Known;
use spar_challenge::policy::{Player, Unknown, Valued, Valuer};
use spar_challenge::rating::{LevelRating, Odds, Task};
use spar_challenge::sight::Sight;
use spar_challenge::survey::{Asked, RateError, Survey, Unrated, Visit, rate_each, survey};
use spar_challenge::verify::{Checker, Claim, Claimed, Doubt};
use spar_challenge::{explain, matches, why};
use spar_rules::{Game, Notation, Ranked, Side, Tactics, Value};
use spar_solve::explicit::estimate;
use spar_solve::whole::Whole;
use spar_solve::{Budget, Context, Interval, Silent, SolveError};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The abilities of a game with levels, as function pointers.
pub(super) struct Levels<G: Game> {
    /// The goals that a level of this game can have.
    pub(super) goals: &'static [Goal],
    pub(super) generate: Generate<G>,
    pub(super) rate: Rate<G>,
    pub(super) level_rating: LevelRated<G>,
    pub(super) verify: Verify<G>,
    /// What a player with some foresight sees, if the game has such players.
    pub(super) eyes: Option<EyesOf<G>>,
    /// Statistics of the whole game, if it can be solved.
    pub(super) survey: Option<SurveyOf<G>>,
    /// Rates every position, if the game can be solved.
    pub(super) rate_each: Option<RateEach<G>>,
    /// Lists all levels with their ratings, if they are few.
    pub(super) listed: Option<ListedLevels<G>>,
}

pub(super) type Generate<G> = fn(
    &TypedGame<G>,
    &Wish<'_>,
    &Context,
    &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError>;
type Rate<G> =
    fn(&TypedPosition<G>, &Match, Side, &SamplePlan, &Context) -> Result<TextLevel, Unknown>;
type LevelRated<G> = fn(&TypedPosition<G>, &Task<()>, &Context) -> Result<LevelRating, Unknown>;
type EyesOf<G> = fn(&TypedPosition<G>, u32, &Budget) -> Result<TextEyes, Unknown>;
type SurveyOf<G> = fn(&TypedGame<G>, &Asked, &Budget) -> Result<Survey, SolveError>;
type RateEach<G> = fn(
    &TypedGame<G>,
    &Match,
    &Context,
    &mut Vec<String>,
    &mut Visit<'_, <G as Game>::Position>,
) -> Result<ControlFlow<()>, RateError>;
type ListedLevels<G> = fn(&TypedPosition<G>, &Player, &Context) -> Result<Vec<RatedLevel>, Unknown>;

impl<G: Game> Clone for Levels<G> {
    fn clone(&self) -> Levels<G> {
        *self
    }
}
impl<G: Game> Copy for Levels<G> {}

impl<G: Notation + Playable> TypedGame<G> {
    /// Adds levels, and players that look ahead.
    #[must_use]
    pub fn with_levels(mut self) -> TypedGame<G> {
        self.abilities.levels = Some(Levels {
            goals: &[Goal::Win, Goal::Draw],
            generate: find,
            rate,
            level_rating,
            verify,
            eyes: Some(seen_by),
            survey: Some(surveyed),
            rate_each: Some(rated_each),
            listed: None,
        });
        self.abilities.meet = Some(meet);
        self.abilities.roster = roster;
        self.abilities.sweep = Some(swept);
        let n_moves = self.game.legal(&self.game.start()).len();
        let quick = self.quick / self.sight_cost;
        self.players = Arc::new(Players::looking_ahead(self.game.ranks(), n_moves, quick));
        self
    }
}

/// The maximum number of plies of a game without ranks that is solved as a whole. Games with
/// cycles are always solved as a whole, because a search cannot prove their draws.
const LONGEST_UNRANKED: u32 = 24;

/// Returns whether a game may be small enough to be solved as a whole.
pub(super) fn may_fit<G: Ranked>(game: &G, budget: &Budget) -> bool {
    match game.ranks() {
        Some(ranks) => estimate(ranks) <= u128::from(budget.memory),
        None => game.horizon(&game.start()).is_none_or(|it| it <= LONGEST_UNRANKED),
    }
}

fn find<G: Notation + Playable>(
    typed: &TypedGame<G>,
    wish: &Wish<'_>,
    context: &Context,
    take: &mut dyn FnMut(TextLevel) -> ControlFlow<()>,
) -> Result<Report, GenerateError> {
    if wish.wanted.impossible().is_some() {
        return Ok(Report::Solved(Census { taken: 0, exist: Some(0), undecided: 0 }));
    }
    let game = &*typed.game;
    let also = |position: &G::Position| fits_wish(typed, wish, position);
    let request = wish.request(&also);
    let mut take = |level: Found<G>| take(written(game, level));
    if may_fit(game, &context.budget) {
        let (name, layered) = (&typed.facts.name, typed.abilities.layered);
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

/// Returns whether a position has the requested number of stones and was not served before.
fn fits_wish<G: Notation + Playable>(
    typed: &TypedGame<G>,
    wish: &Wish<'_>,
    position: &G::Position,
) -> bool {
    let stones = || {
        let scenes = typed.abilities.scenes.as_ref()?;
        Some((scenes.scene)(&typed.game, position).n_tokens())
    };
    let fits = wish.stones.is_none_or(|span| stones().is_some_and(|it| span.contains(&it)));
    let text = || typed.game.write_position(&typed.game.canonical(position));
    fits && (wish.served.is_empty() || !wish.served.contains(&text()))
}

pub(super) fn written<G: Notation>(game: &G, level: Found<G>) -> TextLevel {
    level.map(|position| game.write_position(position), |at, mv| game.write_move(at, mv))
}

fn rate<G: Notation + Playable>(
    at: &TypedPosition<G>,
    of: &Match,
    side: Side,
    plan: &SamplePlan,
    context: &Context,
) -> Result<TextLevel, Unknown> {
    let (game, position) = (&*at.game, &at.position);
    let new_oracle = |budget: Budget| {
        let own = Context::quiet(budget, context.sources.clone());
        Oracle::new(game, &at.name, &own)
    };
    let budget = &context.budget;
    let Some(computing) = &plan.computing else {
        let mut rater = Rater::new(game, of.clone(), new_oracle(budget.clone()), budget);
        return Ok(written(game, rater.rating(position, side, plan)?));
    };
    let mut rater = Rater::new(game, of.clone(), new_oracle(computing.clone()), computing);
    if let Ok(level) = rater.exact_rating(position, side) {
        return Ok(written(game, level));
    }
    let known = if plan.may_guess {
        let guesses = budget.clone().with_nodes(budgets::GUESS_NODES);
        let sight = budget.clone().with_nodes(budgets::SAMPLE_NODES);
        let renew = || new_oracle(budget.clone().with_nodes(budgets::GUESS_NODES));
        Known::with_guesses(game, RenewedOracle { renew, nodes: 0 }, sight, guesses)
    } else {
        Known::new(game, new_oracle(budget.clone()), budget.clone())
    };
    let level = Rater::with_known(game, of.clone(), known).sampled_rating(position, side, plan)?;
    Ok(written(game, level))
}

/// An oracle with a full budget for each position.
struct RenewedOracle<F> {
    renew: F,
    /// The maximum total cost of all positions so far.
    nodes: u64,
}

impl<'a, G: Ranked + Tactics, F: Fn() -> Oracle<'a, G>> Valuer<G> for RenewedOracle<F> {
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        self.nodes += budgets::GUESS_NODES;
        (self.renew)().move_values(game, position)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn meet<G: Notation + Playable>(
    at: &TypedPosition<G>,
    players: [&Player; 2],
    context: &Context,
) -> [Option<Chances>; 2] {
    matches::seats(&*at.game, &at.name, &at.position, players, context)
}

fn level_rating<G: Notation + Playable>(
    at: &TypedPosition<G>,
    task: &Task<()>,
    context: &Context,
) -> Result<LevelRating, Unknown> {
    let oracle = Oracle::new(&*at.game, &at.name, context);
    let task = task.clone().at(at.position.clone());
    Odds::new(&*at.game, oracle, &context.budget).rating(&task)
}

fn seen_by<G: Notation + Playable>(
    at: &TypedPosition<G>,
    rounds: u32,
    budget: &Budget,
) -> Result<TextEyes, Unknown> {
    let (game, here) = (&*at.game, &at.position);
    let seen = see(game, &mut Sight::new(game, budget.clone()), here, rounds)?;
    let written = seen.map(
        |mv| game.write_move(here, mv.clone()),
        |mv, line| explain::written(game, &game.after(here, mv.clone()), line),
    );
    Ok(written)
}

fn surveyed<G: Notation + Playable>(
    typed: &TypedGame<G>,
    asked: &Asked,
    budget: &Budget,
) -> Result<Survey, SolveError> {
    survey(&*typed.game, &typed.facts.name, asked, budget, &Silent)
}

fn rated_each<G: Notation + Playable>(
    typed: &TypedGame<G>,
    of: &Match,
    context: &Context,
    remarks: &mut Vec<String>,
    visit: &mut Visit<'_, G::Position>,
) -> Result<ControlFlow<()>, RateError> {
    let (name, layered) = (&typed.facts.name, typed.abilities.layered);
    let whole = Whole::get(&*typed.game, name, layered, context, remarks).map_err(Unrated::from)?;
    rate_each(&*typed.game, whole, of, (&context.budget, &*context.progress), visit)
}

pub(super) type Verify<G> = fn(&G, &[TextClaim], u64, &Budget) -> Vec<Result<(), Doubted>>;

pub(super) fn verify<G: Notation + Playable>(
    game: &G,
    claims: &[TextClaim],
    most_positions: u64,
    budget: &Budget,
) -> Vec<Result<(), Doubted>> {
    let mut verifier = Verifier { game, checker: Checker::new(game, most_positions), budget };
    let mut results: Vec<Result<(), Doubted>> = Vec::new();
    for claim in claims {
        let stopped = budget.is_stopped().then_some(Doubted::Stopped);
        results.push(stopped.map_or_else(|| verifier.check(claim), Err));
    }
    results
}

struct Verifier<'a, G: Notation + Playable> {
    game: &'a G,
    checker: Checker<'a, G>,
    budget: &'a Budget,
}

impl From<Doubt> for Doubted {
    fn from(doubt: Doubt) -> Doubted {
        match doubt {
            Doubt::TooMuch { .. } => Doubted::TooMuch(doubt.to_string()),
            Doubt::Player { .. } => Doubted::Unchecked(doubt.to_string()),
            doubt => Doubted::Wrong(doubt.to_string()),
        }
    }
}

impl<G: Notation + Playable> Verifier<'_, G> {
    fn check(&mut self, claim: &TextClaim) -> Result<(), Doubted> {
        let wrong = |error: spar_rules::ReadError| Doubted::Wrong(error.what);
        let game = self.game;
        let position = game.read_position(&claim.position).map_err(wrong)?;
        let read = |list: &[String]| -> Result<Vec<G::Move>, Doubted> {
            list.iter().map(|mv| game.read_move(&position, mv).map_err(wrong)).collect()
        };
        let value = claim.value.ok_or_else(|| {
            Doubted::Wrong("its value is missing, so it is not a level".to_owned())
        })?;
        if claim.best.is_some() || !claim.best_moves.is_empty() {
            return Err(Doubted::Wrong(
                "`best` and `best_moves` are only for games with dice".to_owned(),
            ));
        }
        self.checker.check(&Claim {
            winning: read(&claim.winning)?,
            fastest: read(&claim.fastest)?,
            position: position.clone(),
            learner_side: claim.side,
            learner: claim.of.learner.clone(),
            opponent: claim.of.opponent.clone(),
            value,
            chances: claim.chances,
        })?;
        if let Some(category) = &claim.category {
            self.check_category(claim, &position, category)?;
        }
        let values = self.checker.move_values(&position)?;
        if let Some(moves) = &claim.moves {
            let found: Vec<(String, Value)> = values
                .iter()
                .map(|(mv, value)| (game.write_move(&position, mv.clone()), *value))
                .collect();
            if *moves != found {
                let told = found.iter().map(|(mv, value)| format!("{mv} {value}"));
                let told: Vec<String> = told.collect();
                return Err(Doubted::Wrong(format!("`moves` should be: {}", told.join(", "))));
            }
        }
        self.check_why(claim, &position)
    }

    fn check_category(
        &mut self,
        claim: &TextClaim,
        position: &G::Position,
        category: &[u32],
    ) -> Result<(), Doubted> {
        let mut is_easy = Vec::new();
        for rounds in 1..=CATEGORIES {
            let learner = Player::foresight(rounds, claim.of.ties);
            let found =
                self.checker.chances(position, claim.side, learner, claim.of.opponent.clone())?;
            let hardness = claim.of.thresholds.of_chances(&chances(found));
            is_easy.push(hardness == Some(Hardness::Easy));
        }
        let found = categories(&is_easy);
        if found != category {
            return Err(Doubted::Wrong(format!(
                "`category` should be {found:?}, not {category:?}"
            )));
        }
        Ok(())
    }

    /// Checks the sentence of the reason against the checker's own values.
    fn check_why(&mut self, claim: &TextClaim, position: &G::Position) -> Result<(), Doubted> {
        let game = self.game;
        let doubt = Cell::new(None);
        let valuer = |_: &G, here: &G::Position| {
            self.checker.move_values(here).map_err(|it| {
                doubt.set(Some(it));
                Unknown
            })
        };
        let known = Known::new(game, valuer, self.budget.clone());
        let who = (claim.of.learner.rounds(), claim.of.ties);
        let found = why::explain(game, position, who, &known);
        let Ok(found) = found else {
            return Err(doubt.take().map_or(Doubted::Stopped, Doubted::from));
        };
        let found = found.map(|why| why.map(|mv| game.write_move(position, mv)).sentence());
        if found != claim.why {
            let found = found.as_deref().unwrap_or("null, because it is not won");
            return Err(Doubted::Wrong(format!("`why` should be: {found}")));
        }
        Ok(())
    }
}

/// Converts the checker's chances.
fn chances(found: Claimed) -> Chances {
    match found {
        Claimed::Exact { win, draw, loss, .. } => Chances::Exact(Parts { win, draw, loss }),
        Claimed::Bounded(bounds) => {
            let [win, draw, loss] = bounds.map(|(low, high)| Interval { low, high });
            Chances::Bounded { win, draw, loss }
        }
    }
}

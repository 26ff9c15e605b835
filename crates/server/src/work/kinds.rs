//! The kinds of long work: the analysis of a position, the facts of a game, and a position that
//! is even for two players. The command line does the same.

use crate::api::{AnalysisView, Begin, FactsView, Work, WorkEvent};
use crate::jobs::{Piece, Telling};
use crate::refusal::Refused;
use crate::state::{informed, open};
use crate::views;
use spar_catalog::budgets::{self, MOST_FORESIGHT};
use spar_catalog::units::write_bytes;
use spar_catalog::{AnyGame, AnyPosition, TextLevel, Wish, words};
use spar_challenge::chance::Fraction;
use spar_challenge::generate::{Even, Pick, Span, Wanted};
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::{Match, SamplePlan};
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::{Player, Ties};
use spar_rules::{ReadError, Side, Turn};
use spar_solve::Sources;
use spar_solve::{Context, Progress, ProvenSoFar, SolveError};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// The size of the sample if exact chances are out of reach.
const SAMPLE: SamplePlan = SamplePlan::new(200, 0);

/// The stage in which pairs of players are compared.
const PAIRS: &str = "comparing players";

/// The number of even positions that are compared, to find one in which not nearly every play
/// is drawn.
const EVEN_ONES: u64 = 20;

/// The most random plays in search of an even position.
const ATTEMPTS: u64 = 2_000;

/// A request for long work, checked.
pub(crate) enum Job {
    Analysis { game: Box<dyn AnyGame>, position: Box<dyn AnyPosition> },
    Search { game: Box<dyn AnyGame>, position: Box<dyn AnyPosition> },
    Facts { game: Box<dyn AnyGame> },
    Even { game: Box<dyn AnyGame>, of: Match, seed: u32 },
}

impl Job {
    /// Reads a request.
    ///
    /// # Errors
    /// If the request is not valid.
    pub(crate) fn read(work: &Work) -> Result<Job, Refused> {
        Ok(match work {
            Work::Analysis { game, position } => {
                let game = open(game)?;
                let position = game.read_position(position)?;
                Job::Analysis { game, position }
            }
            Work::Search { game, position } => {
                let game = open(game)?;
                let position = game.read_position(position)?;
                Job::Search { game, position }
            }
            Work::Facts { game } => Job::Facts { game: open(game)? },
            Work::Even { game, first, second, seed } => {
                let (game, of) = (open(game)?, matched(player(*first)?, player(*second)?));
                game.players().check(&of.learner)?;
                game.players().check(&of.opponent)?;
                Job::Even { game, of, seed: *seed }
            }
        })
    }

    /// Does the work, and reports its results.
    pub(crate) fn run(&self, piece: &Arc<Piece>, sources: Sources) {
        let progress = Box::new(Telling::to(Arc::clone(piece)));
        let context = Context { progress, ..Context::quiet(piece.budget.clone(), sources) };
        match self {
            Job::Analysis { game, position } => analyse(&**game, &**position, piece, &context),
            Job::Search { game, position } => search(&**game, &**position, piece, context),
            Job::Facts { game } => facts(&**game, piece, &context),
            Job::Even { game, of, seed } => even(&**game, of, *seed, piece, &context),
        }
    }
}

fn player(rounds: u32) -> Result<Player, ReadError> {
    if rounds > MOST_FORESIGHT {
        let what = format!("foresight {rounds} is above this server's limit of {MOST_FORESIGHT}");
        return Err(ReadError::new(what).hint("foresight 0 plays at random"));
    }
    Ok(Player::foresight(rounds, Ties::Any))
}

fn matched(learner: Player, opponent: Player) -> Match {
    Match { learner, opponent, ties: Ties::Any, thresholds: Thresholds::default() }
}

/// Each learner with every opponent, and the number of pairs.
fn rows<'a>(
    game: &dyn AnyGame,
    learners: impl Iterator<Item = &'a Player>,
) -> (Vec<Vec<Match>>, u64) {
    let opponents = || game.players().compared.iter().chain([&game.players().strongest]);
    let row = |learner: &Player| {
        opponents().map(|opponent| matched(learner.clone(), opponent.clone())).collect()
    };
    let rows: Vec<Vec<Match>> = learners.map(row).collect();
    let total = rows.iter().flatten().count() as u64;
    (rows, total)
}

/// The chances of a learner from here, within the budget of one question.
fn rated(
    position: &dyn AnyPosition,
    of: &Match,
    side: Side,
    context: &Context,
) -> Option<TextLevel> {
    let context = Context::quiet(budgets::for_one(context.budget.clone()), context.sources.clone());
    position.rate(of, side, &SAMPLE, &context)?.ok()
}

fn analyse(game: &dyn AnyGame, position: &dyn AnyPosition, piece: &Piece, context: &Context) {
    let mut analysis = AnalysisView { values: None, why: None, hardness: Vec::new() };
    let tell = |analysis: &AnalysisView, done: bool| {
        piece.tell(WorkEvent::Analysis { analysis: analysis.clone(), done });
    };
    let found = position.evaluate(context).map(|found| informed(game, position, found));
    analysis.values = found.map(|found| views::values(position, &found));
    let goes_on = matches!(position.turn(), Turn::Play(_));
    if !goes_on || !game.abilities().contains(&"levels") {
        return tell(&analysis, true);
    }
    let (rows, total) = rows(game, game.players().compared.iter());
    for row in rows {
        tell(&analysis, false);
        for of in row {
            if piece.is_cancelled() {
                return;
            }
            context.progress.report(PAIRS, analysis.hardness.len() as u64, total);
            let level = rated(position, &of, position.side(), context);
            if analysis.why.is_none() {
                analysis.why = level.as_ref().and_then(TextLevel::reason);
            }
            analysis.hardness.push(views::pair(&of, level.as_ref()));
        }
    }
    tell(&analysis, true);
}

/// Tells the values of a position as they are proved.
struct Values {
    telling: Telling,
    piece: Arc<Piece>,
    position: Box<dyn AnyPosition>,
    /// How much was known when the values were last told.
    told: Mutex<Option<ProvenSoFar>>,
}

impl Progress for Values {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        self.telling.report(stage, done, total);
    }

    fn proven(&self, so_far: &ProvenSoFar) {
        self.telling.proven(so_far);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.as_ref() != Some(so_far) {
            let found = Evaluation::so_far(self.position.moves(), so_far);
            let values = views::values(&*self.position, &found);
            self.piece.tell(WorkEvent::Values { values, done: false });
            *told = Some(so_far.clone());
        }
    }
}

fn search(game: &dyn AnyGame, position: &dyn AnyPosition, piece: &Arc<Piece>, context: Context) {
    let progress = Values {
        telling: Telling::to(Arc::clone(piece)),
        piece: Arc::clone(piece),
        position: position.copied(),
        told: Mutex::default(),
    };
    let budget = context.budget.clone().with_nodes(budgets::LONGEST_NODES);
    let context = Context { budget, progress: Box::new(progress), ..context };
    let found = position.evaluate(&context);
    let found = found.unwrap_or_else(|| Evaluation::unknown(position.moves()));
    let values = views::values(position, &informed(game, position, found));
    piece.tell(WorkEvent::Values { values, done: true });
}

// Long: it reports the results step by step.
fn facts(game: &dyn AnyGame, piece: &Piece, context: &Context) {
    let mut facts = FactsView {
        positions: None,
        wins: None,
        draws: None,
        losses: None,
        value: None,
        verdict: None,
        pairs: Vec::new(),
        remarks: Vec::new(),
    };
    let tell = |facts: &FactsView, done: bool| {
        piece.tell(WorkEvent::Facts { facts: facts.clone(), done });
    };
    match game.whole(context) {
        Some(Ok(whole)) => {
            let summary = whole.summary();
            facts.positions = Some(summary.positions);
            facts.wins = Some(summary.wins);
            facts.draws = Some(summary.draws);
            facts.losses = Some(summary.losses);
            facts.value = Some(views::value(Some(summary.value)));
            facts.verdict = Some(views::verdict(game, summary.value));
        }
        Some(Err(SolveError::Stopped)) => return,
        Some(Err(SolveError::TooLarge { needed, .. })) => {
            let needed = write_bytes(u64::try_from(needed).unwrap_or(u64::MAX));
            facts.remarks.push(format!(
                "The table of all positions would take about {needed}, which is above this \
                 server's limit."
            ));
        }
        Some(Err(error)) => {
            facts.remarks.push(format!("The game cannot be solved as a whole: {error}."));
        }
        None => match game.start().evaluate(context) {
            Some(Evaluation::Chances(chances)) => {
                facts.value = Some(views::standing(None, Some(chances.here)));
                facts.verdict = Some(views::by_chance(game, chances.here));
            }
            _ => facts.remarks.push("This game cannot be solved as a whole.".to_owned()),
        },
    }
    if !game.abilities().contains(&"levels") {
        return tell(&facts, true);
    }
    let start = game.start();
    let (rows, total) = {
        let players = game.players();
        rows(game, players.compared.iter().chain([&players.strongest]))
    };
    for row in rows {
        tell(&facts, false);
        for of in row {
            if piece.is_cancelled() {
                return;
            }
            context.progress.report(PAIRS, facts.pairs.len() as u64, total);
            let level = rated(&*start, &of, Side::First, context);
            facts.pairs.push(views::pair(&of, level.as_ref()));
        }
    }
    tell(&facts, true);
}

fn even(game: &dyn AnyGame, of: &Match, seed: u32, piece: &Piece, context: &Context) {
    let span = Fraction::new(9, 20).zip(Fraction::new(11, 20));
    let wanted = Wanted {
        of: of.clone(),
        side: None,
        wins_in: None,
        hardness: Vec::new(),
        easy_from: None,
        chance: None,
        even: span.map(|(least, most)| Even {
            score: Span { least, most },
            least_wins: Even::usual_wins(),
        }),
        needs_choice: false,
    };
    let wish = Wish {
        wanted: &wanted,
        count: EVEN_ONES,
        pick: Pick::Fair,
        seed: u64::from(seed),
        stones: None,
        served: &HashSet::new(),
        attempts: ATTEMPTS,
    };
    // Choose the level with the smallest chance of a draw.
    let mut found: Option<TextLevel> = None;
    let report = game.generate(&wish, context, &mut |level| {
        let drawn = |level: &TextLevel| level.chances.to_f64()[1];
        let is_alive = drawn(&level) <= 0.5;
        if found.as_ref().is_none_or(|best| drawn(&level) < drawn(best)) {
            found = Some(level);
        }
        if is_alive { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if piece.is_cancelled() {
        return;
    }
    let (begin, words) = match (found, report) {
        (Some(level), _) => told_even(game, of, &level),
        (None, None) => (None, "This game has no levels, so it has no such positions.".to_owned()),
        (None, Some(_)) => {
            (None, "No position was found that is even for these two players.".to_owned())
        }
    };
    piece.tell(WorkEvent::Even { begin, words });
}

fn told_even(game: &dyn AnyGame, of: &Match, level: &TextLevel) -> (Option<Begin>, String) {
    let [win, draw, _] = level.chances.to_f64();
    let side = &game.facts().sides[usize::from(level.side == Side::Second)];
    let begin = Begin {
        unrated: false,
        game: game.facts().name.clone(),
        position: Some(level.position.clone()),
        against: Some(words::HUMAN.to_owned()),
        rung: None,
        side: None,
        goal: None,
    };
    let words = format!(
        "{} plays {side} and moves first; against {} it scores {} ({} of the games are drawn).",
        spar_challenge::say::capital(&of.learner.phrase()),
        of.opponent.phrase(),
        words::percent(win + draw / 2.0),
        words::percent(draw)
    );
    (Some(begin), words)
}

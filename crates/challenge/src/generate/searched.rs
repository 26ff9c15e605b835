//! Levels of a game that is too large to solve. Candidates come from random play; a search
//! proves the win of each, and its chances are exact.
//!
//! Attempt number `n` depends only on the seed and on `n`. Before a candidate is rated against an
//! opponent with long foresight, it is rated against one with a foresight of one round, as in
//! Ahmed, Chatterjee and Gulwani (2013): if it is easy there, it is unlikely to be hard and is set
//! aside. This is a heuristic. So one in [`CHECKED`] of those set aside is rated nevertheless, and
//! the levels found among them give an estimate of how many the heuristic misses. (Their other
//! heuristic, to rate for learners with shorter foresight first, takes longer than it saves here,
//! because chances are computed and not simulated.)

use super::{Found, GenerateError, Pick, Playable, Request, Take, graded};
use crate::duel::UNITS;
use crate::hardness::Hardness;
use crate::level::Rater;
use crate::policy::{Player, Unknown, Valued};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use spar_rules::{SplitMix, Turn, Value};
use spar_solve::alpha_beta::{Search, Solution};
use spar_solve::{Context, Silent, SolveError};
use std::ops::ControlFlow;

/// One in this number of candidates set aside is rated nevertheless.
pub const CHECKED: u64 = 8;

/// The number of attempts that are made in parallel.
const CHUNK: u64 = 64;

/// The node limit for the search or duel of a candidate; beyond it, the candidate is given up.
const MOST_NODES: u64 = 1_000_000;

/// To rate a position against a foresight of one round first pays off for opponents with at least
/// this foresight.
const LONG_FORESIGHT: u32 = 3;

/// Statistics of a search for levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// The number of random plays.
    pub attempts: u64,
    /// The number of positions with a suitable value, which is proved.
    pub proved: u64,
    /// The number of proved positions that were rated exactly.
    pub rated: u64,
    /// The number of proved positions set aside because they are easy against a shorter foresight.
    pub set_aside: u64,
    /// The number of levels among the candidates that were not set aside.
    pub likely: u64,
    /// The number of candidates that were set aside but rated nevertheless.
    pub checked: u64,
    /// The number of levels among those.
    pub missed: u64,
    /// The number of candidates given up because they took too long.
    pub given_up: u64,
    /// The number of levels delivered.
    pub taken: u64,
}

impl Searched {
    /// The estimated share of all levels that the heuristic does not set aside; `None` if
    /// nothing was found or checked.
    pub fn recall(&self) -> Option<f64> {
        let missed = self.missed as f64 * self.set_aside as f64 / self.checked.max(1) as f64;
        let all = self.likely as f64 + missed;
        (all > 0.0 && self.checked > 0).then(|| self.likely as f64 / all)
    }
}

/// The result of one attempt.
enum Attempt<G: Playable> {
    Nothing,
    Stopped,
    GivenUp,
    SetAside,
    Rated(Option<Box<Found<G>>>),
    Checked(Option<Box<Found<G>>>),
}

/// Makes up to `most_attempts` attempts to find levels.
///
/// # Errors
/// If the work is stopped. `searched` contains the statistics so far.
pub fn search<G: Playable>(
    game: &G,
    request: &Request<'_, G::Position>,
    most_attempts: u64,
    context: &Context,
    searched: &mut Searched,
    take: &mut Take<'_, G>,
) -> Result<(), GenerateError> {
    if request.pick == Pick::Fair {
        return hunt(game, request, request.count, most_attempts, context, searched, take);
    }
    let mut levels = Vec::new();
    let mut keep = |level: Found<G>| {
        levels.push(level);
        ControlFlow::Continue(())
    };
    let many = request.count.saturating_mul(CHOICE);
    let ended = hunt(game, request, many, most_attempts, context, searched, &mut keep);
    let units = |level: &Found<G>| (level.chances.to_f64()[0] * f64::from(UNITS)) as u32;
    let candidates: Vec<(u64, u32)> = (0..).zip(levels.iter().map(units)).collect();
    searched.taken = 0;
    for place in graded(&candidates, request.count) {
        searched.taken += 1;
        if take(levels[place as usize].clone()).is_break() {
            break;
        }
    }
    ended
}

/// A graded set is picked from this multiple of its number of levels.
const CHOICE: u64 = 20;

// Long: all counts belong to one loop over attempts.
fn hunt<G: Playable>(
    game: &G,
    request: &Request<'_, G::Position>,
    count: u64,
    most_attempts: u64,
    context: &Context,
    searched: &mut Searched,
    take: &mut Take<'_, G>,
) -> Result<(), GenerateError> {
    let hunt = RandomHunt { game, request, context };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(context.budget.threads).build().ok();
    let mut served = FxHashSet::default();
    while searched.attempts < most_attempts {
        let end = most_attempts.min(searched.attempts + CHUNK);
        let chunk: Vec<u64> = (searched.attempts..end).collect();
        let work = || chunk.par_iter().map(|number| hunt.attempt(*number)).collect();
        let attempts: Vec<Attempt<G>> = match &pool {
            Some(pool) => pool.install(work),
            None => work(),
        };
        for attempt in attempts {
            let level = match attempt {
                // The results of a stopped attempt depend on the time of the stop, so drop
                // them.
                Attempt::Stopped => return Err(SolveError::Stopped.into()),
                Attempt::Nothing => None,
                Attempt::GivenUp => {
                    searched.given_up += 1;
                    None
                }
                Attempt::SetAside => {
                    (searched.proved, searched.set_aside) =
                        (searched.proved + 1, searched.set_aside + 1);
                    None
                }
                Attempt::Rated(level) => {
                    (searched.proved, searched.rated) = (searched.proved + 1, searched.rated + 1);
                    searched.likely += u64::from(level.is_some());
                    level
                }
                Attempt::Checked(level) => {
                    (searched.proved, searched.rated) = (searched.proved + 1, searched.rated + 1);
                    searched.set_aside += 1;
                    searched.checked += 1;
                    searched.missed += u64::from(level.is_some());
                    level
                }
            };
            searched.attempts += 1;
            let Some(level) = level else { continue };
            if !served.insert(game.canonical(&level.position)) {
                continue;
            }
            searched.taken += 1;
            if take(*level).is_break() || searched.taken >= count {
                return Ok(());
            }
        }
        context.progress.report("searching", searched.taken, count);
    }
    Ok(())
}

struct RandomHunt<'a, G: Playable> {
    game: &'a G,
    request: &'a Request<'a, G::Position>,
    context: &'a Context,
}

impl<G: Playable> RandomHunt<'_, G> {
    fn attempt(&self, number: u64) -> Attempt<G> {
        let attempt = self.whole_attempt(number);
        if self.context.budget.is_stopped() { Attempt::Stopped } else { attempt }
    }

    fn whole_attempt(&self, number: u64) -> Attempt<G> {
        let mut random = SplitMix::new(SplitMix::new(self.request.seed).next_u64() ^ mixed(number));
        let Some(position) = self.candidate(&mut random) else { return Attempt::Nothing };
        let nodes = self.context.budget.nodes.min(MOST_NODES);
        let budget = self.context.budget.clone().with_nodes(nodes);
        let mut search = Search::new(self.game);
        // Most candidates are not quick wins, which a short search shows.
        if let Some(span) = self.request.wanted.wins_in
            && let Some(latest) = span.most.checked_mul(2)
            && search.is_at_least(&position, Value::Win(latest), &budget, &Silent) == Some(false)
        {
            return Attempt::Nothing;
        }
        match search.solve(&position, &budget, &Silent).exact() {
            None => return Attempt::GivenUp,
            Some(value) if !self.request.wanted.fits_value(value) => return Attempt::Nothing,
            Some(_) => {}
        }
        let mut left = budget.clone();
        let valuer = |_: &G, here: &G::Position| -> Result<Valued<G>, Unknown> {
            let study = search.study(here, &left, &Silent);
            left.nodes = left.nodes.saturating_sub(study.solution.nodes);
            let known =
                |(mv, solution): &(G::Move, Solution)| Some((mv.clone(), solution.exact()?));
            study.moves.iter().map(known).collect::<Option<_>>().ok_or(Unknown)
        };
        let mut rater = Rater::new(self.game, self.request.wanted.of.clone(), valuer, &budget);
        let likely = match self.is_likely(&position, &mut rater) {
            Err(Unknown) => return Attempt::GivenUp,
            Ok(likely) => likely,
        };
        if !likely && random.below(CHECKED) != 0 {
            return Attempt::SetAside;
        }
        match self.level(&position, &mut rater) {
            Err(Unknown) => Attempt::GivenUp,
            Ok(level) if likely => Attempt::Rated(level),
            Ok(level) => Attempt::Checked(level),
        }
    }

    /// A position from random play, with uniformly distributed length; `None` if play ended
    /// earlier or no position matches.
    fn candidate(&self, random: &mut SplitMix) -> Option<G::Position> {
        let mut position = self.game.start();
        let mut fitting = None;
        let (mut moves, mut n_fitting) = (Vec::new(), 0);
        while let Turn::Play(side) = self.game.turn(&position) {
            if self.request.wanted.fits_side(side) && (self.request.also)(&position) {
                // Each matching position is kept with the same probability.
                n_fitting += 1;
                if random.below(n_fitting) == 0 {
                    fitting = Some(position.clone());
                }
            }
            moves.clear();
            self.game.moves(&position, &mut moves);
            position = self.game.after(&position, random.pick(&moves)?);
        }
        fitting
    }

    /// Returns whether the position is not easy against an opponent with a foresight of one round.
    /// Always true if easy levels are acceptable, or if the opponent has short foresight itself.
    fn is_likely(&self, position: &G::Position, rater: &mut Rater<'_, G>) -> Result<bool, Unknown> {
        let (wanted, of) = (self.request.wanted, &self.request.wanted.of);
        let matters = !wanted.hardness.is_empty() && !wanted.hardness.contains(&Hardness::Easy);
        if !matters || of.opponent.rounds().is_none_or(|rounds| rounds < LONG_FORESIGHT) {
            return Ok(true);
        }
        let shallow = Player::foresight(1, of.ties);
        let side = self.game.side(position);
        let chances = rater.chances_against(position, side, &of.learner, &shallow)?;
        Ok(of.thresholds.of_chances(&chances) != Some(Hardness::Easy))
    }

    fn level(
        &self,
        position: &G::Position,
        rater: &mut Rater<'_, G>,
    ) -> Result<Option<Box<Found<G>>>, Unknown> {
        let side = self.game.side(position);
        let chances = rater.chances(position, side, &self.request.wanted.of.learner)?;
        if self.request.wanted.fits_chances(&chances) != Some(true) {
            return Ok(None);
        }
        let level = rater.level(position, side)?;
        Ok(self.request.wanted.fits(&level).then(|| Box::new(level)))
    }
}

fn mixed(number: u64) -> u64 {
    SplitMix::new(number).next_u64()
}

//! Levels of a solved game: every position is a candidate.
//!
//! Matching levels are delivered in a random order given by the seed: the order of all table
//! indices, without the positions that do not match. So the first levels are a uniform sample
//! of all matching ones, for both methods:
//!
//! - Positions are examined one after the other, and each is rated separately. This finds the
//!   first levels quickly if many positions match.
//! - If few match, the whole game is rated in one sweep, and the matching indices are sorted
//!   by their turn. Then the number of matching levels is known.

use super::{Even, Found, Order, Pick, Playable, Request, Take, graded};
use crate::chance::{Chances, Fraction};
use crate::duel::{ChanceRow, ChanceTable, DuelQuestion, Exact, Pairing, UNITS};
use crate::hardness::{Hardness, categories};
use crate::level::{CATEGORIES, Rater};
use crate::policy::{Player, Unknown, Valued};
use rayon::ThreadPool;
use rayon::prelude::*;
use spar_rules::{Outcome, Side, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::tables::TableError;
use spar_solve::whole::{Whole, move_values};
use spar_solve::{Context, SolveError};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// The result of a search for levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of delivered levels.
    pub taken: u64,
    /// The number of matching levels in the whole game, up to symmetry, if all positions were
    /// examined and decided.
    pub exist: Option<u64>,
    /// The number of positions for which it could not be decided whether they match, because of
    /// too little memory or because a limit is within the bounds of their chances.
    pub undecided: u64,
}

/// Why levels could not be found.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The stored table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game could not be rated.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The number of indices that are examined one by one before the whole game is rated.
const FIRST_LOOK: u64 = 1 << 13;

/// Games with fewer entries are rated as a whole at once.
const SMALL: u64 = 1 << 23;

/// The number of indices that are examined in parallel.
const CHUNK: u64 = 256;

/// Finds levels of a solved game.
///
/// # Errors
/// If a table cannot be read, the memory does not suffice, or the work is stopped. Levels found
/// before were delivered.
pub fn from_solved<G: Playable>(
    game: &G,
    whole: Whole<G>,
    request: &Request<'_, G::Position>,
    context: &Context,
    take: &mut Take<'_, G>,
) -> Result<Census, GenerateError> {
    let is_large = whole.len() > SMALL && request.pick == Pick::Fair;
    let looked = if is_large { FIRST_LOOK } else { 0 };
    find(game, whole, request, looked, context, take)
}

/// Like [`from_solved`]; first examines `looked` indices one by one.
fn find<G: Playable>(
    game: &G,
    whole: Whole<G>,
    request: &Request<'_, G::Position>,
    looked: u64,
    context: &Context,
    take: &mut Take<'_, G>,
) -> Result<Census, GenerateError> {
    let order = Order::new(request.seed, whole.len());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(context.budget.threads).build().ok();
    let hunt = SolvedHunt { game, request, order, context, pool, undecided: AtomicU64::new(0) };
    let mut taken = 0;
    let looked = looked.min(whole.len());
    let mut give = |_, level| hunt.give(level, &mut taken, take);
    if hunt.one_by_one(&whole, 0..looked, &mut give)?.is_break() {
        return Ok(Census { taken, exist: None, undecided: hunt.undecided() });
    }
    let whole = whole.in_memory()?;
    let fitting = match &whole {
        Whole::Solved(table) => hunt.fitting(&whole, table)?,
        _ => None,
    };
    let mut turns = match fitting {
        Some(turns) => turns,
        None => hunt.fitting_one_by_one(&whole)?,
    };
    let exist = turns.len() as u64;
    turns.sort_unstable_by_key(|it| it.0);
    let turns: Vec<u64> = match request.pick {
        Pick::Fair => turns.into_iter().map(|it| it.0).filter(|it| *it >= looked).collect(),
        Pick::Graded => graded(&turns, request.count),
    };
    hunt.give_all(&whole, &turns, &mut taken, take)?;
    let undecided = hunt.undecided();
    Ok(Census { taken, exist: (undecided == 0).then_some(exist), undecided })
}

struct SolvedHunt<'a, G: Playable> {
    game: &'a G,
    request: &'a Request<'a, G::Position>,
    order: Order,
    context: &'a Context,
    pool: Option<ThreadPool>,
    undecided: AtomicU64,
}

impl<G: Playable> SolvedHunt<'_, G> {
    /// Examines the indices at these turns one by one.
    fn one_by_one(
        &self,
        whole: &Whole<G>,
        turns: std::ops::Range<u64>,
        take: &mut dyn FnMut(u64, Found<G>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, GenerateError> {
        let total = turns.end;
        let mut from = turns.start;
        while from < total {
            self.go_on()?;
            let chunk: Vec<u64> = (from..total.min(from + CHUNK)).collect();
            let one = |turn: &u64| -> Result<Option<(u64, Found<G>)>, GenerateError> {
                let (position, value) = whole.at(self.game, self.order.place(*turn))?;
                if !self.is_candidate(&position, value, whole) {
                    return Ok(None);
                }
                Ok(self.decided(self.level(whole, &position)).map(|level| (*turn, level)))
            };
            let levels: Vec<_> = self.together(|| chunk.par_iter().map(one).collect());
            // The results of a stopped chunk depend on the time of the stop, so drop them.
            self.go_on()?;
            for level in levels {
                if let Some((turn, level)) = level?
                    && take(turn, level).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
            from += CHUNK;
            self.context.progress.report("looking", from.min(total), total);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn go_on(&self) -> Result<(), GenerateError> {
        if self.context.budget.is_stopped() { Err(SolveError::Stopped.into()) } else { Ok(()) }
    }

    /// The turns of all matching indices, with the learner's chance in units, by rating the
    /// whole game. `None` if the records for these players are too long.
    fn fitting(
        &self,
        whole: &Whole<G>,
        table: &Table,
    ) -> Result<Option<Vec<(u64, u32)>>, GenerateError> {
        let [first, second] = [Side::First, Side::Second].map(|side| self.questions(side));
        let n_first = first.len();
        let questions = [first, second].concat();
        if !ChanceTable::fits(self.game, &questions) {
            return Ok(None);
        }
        let (budget, progress) = (&self.context.budget, &*self.context.progress);
        let rates = match ChanceTable::sweep(table, self.game, &questions, budget, progress) {
            Ok(rates) => rates,
            // Small games can be rated one position after the other.
            Err(error) if error.is_memory() && whole.len() <= SMALL => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut fitting = Vec::new();
        // The filter does not know whose turn it is, so it accepts the value for either side.
        let keep = |value: Value| {
            let wanted = self.request.wanted;
            wanted.fits_value(value) || wanted.fits_value(value.opposite())
        };
        rates.each_where(&keep, |rated| {
            let side = self.game.side(&rated.position);
            let from = if side == Side::First { 0 } else { n_first };
            let fits = self.request.wanted.fits_side(side)
                && matches!(self.game.turn(&rated.position), Turn::Play(_))
                && self.request.wanted.fits_value(rated.value)
                && self.fits_rates(&rates, &rated, side, from)
                && self.is_candidate(&rated.position, rated.value, whole);
            if fits {
                fitting.push((self.order.turn(rated.place), rated.rate(from).units));
            }
        });
        Ok(Some(fitting))
    }

    /// Like [`fitting`](SolvedHunt::fitting), by rating one position after the other.
    fn fitting_one_by_one(&self, whole: &Whole<G>) -> Result<Vec<(u64, u32)>, GenerateError> {
        let mut fitting = Vec::new();
        let _ = self.one_by_one(whole, 0..whole.len(), &mut |turn, level| {
            let [win, ..] = level.chances.to_f64();
            fitting.push((turn, (win * f64::from(UNITS)) as u32));
            ControlFlow::Continue(())
        })?;
        Ok(fitting)
    }

    /// Delivers the levels at these turns.
    fn give_all(
        &self,
        whole: &Whole<G>,
        turns: &[u64],
        taken: &mut u64,
        take: &mut Take<'_, G>,
    ) -> Result<(), GenerateError> {
        for chunk in turns.chunks(64) {
            self.go_on()?;
            if *taken >= self.request.count {
                break;
            }
            let one = |turn: &u64| -> Result<Option<Found<G>>, GenerateError> {
                let (position, _) = whole.at(self.game, self.order.place(*turn))?;
                Ok(self.decided(self.level(whole, &position)))
            };
            let levels: Vec<_> = self.together(|| chunk.par_iter().map(one).collect());
            self.go_on()?;
            for level in levels {
                if let Some(level) = level?
                    && self.give(level, taken, take).is_break()
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The questions that decide whether a position with this side to move matches: its chance
    /// to win, that of a draw if scores matter, and those of other foresights if these matter.
    fn questions(&self, side: Side) -> Vec<DuelQuestion> {
        if !self.request.wanted.fits_side(side) {
            return Vec::new();
        }
        let of = &self.request.wanted.of;
        let ask = |pairing, outcome| DuelQuestion { pairing, outcome };
        let mut questions = vec![ask(of.pairing(side), Outcome::Win(side))];
        if self.request.wanted.even.is_some() {
            questions.push(ask(of.pairing(side), Outcome::Draw));
        }
        if self.request.wanted.easy_from.is_some() {
            questions.extend((1..=CATEGORIES).map(|rounds| {
                let learner = Player::foresight(rounds, of.ties);
                ask(Pairing::of(&learner, &of.opponent, side), Outcome::Win(side))
            }));
        }
        questions
    }

    /// Returns whether the chances of an entry match; if rounding leaves it open, fractions
    /// decide. Its questions begin at index `from`.
    fn fits_rates(
        &self,
        rates: &ChanceTable<'_, G>,
        rated: &ChanceRow<'_, G::Position>,
        side: Side,
        from: usize,
    ) -> bool {
        let exact = |question: usize| -> Result<Chances, Unknown> {
            let mut exact = Exact::new(self.game, self.context.budget.clone());
            let chances = exact.chances(&mut rates.players(question), &rated.position)?;
            Ok(if side == Side::First { chances } else { chances.opposite() })
        };
        let decide = || -> Result<Option<()>, Unknown> {
            let fits = match self.fits_rounded(rated, from) {
                Some(fits) => fits,
                None => self.request.wanted.fits_chances(&exact(from)?).ok_or(Unknown)?,
            };
            let Some(wanted) = self.request.wanted.easy_from.filter(|_| fits) else {
                return Ok(fits.then_some(()));
            };
            let thresholds = self.request.wanted.of.thresholds;
            let first = from + 1 + usize::from(self.request.wanted.even.is_some());
            let mut is_easy = Vec::new();
            for question in first..first + CATEGORIES as usize {
                let hardness = match thresholds.of_rate(rated.rate(question)) {
                    Some(hardness) => hardness,
                    None => thresholds.of_chances(&exact(question)?).ok_or(Unknown)?,
                };
                is_easy.push(hardness == Hardness::Easy);
            }
            Ok(categories(&is_easy).contains(&wanted).then_some(()))
        };
        self.decided(decide()).is_some()
    }

    fn fits_rounded(&self, rated: &ChanceRow<'_, G::Position>, from: usize) -> Option<bool> {
        let (wanted, win) = (self.request.wanted, rated.rate(from));
        if !wanted.hardness.is_empty()
            && !wanted.hardness.contains(&wanted.of.thresholds.of_rate(win)?)
        {
            return Some(false);
        }
        if let Some(span) = wanted.chance
            && !(win.at_least(span.least)? && win.at_most(span.most)?)
        {
            return Some(false);
        }
        let Some(Even { score: span, least_wins }) = wanted.even else { return Some(true) };
        let draw = rated.rate(from + 1);
        let score = win.plus_half(draw);
        let not_lost = Fraction::ONE.minus(least_wins)?;
        let all = [
            score.at_least(span.least),
            score.at_most(span.most),
            win.at_least(least_wins),
            win.plus(draw).at_most(not_lost),
        ];
        if all.contains(&Some(false)) {
            Some(false)
        } else {
            all.iter().all(Option::is_some).then_some(true)
        }
    }

    /// Returns whether a position may be a level, before its chances are known: the game is not
    /// over, the value matches, it stands for its images, some move is wrong if that is
    /// required, and the further conditions are satisfied.
    fn is_candidate(&self, position: &G::Position, value: Value, whole: &Whole<G>) -> bool {
        let Turn::Play(side) = self.game.turn(position) else { return false };
        self.request.wanted.fits_side(side)
            && self.request.wanted.fits_value(value)
            && stands_for_images(self.game, position, whole)
            && (self.request.also)(position)
            && (!self.request.wanted.needs_choice || self.can_go_wrong(position, value, whole))
    }

    /// Returns whether some move gives a win away.
    fn can_go_wrong(&self, position: &G::Position, value: Value, whole: &Whole<G>) -> bool {
        let values = move_values(self.game, position, |next| whole.value(self.game, next));
        let wins = |it: &(G::Move, Value)| matches!(it.1, Value::Win(_));
        // If the values are unknown, this is decided when the level is created.
        let all_win = values.ok().flatten().is_some_and(|it| it.iter().all(wins));
        !(all_win && matches!(value, Value::Win(_)))
    }

    /// The position as a level, if its exact chances match.
    fn level(&self, whole: &Whole<G>, position: &G::Position) -> Result<Option<Found<G>>, Unknown> {
        let valuer = |game: &G, here: &G::Position| -> Result<Valued<G>, Unknown> {
            move_values(game, here, |next| whole.value(game, next)).ok().flatten().ok_or(Unknown)
        };
        let (of, side) = (&self.request.wanted.of, self.game.side(position));
        let mut rater = Rater::new(self.game, of.clone(), valuer, &self.context.budget);
        let chances = rater.chances(position, side, &of.learner)?;
        if !self.request.wanted.fits_chances(&chances).ok_or(Unknown)? {
            return Ok(None);
        }
        let level = rater.level(position, side)?;
        Ok(self.request.wanted.fits(&level).then_some(level))
    }

    /// Returns the result, and counts it as undecided if it is unknown.
    fn decided<T>(&self, result: Result<Option<T>, Unknown>) -> Option<T> {
        result.unwrap_or_else(|Unknown| {
            self.undecided.fetch_add(1, Ordering::Relaxed);
            None
        })
    }

    fn undecided(&self) -> u64 {
        self.undecided.load(Ordering::Relaxed)
    }

    fn give(&self, level: Found<G>, taken: &mut u64, take: &mut Take<'_, G>) -> ControlFlow<()> {
        *taken += 1;
        take(level)?;
        if *taken >= self.request.count {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn together<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Returns whether this position is the representative of its images: the smallest image in the
/// table by folded rank, or by the order of positions if there are no ranks. A symmetry may
/// move the start, so some images may not be in the table.
pub(crate) fn stands_for_images<G: Playable>(
    game: &G,
    position: &G::Position,
    whole: &Whole<G>,
) -> bool {
    let is_less = |image: &G::Position| match whole {
        Whole::Hashed(_) => image < position,
        Whole::Solved(_) | Whole::Kept(_) => game.fold(image).0 < game.fold(position).0,
    };
    let is_held = |image: &G::Position, symmetry| {
        let start = game.start();
        // A symmetry that keeps the start maps reachable positions to reachable positions.
        game.image(&start, symmetry) == start
            || whole.value(game, image).is_ok_and(|value| value.is_some())
    };
    (1..game.symmetries()).all(|symmetry| {
        let image = game.image(position, symmetry);
        !(is_less(&image) && is_held(&image, symmetry))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Span, Wanted};
    use crate::hardness::Thresholds;
    use crate::level::Match;
    use crate::policy::Ties;
    use spar_games::lines::{Board, Lines};
    use spar_solve::Budget;
    use spar_solve::whole::Layered;

    #[test]
    fn looking_one_by_one_and_rating_all_give_the_same_levels() {
        let game = Lines::named("connect3:along=rc").unwrap();
        let player = |rounds| Player::foresight(rounds, Ties::Any);
        let thresholds = Thresholds::default();
        let wanted = Wanted {
            of: Match { learner: player(2), opponent: player(3), ties: Ties::Any, thresholds },
            side: None,
            wins_in: Some(Span { least: 2, most: 4 }),
            hardness: vec![Hardness::Hard, Hardness::Medium],
            easy_from: None,
            chance: None,
            even: None,
            needs_choice: false,
        };
        let context = Context::bare(Budget::unlimited());
        let levels = |looked: u64, count: u64| {
            let whole = Whole::get(&game, "", Layered::No, &context, &mut Vec::new()).unwrap();
            let also = |_: &Board| true;
            let request =
                Request { wanted: &wanted, also: &also, count, pick: Pick::Fair, seed: 4 };
            let mut found = Vec::new();
            let census = find(&game, whole, &request, looked, &context, &mut |level| {
                found.push(level);
                ControlFlow::Continue(())
            });
            (found, census.unwrap().exist)
        };
        let (all, exist) = levels(0, u64::MAX);
        assert_eq!(exist, Some(all.len() as u64));
        assert!(all.len() > 50);
        for looked in [1, 500, 5_000, u64::MAX] {
            assert_eq!(levels(looked, u64::MAX), (all.clone(), exist), "{looked}");
            assert_eq!(levels(looked, 20).0, all[..20], "{looked}");
        }
    }
}

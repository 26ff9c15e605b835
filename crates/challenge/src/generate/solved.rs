//! Levels of a solved game: every position is a candidate.
//!
//! The levels that fit come in a random order that the seed settles: the order of
//! all places of the table, with those left out that do not fit. So the first levels
//! are a fair draw from all of them, whichever way they are found:
//!
//! - one place after the other is looked at, its position rated by itself. This gives
//!   the first levels at once where many positions fit;
//! - where few fit, the whole game is rated in one sweep, and the places that fit are
//!   sorted by their turn. Then it is known how many there are.

use super::{Also, Order, Playable, Take, Wanted};
use crate::chance::{Chances, Fraction};
use crate::duel::{Exact, Kept, Pairing, Rate, Rated, Rates};
use crate::hardness::{Hardness, categories};
use crate::level::{CATEGORIES, Level, Rater};
use crate::player::Player;
use crate::policy::{Unknown, Valued};
use rayon::prelude::*;
use spar_rules::{Side, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::tables::TableError;
use spar_solve::whole::{Whole, move_values};
use spar_solve::{Budget, Desk, SolveError};
use std::ops::ControlFlow;

/// How a search for levels ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Levels that were taken.
    pub taken: u64,
    /// How many fit in the whole game, up to symmetry, if all were looked at.
    pub exist: Option<u64>,
}

/// Why levels could not be found.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The kept table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game could not be rated.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// So many places are looked at one by one before the whole game is rated.
const FIRST_LOOK: u64 = 1 << 15;

/// Games with fewer entries are rated as a whole at once.
const SMALL: u64 = 1 << 20;

/// So many places are looked at together.
const CHUNK: u64 = 256;

/// Finds up to `count` levels of a solved game. `also` is asked about a position
/// before it is rated.
///
/// # Errors
/// If a table cannot be read, memory does not suffice, or the work was stopped; the
/// levels before that were taken.
pub fn from_solved<G: Playable>(
    game: &G,
    whole: Whole<G>,
    wanted: &Wanted,
    also: &Also<'_, G::Position>,
    count: u64,
    seed: u64,
    desk: &Desk,
    take: &mut Take<'_, G>,
) -> Result<Found, GenerateError> {
    let order = Order::new(seed, whole.len());
    let hunt = Hunt { game, wanted, also, order, count, desk };
    let mut taken = 0;
    let mut looked = 0;
    if whole.len() > SMALL {
        looked = FIRST_LOOK.min(whole.len());
        if hunt.one_by_one(&whole, 0..looked, &mut taken, take)?.is_break() {
            return Ok(Found { taken, exist: None });
        }
    }
    let whole = whole.in_memory()?;
    let exist = match &whole {
        Whole::Solved(table) => hunt.by_sweep(&whole, table, looked, &mut taken, take)?,
        _ => None,
    };
    if exist.is_some() {
        return Ok(Found { taken, exist });
    }
    let all = whole.len();
    let flow = hunt.one_by_one(&whole, looked..all, &mut taken, take)?;
    Ok(Found { taken, exist: flow.is_continue().then_some(taken) })
}

struct Hunt<'a, G: Playable> {
    game: &'a G,
    wanted: &'a Wanted,
    also: &'a Also<'a, G::Position>,
    order: Order,
    count: u64,
    desk: &'a Desk,
}

impl<G: Playable> Hunt<'_, G> {
    /// Looks at the places of these turns one by one.
    fn one_by_one(
        &self,
        whole: &Whole<G>,
        turns: std::ops::Range<u64>,
        taken: &mut u64,
        take: &mut Take<'_, G>,
    ) -> Result<ControlFlow<()>, GenerateError> {
        let total = turns.end;
        let mut from = turns.start;
        while from < total {
            if self.desk.budget.is_stopped() {
                return Err(SolveError::Stopped.into());
            }
            let chunk: Vec<u64> = (from..total.min(from + CHUNK)).collect();
            let one = |turn: &u64| -> Result<Option<Level<G>>, GenerateError> {
                let (position, value) = whole.at(self.game, self.order.place(*turn))?;
                if !self.is_candidate(&position, value, whole) {
                    return Ok(None);
                }
                Ok(self.level(whole, &position).filter(|level| self.wanted.fits(level)))
            };
            let levels: Vec<_> = self.together(|| chunk.par_iter().map(one).collect());
            for level in levels {
                if let Some(level) = level?
                    && self.give(level, taken, take).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
            from += CHUNK;
            self.desk.progress.report("looking", from.min(total), total);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Rates the whole game and takes what fits, from turn `looked` on; tells how
    /// many fit. `None` if the records of such players are too long.
    fn by_sweep(
        &self,
        whole: &Whole<G>,
        table: &Table,
        looked: u64,
        taken: &mut u64,
        take: &mut Take<'_, G>,
    ) -> Result<Option<u64>, GenerateError> {
        let sides = [Side::First, Side::Second].map(|side| {
            self.wanted.fits_side(side).then(|| self.pairings(side))
        });
        let pairings: Vec<Pairing> = sides.iter().flatten().flatten().copied().collect();
        let kept = if self.wanted.even.is_some() { Kept::WinsAndDraws } else { Kept::Wins };
        if !Rates::fits(self.game, &pairings, kept) {
            return Ok(None);
        }
        let (budget, progress) = (&self.desk.budget, &*self.desk.progress);
        let rates = match Rates::sweep(table, self.game, &pairings, kept, budget, progress) {
            Ok(rates) => rates,
            Err(SolveError::TooLarge { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let n_first = sides[0].as_ref().map_or(0, Vec::len);
        let (mut fitting, mut place) = (Vec::new(), 0_u64);
        rates.each(|rated| {
            let here = place;
            place += 1;
            let side = self.game.side(&rated.position);
            let from = if side == Side::First { 0 } else { n_first };
            let fits = self.wanted.fits_side(side)
                && matches!(self.game.turn(&rated.position), Turn::Play(_))
                && self.wanted.fits_value(rated.value)
                && self.fits_rates(&rates, &rated, side, from)
                && self.is_candidate(&rated.position, rated.value, whole);
            if fits {
                fitting.push(self.order.turn(here));
            }
        });
        drop(rates);
        let exist = fitting.len() as u64;
        fitting.retain(|turn| *turn >= looked);
        fitting.sort_unstable();
        let left = usize::try_from(self.count.saturating_sub(*taken)).unwrap_or(usize::MAX);
        for chunk in fitting[..left.min(fitting.len())].chunks(64) {
            if budget.is_stopped() {
                return Err(SolveError::Stopped.into());
            }
            let one = |turn: &u64| {
                let (position, _) = table.at(self.game, self.order.place(*turn));
                self.level(whole, &position)
            };
            let levels: Vec<_> = self.together(|| chunk.par_iter().map(one).collect());
            for level in levels.into_iter().flatten() {
                if self.give(level, taken, take).is_break() {
                    return Ok(Some(exist));
                }
            }
        }
        Ok(Some(exist))
    }

    /// The pairings that decide whether a position with this side to move fits.
    fn pairings(&self, side: Side) -> Vec<Pairing> {
        let of = self.wanted.of;
        let mut pairings = vec![of.pairing(side)];
        if self.wanted.easy_from.is_some() {
            let learner = |rounds| Player::of_foresight(rounds, of.ties());
            pairings
                .extend((1..=CATEGORIES).map(|it| Pairing::of(learner(it), of.opponent, side)));
        }
        pairings
    }

    /// Whether the chances of an entry fit; where rounding leaves it open, fractions
    /// decide.
    fn fits_rates(
        &self,
        rates: &Rates<'_, G>,
        rated: &Rated<'_, G::Position>,
        side: Side,
        from: usize,
    ) -> bool {
        let by_rates = self.fits_rounded(rated, side, from);
        let decided = by_rates.unwrap_or_else(|| {
            let mut exact = Exact::new(self.game, Budget::unlimited());
            let chances = exact.chances(&mut rates.players(from), &rated.position);
            let chances = chances.map(|it| if side == Side::First { it } else { it.opposite() });
            chances.is_ok_and(|it| self.wanted.fits_chances(&it) == Some(true))
        });
        decided && self.fits_category(rates, rated, side, from)
    }

    fn fits_rounded(
        &self,
        rated: &Rated<'_, G::Position>,
        side: Side,
        pairing: usize,
    ) -> Option<bool> {
        let first = rated.win(pairing);
        let draw = rated.draw(pairing);
        // Without draws a loss of the first side is not known; then only its win is.
        let win = match (side, draw) {
            (Side::First, _) => first,
            (Side::Second, Some(draw)) => first.rest(draw),
            (Side::Second, None) => return None,
        };
        if !self.wanted.hardness.is_empty()
            && !self.wanted.hardness.contains(&self.wanted.of.thresholds.of_rate(win)?)
        {
            return Some(false);
        }
        if let Some(span) = self.wanted.chance
            && !(win.at_least(span.least)? && win.at_most(span.most)?)
        {
            return Some(false);
        }
        match self.wanted.even {
            None => Some(true),
            Some(span) => {
                let score = win.with_half(draw?);
                Some(score.at_least(span.least)? && score.at_most(span.most)?)
            }
        }
    }

    fn fits_category(
        &self,
        rates: &Rates<'_, G>,
        rated: &Rated<'_, G::Position>,
        side: Side,
        from: usize,
    ) -> bool {
        let Some(wanted) = self.wanted.easy_from else { return true };
        let thresholds = self.wanted.of.thresholds;
        let is_easy = (1..=CATEGORIES as usize).map(|rounds| {
            let mut exact = Exact::new(self.game, Budget::unlimited());
            let chances = exact.chances(&mut rates.players(from + rounds), &rated.position);
            let chances = chances.map(|it| if side == Side::First { it } else { it.opposite() });
            chances.is_ok_and(|it| thresholds.of_chances(&it) == Some(Hardness::Easy))
        });
        categories(&is_easy.collect::<Vec<bool>>()).contains(&wanted)
    }

    /// Whether a position may be a level before its chances are known: it is not
    /// over, its value fits, it stands for its images, and nothing else is against
    /// it.
    fn is_candidate(&self, position: &G::Position, value: Value, whole: &Whole<G>) -> bool {
        let Turn::Play(side) = self.game.turn(position) else { return false };
        self.wanted.fits_side(side)
            && self.wanted.fits_value(value)
            && self.stands_for_images(position, whole)
            && (self.also)(position)
    }

    /// One of all images is a level: that with the least folded rank, which the table
    /// holds; without ranks the canonical one.
    fn stands_for_images(&self, position: &G::Position, whole: &Whole<G>) -> bool {
        if matches!(whole, Whole::Hashed(_)) {
            return self.game.canonical(position) == *position;
        }
        let rank = |position: &G::Position| self.game.fold(position).0;
        let here = rank(position);
        (1..self.game.symmetries()).all(|it| rank(&self.game.image(position, it)) >= here)
    }

    /// The position as a level with exact chances.
    fn level(&self, whole: &Whole<G>, position: &G::Position) -> Option<Level<G>> {
        let valuer = |game: &G, here: &G::Position| -> Result<Valued<G>, Unknown> {
            move_values(game, here, |next| whole.value(game, next)).ok().flatten().ok_or(Unknown)
        };
        let side = self.game.side(position);
        let budget = self.desk.budget.clone();
        Rater::new(self.game, self.wanted.of, valuer, &budget).level(position, side).ok()
    }

    fn give(&self, level: Level<G>, taken: &mut u64, take: &mut Take<'_, G>) -> ControlFlow<()> {
        *taken += 1;
        take(level)?;
        if *taken >= self.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn together<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let threads = self.desk.budget.threads;
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }
}

const _: fn(Rate) = |_| ();
const _: fn(Chances, Fraction) = |_, _| ();

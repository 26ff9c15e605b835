//! Chances from every position of a solved game, in one ordered sweep.
//!
//! The record of a position contains its evaluations at depth 0, 1, 2, … plies, one byte each
//! (its *lanes*), and its chances, four bytes each (its *slots*). Both follow from the records
//! of its successors: a lane is the best of the successors' lanes with one ply less, and a
//! chance is the mean over the moves that look best to the player to move.
//!
//! A chance is an integer number of [`UNITS`], rounded down, with one bit that says whether it
//! was rounded. Rounding loses less than one unit per ply. So the true chance is larger by at
//! most as many units as the longest game has plies.

use super::Exact;
use super::lanes::{Chooser, Lanes, MOST_WORDS, Record, best_lanes};
use crate::chance::{Chances, Fraction, Parts};
use crate::policy::{Habit, Player, Policy, Seen, Unknown, Weights};
use spar_rules::{Game, Outcome, Ranked, Reward, Side, Tactics, Turn, Value};
use spar_solve::explicit::{Entry, Next, Step, Swept, Table};
use spar_solve::{Budget, Interval, Progress, SolveError};
use std::cmp::Ordering;

/// The number of units in a chance of 1: 2¹⁰·3⁴·5²·7·11·13, so that the chances after a few
/// random choices are exact.
pub const UNITS: u32 = 2_075_673_600;

/// The two players of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The player of the first side.
    pub first: Player,
    /// The player of the second side.
    pub second: Player,
}

impl Pairing {
    /// The pairing in which `learner` plays this side.
    pub fn of(learner: &Player, opponent: &Player, side: Side) -> Pairing {
        let (first, second) = match side {
            Side::First => (learner, opponent),
            Side::Second => (opponent, learner),
        };
        Pairing { first: first.clone(), second: second.clone() }
    }
}

/// A question about every position: the probability of an outcome between these players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelQuestion {
    /// The two players of a duel.
    pub pairing: Pairing,
    /// The outcome.
    pub outcome: Outcome,
}

impl DuelQuestion {
    /// The questions for the wins of both sides. The remaining chance is that of a draw.
    pub fn wins(pairing: &Pairing) -> [DuelQuestion; 2] {
        let win = |side| DuelQuestion { pairing: pairing.clone(), outcome: Outcome::Win(side) };
        [win(Side::First), win(Side::Second)]
    }
}

/// A chance in [`UNITS`], with its rounding error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceUnits {
    /// The lower bound, in units.
    pub units: u32,
    /// The upper bound minus the lower bound, in units; 0 if the chance is exact.
    pub error: u32,
}

impl ChanceUnits {
    /// Returns whether the chance is at least this fraction; `None` if the rounding error
    /// leaves it open.
    pub fn at_least(self, threshold: Fraction) -> Option<bool> {
        let reaches = |units: u32| compared(units, threshold).is_ge();
        match (reaches(self.units), reaches(self.units + self.error)) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            (false, true) => None,
        }
    }

    /// Returns whether the chance is at most this fraction; `None` if the rounding error leaves
    /// it open.
    pub fn at_most(self, threshold: Fraction) -> Option<bool> {
        let stays = |units: u32| compared(units, threshold).is_le();
        match (stays(self.units), stays(self.units + self.error)) {
            (_, true) => Some(true),
            (false, _) => Some(false),
            (true, false) => None,
        }
    }

    /// Adds half of another chance.
    #[must_use]
    pub fn plus_half(self, other: ChanceUnits) -> ChanceUnits {
        let odd = other.units % 2;
        ChanceUnits {
            units: self.units + other.units / 2,
            error: self.error + other.error.div_ceil(2) + odd,
        }
    }

    /// Adds the chance of a mutually exclusive outcome.
    #[must_use]
    pub fn plus(self, other: ChanceUnits) -> ChanceUnits {
        // Rounded down, the sum is at most the whole.
        ChanceUnits { units: self.units + other.units, error: self.error + other.error }
    }

    /// The chance as floating-point bounds.
    pub fn bounds(self) -> Interval {
        let whole = f64::from(UNITS);
        let (low, high) = (f64::from(self.units), f64::from(self.units) + f64::from(self.error));
        // Divisions round to nearest; move the bounds outwards, but keep them between 0 and 1.
        Interval {
            low: (low / whole).next_down().max(0.0),
            high: (high / whole).next_up().min(1.0),
        }
    }
}

/// Compares a number of units with a fraction.
#[inline]
fn compared(units: u32, fraction: Fraction) -> Ordering {
    // Fractions from users are small; others need the slow path.
    let scaled = fraction.numerator().checked_mul(u128::from(UNITS));
    match scaled.zip(fraction.denominator().checked_mul(u128::from(units))) {
        Some((wanted, here)) => here.cmp(&wanted),
        None => Fraction::new(u128::from(units), u128::from(UNITS)).cmp(&Some(fraction)),
    }
}

/// The chances of every position, computed by a sweep.
pub struct ChanceTable<'t, G: Ranked + Reward + Tactics> {
    game: &'t G,
    plan: ChanceLayout,
    words: Box<dyn Words<G> + 't>,
}

/// The chances of one entry of the table.
pub struct ChanceRow<'a, P> {
    /// A position, which stands for its images.
    pub position: P,
    /// Its index in the table.
    pub place: u64,
    /// The number of images.
    pub images: u32,
    /// Its value for the side to move.
    pub value: Value,
    plan: &'a ChanceLayout,
    words: &'a [u64],
}

impl<P> ChanceRow<'_, P> {
    /// The answer to a question, given by its index.
    pub fn rate(&self, question: usize) -> ChanceUnits {
        self.plan.rate(self.words, question)
    }
}

impl<'t, G: Ranked + Reward + Tactics> ChanceTable<'t, G> {
    /// Returns whether the records of a sweep are large enough for the answers.
    pub fn fits(game: &G, questions: &[DuelQuestion]) -> bool {
        ChanceLayout::new(game, questions).is_some()
    }

    /// Answers these questions for every position of a solved game.
    ///
    /// # Errors
    /// If the records exceed the budget's memory, or the work is stopped.
    pub fn sweep(
        table: &'t Table,
        game: &'t G,
        questions: &[DuelQuestion],
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<ChanceTable<'t, G>, SolveError> {
        let too_large = SolveError::TooLarge { needed: 1 << 64, allowed: budget.memory };
        let plan = ChanceLayout::new(game, questions).ok_or(too_large)?;
        let words = match plan.words {
            1 => run::<G, 1>(table, game, &plan, budget, progress),
            2 => run::<G, 2>(table, game, &plan, budget, progress),
            3 => run::<G, 3>(table, game, &plan, budget, progress),
            4 => run::<G, 4>(table, game, &plan, budget, progress),
            5 | 6 => run::<G, 6>(table, game, &plan, budget, progress),
            _ => run::<G, MOST_WORDS>(table, game, &plan, budget, progress),
        }?;
        Ok(ChanceTable { game, plan, words })
    }

    /// Calls `visit` with every entry, finished positions included, in the order of the table.
    pub fn each(&self, visit: impl FnMut(ChanceRow<'_, G::Position>)) {
        self.each_where(&|_| true, visit);
    }

    /// Calls `visit` with the entries whose value for the first side passes `keep`. Skipping
    /// the others is cheap.
    pub fn each_where(
        &self,
        keep: &dyn Fn(Value) -> bool,
        mut visit: impl FnMut(ChanceRow<'_, G::Position>),
    ) {
        self.words.each(self.game, keep, &mut |entry| {
            let Entry { position, place, images, value, found: words } = entry;
            visit(ChanceRow { position, place, images, value, plan: &self.plan, words });
        });
    }

    /// The answer to a question for one position; `None` if play does not reach it.
    pub fn rate(&self, position: &G::Position, question: usize) -> Option<ChanceUnits> {
        let words = self.words.of(self.game, position)?;
        Some(self.plan.rate(&words, question))
    }

    /// The chances of the first side from one position, from two questions about the same
    /// pairing: whether the first side wins, and whether the second does. Returns fractions if
    /// nothing was rounded or if the budget has enough nodes to compute them; otherwise
    /// certified bounds. `None` if play does not reach the position.
    pub fn chances(
        &self,
        position: &G::Position,
        [wins, losses]: [usize; 2],
        budget: &Budget,
    ) -> Option<Chances> {
        let rounded = self.rounded(position, [wins, losses])?;
        if let Chances::Exact(_) = rounded {
            return Some(rounded);
        }
        let mut exact = Exact::new(self.game, budget.clone());
        let fractions = exact.chances(&mut self.players(wins), position);
        Some(fractions.unwrap_or(rounded))
    }

    /// Like [`chances`](ChanceTable::chances), from the sweep alone: fractions if nothing was
    /// rounded, otherwise certified bounds.
    pub fn rounded(&self, position: &G::Position, [wins, losses]: [usize; 2]) -> Option<Chances> {
        let (win, loss) = (self.rate(position, wins)?, self.rate(position, losses)?);
        if win.error == 0 && loss.error == 0 {
            let draw = u128::from(UNITS - win.units - loss.units);
            let parts = Parts { win: win.units.into(), draw, loss: loss.units.into() };
            // The mean of a single element is the element in lowest terms.
            return Parts::mean(&[(1, parts)]).map(Chances::Exact);
        }
        let [win, loss] = [win, loss].map(ChanceUnits::bounds);
        Some(Chances::Bounded { win, draw: Interval::rest(win, loss), loss })
    }

    /// The players of a question, with their evaluations from the sweep. Only for positions
    /// that play reaches.
    pub fn players(&self, question: usize) -> Players<'_, 't, G> {
        Players { rates: self, question }
    }
}

/// Both players of a pairing, with their evaluations from the records of a sweep.
pub struct Players<'r, 't, G: Ranked + Reward + Tactics> {
    rates: &'r ChanceTable<'t, G>,
    question: usize,
}

impl<G: Ranked + Reward + Tactics> Policy<G> for Players<'_, '_, G> {
    fn weights(&mut self, seen: &Seen<'_, G>, out: &mut Weights<G>) -> Result<(), Unknown> {
        let (game, position, plan) = (seen.game, seen.position, &self.rates.plan);
        let side = game.side(position);
        let moves = seen.legal();
        let words =
            moves.iter().map(|mv| self.rates.words.of(game, &game.after(position, mv.clone())));
        let words: Vec<Record> = words.collect::<Option<_>>().ok_or(Unknown)?;
        let chooser = plan.choosers[side as usize][plan.chosen_by[side as usize][self.question]];
        let best = best_lanes(side, words.iter().map(|it| &it[..]), plan.lanes.words);
        let likes = |record: &Record| chooser.likes(&record[..], &best);
        let liked = moves.iter().zip(&words).filter(|(_, record)| likes(record));
        out.extend(liked.map(|(mv, _)| (mv.clone(), 1)));
        Ok(())
    }
}

type VisitRecords<'v, G> = dyn FnMut(Entry<<G as Game>::Position, &[u64]>) + 'v;

/// A sweep with records of any length.
trait Words<G: Game>: Sync {
    fn each(&self, game: &G, keep: &dyn Fn(Value) -> bool, visit: &mut VisitRecords<'_, G>);
    fn of(&self, game: &G, position: &G::Position) -> Option<Record>;
}

impl<G: Ranked, const WORDS: usize> Words<G> for Swept<'_, [u64; WORDS]> {
    fn each(&self, game: &G, keep: &dyn Fn(Value) -> bool, visit: &mut VisitRecords<'_, G>) {
        Swept::each_where(self, game, keep, |entry| {
            let Entry { position, place, images, value, found } = entry;
            visit(Entry { position, place, images, value, found: &found[..] });
        });
    }

    fn of(&self, game: &G, position: &G::Position) -> Option<Record> {
        let found = Swept::of(self, game, position)?;
        let mut record = [0; MOST_WORDS];
        record[..WORDS].copy_from_slice(&found);
        Some(record)
    }
}

fn run<'t, G: Ranked + Reward + Tactics, const WORDS: usize>(
    table: &'t Table,
    game: &'t G,
    plan: &ChanceLayout,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Box<dyn Words<G> + 't>, SolveError> {
    let rating = ChanceStep::<G, WORDS> { plan: plan.clone(), moves: Vec::new(), next: Vec::new() };
    let swept: Swept<'t, [u64; WORDS]> = table.sweep(game, "rating", &rating, budget, progress)?;
    Ok(Box::new(swept))
}

/// The layout of a record.
#[derive(Clone, Debug)]
struct ChanceLayout {
    lanes: Lanes,
    words: usize,
    /// The outcome that each slot counts.
    outcomes: Vec<Outcome>,
    /// The distinct choosers of each side.
    choosers: [Vec<Chooser>; 2],
    /// For each side and slot, the index of its chooser.
    chosen_by: [Vec<usize>; 2],
}

impl ChanceLayout {
    /// Returns `None` if the records would be too long, if an evaluation does not fit into its
    /// lane, if a player has no habit that sweeps support, or if the game has cycles.
    fn new<G: Tactics + Reward>(game: &G, questions: &[DuelQuestion]) -> Option<ChanceLayout> {
        let of = |question: &DuelQuestion| {
            let Pairing { first, second } = &question.pairing;
            Some([first.habit()?, second.habit()?])
        };
        let habits: Vec<[Habit; 2]> = questions.iter().map(of).collect::<Option<_>>()?;
        let lanes = Lanes::new(game, habits.as_flattened())?;
        let words = lanes.words + questions.len().div_ceil(2);
        if words > MOST_WORDS {
            return None;
        }
        let mut choosers = [Vec::new(), Vec::new()];
        let mut chosen_by = [Vec::new(), Vec::new()];
        for side in [Side::First, Side::Second] {
            let list = &mut choosers[side as usize];
            for habits in &habits {
                let wanted = lanes.chooser(habits[side as usize]);
                let place = list.iter().position(|it| *it == wanted).unwrap_or_else(|| {
                    list.push(wanted);
                    list.len() - 1
                });
                chosen_by[side as usize].push(place);
            }
        }
        let outcomes = questions.iter().map(|it| it.outcome).collect();
        Some(ChanceLayout { lanes, words, outcomes, choosers, chosen_by })
    }

    fn n_slots(&self) -> usize {
        self.outcomes.len()
    }

    #[inline]
    fn slot(&self, words: &[u64], slot: usize) -> u32 {
        (words[self.lanes.words + slot / 2] >> (32 * (slot % 2))) as u32
    }

    fn rate(&self, words: &[u64], question: usize) -> ChanceUnits {
        let slot = self.slot(words, question);
        let units = slot >> 1;
        let error = if slot & 1 == 0 { 0 } else { self.lanes.longest.min(UNITS - units) };
        ChanceUnits { units, error }
    }

    /// The record of a finished position.
    fn finished<const WORDS: usize>(&self, outcome: Outcome) -> [u64; WORDS] {
        let mut record = [0; WORDS];
        self.lanes.finish(outcome, &mut record);
        let sure = u64::from(UNITS << 1);
        for slot in 0..self.n_slots() {
            if self.outcomes[slot] == outcome {
                record[self.lanes.words + slot / 2] |= sure << (32 * (slot % 2));
            }
        }
        record
    }
}

/// The step of the sweep.
struct ChanceStep<G: Game, const WORDS: usize> {
    plan: ChanceLayout,
    moves: Vec<G::Move>,
    next: Vec<[u64; WORDS]>,
}

impl<G: Game, const WORDS: usize> Clone for ChanceStep<G, WORDS> {
    fn clone(&self) -> Self {
        ChanceStep { plan: self.plan.clone(), moves: Vec::new(), next: Vec::new() }
    }
}

impl<G: Ranked + Reward, const WORDS: usize> Step<G, [u64; WORDS]> for ChanceStep<G, WORDS> {
    #[inline]
    fn step(
        &mut self,
        game: &G,
        position: &G::Position,
        next: &Next<G, [u64; WORDS]>,
    ) -> [u64; WORDS] {
        let side = match game.turn(position) {
            Turn::Over(outcome) => return self.plan.finished(outcome),
            Turn::Play(side) => side,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        self.moves.clear();
        game.moves(position, &mut self.moves);
        self.next.clear();
        self.next.extend(self.moves.iter().map(|mv| next.of(&game.after(position, mv.clone()))));
        let plan = &self.plan;
        let best = best_lanes(side, self.next.iter().map(|it| &it[..]), plan.lanes.words);
        let mut record = [0; WORDS];
        plan.lanes.fill(game.reward(position), &best, &mut record);
        let choosers = &plan.choosers[side as usize];
        for (place, chooser) in choosers.iter().enumerate() {
            let mut sums = [0_u64; 2 * MOST_WORDS];
            let mut rounded = [0_u32; 2 * MOST_WORDS];
            let mut count = 0;
            for record in &self.next {
                if chooser.likes(record, &best) {
                    count += 1;
                    for slot in 0..plan.n_slots() {
                        let packed = plan.slot(record, slot);
                        sums[slot] += u64::from(packed >> 1);
                        rounded[slot] |= packed & 1;
                    }
                }
            }
            for slot in 0..plan.n_slots() {
                if plan.chosen_by[side as usize][slot] == place {
                    let units = sums[slot] / count;
                    let lost = rounded[slot] | u32::from(units * count != sums[slot]);
                    let packed = u64::from((units as u32) << 1 | lost);
                    record[plan.lanes.words + slot / 2] |= packed << (32 * (slot % 2));
                }
            }
        }
        record
    }
}

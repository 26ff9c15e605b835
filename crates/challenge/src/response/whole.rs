//! Best responses from every position of a solved game, in one ordered sweep.
//!
//! A record contains the [lanes](crate::duel::lanes) by which the rival chooses, and the
//! expected result and the chance to win of the responding side, four bytes each: in [`UNITS`],
//! rounded down, with a bit that says whether it was rounded. Means are rounded, maxima are
//! not, so a true value is larger by at most as many units as the longest game has plies.
//!
//! The sweep leaves only a few moves that may be best. Fractions decide between them and give
//! the exact chances, as long as there are not too many positions and the integers fit.
//! Otherwise the results are the bounds that the sweep certifies.

use super::Among;
use crate::chance::{Fraction, Parts};
use crate::duel::lanes::{Chooser, Lanes, Record, best_lanes};
use crate::duel::{ChanceUnits, UNITS};
use crate::policy::{Habit, Player};
use rustc_hash::FxHashMap;
use spar_rules::{Game, Outcome, Ranked, Reward, Side, Tactics, Turn};
use spar_solve::explicit::{Next, Step, Swept, Table, estimate};
use spar_solve::mdp::expected::{Bounds, Outlook};
use spar_solve::whole::kept;
use spar_solve::{Budget, Context, Progress, SolveError};
use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of positions for the exact fractions of one position after a sweep.
const MOST_FRACTIONS: usize = 1 << 20;

/// The same limit if only the best moves are requested.
const MOST_FRACTIONS_FOR_MOVES: usize = 1 << 12;

/// A question about every position: the best response of a side to this player, among these
/// moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player.
    pub rival: Player,
    /// The side that responds.
    pub side: Side,
    /// Which moves are considered.
    pub among: Among,
}

/// The best responses from every position that play reaches.
pub struct WholeResponses<G: Game> {
    plan: ResponseLayout,
    records: Box<dyn Records<G>>,
    bytes: u64,
    len: u64,
}

impl<G: Game> WholeResponses<G> {
    /// Computes the answers for every position of a solved game.
    ///
    /// # Errors
    /// If the player has no habit that sweeps support, if the records exceed the budget's
    /// memory, or if the work is stopped.
    pub fn sweep(
        table: &Arc<Table>,
        game: &G,
        question: &Question,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<WholeResponses<G>, SolveError>
    where
        G: Ranked + Reward + Tactics,
    {
        let too_large = SolveError::TooLarge { needed: 1 << 64, allowed: budget.memory };
        let plan = ResponseLayout::new(game, question).ok_or(too_large.clone())?;
        match plan.lanes.words {
            0 => run::<G, 1>(table, game, plan, budget, progress),
            1 => run::<G, 2>(table, game, plan, budget, progress),
            2 => run::<G, 3>(table, game, plan, budget, progress),
            3 => run::<G, 4>(table, game, plan, budget, progress),
            _ => Err(too_large),
        }
    }

    /// The expected chances of the responding side from a position, if play reaches it: exact
    /// if this takes not too many positions, otherwise certified bounds.
    pub fn outlook(&self, game: &G, position: &G::Position) -> Option<Outlook> {
        let known = self.expects(game, position)?;
        let mut fractions = ResponseFractions { known: FxHashMap::default(), most: MOST_FRACTIONS };
        let parts = fractions.parts(self, game, position);
        Some(parts.map_or_else(|| self.plan.outlook(known), Outlook::Exact))
    }

    /// The moves of a position that may be best for the responding side, which must be to move.
    /// If fractions are known, these are the moves with the best result and, among them, the
    /// most wins; otherwise those that the bounds do not rule out. `None` if play does not
    /// reach the position.
    pub fn best(&self, game: &G, position: &G::Position) -> Option<Vec<G::Move>> {
        let candidates = self.candidates(game, position)?;
        let moves = || candidates.iter().map(|it| it.mv.clone());
        if candidates.len() == 1 || are_told(&candidates) {
            let most = candidates.iter().map(|it| it.expects.win.units).max();
            let wins_most = |it: &&Candidate<G>| Some(it.expects.win.units) == most;
            return Some(candidates.iter().filter(wins_most).map(|it| it.mv.clone()).collect());
        }
        let rank = |it: &Candidate<G>| {
            let most = MOST_FRACTIONS_FOR_MOVES;
            let mut fractions = ResponseFractions { known: FxHashMap::default(), most };
            fractions.parts(self, game, &it.next)?.rank()
        };
        let ranks: Option<Vec<(Fraction, Fraction)>> = candidates.iter().map(rank).collect();
        let Some(ranks) = ranks else { return Some(moves().collect()) };
        let best = ranks.iter().max();
        Some(moves().zip(&ranks).filter(|it| Some(it.1) == best).map(|it| it.0).collect())
    }

    /// The moves that the responding side, which must be to move, chooses from.
    pub fn choices(&self, game: &G, position: &G::Position) -> Option<Vec<G::Move>> {
        Some(self.allowed(game, position)?.into_iter().map(|it| it.mv).collect())
    }

    /// Returns whether play reaches a position.
    pub fn holds(&self, game: &G, position: &G::Position) -> bool {
        self.expects(game, position).is_some()
    }

    /// The number of records. Images that the game folds count as one.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Always false: the start has a record.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The size of the records in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn expects(&self, game: &G, position: &G::Position) -> Option<Expects> {
        Some(self.plan.expects(&self.records.of(game, position)?))
    }

    /// The successors of a position, in the order of its moves.
    fn next(&self, game: &G, position: &G::Position) -> Option<Vec<After<G>>> {
        let record = |mv: G::Move| {
            let next = game.after(position, mv.clone());
            let record = self.records.of(game, &next)?;
            Some((mv, next, record))
        };
        game.legal(position).into_iter().map(record).collect()
    }

    /// The moves that the responding side chooses from, with their successors.
    fn allowed(&self, game: &G, position: &G::Position) -> Option<Vec<Candidate<G>>> {
        let plan = &self.plan;
        let next = self.next(game, position)?;
        let best = best_lanes(plan.side, next.iter().map(|it| &it.2[..]), plan.lanes.words);
        let allowed = next.into_iter().filter(|it| plan.allows(&it.2, &best));
        let candidate =
            |(mv, next, record): After<G>| Candidate { mv, next, expects: plan.expects(&record) };
        Some(allowed.map(candidate).collect())
    }

    /// Those moves that the sweep does not rule out.
    fn candidates(&self, game: &G, position: &G::Position) -> Option<Vec<Candidate<G>>> {
        let mut all = self.allowed(game, position)?;
        let least = all.iter().map(|it| it.expects.result.units).max()?;
        all.retain(|it| self.plan.most(it.expects.result) >= least);
        Some(all)
    }
}

/// A move, the position after it, and its record.
type After<G> = (<G as Game>::Move, <G as Game>::Position, Record);

/// A move that may be best.
struct Candidate<G: Game> {
    mv: G::Move,
    next: G::Position,
    expects: Expects,
}

/// Returns whether the sweep has the exact results and wins of all candidates.
fn are_told<G: Game>(candidates: &[Candidate<G>]) -> bool {
    candidates.iter().all(|it| !it.expects.result.is_rounded && !it.expects.win.is_rounded)
}

/// Computes exact chances of the responding side, by following the few moves that a sweep
/// leaves open.
struct ResponseFractions<P> {
    known: FxHashMap<P, Parts>,
    /// The maximum number of positions.
    most: usize,
}

impl<P: Clone + Eq + std::hash::Hash> ResponseFractions<P> {
    /// Returns `None` if there are too many positions, or if the integers overflow.
    fn parts<G: Game<Position = P>>(
        &mut self,
        whole: &WholeResponses<G>,
        game: &G,
        position: &P,
    ) -> Option<Parts> {
        let plan = &whole.plan;
        let mover = match game.turn(position) {
            Turn::Over(outcome) => return Some(Parts::of_outcome(outcome, plan.side)),
            Turn::Play(side) => side,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        if let Some(parts) = self.known.get(position) {
            return Some(*parts);
        }
        let result = whole.expects(game, position)?.result;
        match (result.is_rounded, result.units) {
            (false, 0) => return Some(Parts::LOSS),
            (false, UNITS) => return Some(Parts::WIN),
            _ => {}
        }
        if self.known.len() >= self.most {
            return None;
        }
        let parts = if mover == plan.side {
            let mut candidates = whole.candidates(game, position)?;
            if are_told(&candidates) {
                // All have the same result; take the first with the most wins.
                candidates.sort_by_key(|it| Reverse(it.expects.win.units));
                candidates.truncate(1);
            }
            let mut best: Option<((Fraction, Fraction), Parts)> = None;
            for candidate in candidates {
                let parts = self.parts(whole, game, &candidate.next)?;
                let rank = parts.rank()?;
                if best.is_none_or(|it| rank > it.0) {
                    best = Some((rank, parts));
                }
            }
            best?.1
        } else {
            let next = whole.next(game, position)?;
            let best = best_lanes(mover, next.iter().map(|it| &it.2[..]), plan.lanes.words);
            let mut liked = Vec::new();
            for (_, next, record) in &next {
                if plan.chooser.likes(record, &best) {
                    liked.push((1, self.parts(whole, game, next)?));
                }
            }
            Parts::mean(&liked)?
        };
        self.known.insert(position.clone(), parts);
        Some(parts)
    }
}

/// A number of [`UNITS`], rounded down, and whether it was rounded.
#[derive(Clone, Copy)]
struct Slot {
    units: u32,
    is_rounded: bool,
}

impl Slot {
    fn packed(self) -> u64 {
        u64::from(self.units << 1 | u32::from(self.is_rounded))
    }

    fn unpacked(packed: u32) -> Slot {
        Slot { units: packed >> 1, is_rounded: packed & 1 == 1 }
    }
}

/// The expectation of the responding side: the best result, and the chance to win of one policy
/// that the sweep cannot distinguish from the best.
#[derive(Clone, Copy)]
struct Expects {
    result: Slot,
    win: Slot,
}

impl Expects {
    fn packed(self) -> u64 {
        self.result.packed() << 32 | self.win.packed()
    }

    /// The key for comparisons. Images of a position have equal keys.
    fn order(self) -> (u32, u32, bool) {
        (self.result.units, self.win.units, !self.win.is_rounded)
    }
}

/// The layout of a record, and its computation from other records.
#[derive(Clone, Debug)]
struct ResponseLayout {
    lanes: Lanes,
    side: Side,
    among: Among,
    /// How the rival chooses its moves.
    chooser: Chooser,
}

impl ResponseLayout {
    fn new<G: Tactics + Reward>(game: &G, question: &Question) -> Option<ResponseLayout> {
        let Question { rival, side, among } = question;
        let habit = rival.habit()?;
        let lanes = match among {
            Among::All => Lanes::new(game, &[habit]),
            // Deciding which moves keep the value needs the lane with unlimited foresight.
            Among::Keeping => Lanes::new(game, &[habit, Habit::Best]),
        }?;
        let chooser = lanes.chooser(habit);
        Some(ResponseLayout { lanes, side: *side, among: *among, chooser })
    }

    #[inline]
    fn expects(&self, record: &[u64]) -> Expects {
        let packed = record[self.lanes.words];
        Expects {
            result: Slot::unpacked((packed >> 32) as u32),
            win: Slot::unpacked(packed as u32),
        }
    }

    /// Returns whether the responding side may move to this record, given the best of each
    /// lane.
    #[inline]
    fn allows(&self, record: &[u64], best: &Record) -> bool {
        self.among == Among::All || self.lanes.winner(record) == self.lanes.winner(best)
    }

    /// The upper bound of the true value, in units.
    #[inline]
    fn most(&self, slot: Slot) -> u32 {
        let ChanceUnits { units, error } = self.rate(slot);
        units + error
    }

    #[inline]
    fn rate(&self, slot: Slot) -> ChanceUnits {
        let error = if slot.is_rounded { self.lanes.longest.min(UNITS - slot.units) } else { 0 };
        ChanceUnits { units: slot.units, error }
    }

    fn finished(&self, outcome: Outcome) -> Expects {
        let sure = |units| Slot { units, is_rounded: false };
        let (result, win) = match outcome {
            Outcome::Draw => (UNITS / 2, 0),
            Outcome::Win(side) if side == self.side => (UNITS, UNITS),
            Outcome::Win(_) => (0, 0),
        };
        Expects { result: sure(result), win: sure(win) }
    }

    /// The best of the options of the responding side.
    #[inline]
    fn choice(&self, all: impl Iterator<Item = Expects> + Clone) -> Expects {
        let best = all.clone().reduce(|a, b| if b.order() > a.order() { b } else { a });
        let best = best.expect("law: an unfinished position has moves");
        let least = best.result.units;
        let is_rounded = all.clone().any(|it| it.result.is_rounded && self.most(it.result) > least);
        // An equally good option may win more often.
        let wins_more =
            |it: Expects| self.most(it.result) >= least && self.most(it.win) > best.win.units;
        let win = Slot { is_rounded: best.win.is_rounded || { all }.any(wins_more), ..best.win };
        Expects { result: Slot { units: least, is_rounded }, win }
    }

    /// The outlook by the sweep alone.
    fn outlook(&self, known: Expects) -> Outlook {
        let [result, win] = [known.result, known.win].map(|it| self.rate(it));
        let least = |rate: ChanceUnits| i64::from(rate.units);
        let most = |rate: ChanceUnits| i64::from(rate.units) + i64::from(rate.error);
        // The result is a win plus half of a draw, and all three sum to one.
        let whole = i64::from(UNITS);
        let between = |low: i64, high: i64| {
            let (low, high) = (low.clamp(0, whole) as u32, high.clamp(0, whole) as u32);
            ChanceUnits { units: low, error: high - low }
        };
        let draw = between(2 * (least(result) - most(win)), 2 * (most(result) - least(win)));
        let loss =
            between(whole - 2 * most(result) + least(win), whole - 2 * least(result) + most(win));
        if result.error == 0 && win.error == 0 {
            let [win, draw, loss] = [win, draw, loss].map(|it| u128::from(it.units));
            // The mean of a single element is the element in lowest terms.
            if let Some(parts) = Parts::mean(&[(1, Parts { win, draw, loss })]) {
                return Outlook::Exact(parts);
            }
        }
        let [win, draw, loss, result] = [win, draw, loss, result].map(ChanceUnits::bounds);
        Outlook::Bounded(Bounds { win, draw, loss, result })
    }
}

/// The mean over the rival's moves, rounded down.
#[derive(Default)]
struct Mean {
    sums: [u64; 2],
    is_rounded: [bool; 2],
    count: u64,
}

impl Mean {
    #[inline]
    fn add(&mut self, expects: Expects) {
        self.count += 1;
        for (at, slot) in [expects.result, expects.win].into_iter().enumerate() {
            self.sums[at] += u64::from(slot.units);
            self.is_rounded[at] |= slot.is_rounded;
        }
    }

    #[inline]
    fn expects(self) -> Expects {
        let slot = |at: usize| {
            let units = self.sums[at] / self.count;
            let is_rounded = self.is_rounded[at] || units * self.count != self.sums[at];
            Slot { units: units as u32, is_rounded }
        };
        Expects { result: slot(0), win: slot(1) }
    }
}

/// A sweep with records of any length.
trait Records<G: Game>: Send + Sync {
    fn of(&self, game: &G, position: &G::Position) -> Option<Record>;
}

impl<G: Ranked, const WORDS: usize> Records<G> for Swept<'static, [u64; WORDS]> {
    fn of(&self, game: &G, position: &G::Position) -> Option<Record> {
        let found = Swept::of(self, game, position)?;
        let mut record = Record::default();
        record[..WORDS].copy_from_slice(&found);
        Some(record)
    }
}

fn run<G: Ranked + Reward, const WORDS: usize>(
    table: &Arc<Table>,
    game: &G,
    plan: ResponseLayout,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<WholeResponses<G>, SolveError> {
    let step = Responding::<G, WORDS> { plan: plan.clone(), moves: Vec::new(), next: Vec::new() };
    let swept: Swept<'static, [u64; WORDS]> =
        table.sweep_shared(game, "responding", &step, budget, progress)?;
    let (bytes, len) = (swept.bytes(), table.len());
    Ok(WholeResponses { plan, records: Box::new(swept), bytes, len })
}

/// The step of the sweep.
struct Responding<G: Game, const WORDS: usize> {
    plan: ResponseLayout,
    moves: Vec<G::Move>,
    next: Vec<[u64; WORDS]>,
}

impl<G: Game, const WORDS: usize> Clone for Responding<G, WORDS> {
    fn clone(&self) -> Self {
        Responding { plan: self.plan.clone(), moves: Vec::new(), next: Vec::new() }
    }
}

impl<G: Ranked + Reward, const WORDS: usize> Step<G, [u64; WORDS]> for Responding<G, WORDS> {
    #[inline]
    fn step(
        &mut self,
        game: &G,
        position: &G::Position,
        next: &Next<G, [u64; WORDS]>,
    ) -> [u64; WORDS] {
        let plan = &self.plan;
        let mut record = [0; WORDS];
        let side = match game.turn(position) {
            Turn::Over(outcome) => {
                plan.lanes.finish(outcome, &mut record);
                record[plan.lanes.words] = plan.finished(outcome).packed();
                return record;
            }
            Turn::Play(side) => side,
            Turn::Roll => unreachable!("law: a deterministic game never rolls"),
        };
        self.moves.clear();
        game.moves(position, &mut self.moves);
        self.next.clear();
        self.next.extend(self.moves.iter().map(|mv| next.of(&game.after(position, mv.clone()))));
        let best = best_lanes(side, self.next.iter().map(|it| &it[..]), plan.lanes.words);
        plan.lanes.fill(game.reward(position), &best, &mut record);
        let expects = if side == plan.side {
            let allowed = self.next.iter().filter(|it| plan.allows(&it[..], &best));
            plan.choice(allowed.map(|it| plan.expects(it)))
        } else {
            let mut mean = Mean::default();
            for record in self.next.iter().filter(|it| plan.chooser.likes(&it[..], &best)) {
                mean.add(plan.expects(record));
            }
            mean.expects()
        };
        record[plan.lanes.words] = expects.packed();
        record
    }
}

/// The sweeps over one game. They are cached as long as they fit into memory together.
pub struct Sweeps<G: Game>(Mutex<SweepCache<G>>);

struct SweepCache<G: Game> {
    table: Option<Arc<Table>>,
    found: Vec<(Question, Arc<WholeResponses<G>>)>,
}

impl<G: Game> Default for Sweeps<G> {
    fn default() -> Sweeps<G> {
        Sweeps(Mutex::new(SweepCache { table: None, found: Vec::new() }))
    }
}

impl<G: Ranked + Reward + Tactics> Sweeps<G> {
    /// The answers to a question for every position: from the cache, or by a new sweep over the
    /// solved game with this name. `None` if the rival has no habit that sweeps support, if the
    /// game exceeds the memory of the context's budget, or if the work is stopped.
    pub fn get(
        &self,
        game: &G,
        name: &str,
        question: &Question,
        context: &Context,
    ) -> Option<Arc<WholeResponses<G>>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = held.found.iter().find(|it| it.0 == *question) {
            return Some(Arc::clone(known));
        }
        let Context { budget, progress, .. } = context;
        ResponseLayout::new(game, question)?;
        if estimate(game.ranks()?) > u128::from(budget.memory) {
            return None;
        }
        let table = if let Some(table) = &held.table {
            Arc::clone(table)
        } else {
            let kept = kept(game, name, context, &mut Vec::new()).and_then(|it| it.load().ok());
            let solve = || Table::solve(game, budget, &**progress).ok();
            Arc::clone(held.table.insert(Arc::new(kept.or_else(solve)?)))
        };
        let taken: u64 = held.found.iter().map(|it| it.1.bytes()).sum();
        let rest = budget.clone().with_memory(budget.memory.saturating_sub(taken));
        let sweep =
            |budget: &Budget| WholeResponses::sweep(&table, game, question, budget, &**progress);
        let found = match sweep(&rest) {
            Err(error) if error.is_memory() && taken > 0 => {
                held.found.clear();
                sweep(budget)
            }
            found => found,
        };
        let found = Arc::new(found.ok()?);
        held.found.push((question.clone(), Arc::clone(&found)));
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_games::lines::Lines;
    use spar_solve::{Interval, Silent};

    #[test]
    fn what_a_sweep_certifies_holds_the_fractions() {
        let game = Lines::named("connect4:rows=3,cols=5").unwrap();
        let budget = Budget::unlimited();
        let table = Arc::new(Table::solve(&game, &budget, &Silent).unwrap());
        let mut n_rounded = 0;
        for (rival, side) in [("random", Side::First), ("random", Side::Second), ("1", Side::First)]
        {
            let question = Question { rival: rival.parse().unwrap(), side, among: Among::All };
            let whole = WholeResponses::sweep(&table, &game, &question, &budget, &Silent).unwrap();
            for place in 0..table.len() {
                let (board, _) = table.at(&game, place);
                let known = whole.expects(&game, &board).unwrap();
                if !known.result.is_rounded && place % 31 != 0 {
                    continue;
                }
                let parts = whole.outlook(&game, &board).unwrap().exact().unwrap();
                n_rounded += u32::from(known.result.is_rounded);
                match whole.plan.outlook(known) {
                    Outlook::Exact(swept) => {
                        assert_eq!(swept.score(), parts.score(), "{board:?}");
                        assert!(!known.result.is_rounded, "{board:?}");
                    }
                    Outlook::Bounded(bounds) => {
                        let exact = parts.score().unwrap().bounds();
                        let Interval { low, high } = bounds.result;
                        assert!(low <= exact.high && exact.low <= high, "{board:?}: {bounds:?}");
                        assert!(high - low < 1e-7, "{board:?}: {bounds:?}");
                        let Bounds { win, draw, loss, .. } = bounds;
                        let sum = |of: fn(Interval) -> f64| of(win) + of(draw) + of(loss);
                        assert!(sum(|it| it.low) <= 1.0 && 1.0 <= sum(|it| it.high), "{board:?}");
                    }
                }
            }
        }
        assert!(n_rounded > 100, "{n_rounded}: the bounds are hardly tried");
    }
}

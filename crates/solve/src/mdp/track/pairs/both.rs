//! Optimal play of both sides, who move in turn.
//!
//! `value(i, j) = max over actions of Σ chance · (1 if we arrive, else 1 - value(j, k))`.
//!
//! The proof takes the computed policy for one side and bounds the best response to it: an
//! upper bound for the side to move, and a lower bound for the side that follows the policy.
//! The policy must end the game whatever the opponent does, so the proof also shows that
//! waiting forever gains nothing.

use super::choice::{
    PROOF_TIE, PairPolicy, TIE, finish_against_all, finish_with_itself, first_best,
};
use super::duration::DurationBound;
use super::respond::Rest;
use super::turn::{Grid, Payoff, Quits, Rival, Theirs, each_action};
use super::waiting::{ELIMINATION, MOST_ELIMINATED};
use crate::interval::{Interval, down, up};
use crate::mdp::general::{Objective, solve};
use crate::mdp::track::extrapolation::Extrapolation;
use crate::mdp::track::layout::Track;
use crate::mdp::track::{Cost, written};
use crate::{Budget, Progress, SolveError, budget};

/// The solution of the game with optimal play of both sides.
#[derive(Clone, Debug)]
pub struct BothBest {
    track: Track,
    value: Grid,
    /// The largest increase of a value by one more turn against the policy.
    above: f64,
    duration: DurationBound,
    /// The policy used in the proof.
    proven: PairPolicy,
    /// Bounds of all pairs by elimination, if these are tighter.
    eliminated: Option<Vec<Interval>>,
    /// The optimal policy of the side to move: the first of the best actions.
    pub policy: PairPolicy,
    /// Whether the game ends with probability 1 if both sides follow `policy`.
    pub policy_ends: bool,
    /// Like `policy`, but ends the game whatever the opponent does: where a lost side could
    /// wait forever, this is a best action that leads towards the end.
    pub steady: PairPolicy,
    /// Whether such a policy proves the bounds. If not, the bounds are trivial.
    pub finishes: bool,
    /// The number of sweeps.
    pub sweeps: u32,
}

impl BothBest {
    /// The winning probability of the side to move, for its own square and the opponent's.
    pub fn chance(&self, own: usize, other: usize) -> Interval {
        self.chance_by(own, other, |own, other| self.bounds_of_other(own, other))
    }

    /// Like [`chance`](BothBest::chance), given the bounds of the side that moves next.
    fn chance_by(
        &self,
        own: usize,
        other: usize,
        bounds: impl Fn(usize, usize) -> Interval,
    ) -> Interval {
        let goal = self.track.goal();
        if own == goal || other == goal {
            return Interval::exact(f64::from(u8::from(own == goal)));
        }
        if self.arrives_at_once(own) {
            return Interval::exact(1.0);
        }
        let mut actions = 0..self.track.actions().len();
        let may_arrive = |number| self.track.outcomes(own, number).any(|it| it.0 == goal);
        if self.arrives_at_once(other) && !actions.any(may_arrive) {
            return Interval::exact(0.0);
        }
        if !self.finishes {
            return Interval { low: 0.0, high: 1.0 };
        }
        if let Some(bounds) = &self.eliminated {
            return bounds[own * self.track.n() + other];
        }
        let action = usize::from(self.proven.action(own, other));
        let low = self.after_by(own, other, action, bounds).low;
        Interval { low, high: self.most(own, other) }
    }

    /// Returns whether some action leads from this square to the goal with probability 1.
    fn arrives_at_once(&self, square: usize) -> bool {
        let surely =
            |number| self.track.outcomes(square, number).all(|it| it.0 == self.track.goal());
        (0..self.track.actions().len()).any(surely)
    }

    /// The winning probability of the side to move if it takes this action.
    pub fn after(&self, own: usize, other: usize, action: usize) -> Interval {
        self.after_by(own, other, action, |own, other| self.bounds_of_other(own, other))
    }

    /// Like [`after`](BothBest::after), given the bounds of the side that moves next.
    fn after_by(
        &self,
        own: usize,
        other: usize,
        action: usize,
        bounds: impl Fn(usize, usize) -> Interval,
    ) -> Interval {
        let total = f64::from(self.track.roll(action).total());
        let (mut low, mut high) = (0.0, 0.0);
        let (mut always, mut never) = (true, true);
        for (to, weight) in self.track.outcomes(own, action) {
            let weight = f64::from(weight);
            if to == self.track.goal() {
                never = false;
                low += weight;
                high += weight;
            } else {
                let theirs = bounds(other, to);
                always &= theirs.high <= 0.0;
                never &= theirs.low >= 1.0;
                low += weight * (1.0 - theirs.high);
                high += weight * (1.0 - theirs.low);
            }
        }
        if always || never {
            return Interval::exact(f64::from(u8::from(always)));
        }
        let rounding = self.track.rounding();
        let low = down(low / total - rounding).max(0.0);
        let high = up(high / total + rounding).min(1.0);
        Interval { low, high }
    }

    /// Bounds for the side that moves next. Its lower bound would need its own policy, and so
    /// on without end; one step is enough.
    fn bounds_of_other(&self, own: usize, other: usize) -> Interval {
        if self.arrives_at_once(own) {
            return Interval::exact(1.0);
        }
        if let Some(bounds) = &self.eliminated {
            return bounds[own * self.track.n() + other];
        }
        let action = usize::from(self.proven.action(own, other));
        let total = f64::from(self.track.roll(action).total());
        let mut low = 0.0;
        for (to, weight) in self.track.outcomes(own, action) {
            let chance = if to == self.track.goal() { 1.0 } else { 1.0 - self.most(other, to) };
            low += f64::from(weight) * chance;
        }
        let low = down(low / total - self.track.rounding()).max(0.0);
        Interval { low, high: self.most(own, other) }
    }

    /// An upper bound for the side to move.
    fn most(&self, own: usize, other: usize) -> f64 {
        if !self.finishes {
            return 1.0;
        }
        let off = up(self.above * self.duration.at(own, other));
        let most = up(self.value.at(own, other) + off);
        if most.is_nan() { 1.0 } else { most.min(1.0) }
    }

    /// Precomputes what bounds of many pairs share.
    pub fn for_many(&self) -> ForMany<'_> {
        let (n, goal) = (self.track.n(), self.track.goal());
        let bounds = |pair: usize| {
            let (own, other) = (pair / n, pair % n);
            let is_over = own == goal || other == goal;
            if is_over { Interval::exact(0.0) } else { self.bounds_of_other(own, other) }
        };
        ForMany { both: self, bounds: (0..n * n).map(bounds).collect() }
    }

    /// The approximate size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        // Two tables of numbers, bounds in some cases, and three policies.
        (self.track.n() as u64).pow(2) * (2 * 8 + 16 + 3)
    }

    /// Approximate winning probabilities of the side to move from this square.
    pub fn row(&self, own: usize) -> &[f64] {
        self.value.row(own)
    }
}

/// A [`BothBest`] with precomputed bounds of the side that moves next, for all pairs.
pub struct ForMany<'a> {
    both: &'a BothBest,
    bounds: Vec<Interval>,
}

impl ForMany<'_> {
    fn bounds(&self, own: usize, other: usize) -> Interval {
        self.bounds[own * self.both.track.n() + other]
    }

    fn chance(&self, own: usize, other: usize) -> Interval {
        self.both.chance_by(own, other, |own, other| self.bounds(own, other))
    }

    /// Like [`BothBest::after`].
    pub fn after(&self, own: usize, other: usize, action: usize) -> Interval {
        self.both.after_by(own, other, action, |own, other| self.bounds(own, other))
    }
}

/// The number of visits of each pair after the sweeps, for the policies and the proof.
const AFTERWARDS: usize = 8;

/// Solves the game for both sides, certified to a width of about `precision` if doubles are
/// precise enough.
///
/// # Errors
/// If the work is stopped, or the memory does not suffice.
pub fn both_best(
    track: &Track,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<BothBest, SolveError> {
    let n = track.n();
    let needed = (n * n * 50) as u128;
    if needed > u128::from(budget.memory) {
        return Err(SolveError::TooLarge { needed, allowed: budget.memory });
    }
    budget::probe(needed)?;
    let (value, theirs, sweeps) = shells(track, precision, budget, progress)?;
    let mut policy = first_best(track, &theirs, TIE);
    let policy_ends = finish_with_itself(track, &theirs, TIE, &mut policy);
    let mut steady = policy.clone();
    let is_steady = finish_against_all(track, &theirs, TIE, &mut steady);
    let mut proven = first_best(track, &theirs, PROOF_TIE);
    let mut finishes = finish_against_all(track, &theirs, PROOF_TIE, &mut proven);
    if !finishes && is_steady {
        (proven, finishes) = (steady.clone(), true);
    }
    let (above, duration) = if finishes {
        let above = raised(track, &value, &proven, theirs);
        (above, DurationBound::against(track, Rival::Seeing(&proven), &[], budget)?)
    } else {
        (1.0, DurationBound::ByTheirs(vec![f64::INFINITY; n]))
    };
    let mut both = BothBest {
        track: track.clone(),
        value,
        above,
        duration,
        proven,
        eliminated: None,
        policy,
        policy_ends,
        steady,
        finishes,
        sweeps,
    };
    let goal = track.goal();
    let pairs = (0..goal).flat_map(|own| (0..goal).map(move |other| (own, other)));
    if finishes && n * n <= MOST_ELIMINATED {
        let all = both.for_many();
        let widest = pairs.map(|(own, other)| all.chance(own, other).width()).fold(0.0, f64::max);
        if widest > precision {
            let found = eliminated(track, budget, progress)?;
            let is_nearer = |it: &Vec<Interval>| it.iter().all(|it| it.width() < widest);
            both.eliminated = found.filter(is_nearer);
        }
    }
    Ok(both)
}

/// The largest increase of a value by one more turn against a policy, rounded up. Overwrites
/// the table.
fn raised(track: &Track, value: &Grid, policy: &PairPolicy, mut theirs: Grid) -> f64 {
    let (n, goal) = (track.n(), track.goal());
    let mut half = Theirs::new(track, Rival::Seeing(policy), Quits::Never, Payoff::WIN);
    for own in 0..n {
        half.row(own, value.row(own), theirs.row_mut(own));
    }
    let mut each = vec![vec![0.0; n]; track.actions().len()];
    let mut above: f64 = 0.0;
    for own in 0..goal {
        each_action(track, own, &theirs, 0, &mut each);
        for other in 0..goal {
            let best = each.iter().map(|row| row[other]).fold(f64::NEG_INFINITY, f64::max);
            above = above.max(best - value.at(own, other));
        }
    }
    up(above + track.rounding())
}

/// Bounds of all pairs by the general solver; `None` if it finds none.
///
/// # Errors
/// If the work is stopped.
fn eliminated(
    track: &Track,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Option<Vec<Interval>>, SolveError> {
    let Ok(model) = written::both(track) else { return Ok(None) };
    let n_pairs = track.n() * track.n();
    let targets = (0..model.n_states()).map(|state| state == 2 * n_pairs).collect();
    let budget = budget.clone().with_nodes(budget.nodes.min(ELIMINATION));
    let solved = solve(&model, &Objective::Reach(targets), 1e-12, &budget, progress);
    if budget.is_stopped() {
        return Err(SolveError::Stopped);
    }
    let Ok(found) = solved else { return Ok(None) };
    Ok(Some(found.values[..n_pairs].to_vec()))
}

/// Sweeps in shells, starting at the goal. For each square, updates first all pairs in which the
/// mover is on this square and the opponent is at least as far from the goal, then all pairs
/// with the roles exchanged. Returns the values, and the same values from the opponent's
/// perspective with the squares exchanged.
// Long: all parts of its loop share the tables.
fn shells(
    track: &Track,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Grid, Grid, u32), SolveError> {
    let (n, goal) = (track.n(), track.goal());
    let mut value = Grid::new(n, 0.5);
    let mut theirs = Grid::new(n, 0.5);
    for square in 0..n {
        value.set(goal, square, 1.0);
        value.set(square, goal, 0.0);
        theirs.set(goal, square, 1.0);
        theirs.set(square, goal, 0.0);
    }
    let mut each = vec![vec![0.0; n]; track.actions().len()];
    let (mut stand, mut arrive) = (vec![0.0; n], Vec::new());
    let fine = if n <= 400 { 1e-15 } else { 1e-12 };
    let wanted = (precision * 1e-3).min(fine).max(f64::EPSILON);
    let mut leaps = Extrapolation::default();
    leaps.begin();
    let mut rest = Rest::default();
    let cost = Cost::of(track, budget);
    // Do not start work that the budget cannot finish.
    cost.spend(AFTERWARDS * n * n)?;
    for sweeps in 1_u32.. {
        cost.spend(n * n)?;
        let mut largest: f64 = 0.0;
        for shell in (0..goal).rev() {
            each_action(track, shell, &theirs, shell, &mut each);
            for other in shell..goal {
                let best = each.iter().map(|row| row[other]).fold(f64::NEG_INFINITY, f64::max);
                largest = largest.max((best - value.at(shell, other)).abs());
                value.set(shell, other, best);
                theirs.set(other, shell, 1.0 - best);
            }
            for (square, chance) in stand.iter_mut().enumerate() {
                *chance = 1.0 - value.at(shell, square);
            }
            stand[goal] = 1.0;
            track.arrivals(&stand, &mut arrive);
            for own in shell + 1..goal {
                let actions = 0..track.actions().len();
                let best = actions
                    .map(|action| track.expected(own, action, &arrive, &stand))
                    .fold(f64::NEG_INFINITY, f64::max);
                largest = largest.max((best - value.at(own, shell)).abs());
                value.set(own, shell, best);
                theirs.set(shell, own, 1.0 - best);
            }
        }
        progress.report("sweeps", u64::from(sweeps), 0);
        if rest.is_reached(largest, wanted) {
            return Ok((value, theirs, sweeps));
        }
        if !leaps.swept(largest, value.cells_mut()) {
            continue;
        }
        for own in 0..goal {
            for other in 0..goal {
                let chance = value.at(own, other).clamp(0.0, 1.0);
                value.set(own, other, chance);
                theirs.set(other, own, 1.0 - chance);
            }
        }
    }
    unreachable!("invariant: the loop ends by returning")
}

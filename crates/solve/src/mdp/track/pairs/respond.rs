//! Best responses to a given player, and the value of a given policy.

use super::choice::{PairPolicy, TIE, finish_against, first_best};
use super::duration::DurationBound;
use super::turn::{Grid, Payoff, Quits, Rival, Theirs, each_action};
use super::waiting::{MOST_ELIMINATED, write_out};
use crate::interval::{Interval, down, up};
use crate::mdp::track::Cost;
use crate::mdp::track::extrapolation::Extrapolation;
use crate::mdp::track::layout::Track;
use crate::{Budget, Progress, SolveError, budget};

/// The opponent and the payoffs.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The opponent.
    pub rival: Rival<'a>,
    /// When the opponent gives up.
    pub quits: Quits<'a>,
    /// The payoffs of the ways in which a game ends.
    pub payoff: Payoff,
}

impl<'a> Setting<'a> {
    /// A win counts, against an opponent that never gives up, moving in turn.
    pub fn wins(rival: Rival<'a>) -> Setting<'a> {
        Setting { rival, quits: Quits::Never, payoff: Payoff::WIN }
    }
}

/// Values for every pair of squares, with proven bounds.
#[derive(Clone, Debug)]
pub struct Chances {
    ours: Grid,
    theirs: Grid,
    duration: DurationBound,
    /// The largest decrease (`below`) and increase (`above`) of a value by one more sweep.
    below: f64,
    above: f64,
    /// A bound of the error of the values of settled squares.
    settled: f64,
    /// The number of sweeps.
    pub sweeps: u32,
    /// Whether the work was stopped before the bounds were as tight as requested. The bounds
    /// are valid in any case.
    pub stopped: bool,
}

/// A given or optimal policy with its values.
#[derive(Clone, Debug)]
pub struct Follow {
    /// The values.
    pub chances: Chances,
    /// The policy.
    pub policy: PairPolicy,
    /// Whether the game ends with probability 1 from every pair.
    pub finishes: bool,
}

impl Chances {
    /// The value with us to move from the first square and the opponent on the second.
    pub fn at(&self, ours: usize, theirs: usize) -> Interval {
        self.around(self.ours.at(ours, theirs), self.duration.at(ours, theirs))
    }

    /// Like [`at`](Chances::at), with the opponent to move.
    pub fn second(&self, ours: usize, theirs: usize) -> Interval {
        // Their move does not add a turn; the additional turn covers rounding.
        let duration = match &self.duration {
            DurationBound::ByTheirs(turns) => turns[theirs],
            DurationBound::ByBoth(turns) => turns.row(ours).iter().copied().fold(0.0, f64::max),
        };
        self.around(self.theirs.at(ours, theirs), duration + 1.0)
    }

    fn around(&self, value: f64, duration: f64) -> Interval {
        let off = |change: f64| up(up(change * duration) + self.settled);
        let low = down(value - off(self.below)).max(0.0);
        let high = up(value + off(self.above)).min(1.0);
        if low.is_nan() || high.is_nan() {
            return Interval { low: 0.0, high: 1.0 };
        }
        Interval { low, high }
    }

    /// Returns whether there were too many pairs with endless waiting to solve, so that nothing
    /// is known about them.
    pub fn is_unknown(&self) -> bool {
        self.settled >= 1.0
    }

    /// Approximate values with us to move from square `ours`.
    pub fn row(&self, ours: usize) -> &[f64] {
        self.ours.row(ours)
    }
}

/// How our side plays.
enum Ours<'a> {
    Best,
    Follows(&'a PairPolicy),
}

/// Computes the best policy against a given opponent, certified to a width of `precision` if
/// doubles are precise enough.
///
/// # Errors
/// If the work is stopped, or the memory does not suffice.
pub fn best_response(
    track: &Track,
    setting: &Setting<'_>,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Follow, SolveError> {
    let best = best_so_far(track, setting, precision, budget, progress)?;
    if best.chances.stopped { Err(SolveError::Stopped) } else { Ok(best) }
}

/// Like [`best_response`], but a stop after the first sweep is not an error: bounds and policy
/// are then computed from the current values.
///
/// # Errors
/// If the work is stopped before that, or the memory does not suffice.
pub fn best_so_far(
    track: &Track,
    setting: &Setting<'_>,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Follow, SolveError> {
    let chances = settle(track, setting, &Ours::Best, precision, budget, progress)?;
    let mut policy = first_best(track, &chances.theirs, TIE);
    let Setting { rival, quits, .. } = *setting;
    // Repair the policy where it would never end the game. After a stop, skip this on large
    // boards, where it takes long.
    let repaired = !chances.stopped || track.n() <= MOST_LEAPT;
    let finishes =
        repaired && finish_against(track, rival, quits, &chances.theirs, TIE, &mut policy);
    Ok(Follow { chances, policy, finishes })
}

/// Computes the values of a policy against a given opponent. The policy must end the game with
/// probability 1.
///
/// # Errors
/// If the work is stopped, or the memory does not suffice.
pub fn follow(
    track: &Track,
    policy: &PairPolicy,
    setting: &Setting<'_>,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Chances, SolveError> {
    let chances = settle(track, setting, &Ours::Follows(policy), precision, budget, progress)?;
    if chances.stopped { Err(SolveError::Stopped) } else { Ok(chances) }
}

/// After this many sweeps without success, boards of moderate size are solved by elimination.
const MANY_SWEEPS: u32 = 5_000;

/// Larger boards, in squares, are solved without extrapolation, which needs three more tables.
const MOST_LEAPT: usize = 2_000;

// Long: the sweeps and the proof of their bounds share all tables.
fn settle(
    track: &Track,
    setting: &Setting<'_>,
    side: &Ours<'_>,
    precision: f64,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Chances, SolveError> {
    probe_tables(track, setting.rival, budget)?;
    let (n, goal) = (track.n(), track.goal());
    let leaping = n <= MOST_LEAPT;
    let Setting { rival, quits, payoff } = *setting;
    let fixed = rival.for_ever(track);
    let duration = DurationBound::against(track, rival, &fixed, budget)?;
    let longest = match &duration {
        DurationBound::ByTheirs(turns) => turns.iter().copied().fold(1.0, f64::max),
        DurationBound::ByBoth(turns) => turns.cells().iter().copied().fold(1.0, f64::max),
    };
    let mut half = Theirs::new(track, rival, quits, payoff);
    let mut ours = Grid::new(n, 0.0);
    let mut theirs = Grid::new(n, 0.0);
    let policy = match side {
        Ours::Best => None,
        Ours::Follows(policy) => Some(*policy),
    };
    let settled = settle_waiting(track, setting, policy, &fixed, &mut ours, (budget, progress))?;
    for own in (0..n).rev() {
        half.row(own, ours.row(own), theirs.row_mut(own));
    }
    let fine = if n <= 400 { 1e-15 } else { 1e-12 };
    let wanted = (precision / (4.0 * longest)).min(fine).max(f64::EPSILON);
    let is_small = n * n <= MOST_ELIMINATED;
    let cost = Cost::of(track, budget);
    // A given policy may also take the mixed roll of `Track::any`.
    let n_rows = if policy.is_some() { track.n_rolls() } else { track.actions().len() };
    let mut sweep = PairSweep { track, side, fixed: &fixed, each: vec![vec![0.0; n]; n_rows] };
    let mut leaps = Extrapolation::default();
    if leaping {
        leaps.begin();
    }
    let mut rest = Rest::default();
    let mut sweeps = 0;
    let stopped = loop {
        match cost.spend(n * n) {
            Err(error) if sweeps == 0 => return Err(error),
            Err(_) => break true,
            Ok(()) => {}
        }
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            largest = largest.max(sweep.row(own, &theirs, ours.row_mut(own)));
            half.row(own, ours.row(own), theirs.row_mut(own));
        }
        sweeps += 1;
        progress.report("sweeps", u64::from(sweeps), 0);
        if rest.is_reached(largest, wanted) || (is_small && sweeps >= MANY_SWEEPS) {
            break false;
        }
        if leaping && leaps.swept(largest, ours.cells_mut()) {
            for value in ours.cells_mut() {
                *value = value.clamp(0.0, 1.0);
            }
            for own in 0..goal {
                half.row(own, ours.row(own), theirs.row_mut(own));
            }
        }
    };
    let (below, above) = sweep.residuals(&theirs, &ours);
    let off = up(up(below.max(above) * longest) + settled);
    let is_wide = off.is_nan() || 2.0 * off > precision;
    if is_wide && is_small && !stopped {
        let all: Vec<usize> = (0..n).collect();
        let found = write_out(track, setting, policy, &all, budget, progress)?;
        if let Some(found) = found.filter(|it| off.is_nan() || it.off < off) {
            for (place, value) in found.values.iter().enumerate() {
                ours.set(place % n, place / n, *value);
            }
            for own in 0..n {
                half.row(own, ours.row(own), theirs.row_mut(own));
            }
            let (duration, settled) = (DurationBound::ByTheirs(vec![0.0; n]), found.off);
            let rounding = track.rounding();
            let (below, above) = (rounding, rounding);
            return Ok(Chances { ours, theirs, duration, below, above, settled, sweeps, stopped });
        }
    }
    Ok(Chances { ours, theirs, duration, below, above, settled, sweeps, stopped })
}

/// Checks that the tables of the board fit in memory.
fn probe_tables(track: &Track, rival: Rival<'_>, budget: &Budget) -> Result<(), SolveError> {
    let n = track.n();
    // For an opponent that sees both squares, the bound of the duration needs three more tables
    // too.
    let seeing = matches!(rival, Rival::Seeing(_));
    let tables = if n <= MOST_LEAPT || seeing { 5 } else { 2 };
    let needed = (n * n * (8 * tables + 1)) as u128;
    if needed > u128::from(budget.memory) {
        return Err(SolveError::TooLarge { needed, allowed: budget.memory });
    }
    budget::probe(needed)
}

/// Sets our values for squares that the opponent never leaves. Returns a bound of their error.
fn settle_waiting(
    track: &Track,
    setting: &Setting<'_>,
    policy: Option<&PairPolicy>,
    fixed: &[bool],
    ours: &mut Grid,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<f64, SolveError> {
    let (n, goal) = (track.n(), track.goal());
    let waiting: Vec<usize> = (0..n).filter(|it| fixed[*it]).collect();
    let Setting { rival, quits, payoff } = *setting;
    let simple = policy.is_none() && quits.is_never() && matches!(rival, Rival::Alone(_));
    if simple {
        // The opponent never arrives, so we do.
        for &other in &waiting {
            (0..goal).for_each(|own| ours.set(own, other, payoff.we_arrive));
        }
    }
    if simple || waiting.is_empty() {
        return Ok(0.0);
    }
    let found = write_out(track, setting, policy, &waiting, budget, progress)?;
    for (place, value) in found.iter().flat_map(|it| it.values.iter().enumerate()) {
        ours.set(place % n, waiting[place / n], *value);
    }
    Ok(found.as_ref().map_or(1.0, |it| it.off))
}

/// Decides when to end the sweeps.
#[derive(Default)]
pub(super) struct Rest {
    least: Option<f64>,
    in_vain: u32,
    sweeps: u32,
}

impl Rest {
    pub(super) fn is_reached(&mut self, largest: f64, wanted: f64) -> bool {
        if self.least.is_none_or(|least| largest < least) {
            (self.least, self.in_vain) = (Some(largest), 0);
        } else {
            self.in_vain += 1;
        }
        self.sweeps += 1;
        let in_vain = self.in_vain >= 12 && largest < 1e-13;
        // After this many sweeps, changes as small as this come mostly from rounding.
        let too_slow = self.sweeps >= 20_000 && largest < 1e-14;
        largest <= wanted || in_vain || too_slow
    }
}

struct PairSweep<'a> {
    track: &'a Track,
    side: &'a Ours<'a>,
    /// For each column, whether its values are settled.
    fixed: &'a [bool],
    each: Vec<Vec<f64>>,
}

impl PairSweep<'_> {
    /// The value of the chosen action for a column.
    #[inline]
    fn chosen(&self, own: usize, other: usize) -> f64 {
        match self.side {
            Ours::Best => self.each.iter().map(|row| row[other]).fold(f64::NEG_INFINITY, f64::max),
            Ours::Follows(policy) => self.each[usize::from(policy.action(own, other))][other],
        }
    }

    /// Updates a row and returns the largest change.
    fn row(&mut self, own: usize, theirs: &Grid, row: &mut [f64]) -> f64 {
        each_action(self.track, own, theirs, 0, &mut self.each);
        let mut largest: f64 = 0.0;
        for (other, value) in row[..self.track.goal()].iter_mut().enumerate() {
            let next = if self.fixed[other] { *value } else { self.chosen(own, other) };
            largest = largest.max((next - *value).abs());
            *value = next;
        }
        largest
    }

    /// The largest decrease and increase of a value by one more sweep, rounded up.
    fn residuals(&mut self, theirs: &Grid, ours: &Grid) -> (f64, f64) {
        let (mut below, mut above) = (0.0_f64, 0.0_f64);
        for own in 0..self.track.goal() {
            each_action(self.track, own, theirs, 0, &mut self.each);
            for other in (0..self.track.goal()).filter(|it| !self.fixed[*it]) {
                let change = self.chosen(own, other) - ours.at(own, other);
                below = below.max(-change);
                above = above.max(change);
            }
        }
        let rounding = self.track.rounding();
        (up(below + rounding), up(above + rounding))
    }
}

//! Bounds on the expected duration of a game in full turns, for the proofs.
//!
//! If one more sweep raises no value by more than `d`, then every value is at most `d` times
//! the expected number of remaining turns below the true value. So the bounds need an upper
//! bound of the expected number of turns: any `t` with `t >= 1 + (expected t afterwards)` for
//! all of our actions.

use super::turn::{Grid, Rival, each_action};
use super::waiting::most_turns;
use crate::interval::up;
use crate::mdp::general::{Action, Model, Objective, Owner, State, solve};
use crate::mdp::track::Cost;
use crate::mdp::track::extrapolation::Extrapolation;
use crate::mdp::track::layout::Track;
use crate::{Budget, Silent, SolveError};

/// Upper bounds of the expected number of remaining turns.
#[derive(Clone, Debug)]
pub(super) enum DurationBound {
    /// By the opponent's square.
    ByTheirs(Vec<f64>),
    /// By both squares.
    ByBoth(Grid),
}

impl DurationBound {
    pub(super) fn at(&self, ours: usize, theirs: usize) -> f64 {
        match self {
            DurationBound::ByTheirs(turns) => turns[theirs],
            DurationBound::ByBoth(turns) => turns.at(ours, theirs),
        }
    }

    /// An upper bound of the expected duration against this opponent, whatever we do. From
    /// everywhere, the opponent must reach the goal or a settled square with probability 1.
    ///
    /// # Errors
    /// If the work is stopped.
    pub(super) fn against(
        track: &Track,
        rival: Rival<'_>,
        settled: &[bool],
        budget: &Budget,
    ) -> Result<DurationBound, SolveError> {
        match rival {
            Rival::Alone(policy) => {
                let action = |square: usize| usize::from(policy.0[square]);
                alone(track, action, settled, budget).map(DurationBound::ByTheirs)
            }
            // Either all squares are settled or none.
            Rival::Seeing(_) if settled.contains(&true) => {
                Ok(DurationBound::ByTheirs(vec![0.0; track.n()]))
            }
            Rival::Seeing(_) => seeing(track, rival, budget).map(DurationBound::ByBoth),
        }
    }
}

/// The iteration ends at this relative distance; scaling the result up makes it a bound.
const NEAR: f64 = 1e-3;

fn alone(
    track: &Track,
    action: impl Fn(usize) -> usize,
    settled: &[bool],
    budget: &Budget,
) -> Result<Vec<f64>, SolveError> {
    let goal = track.goal();
    let mut turns: Vec<f64> = vec![0.0; track.n()];
    let mut leaps = Extrapolation::default();
    leaps.begin();
    let cost = Cost::of(track, budget);
    for sweep in 1_u32.. {
        cost.spend(2 * goal)?;
        if sweep == MANY_SWEEPS
            && track.n() <= FEW_SQUARES
            && let Some(turns) = eliminated(track, &action, settled, budget)?
        {
            return Ok(turns);
        }
        let mut largest: f64 = 0.0;
        let next = |square: usize, turns: &[f64]| {
            let number = action(square);
            let total = f64::from(track.roll(number).total());
            let (mut sum, mut moving) = (0.0, 0.0);
            for (to, weight) in track.outcomes(square, number).filter(|it| it.0 != square) {
                sum += f64::from(weight) * turns[to];
                moving += f64::from(weight);
            }
            (total + sum) / moving
        };
        for square in (0..goal).rev().filter(|square| !settled[*square]) {
            let value = next(square, &turns);
            largest = largest.max((value - turns[square]).abs());
            turns[square] = value;
        }
        // The largest residual, rounded up, from a step that changes nothing.
        let missing = (0..goal).filter(|square| !settled[*square]).map(|square| {
            let number = action(square);
            let total = f64::from(track.roll(number).total());
            let there = track.outcomes(square, number);
            let next = there.map(|(to, weight)| f64::from(weight) * turns[to]).sum::<f64>();
            1.0 + next / total - turns[square]
        });
        let missing = missing.fold(0.0, f64::max) + up(2.0 * track.rounding() * largest_of(&turns));
        if missing < NEAR {
            let scale = 1.0 + 2.0 * missing;
            return Ok(turns.into_iter().map(|it| (it * scale).next_up()).collect());
        }
        if missing.is_finite() && largest_of(&turns) * f64::EPSILON > 1e-6 {
            // Too long for doubles: there is no bound.
            return Ok(settled.iter().map(|it| if *it { 0.0 } else { f64::INFINITY }).collect());
        }
        leaps.swept(largest, &mut turns);
    }
    unreachable!("invariant: the loop ends by returning")
}

/// After this many sweeps without success, boards of moderate size are solved by elimination.
const MANY_SWEEPS: u32 = 2_000;

/// The largest board of moderate size, in squares.
const FEW_SQUARES: usize = 2_000;

/// The same bound from the general solver; `None` if it finds none.
fn eliminated(
    track: &Track,
    action: &impl Fn(usize) -> usize,
    settled: &[bool],
    budget: &Budget,
) -> Result<Option<Vec<f64>>, SolveError> {
    let state = |square: usize| {
        if settled[square] || square == track.goal() {
            return State::Terminal;
        }
        let landed = track.outcomes(square, action(square));
        let landed = landed.map(|(to, weight)| (to as u32, u64::from(weight)));
        State::Choice(Owner::Min, vec![Action::whole(1.0, landed.collect())])
    };
    let Ok(model) = Model::new((0..track.n()).map(state).collect()) else { return Ok(None) };
    let solved = solve(&model, &Objective::Reward, NEAR, budget, &Silent);
    if budget.is_stopped() {
        return Err(SolveError::Stopped);
    }
    Ok(solved.ok().map(|found| found.values.iter().map(|it| it.high).collect()))
}

fn seeing(track: &Track, rival: Rival<'_>, budget: &Budget) -> Result<Grid, SolveError> {
    let (n, goal) = (track.n(), track.goal());
    let mut ours = Grid::new(n, 0.0);
    let mut theirs = Grid::new(n, 0.0);
    let mut each = vec![vec![0.0; n]; track.actions().len()];
    let mut leaps = Extrapolation::default();
    leaps.begin();
    let cost = Cost::of(track, budget);
    for sweep in 1_u32.. {
        cost.spend(n * n)?;
        if sweep == MANY_SWEEPS
            && let Some(turns) = most_turns(track, rival, budget)?
        {
            return Ok(turns);
        }
        let (mut largest, mut most) = (0.0_f64, 0.0_f64);
        for own in (0..goal).rev() {
            each_action(track, own, &theirs, 0, &mut each);
            for (other, value) in ours.row_mut(own)[..goal].iter_mut().enumerate() {
                let next = 1.0 + each.iter().map(|it| it[other]).fold(0.0, f64::max);
                largest = largest.max((next - *value).abs());
                *value = next;
                most = most.max(next);
            }
            after(track, rival, own, &ours, &mut theirs);
        }
        let rounding = up(2.0 * track.rounding() * most);
        if rounding > 0.1 {
            // Too long for doubles: there is no bound.
            ours.cells_mut().fill(f64::INFINITY);
            return Ok(ours);
        }
        if largest < 0.25 {
            let missing = missing(track, rival, &ours, &mut theirs, &mut each) + rounding;
            if missing < 0.5 {
                let scale = 1.0 / (1.0 - missing);
                for value in ours.cells_mut() {
                    *value = (*value * scale).next_up();
                }
                return Ok(ours);
            }
        }
        if leaps.swept(largest, ours.cells_mut()) {
            for own in 0..goal {
                after(track, rival, own, &ours, &mut theirs);
            }
        }
    }
    unreachable!("invariant: the loop ends by returning")
}

/// Computes the expected durations after our move and before the opponent's.
fn after(track: &Track, rival: Rival<'_>, own: usize, ours: &Grid, theirs: &mut Grid) {
    let mut arrive = Vec::new();
    track.arrivals(ours.row(own), &mut arrive);
    for other in 0..track.goal() {
        let action = rival.action(other, own);
        let value = track.expected(other, action, &arrive, ours.row(own));
        theirs.set(own, other, value);
    }
}

/// The largest residual, rounded up, from a step that changes nothing.
fn missing(
    track: &Track,
    rival: Rival<'_>,
    ours: &Grid,
    theirs: &mut Grid,
    each: &mut [Vec<f64>],
) -> f64 {
    for own in 0..track.goal() {
        after(track, rival, own, ours, theirs);
    }
    let mut missing: f64 = 0.0;
    for own in 0..track.goal() {
        each_action(track, own, theirs, 0, each);
        for (other, value) in ours.row(own)[..track.goal()].iter().enumerate() {
            let next = 1.0 + each.iter().map(|it| it[other]).fold(0.0, f64::max);
            missing = missing.max(next - value);
        }
    }
    missing
}

fn largest_of(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

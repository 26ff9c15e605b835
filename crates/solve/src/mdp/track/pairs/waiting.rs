//! Pairs of squares as an explicit model for the general solver.
//!
//! If the opponent never finishes but may give up, we can wait too; then the equations of a
//! single turn do not determine the values. If games last for millions of turns, doubles are
//! not precise enough. The general solver handles both cases, on boards that are not too large.

use super::choice::PairPolicy;
use super::respond::Setting;
use super::turn::{Grid, Payoff, Quits, Rival};
use crate::interval::Interval;
use crate::mdp::general::{Action, Model, Objective, Owner, State, solve};
use crate::mdp::track::layout::Track;
use crate::{Budget, Progress, Silent, SolveError};

/// The maximum number of pairs in an explicit model.
const MOST_PAIRS: usize = 25_000;

/// The maximum number of pairs for solving a whole board by elimination.
pub(super) const MOST_ELIMINATED: usize = 10_000;

/// The node limit of that; boards with components that need more are not solved.
pub(super) const ELIMINATION: u64 = 20_000_000;

/// The requested width of the bounds.
const PRECISION: f64 = 1e-12;

/// Values of pairs, and a bound of their error.
pub(super) struct WrittenOut {
    /// Values by our square; for each, one value per given square of theirs.
    pub(super) values: Vec<f64>,
    /// A bound of the error.
    pub(super) off: f64,
}

/// Solves the pairs in which the opponent stands on one of these squares, which it never
/// leaves. Returns `None` if there are too many pairs or the general solver fails. `policy` is
/// ours; without it, the values are optimal.
///
/// # Errors
/// If the work is stopped.
pub(super) fn write_out(
    track: &Track,
    setting: &Setting<'_>,
    policy: Option<&PairPolicy>,
    squares: &[usize],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Option<WrittenOut>, SolveError> {
    if squares.len() * track.n() > MOST_PAIRS {
        return Ok(None);
    }
    let nodes = budget.nodes.min(ELIMINATION);
    let budget = &budget.clone().with_nodes(nodes);
    let mut bounds: Vec<Interval> = Vec::new();
    for rounded in [Rounded::Down, Rounded::Up] {
        let Some(mut parts) = TurnParts::new(track, setting, rounded) else { return Ok(None) };
        let Some(model) = parts.model(policy, squares, 0.0) else { return Ok(None) };
        let targets = (0..model.n_states()).map(|state| state == WON as usize).collect();
        let solved = solve(&model, &Objective::Reach(targets), PRECISION, budget, progress);
        if budget.is_stopped() {
            return Err(SolveError::Stopped);
        }
        let Ok(found) = solved else { return Ok(None) };
        let found = &found.values[N_ENDS..];
        if bounds.is_empty() {
            bounds = found.to_vec();
        } else {
            let both = bounds.iter_mut().zip(found);
            both.for_each(|(bound, found)| bound.high = found.high.max(bound.high));
        }
        if parts.is_exact {
            break;
        }
    }
    let off = bounds.iter().map(|it| it.error()).fold(0.0, f64::max);
    Ok(Some(WrittenOut { values: bounds.iter().map(|it| it.middle()).collect(), off }))
}

/// Computes for every pair an upper bound of the expected number of full turns, whatever we do.
/// Returns `None` if there are too many pairs or no such bound.
///
/// # Errors
/// If the work is stopped.
pub(super) fn most_turns(
    track: &Track,
    rival: Rival<'_>,
    budget: &Budget,
) -> Result<Option<Grid>, SolveError> {
    let n = track.n();
    if n * n > MOST_ELIMINATED {
        return Ok(None);
    }
    let setting = Setting { rival, quits: Quits::Never, payoff: Payoff::WIN };
    let all: Vec<usize> = (0..n).collect();
    let parts = TurnParts::new(track, &setting, Rounded::Down);
    let Some(model) = parts.and_then(|mut it| it.model(None, &all, 1.0)) else { return Ok(None) };
    let nodes = budget.nodes.min(ELIMINATION);
    let budget = &budget.clone().with_nodes(nodes);
    let solved = solve(&model, &Objective::Reward, PRECISION, budget, &Silent);
    if budget.is_stopped() {
        return Err(SolveError::Stopped);
    }
    let Ok(found) = solved else { return Ok(None) };
    let mut turns = Grid::new(n, 0.0);
    for (place, most) in found.values[N_ENDS..].iter().enumerate() {
        turns.set(place % n, place / n, most.high);
    }
    Ok(Some(turns))
}

const WON: u32 = 0;
const NOT_WON: u32 = 1;
/// The number of states for the end; they come before those for pairs.
const N_ENDS: usize = 2;

/// The direction in which inexact probabilities are rounded: such that the winning probability
/// becomes smaller, or larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounded {
    Down,
    Up,
}

/// Full turns with integer weights.
struct TurnParts<'a> {
    track: &'a Track,
    setting: &'a Setting<'a>,
    rounded: Rounded,
    /// A common multiple of the totals of all actions.
    common: u64,
    /// The denominator of the probabilities of giving up and of the payoffs.
    fine: u64,
    /// Whether nothing was rounded.
    is_exact: bool,
}

impl<'a> TurnParts<'a> {
    /// Returns `None` if the integers overflow.
    fn new(track: &'a Track, setting: &'a Setting<'a>, rounded: Rounded) -> Option<TurnParts<'a>> {
        let mixes = track.any().filter(|any| setting.rival.mixes(*any));
        let rolls = track.actions().iter().chain(mixes.map(|any| track.roll(usize::from(any))));
        let totals = rolls.map(|it| u64::from(it.total()));
        let common = totals.clone().try_fold(1, least_common_multiple)?;
        let turns = common.checked_mul(totals.max()?)?;
        // All weights of a turn must be exact as doubles.
        let fine = (1_u64 << 52).checked_div(turns)?;
        (fine > 0).then(|| {
            let fine = 1 << fine.ilog2().min(44);
            TurnParts { track, setting, rounded, common, fine, is_exact: true }
        })
    }

    /// Builds the decision process, with this reward for every full turn.
    fn model(
        &mut self,
        policy: Option<&PairPolicy>,
        squares: &[usize],
        reward: f64,
    ) -> Option<Model> {
        let (track, goal) = (self.track, self.track.goal());
        let mut columns = vec![None; track.n()];
        for (column, square) in squares.iter().enumerate() {
            columns[*square] = Some((N_ENDS + column * track.n()) as u32);
        }
        let mut states = vec![State::Terminal; N_ENDS];
        for &theirs in squares {
            for own in 0..track.n() {
                if own == goal || theirs == goal {
                    states.push(State::Terminal);
                    continue;
                }
                let chosen = policy.map(|it| usize::from(it.action(own, theirs)));
                let actions = match chosen {
                    Some(number) => number..number + 1,
                    None => 0..track.actions().len(),
                };
                let actions = actions.map(|number| {
                    let parts = self.turn(own, theirs, number, &columns)?;
                    Some(Action::whole(reward, parts))
                });
                states.push(State::Choice(Owner::Max, actions.collect::<Option<_>>()?));
            }
        }
        Model::new(states).ok()
    }

    /// The successors of a pair after a full turn, with weights. `None` if a probability can be
    /// rounded neither down nor up.
    fn turn(
        &mut self,
        own: usize,
        theirs: usize,
        number: usize,
        columns: &[Option<u32>],
    ) -> Option<Vec<(u32, u64)>> {
        let (track, goal) = (self.track, self.track.goal());
        let Setting { rival, quits, payoff } = *self.setting;
        let mut parts: Vec<(u32, u64)> = Vec::new();
        for (to, weight) in track.outcomes(own, number) {
            let answer = rival.action(theirs, to);
            // Their roll depends on where we land, and so does its total.
            let share = self.common / u64::from(track.roll(answer).total());
            for (landed, answer_weight) in track.outcomes(theirs, answer) {
                let weight = u64::from(weight) * u64::from(answer_weight) * share;
                let worth = match (to == goal, landed == goal) {
                    (true, true) => Some(payoff.both_arrive),
                    (true, false) => Some(payoff.we_arrive),
                    (false, true) => Some(payoff.they_arrive),
                    (false, false) => None,
                };
                if let Some(worth) = worth {
                    let won = self.whole(worth, self.rounded == Rounded::Up);
                    parts.push((WON, weight * won));
                    parts.push((NOT_WON, weight * (self.fine - won)));
                    continue;
                }
                let next = columns[landed]? + to as u32;
                // Giving up is either the worst or the best outcome for us. So rounding its
                // probability up lowers or raises our value.
                let is_best = payoff.they_quit >= 1.0;
                let chance = quits.chance(to, landed);
                let gone = self.whole(chance, is_best == (self.rounded == Rounded::Up));
                if gone > 0 && gone < self.fine && payoff.they_quit > 0.0 && !is_best {
                    return None;
                }
                let won = self.whole(payoff.they_quit, self.rounded == Rounded::Up);
                // `gone` or `won` is either 0 or the whole.
                let quit_won = if won == self.fine { gone } else { won.min(gone) };
                parts.push((WON, weight * quit_won));
                parts.push((NOT_WON, weight * (gone - quit_won)));
                parts.push((next, weight * (self.fine - gone)));
            }
        }
        parts.retain(|it| it.1 > 0);
        parts.sort_unstable_by_key(|it| it.0);
        parts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        Some(parts)
    }

    /// Converts a number from 0 to 1 to parts of `fine`, rounded up or down.
    fn whole(&mut self, share: f64, up: bool) -> u64 {
        let exact = share * self.fine as f64;
        self.is_exact &= exact.fract() == 0.0;
        (if up { exact.ceil() } else { exact.floor() }) as u64
    }
}

fn least_common_multiple(one: u64, other: u64) -> Option<u64> {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(other)
}

//! Players that may wait for ever.
//!
//! Where the other player never finishes, and may give up, we can wait as well; then values
//! do not follow from one more turn alone. Such pairs are written out and handed to the
//! engine for any decision problem, which knows how to treat waiting.

use super::choice::PairPolicy;
use super::respond::Setting;
use crate::mdp::general::{Action, Model, Objective, Owner, State, solve};
use crate::mdp::race::track::Track;
use crate::{Budget, Progress, SolveError};

/// No more pairs than this are written out.
const MOST_PAIRS: usize = 25_000;

/// How wide the bounds of written-out pairs are asked to be.
const PRECISION: f64 = 1e-12;

/// Chances of pairs, and how far they may be off.
pub(super) struct WrittenOut {
    /// Chances for our squares, in turn for each of the given squares of theirs.
    pub(super) values: Vec<f64>,
    /// How far they may be off.
    pub(super) off: f64,
}

/// Solves the pairs in which the other player stands on one of these squares, which it never
/// leaves for others; `None` if there are too many or the engine refuses. `policy` is ours,
/// if it is given.
///
/// # Errors
/// If it was stopped.
pub(super) fn write_out(
    track: &Track,
    setting: &Setting<'_>,
    policy: Option<&PairPolicy>,
    squares: &[usize],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Option<WrittenOut>, SolveError> {
    let (n, goal) = (track.n(), track.goal());
    if squares.len() * n > MOST_PAIRS {
        return Ok(None);
    }
    let place = |own: usize, theirs: usize| {
        let column = squares.iter().position(|it| *it == theirs);
        column.map(|column| (2 + column * n + own) as u32)
    };
    let mut states = vec![State::Terminal, State::Terminal];
    for &theirs in squares {
        for own in 0..n {
            if own == goal || theirs == goal {
                states.push(State::Terminal);
                continue;
            }
            let all = 0..track.actions().len();
            let chosen = policy.map(|it| usize::from(it.action(own, theirs)));
            let actions = all.filter(|it| chosen.is_none_or(|chosen| chosen == *it));
            let action = |number: usize| {
                let parts = turn(track, setting, own, theirs, number, &place);
                merged(parts)
            };
            states.push(State::Choice(Owner::Max, actions.map(action).collect()));
        }
    }
    let mut targets = vec![false; states.len()];
    targets[usize::from(WON)] = true;
    let Ok(model) = Model::new(states) else { return Ok(None) };
    let objective = Objective::Reach(targets);
    match solve(&model, &objective, PRECISION, budget, progress) {
        Ok(solution) => {
            let values = &solution.values[2..];
            let half = values.iter().map(|it| it.width() / 2.0).fold(0.0, f64::max);
            // Chances that are no whole parts are rounded, which a long game may add up.
            let off = (half + PRECISION).next_up();
            Ok(Some(WrittenOut { values: values.iter().map(|it| it.middle()).collect(), off }))
        }
        Err(_) if budget.is_stopped() => Err(SolveError::Stopped),
        Err(_) => Ok(None),
    }
}

const WON: u8 = 0;
const NOT_WON: u32 = 1;

/// A full turn from a pair: where it leads, and how often.
fn turn(
    track: &Track,
    setting: &Setting<'_>,
    own: usize,
    theirs: usize,
    number: usize,
    place: &impl Fn(usize, usize) -> Option<u32>,
) -> Vec<(u32, f64)> {
    let Setting { rival, quits, payoff } = *setting;
    let goal = track.goal();
    let mut parts = Vec::new();
    let ends = |weight: f64, worth: f64, parts: &mut Vec<(u32, f64)>| {
        parts.push((u32::from(WON), weight * worth));
        parts.push((NOT_WON, weight * (1.0 - worth)));
    };
    for (to, weight) in track.outcomes(own, number) {
        let answer = rival.action(theirs, to);
        for (landed, answer_weight) in track.outcomes(theirs, answer) {
            let weight = f64::from(weight) * f64::from(answer_weight);
            match (to == goal, landed == goal) {
                (true, true) => ends(weight, payoff.both_arrive, &mut parts),
                (true, false) => ends(weight, payoff.we_arrive, &mut parts),
                (false, true) => ends(weight, payoff.they_arrive, &mut parts),
                (false, false) => {
                    let chance = quits.chance(to, landed);
                    ends(weight * chance, payoff.they_quit, &mut parts);
                    if let Some(next) = place(to, landed) {
                        parts.push((next, weight * (1.0 - chance)));
                    }
                }
            }
        }
    }
    parts
}

/// The same with one entry for each state: whole weights where all are whole.
fn merged(mut parts: Vec<(u32, f64)>) -> Action {
    parts.retain(|it| it.1 > 0.0);
    parts.sort_unstable_by_key(|it| it.0);
    parts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    if parts.iter().all(|it| it.1.fract() == 0.0) {
        return Action::whole(0.0, parts.iter().map(|it| (it.0, it.1 as u64)).collect());
    }
    let total: f64 = parts.iter().map(|it| it.1).sum();
    Action::chances(0.0, parts.iter().map(|it| (it.0, it.1 / total)).collect())
}

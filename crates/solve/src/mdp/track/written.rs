//! Tracks as explicit models, for the general solver and for other programs.

use super::layout::Track;
use super::policy::Policy;
use crate::mdp::general::{Action, Model, ModelError, Owner, State};

/// The problem of the fewest turns: one state per square; every action costs 1.
///
/// # Errors
/// If there are more squares than a model can have.
pub fn alone(track: &Track) -> Result<Model, ModelError> {
    let action = |square: usize, number: usize| {
        let next = track.outcomes(square, number);
        Action::whole(1.0, next.map(|(to, weight)| (to as u32, u64::from(weight))).collect())
    };
    let state = |square: usize| {
        let actions = (0..track.actions().len()).map(|number| action(square, number));
        State::Choice(Owner::Min, actions.collect())
    };
    Model::new((0..track.goal()).map(state).chain([State::Terminal]).collect())
}

/// The problem of the most wins against an opponent, moving in turn, we first. One state per
/// pair of squares (ours, then theirs), then one for a win and one for a loss. A step is a full
/// turn.
///
/// # Errors
/// If there are more pairs than a model can have.
pub fn against(track: &Track, rival: &Policy) -> Result<Model, ModelError> {
    let (n, goal) = (track.n(), track.goal());
    let (won, lost) = ((n * n) as u32, (n * n + 1) as u32);
    let action = |own: usize, other: usize, number: usize| {
        let answer = usize::from(rival.0[other]);
        let mut parts = Vec::new();
        for (to, weight) in track.outcomes(own, number) {
            for (landed, part) in track.outcomes(other, answer) {
                let next = match (to == goal, landed == goal) {
                    (true, _) => won,
                    (false, true) => lost,
                    (false, false) => (to * n + landed) as u32,
                };
                parts.push((next, u64::from(weight) * u64::from(part)));
            }
        }
        Action::whole(0.0, parts)
    };
    let state = |pair: usize| {
        let (own, other) = (pair / n, pair % n);
        if own == goal || other == goal {
            return State::Terminal;
        }
        let actions = (0..track.actions().len()).map(|number| action(own, other, number));
        State::Choice(Owner::Max, actions.collect())
    };
    let states = (0..n * n).map(state).chain([State::Terminal, State::Terminal]);
    Model::new(states.collect())
}

/// The game of two optimal sides, who move in turn and never give up. First one state per pair
/// of squares (the first side's, then the second side's) with the first side to move; then the
/// same with the second side to move; then one for a win and one for a loss of the first side.
///
/// # Errors
/// If there are more pairs than a model can have.
pub fn both(track: &Track) -> Result<Model, ModelError> {
    let (n, goal) = (track.n(), track.goal());
    let (won, lost) = (2 * n * n, 2 * n * n + 1);
    let action = |of_first: usize, of_second: usize, owner: Owner, number: usize| {
        let landed = |to: usize| match owner {
            Owner::Max if to == goal => won,
            Owner::Max => n * n + to * n + of_second,
            Owner::Min if to == goal => lost,
            Owner::Min => of_first * n + to,
        };
        let square = if owner == Owner::Max { of_first } else { of_second };
        let next = track.outcomes(square, number);
        let next = next.map(|(to, weight)| (landed(to) as u32, u64::from(weight)));
        Action::whole(0.0, next.collect())
    };
    let state = |place: usize| {
        let (pair, owner) =
            if place < n * n { (place, Owner::Max) } else { (place - n * n, Owner::Min) };
        let (of_first, of_second) = (pair / n, pair % n);
        if of_first == goal || of_second == goal {
            return State::Terminal;
        }
        let actions = 0..track.actions().len();
        State::Choice(owner, actions.map(|it| action(of_first, of_second, owner, it)).collect())
    };
    let states = (0..won).map(state).chain([State::Terminal, State::Terminal]);
    Model::new(states.collect())
}

//! Races written out for the engine for any decision problem, and for other programs.

use super::policy::Policy;
use super::track::Track;
use crate::mdp::general::{Action, Model, ModelError, Owner, State};

/// The fewest turns: a state for each square, every action costs one turn.
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

/// The most wins against a player, moving in turn, we first: a state for each pair of
/// squares, ours before theirs, then one that is won and one that is lost. A step is a full
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

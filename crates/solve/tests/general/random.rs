//! Small random decision processes.

use spar_rules::SplitMix;
use spar_solve::mdp::general::{Action, Model, Owner, State};

/// The deciders of a random model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deciders {
    /// Only the maximiser.
    Max,
    /// Only the minimiser.
    Min,
    /// Both.
    Both,
}

/// A model of at most `most` states with at least one terminal state, up to three actions in
/// each other state, and rewards from the list.
pub(crate) fn model(
    random: &mut SplitMix,
    most: u64,
    deciders: Deciders,
    rewards: &[f64],
) -> Model {
    model_of(random, most, deciders, rewards, &[1, 2, 3, 4, 5, 6])
}

/// Like `model`, with weights from a list.
pub(crate) fn model_of(
    random: &mut SplitMix,
    most: u64,
    deciders: Deciders,
    rewards: &[f64],
    weights: &[u64],
) -> Model {
    let n = 2 + random.below(most - 1);
    let owner = |random: &mut SplitMix| match deciders {
        Deciders::Max => Owner::Max,
        Deciders::Min => Owner::Min,
        Deciders::Both => random.pick(&[Owner::Max, Owner::Min]).unwrap(),
    };
    let mut n_policies = 1;
    let mut states = Vec::new();
    for state in 0..n {
        if state + 1 == n || random.below(8) == 0 {
            states.push(State::Terminal);
            continue;
        }
        let mut n_actions = 1 + random.below(3);
        if n_policies * n_actions > 36 {
            n_actions = 1;
        }
        n_policies *= n_actions;
        let owner = owner(random);
        states.push(State::Choice(
            owner,
            (0..n_actions).map(|_| action(random, n, rewards, weights)).collect(),
        ));
    }
    Model::new(states).unwrap()
}

/// A game for two deciders of at most `most` states that can be won, lost and drawn: the last
/// three states have the rewards 1, -1 and 0. There are no other rewards.
pub(crate) fn game(random: &mut SplitMix, most: u64) -> Model {
    let inner = model(random, most, Deciders::Both, &[0.0]);
    let n = inner.n_states() as u32;
    let paid = [n + 1, n + 2, n];
    let mut states = Vec::new();
    for state in inner.states() {
        let pick = |random: &mut SplitMix| random.pick(&paid).unwrap();
        if inner.is_terminal(state) {
            states.push(State::Choice(Owner::Max, vec![Action::sure(0.0, pick(random))]));
            continue;
        }
        let copied = |action: u32| {
            let pairs = inner.successors(action).iter().zip(inner.weights(action));
            let pairs = pairs.map(|(to, weight)| (*to, *weight));
            let total: f64 = inner.total(action);
            if inner.is_whole(action) {
                Action::whole(0.0, pairs.map(|(to, weight)| (to, weight as u64)).collect())
            } else {
                Action::chances(0.0, pairs.map(|(to, weight)| (to, weight / total)).collect())
            }
        };
        let actions = inner.actions(state).map(copied).collect();
        states.push(State::Choice(inner.owner(state), actions));
    }
    states.push(State::Terminal);
    for reward in [1.0, -1.0] {
        states.push(State::Choice(Owner::Max, vec![Action::sure(reward, n)]));
    }
    Model::new(states).unwrap()
}

fn action(random: &mut SplitMix, n: u64, rewards: &[f64], weights: &[u64]) -> Action {
    let reward = random.pick(rewards).unwrap();
    let n_next = 1 + random.below(3);
    let parts: Vec<(u32, u64)> =
        (0..n_next).map(|_| (random.below(n) as u32, random.pick(weights).unwrap())).collect();
    if random.below(2) == 0 {
        return Action::whole(reward, parts);
    }
    let total: u64 = parts.iter().map(|it| it.1).sum();
    let chances = parts.iter().map(|(to, weight)| (*to, *weight as f64 / total as f64));
    Action::chances(reward, chances.collect())
}

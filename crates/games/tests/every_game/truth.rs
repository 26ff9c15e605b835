//! The values of all positions of a small game, by definition.

use spar_rules::{Reward, Tactics, Turn, laws};
use std::collections::HashMap;

/// Checks the laws of [`Tactics`] and of its keys in every position.
pub(crate) fn check_tactics<G: Tactics + Reward>(game: &G) {
    let values = spar_testkit::truth(game);
    let mut by_key = HashMap::new();
    for (position, value) in &values {
        laws::tactics(game, position, |next| values[next]);
        let reward = match game.turn(position) {
            Turn::Play(_) => game.reward(position),
            _ => 0,
        };
        let seen = (*value, game.turn(position), game.horizon(position), reward);
        let earlier = by_key.insert(game.key(position), seen);
        assert!(earlier.is_none_or(|it| it == seen), "{position:?}");
    }
}

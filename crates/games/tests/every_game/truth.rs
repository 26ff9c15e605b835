//! Values of all positions of a small game, by plain minimax with memory.

use spar_rules::{Game, Reward, Tactics, Turn, Value, laws, seen_by_mover};
use std::collections::HashMap;

/// Checks the laws of [`Tactics`] in every position, and those of its keys.
pub(crate) fn check_tactics<G: Tactics + Reward>(game: &G) {
    let mut values = HashMap::new();
    value(game, &game.start(), &mut values);
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

/// The value of a position; all that it leads to is remembered.
pub(crate) fn value<G: Game>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, Value>,
) -> Value {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let value = match game.turn(position) {
        Turn::Over(outcome) => Value::of(outcome, game.side(position)),
        Turn::Roll => panic!("chance has no value here: {position:?}"),
        Turn::Play(_) => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut best = Value::Loss(0);
            for mv in moves {
                let next = game.after(position, mv);
                let then = value(game, &next, known);
                best = best.max(seen_by_mover(game, position, &next, then));
            }
            best
        }
    };
    known.insert(position.clone(), value);
    value
}

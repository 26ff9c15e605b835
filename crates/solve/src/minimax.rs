//! The reference solver: computes values directly from their definition.
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Notation, Value};
//! use spar_solve::minimax;
//!
//! let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
//! let value = |text| minimax::value(&game, &game.read_position(text).unwrap());
//! assert_eq!(value("xx./oo./..."), Value::Win(1));
//! assert_eq!(value("x.o/.../..x"), Value::Loss(4));
//! ```
//!
//! Every other solver must agree with this one. It stays simple and is never optimised.

use spar_rules::{Deterministic, Turn, Value, seen_by_mover};

/// The exact value of a position for the side to move. If the game is over, the value is for
/// the side that would move next. Visits the whole game tree below the position, which must be
/// finite.
///
/// # Panics
/// If a deterministic game returns a roll.
pub fn value<G: Deterministic>(game: &G, position: &G::Position) -> Value {
    match game.turn(position) {
        Turn::Over(outcome) => Value::of(outcome, game.side(position)),
        Turn::Play(_) => {
            let best = moves(game, position).into_iter().map(|(_, value)| value).max();
            best.expect("law: an unfinished position has moves")
        }
        Turn::Roll => unreachable!("law: a deterministic game never rolls"),
    }
}

/// Every move with its value for the side to move.
pub fn moves<G: Deterministic>(game: &G, position: &G::Position) -> Vec<(G::Move, Value)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let valued =
        |mv: G::Move| (mv.clone(), move_value(game, position, mv, |next| value(game, next)));
    moves.into_iter().map(valued).collect()
}

/// The value of a move for the side that makes it, given the value of the position after the
/// move. Works also if turns do not alternate.
pub fn move_value<G: Deterministic>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    value_of: impl FnOnce(&G::Position) -> Value,
) -> Value {
    let next = game.after(position, mv);
    let value = value_of(&next);
    seen_by_mover(game, position, &next, value)
}

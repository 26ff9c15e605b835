//! The reference: values by the definition, as plainly as possible.
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
//! Every other solver must agree with this one; it is never made faster.

use spar_rules::{Deterministic, Turn, Value, seen_by_mover};

/// The exact value of a position for the side to move, or that would move if
/// the game were not over. For games that end; visits the whole tree below.
///
/// # Panics
/// If a game that calls itself deterministic rolls.
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

/// Every move with its value for the side that makes it.
pub fn moves<G: Deterministic>(game: &G, position: &G::Position) -> Vec<(G::Move, Value)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let valued =
        |mv: G::Move| (mv.clone(), move_value(game, position, mv, |next| value(game, next)));
    moves.into_iter().map(valued).collect()
}

/// The value of a move for the side that makes it, given the value of the
/// position after it. Turns need not alternate.
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

//! Sides, outcomes, turns, and the rules of a game as a value.

use crate::Value;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// One of the two players. A game for one person uses only `First`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that makes the first move of a game.
    First,
    /// The side that answers.
    Second,
}

impl Side {
    /// The opponent of this side.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

/// What happens next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side chooses one of the moves.
    Play(Side),
    /// Chance picks one of the moves by its weight.
    Roll,
    /// Nothing: the game is over, with this outcome.
    Over(Outcome),
}

/// The rules of a game, as a value that holds the variant's parameters.
///
/// A position is a plain value without a link to its rules, so any position can
/// be a start. Laws, checked for every game by [`laws::check`](crate::laws::check):
///
/// - a position has no moves exactly when it is over;
/// - `moves` appends, never clears, lists no move twice, in a fixed order;
/// - `side` is the side that plays wherever one does;
/// - a move makes the `horizon` smaller, where there is one;
/// - `wins_next` agrees with `moves` and `turn` for the side to move.
pub trait Game: Send + Sync + 'static {
    /// Everything that the rest of a game depends on.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A choice of a side, or a roll of chance. May own heap memory, as positions may.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// The default start.
    fn start(&self) -> Self::Position;

    /// What happens next.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// The side whose turn it is, or would be if the game were not over.
    fn side(&self, position: &Self::Position) -> Side;

    /// Appends the legal moves, or the possible rolls, to `out`.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a move that `moves` has listed.
    #[must_use]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The legal moves, or the possible rolls, in a list of their own. Work that visits many
    /// positions uses [`moves`](Game::moves) and one buffer instead.
    fn legal(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// The value of a finished position for the side that would move; `None` of others.
    #[inline]
    fn final_value(&self, position: &Self::Position) -> Option<Value> {
        match self.turn(position) {
            Turn::Over(outcome) => Some(Value::of(outcome, self.side(position))),
            Turn::Play(_) | Turn::Roll => None,
        }
    }

    /// Bytes on the heap that a position owns, on top of its own size. Solvers count them
    /// against their memory limit, so a game whose positions hold a `Vec` or a `String`
    /// says how much. The default is right for positions without heap memory.
    fn owned_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The game ends within this many plies from here, whatever is played. Law: every move
    /// makes it smaller. `None`, the default, says that play may come back to a position:
    /// then values are found backwards from the ends of play, whole games are solved only
    /// where all positions fit the memory, and between people the third occurrence of a
    /// position is a draw.
    fn horizon(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Whether `side` would win with its next move if it were its turn here, whoever's turn
    /// it is; `None` if the game cannot tell. The default answers for the side to move.
    /// Without the other side, nothing can be said about threats and blocks.
    fn wins_next(&self, position: &Self::Position, side: Side) -> Option<bool> {
        if self.turn(position) != Turn::Play(side) {
            return None;
        }
        let won = Turn::Over(Outcome::Win(side));
        let mut moves = self.legal(position).into_iter();
        Some(moves.any(|mv| self.turn(&self.after(position, mv)) == won))
    }
}

/// A game whose turn is never [`Turn::Roll`]. Opens the exact solvers.
pub trait Deterministic: Game {}

/// A game in which chance may roll.
///
/// Weights are whole numbers, so that chances are exact: a roll has
/// `weight / (sum of the weights of all rolls here)`. Law: no weight is 0.
pub trait Stochastic: Game {
    /// Whether chance may roll.
    const HAS_CHANCE: bool = true;

    /// The weight of this roll.
    fn weight(&self, position: &Self::Position, roll: Self::Move) -> u32;

    /// Whether choices alone may bring this position again: nothing rolls, and nothing bounds
    /// the length of play.
    fn may_come_back(&self, position: &Self::Position) -> bool {
        !Self::HAS_CHANCE && self.horizon(position).is_none()
    }
}

/// Every game without chance is a game with chance that never rolls, so each
/// algorithm for chance runs on it too, and the two can check each other.
impl<G: Deterministic> Stochastic for G {
    const HAS_CHANCE: bool = false;

    fn weight(&self, _position: &G::Position, _roll: G::Move) -> u32 {
        1
    }
}

/// Counts the paths of exactly `depth` moves from a position; a roll is a move.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    paths(game, position, depth, &mut Vec::new())
}

/// [`perft`] by first move: each move with the number of paths that begin with it.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv: G::Move| (mv.clone(), perft(game, &game.after(position, mv), rest));
    game.legal(position).into_iter().map(count).collect()
}

// One buffer for the whole tree: each level works behind its mark.
fn paths<G: Game>(game: &G, here: &G::Position, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mark = moves.len();
    game.moves(here, moves);
    let count = if depth == 1 {
        (moves.len() - mark) as u64
    } else {
        let mut count = 0;
        for next in mark..moves.len() {
            count += paths(game, &game.after(here, moves[next].clone()), depth - 1, moves);
        }
        count
    };
    moves.truncate(mark);
    count
}

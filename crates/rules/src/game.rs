//! Sides, outcomes, turns, and the trait of a game's rules.

use crate::Value;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// One of the two players. A game for one player uses only `First`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that makes the first move of a game.
    First,
    /// The other side.
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

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// A draw.
    Draw,
}

/// What happens next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side chooses one of the moves.
    Play(Side),
    /// Chance chooses one of the moves, by weight.
    Roll,
    /// The game is over, with this outcome.
    Over(Outcome),
}

/// The rules of a game, as a value that contains the variant's parameters.
///
/// A position is a plain value without a reference to its rules, so a game can start from any
/// position. Every game must satisfy these laws, which [`laws::check`](crate::laws::check)
/// checks:
///
/// - a position has no moves if and only if the game is over;
/// - `moves` appends to the buffer, lists no move twice, and always uses the same order;
/// - if a side is to move, `side` returns that side;
/// - every move decreases the `horizon`, if there is one;
/// - for the side to move, `wins_next` agrees with `moves` and `turn`.
pub trait Game: Send + Sync + 'static {
    /// The complete state of a game in progress.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A choice of a side, or a roll. Moves may own heap memory, and so may positions.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// The default start position.
    fn start(&self) -> Self::Position;

    /// What happens next.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// The side to move, or the side that would move next if the game were not over.
    fn side(&self, position: &Self::Position) -> Side;

    /// Appends the legal moves, or the possible rolls, to `out`.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a move that `moves` has returned.
    #[must_use]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Returns the legal moves, or the possible rolls, as a new vector. Code that visits many
    /// positions should use [`moves`](Game::moves) with one buffer instead.
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

    /// The heap bytes that a position owns, in addition to its own size. Solvers count them
    /// against their memory limit, so implement this if positions contain a `Vec` or a
    /// `String`. The default is 0.
    fn owned_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// An upper bound on the remaining plies, for all ways to play. Law: every move decreases
    /// it. `None`, the default, means that the game may have cycles. In such games, values are
    /// computed backwards from the finished positions, whole games can be solved only if all
    /// positions fit in memory, and the third occurrence of a position is a draw in games
    /// between people.
    fn horizon(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Returns whether `side` would win with its next move if it were to move here, or `None`
    /// if the game cannot tell. The default supports only the side to move; without support for
    /// the other side, explanations cannot mention threats and blocks.
    fn wins_next(&self, position: &Self::Position, side: Side) -> Option<bool> {
        if self.turn(position) != Turn::Play(side) {
            return None;
        }
        let won = Turn::Over(Outcome::Win(side));
        let mut moves = self.legal(position).into_iter();
        Some(moves.any(|mv| self.turn(&self.after(position, mv)) == won))
    }
}

/// A game without chance: its turn is never [`Turn::Roll`]. Required by the exact solvers.
pub trait Deterministic: Game {}

/// A game in which chance may roll.
///
/// Weights are integers, so probabilities are exact: the probability of a roll is its weight
/// divided by the sum of the weights of all rolls in the position. Law: no weight is 0.
pub trait Stochastic: Game {
    /// Whether the game has rolls.
    const HAS_CHANCE: bool = true;

    /// The weight of this roll.
    fn weight(&self, position: &Self::Position, roll: Self::Move) -> u32;

    /// Returns whether play may return to this position by choices alone: the game has no rolls
    /// and no limit on the length of play.
    fn may_come_back(&self, position: &Self::Position) -> bool {
        !Self::HAS_CHANCE && self.horizon(position).is_none()
    }
}

/// Every deterministic game is also a stochastic game without rolls. So the algorithms for
/// games with chance work for it too, and both kinds can be tested against each other.
impl<G: Deterministic> Stochastic for G {
    const HAS_CHANCE: bool = false;

    fn weight(&self, _position: &G::Position, _roll: G::Move) -> u32 {
        1
    }
}

/// Counts the move sequences of length `depth` from a position. A roll counts as a move.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    paths(game, position, depth, &mut Vec::new())
}

/// [`perft`] for each first move: pairs of a move and the number of sequences that begin with
/// it.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv: G::Move| (mv.clone(), perft(game, &game.after(position, mv), rest));
    game.legal(position).into_iter().map(count).collect()
}

// All levels share one buffer; each uses the part from its mark on.
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

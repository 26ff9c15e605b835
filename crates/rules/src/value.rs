//! Values of positions: who wins, and how soon.

use crate::{Game, Outcome, Side};
use std::cmp::Ordering;
use std::fmt;

/// The exact value of a position for the side to move.
///
/// The number is the plies to the end under best play: the winner hurries, the
/// loser delays. Values are ordered by how good they are:
///
/// ```
/// use spar_rules::Value::{Draw, Loss, Win};
/// assert!(Win(1) > Win(3) && Win(99) > Draw && Draw > Loss(99) && Loss(4) > Loss(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move loses after this many plies.
    Loss(u32),
    /// Neither side can win.
    Draw,
    /// The side to move wins after this many plies.
    Win(u32),
}

impl Value {
    /// The value of a finished position for `side`.
    #[inline]
    pub fn of(outcome: Outcome, side: Side) -> Value {
        match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == side => Value::Win(0),
            Outcome::Win(_) => Value::Loss(0),
        }
    }

    /// The same value seen by the other side.
    #[must_use]
    pub fn opposite(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies),
        }
    }

    /// The same value as the side that is not to move reads it: as many moves of the
    /// winner. (`opposite` keeps the plies, and half of an odd number of plies is a move
    /// less or more, by whose turn it is.)
    #[must_use]
    pub fn for_other_reader(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies - plies % 2),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies + plies % 2),
        }
    }

    /// The same value one ply earlier, for the same side.
    #[must_use]
    pub fn one_ply_before(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Win(plies + 1),
        }
    }

    /// Plies to the end; a draw has none.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Loss(plies) | Value::Win(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Moves that the winner makes until the end: five plies of a win are three, six
    /// plies of a loss as well; a draw has none.
    pub fn winner_moves(self) -> Option<u32> {
        match self {
            Value::Win(plies) => Some(plies.div_ceil(2)),
            Value::Draw => None,
            Value::Loss(plies) => Some(plies / 2),
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Value::Loss(_) => "loss",
            Value::Draw => "draw",
            Value::Win(_) => "win",
        }
    }

    /// The value as people read it, in moves of the winner: `win in 3` is five
    /// plies. Two plies of a loss are one move of the winner: `loss in 1`.
    /// What is over is just `win`, `draw` or `loss`; a side that must end the
    /// game against itself with its next move `loses at once`.
    pub fn in_moves(self) -> String {
        match self {
            Value::Draw => "draw".to_owned(),
            Value::Win(0) => "win".to_owned(),
            Value::Loss(0) => "loss".to_owned(),
            Value::Loss(1) => "loss at once".to_owned(),
            Value::Win(_) | Value::Loss(_) => {
                format!("{} in {}", self.word(), self.winner_moves().unwrap_or_default())
            }
        }
    }

    /// A number that is larger for a better value.
    fn goodness(self) -> i64 {
        const FAR: i64 = 1 << 40;
        match self {
            Value::Loss(plies) => i64::from(plies) - FAR,
            Value::Draw => 0,
            Value::Win(plies) => FAR - i64::from(plies),
        }
    }
}

/// The value of a move for the side that makes it, given the position after it and
/// that position's own value. Turns need not alternate.
pub fn seen_by_mover<G: Game>(
    game: &G,
    position: &G::Position,
    next: &G::Position,
    value: Value,
) -> Value {
    let same_side = game.side(next) == game.side(position);
    if same_side { value.one_ply_before() } else { value.opposite().one_ply_before() }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.goodness().cmp(&other.goodness())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_moves())
    }
}

#[cfg(test)]
mod tests {
    use super::Value::{Draw, Loss, Win};

    #[test]
    fn both_sides_read_the_same_number_of_moves() {
        // The winner is to move and makes the last move; the loser is; under misère the
        // loser makes the last move.
        for (mover, moves) in [(Win(5), 3), (Loss(4), 2), (Win(4), 2), (Loss(5), 2)] {
            assert_eq!(mover.winner_moves(), Some(moves));
            assert_eq!(mover.for_other_reader().winner_moves(), Some(moves), "{mover:?}");
        }
        assert_eq!(Draw.for_other_reader(), Draw);
    }

    #[test]
    fn people_read_moves_of_the_winner() {
        let words = [Win(1), Win(5), Loss(2), Loss(6), Draw, Loss(0), Loss(1), Win(2)];
        assert_eq!(
            words.map(super::Value::in_moves),
            [
                "win in 1",
                "win in 3",
                "loss in 1",
                "loss in 3",
                "draw",
                "loss",
                "loss at once",
                "win in 1"
            ]
        );
    }
}

//! Values of positions: who wins, and in how many plies.

use crate::{Game, Outcome, Side};
use std::cmp::Ordering;
use std::fmt;

/// The exact value of a position for the side to move.
///
/// The number is the plies to the end with best play: the winner wins as fast as possible, the
/// loser delays as long as possible. Values are ordered from worst to best:
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

    /// The same value from the other side's perspective.
    #[must_use]
    pub fn opposite(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies),
        }
    }

    /// The same value from the other side's perspective, converted so that the number of the
    /// winner's moves does not change. (`opposite` keeps the number of plies; an odd number of
    /// plies is one winner's move more or less, depending on the side to move.)
    #[must_use]
    pub fn for_other_reader(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies - plies % 2),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies + plies % 2),
        }
    }

    /// The value one ply earlier, for the same side.
    #[must_use]
    pub fn one_ply_before(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Win(plies + 1),
        }
    }

    /// The plies to the end; `None` for a draw.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Loss(plies) | Value::Win(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// The number of the winner's moves until the end: a win in five plies and a loss in six
    /// plies have three. `None` for a draw.
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

    /// The value with this [`word`](Value::word) and these plies; `None` if they contradict each
    /// other.
    pub fn from_word(word: &str, plies: Option<u32>) -> Option<Value> {
        match (word, plies) {
            ("win", Some(plies)) => Some(Value::Win(plies)),
            ("loss", Some(plies)) => Some(Value::Loss(plies)),
            ("draw", None) => Some(Value::Draw),
            _ => None,
        }
    }

    /// The value in words, with the number of the winner's moves: five plies of a win are `win
    /// in 3`, two plies of a loss are `loss in 1`. A finished game is just `win`, `draw` or
    /// `loss`. A side whose only moves end the game with a loss `loses at once`.
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

    /// A number that increases with the value.
    fn goodness(self) -> i64 {
        const FAR: i64 = 1 << 40;
        match self {
            Value::Loss(plies) => i64::from(plies) - FAR,
            Value::Draw => 0,
            Value::Win(plies) => FAR - i64::from(plies),
        }
    }
}

/// The value of a move for the side that makes it, given the position after the move and its
/// value. Works also if turns do not alternate.
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
        // The winner is to move and makes the last move; the loser is to move; in misère, the
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

//! Values as one byte, the form in which tables store them.

use spar_rules::{Outcome, Side, Value};

/// A value from the first side's perspective, in one byte. Larger is better for the first side,
/// so the best move is a maximum or a minimum even if turns do not alternate.
///
/// ```text
///  127 - n   the first side wins in n plies
///        0   draw
/// -127 + n   the second side wins in n plies
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ByteScore(pub(crate) i8);

/// The largest distance that a score can hold.
pub(crate) const MOST_PLIES: u32 = 126;

impl ByteScore {
    #[inline]
    pub(crate) fn of(outcome: Outcome) -> ByteScore {
        match outcome {
            Outcome::Win(Side::First) => ByteScore(127),
            Outcome::Win(Side::Second) => ByteScore(-127),
            Outcome::Draw => ByteScore(0),
        }
    }

    /// The score of a value. Distances above [`MOST_PLIES`] are cut to that.
    #[inline]
    pub(crate) fn new(value: Value, side: Side) -> ByteScore {
        let for_side = match value {
            Value::Win(plies) => 127 - plies.min(MOST_PLIES) as i8,
            Value::Draw => 0,
            Value::Loss(plies) => plies.min(MOST_PLIES) as i8 - 127,
        };
        ByteScore(if side == Side::First { for_side } else { -for_side })
    }

    /// The value from this side's perspective.
    #[inline]
    pub(crate) fn value(self, side: Side) -> Value {
        let for_side = if side == Side::First { self.0 } else { -self.0 };
        match for_side {
            0 => Value::Draw,
            1.. => Value::Win(127 - for_side as u32),
            _ => Value::Loss((127 + for_side) as u32),
        }
    }

    /// The better of two scores for this side.
    #[inline]
    pub(crate) fn better(self, other: ByteScore, side: Side) -> ByteScore {
        match side {
            Side::First => self.max(other),
            Side::Second => self.min(other),
        }
    }

    /// The worst score of all for this side.
    #[inline]
    pub(crate) fn worst(side: Side) -> ByteScore {
        ByteScore(if side == Side::First { -127 } else { 127 })
    }

    /// The score of this value one ply earlier.
    #[inline]
    pub(crate) fn one_ply_before(self) -> ByteScore {
        ByteScore(self.0 - self.0.signum())
    }

    /// Returns whether the distance is at its maximum, so one more ply would not fit.
    #[inline]
    pub(crate) fn is_full(self) -> bool {
        self.0.abs() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_values_and_their_order() {
        let mut values: Vec<Value> =
            (0..=MOST_PLIES).flat_map(|n| [Value::Win(n), Value::Loss(n)]).collect();
        values.push(Value::Draw);
        for side in [Side::First, Side::Second] {
            for &a in &values {
                assert_eq!(ByteScore::new(a, side).value(side), a);
                for &b in &values {
                    let better = ByteScore::new(a, side).better(ByteScore::new(b, side), side);
                    assert_eq!(better.value(side), a.max(b));
                }
            }
        }
    }
}

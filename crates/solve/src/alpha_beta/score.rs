//! Values as whole numbers, so that a window is a comparison.
//!
//! ```text
//!   loss in 1   loss in 2 …        draw        … win in 2    win in 1
//!   1 - FAR     2 - FAR             0            FAR - 2      FAR - 1
//! ```

use spar_rules::Value;

/// A value as a number: larger is better for the side to move.
pub(super) type Score = i32;

/// A win in 0 plies.
pub(super) const FAR: Score = 32_000;

/// Scores of wins and losses keep this distance from 0, so that thresholds
/// carried down a tree never meet the draw.
pub(super) const MOST_PLIES: u32 = 15_000;

/// The number of a value. A win or loss too far away for a score counts as the
/// furthest one, which searches of such depth never reach.
pub(super) fn score_of(value: Value) -> Score {
    match value {
        Value::Loss(plies) => plies.min(MOST_PLIES) as Score - FAR,
        Value::Draw => 0,
        Value::Win(plies) => FAR - plies.min(MOST_PLIES) as Score,
    }
}

/// The value with this number.
pub(super) fn value_of(score: Score) -> Value {
    match score {
        0 => Value::Draw,
        1.. => Value::Win((FAR - score) as u32),
        _ => Value::Loss((FAR + score) as u32),
    }
}

/// The same score one ply earlier, for the same side.
#[inline]
pub(super) fn one_ply_before(score: Score) -> Score {
    score - score.signum()
}

/// The threshold one ply later: for every score `s` of a position,
/// `one_ply_before(s) > alpha` exactly when `s > one_ply_after(alpha)`.
#[inline]
pub(super) fn one_ply_after(alpha: Score) -> Score {
    alpha + alpha.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> impl Iterator<Item = Score> + Clone {
        let wins = (1..200).map(Value::Win);
        let losses = (1..200).map(Value::Loss);
        wins.chain(losses).chain([Value::Draw]).map(score_of)
    }

    #[test]
    fn scores_order_like_values_and_give_them_back() {
        for a in scores() {
            for b in scores() {
                assert_eq!(a.cmp(&b), value_of(a).cmp(&value_of(b)));
            }
            assert_eq!(score_of(value_of(a)), a);
            assert_eq!(value_of(one_ply_before(a)), value_of(a).one_ply_before());
        }
    }

    #[test]
    fn a_threshold_moves_with_the_score() {
        let thresholds = scores().chain(-300..300);
        for alpha in thresholds {
            for score in scores() {
                let after = score > one_ply_after(alpha);
                assert_eq!(one_ply_before(score) > alpha, after, "{score} {alpha}");
            }
        }
    }
}

//! What a player of short sight sees.

use crate::Deterministic;

/// Optional: how good an unfinished position looks to a player who cannot look
/// further. Opens players of a given foresight. The defaults see nothing: such
/// a player knows wins and losses only.
///
/// Laws ([`laws::rewards`](crate::laws::rewards)): no reward is further from 0
/// than `most_reward`; images under a symmetry, and positions with one
/// [key](crate::Tactics::key), have the same reward.
pub trait Reward: Deterministic {
    /// How good an unfinished position looks for the first side: above 0 good,
    /// below 0 bad. What is over is not asked for.
    fn reward(&self, position: &Self::Position) -> i32 {
        let _ = position;
        0
    }

    /// No reward is further from 0 than this.
    fn most_reward(&self) -> u32 {
        0
    }
}

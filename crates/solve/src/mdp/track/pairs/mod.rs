//! Two pieces: the probability of arriving first, for every pair of squares.
//!
//! A full turn has two halves, our move and the opponent's, each of which moves one piece. So
//! there are two tables over all pairs of squares: `ours`, before our move, and `theirs`,
//! before the opponent's move. The joint transitions of a full turn are never stored.
//!
//! ```text
//! ours(i, ·)   = max over actions of Σ chance · theirs(where we land, ·)      rows, at once
//! theirs(k, j) = Σ chance · ours(k, where they land)                           within a row
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `turn` | the opponent, the end of the game, the two halves of a turn |
//! | `respond` | best responses to a given player, and the value of a policy |
//! | `duration` | bounds on the expected duration of a game, for the proofs |
//! | `both` | optimal play of both sides |
//! | `waiting` | pairs as explicit models: opponents that may wait forever, very long games |
//! | `choice` | policies from values, repaired so that the game ends |
//! | `trials` | real-time dynamic programming: learning from played games |
//! | `experience` | games with a discounted cost for distance |
//! | `mirror` | the paper's self-play, which may not converge |
//! | `plain` | value iteration without proof, for reference and for sweep-by-sweep reports |

mod both;
mod choice;
mod duration;
mod experience;
mod mirror;
pub mod plain;
mod respond;
mod trials;
mod turn;
mod waiting;

pub use both::{BothBest, ForMany, both_best};
pub use choice::{PairPolicy, TIE};
pub use experience::{Experience, experience};
pub use mirror::{Course, Mirror, Updates};
pub use plain::PairSweeps;
pub use respond::{Chances, Follow, Setting, best_response, best_so_far, follow};
pub use trials::PairTrials;
pub use turn::{Payoff, Quits, Rival};

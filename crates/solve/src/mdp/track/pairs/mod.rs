//! Two pieces: the chance to arrive first, for every pair of squares.
//!
//! What happens in a full turn falls into two halves, our move and the other's, each of
//! which touches one piece. So there are two tables over all pairs of squares instead of
//! one step that leads from pairs to pairs: `ours`, before our move, and `theirs`, before
//! the other's. The joint transitions are never written down.
//!
//! ```text
//! ours(i, ·)   = max over actions of Σ chance · theirs(where we land, ·)      rows, at once
//! theirs(k, j) = Σ chance · ours(k, where they land)                           within a row
//! ```
//!
//! | file | what it holds |
//! | --- | --- |
//! | `turn` | the other player, what ends the game, the two halves of a turn |
//! | `respond` | best responses to a given player, and the value of a policy |
//! | `duration` | bounds on the expected duration of a game, for the proofs |
//! | `both` | both at their best |
//! | `waiting` | pairs written out: players that may wait forever, games of millions of turns |
//! | `choice` | policies from chances, repaired so that they finish |
//! | `trials` | real-time dynamic programming: learning from games |
//! | `experience` | games paid for by distance, with a discount |
//! | `mirror` | the paper's self-play, which need not converge |
//! | `plain` | value iteration without proof, as a reference and sweep by sweep |

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

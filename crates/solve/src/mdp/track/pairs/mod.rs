//! Two pieces: chances to be first, by where both stand.
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
//! | `rows` | the two halves of a turn, row by row |
//! | `rival` | the other player, and what ends the game beside arriving |
//! | `respond` | the best that can be had against a given player, and what a policy has |
//! | `patience` | how long a game can last at most, for the proofs |
//! | `both` | both at their best |
//! | `waiting` | pairs written out: players that may wait for ever, games of millions of turns |
//! | `choice` | policies from chances: such that finish |
//! | `sweeps` | value iteration told sweep by sweep, without proof |
//! | `trials` | real-time dynamic programming: learning from games |
//! | `experience` | games paid for by distance, with a discount |
//! | `mirror` | the paper's self-play, which need not settle |
//! | `whole_turn` | a full turn pair by pair, for methods that look at single pairs |
//! | `plain` | the same by the double sum over both rolls, as a yardstick |

mod both;
mod choice;
mod experience;
mod mirror;
mod patience;
pub mod plain;
mod respond;
mod rival;
mod rows;
mod sweeps;
mod trials;
mod waiting;
mod whole_turn;

pub use both::{BothBest, ForMany, both_best};
pub use choice::{PairPolicy, TIE};
pub use experience::{Experience, experience};
pub use mirror::{Course, Mirror, Updates};
pub use respond::{Chances, Follow, Setting, best_response, best_so_far, follow};
pub use rival::{Payoff, Quits, Rival};
pub use sweeps::PairSweeps;
pub use trials::Trials;

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
//! | `waiting` | players that may wait for ever |
//! | `choice` | policies from chances: such that finish |
//! | `plain` | the same by the double sum over both rolls, as a yardstick |

mod both;
mod choice;
mod patience;
pub mod plain;
mod respond;
mod rival;
mod rows;
mod waiting;

pub use both::{BothBest, both_best};
pub use choice::{PairPolicy, TIE};
pub use respond::{Chances, Follow, Setting, best_response, follow};
pub use rival::{Payoff, Quits, Rival};

//! All games of stones in a line: Tic-Tac-Toe, CONNECT, Bottom-2, Qubic and
//! their variants.
//!
//! Two players put stones on a board of rows, columns and layers. The first side with
//! `connect` neighbouring stones along an allowed direction wins, or loses if
//! the variant says so (misère). Gravity says which empty cells of a column can
//! be played: the lowest (full), the lowest N (partial), or all (none).
//!
//! | file | what it holds |
//! | --- | --- |
//! | `keys` | the parameters, their names, presets, the canonical name |
//! | `grid` | the board as bits: cells, columns, lines |
//! | `rules` | [`Lines`] as a game: rules, symmetries, tactics, reward |
//! | `notation` | positions and moves as text |
//! | `rank` | positions as numbers that grow with play |
//! | `scene` | what a position looks like |

mod grid;
mod keys;
mod notation;
mod rank;
mod rules;
mod scene;

pub use crate::settings::Key;
pub use keys::{Along, Gravity, KEYS, Keys, LineRule, PRESETS, Preset};
pub use rules::{Board, Lines, Place, Threats};

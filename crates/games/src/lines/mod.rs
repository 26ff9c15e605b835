//! All games of stones in a line: Tic-Tac-Toe, CONNECT, Bottom-2, Qubic and their variants.
//!
//! Two players place stones on a board of rows, columns and layers. The first side with
//! `connect` adjacent stones in an allowed direction wins, or loses if the variant is misère.
//! Gravity determines which empty cells of a column can be played: the lowest (full), the
//! lowest N (partial), or all (none).
//!
//! | file | what it holds |
//! | --- | --- |
//! | `keys` | the parameters: names, ranges, presets, and the canonical name |
//! | `grid` | the board as bitmasks: cells, columns, lines |
//! | `rules` | [`Lines`] as a game: rules, symmetries, tactics, reward |
//! | `display` | positions and moves as text and as pictures |
//! | `rank` | positions as numbers that grow with play |

mod display;
mod grid;
mod keys;
mod rank;
mod rules;

pub use crate::settings::Key;
pub use keys::{Along, Gravity, KEYS, Keys, LineRule, PRESETS, Preset};
pub use rules::{Board, Lines, Place, Threats};

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
//! | `notation` | the text form of positions and moves |
//! | `rank` | ranks: positions as numbers that increase with every move |
//! | `scene` | the scene of a position |

mod grid;
mod keys;
mod notation;
mod rank;
mod rules;
mod scene;

pub use crate::settings::Key;
pub use keys::{Along, Gravity, KEYS, Keys, LineRule, PRESETS, Preset};
pub use rules::{Board, Lines, Place};

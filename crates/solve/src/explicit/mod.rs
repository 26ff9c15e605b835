//! Solves whole games: computes the value and distance of every position that play can reach.
//!
//! [`Table`] solves games with [ranks](spar_rules::Ranked) in two ordered sweeps;
//! [`HashedTable`] solves any other deterministic game.
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Game, Value};
//! use spar_solve::{Budget, Silent, explicit::Table};
//!
//! let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
//! let table = Table::solve(&game, &Budget::unlimited(), &Silent).unwrap();
//! assert_eq!(table.summary().positions, 5478);
//! assert_eq!(table.value(&game, &game.start()), Some(Value::Draw));
//! ```

mod bitmap;
mod hashed;
mod layers;
pub(crate) mod ranked;
mod schedule;
pub(crate) mod score;
mod summary;
mod sweep;

pub use hashed::HashedTable;
pub use layers::{LayerSet, Layering, Layers};
pub use ranked::{Table, estimate};
pub use summary::{Classes, LAYERS, Summary};
pub use sweep::{Entry, Next, Step, Stored, Swept};

//! What play comes to: two given players, best responses, best play.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `players` | players by weights, and what tests ask of them |
//! | `plays` | games without cycles, against all plays |
//! | `cycles` | games with cycles, against every policy in exact fractions |
//! | `dice` | games with dice, against other solvers |
//! | `fuzz` | random games of every shape, by all solvers |

mod cycles;
mod dice;
mod fuzz;
mod players;
mod plays;

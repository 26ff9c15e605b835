//! Expected results: two given players, best responses, optimal play.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `players` | players by weights, and helpers of the tests |
//! | `plays` | games without cycles, compared with all plays |
//! | `cycles` | games with cycles, compared with every policy in exact fractions |
//! | `dice` | games with dice, compared with other solvers |
//! | `fuzz` | random games of every shape, solved by all solvers |

mod cycles;
mod dice;
mod fuzz;
mod players;
mod plays;

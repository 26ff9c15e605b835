//! Explicit decision processes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `fractions` | bounds and policies of random models, compared with exact fractions |
//! | `tracks` | races: known values, gates, stalling |
//! | `traps` | models that have fooled solvers, and a robot |
//! | `ways` | other solution methods; all agree |
//! | `export` | files for model checkers |
//! | `yardstick`, `random`, `boards` | exact fractions, random models, tracks as models |

mod boards;
mod export;
mod fractions;
mod random;
mod tracks;
mod traps;
mod ways;
mod yardstick;

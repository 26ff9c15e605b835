//! Decision problems written out.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `fractions` | bounds and policies of random models against exact fractions |
//! | `tracks` | races on a track: known values, gates, stalling |
//! | `traps` | models that have fooled solvers, and a robot |
//! | `ways` | other ways to solve, and that all agree |
//! | `export` | files of model checkers |
//! | `yardstick`, `random`, `boards` | exact fractions, random models, tracks as models |

mod boards;
mod export;
mod fractions;
mod random;
mod tracks;
mod traps;
mod ways;
mod yardstick;

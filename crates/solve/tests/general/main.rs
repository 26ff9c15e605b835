//! Decision problems written out.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `fractions` | bounds and policies of random models against exact fractions |
//! | `tracks` | races on a track: known values, gates, stalling |
//! | `export` | files of model checkers |
//! | `yardstick`, `random`, `boards` | exact fractions, random models, tracks as models |

mod boards;
mod export;
mod fractions;
mod random;
mod tracks;
mod yardstick;

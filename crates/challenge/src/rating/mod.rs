//! How hard a level is, how strong somebody is, and which level fits.
//!
//! A level's rating is computed and never changes; a person's follows from their tries
//! alone, so nobody's history changes what another is told.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `scale` | the scale, and who stands where on it |
//! | `level` | how hard a level is |
//! | `odds` | the chance that a player solves a level |
//! | `person` | how strong somebody is |

pub mod scale;

mod level;
mod odds;
mod person;

pub use level::LevelRating;
pub use odds::{Learner, Odds, Task};
pub use person::Rating;

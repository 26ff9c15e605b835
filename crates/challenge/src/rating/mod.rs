//! How hard a level is, how strong somebody is, and which level fits.
//!
//! A level's rating is computed and never changes; a person's follows from their tries
//! alone, so nobody's history changes what another is told.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `scale` | the scale, and who stands where on it |
//! | `person` | how strong somebody is |

pub mod scale;

mod person;

pub use person::Rating;

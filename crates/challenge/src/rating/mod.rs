//! Ratings of levels and people, and the choice of a suitable level.
//!
//! A level's rating is computed and never changes; a person's rating depends only on their own
//! tries. So one person's history never affects another.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `scale` | the scale, the stated ratings of players, and the choice of a level |
//! | `again` | spaced repetition of missed levels |
//! | `level` | the rating of a level |
//! | `odds` | the chance that a player solves a level |
//! | `study` | checks of the ratings by simulated learners |
//! | `person` | the rating of a person |
//! | `shown` | the rating as a person sees it |

pub mod scale;
pub mod study;

mod again;
mod level;
mod odds;
mod person;
mod shown;

pub use again::{Back, DAY, Due, Step, coming_back, days_between};
pub use level::LevelRating;
pub use odds::{Learner, Odds, Task};
pub use person::Rating;
pub use scale::matched;
pub use shown::{LARGEST_STEP, SHOWN_FROM, ShownRating};

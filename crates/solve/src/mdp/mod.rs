//! Decisions under chance: the best achievable value, with certified bounds.
//!
//! Every result is an [`Interval`](crate::Interval) that contains the true value, or an error
//! that says why there is none.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`expected`] | games: two given players, best responses, optimal play |
//! | [`general`] | explicit decision processes for one or two deciders |
//! | [`graph`] | strongly connected components and backward search |
//! | [`track`] | fast solver for races, where each side moves its own pieces on its own |

pub mod expected;
pub mod general;
pub mod graph;
pub mod track;

//! Decisions under chance: the best achievable value, with certified bounds.
//!
//! Every answer is an [`Interval`](crate::Interval) that contains the true value, or a message
//! that says why there is none.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`expected`] | games: two players who meet, best responses, best play |
//! | [`general`] | any decision problem written out, for one or two deciders |
//! | [`graph`] | strongly connected components and backward search |
//! | [`track`] | sides that walk by themselves on the same squares, fast |

pub mod expected;
pub mod general;
pub mod graph;
pub mod track;

//! The rules of line games against a second, deliberately naive implementation.

mod counts;
mod images;
mod rules;
mod variants;
mod whole_games;

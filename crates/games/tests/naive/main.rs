//! Compares the rules of line games with a second, deliberately naive implementation.

mod counts;
mod images;
mod rules;
mod variants;
mod whole_games;

//! What people are told of a game.

use crate::settings::Configured;

/// A game that tells its rules in words.
pub trait Described: Configured {
    /// Its display name: `Reversi`.
    const TITLE: &'static str;
    /// What it is, in a few words, for a list of games.
    const ABOUT: &'static str;

    /// The size of the board of this variant: `8×8`, `21 sticks`.
    fn size(&self) -> String;

    /// The rules of this variant in whole sentences, with the names of its sides: how it
    /// begins, what a move is, and how it ends.
    fn rules(&self) -> Vec<String>;
}

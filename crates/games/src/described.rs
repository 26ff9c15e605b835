//! What people are told of a game.

use crate::settings::Configured;

/// A game that tells its rules in words.
pub trait Described: Configured {
    /// Its display name: `Reversi`.
    const TITLE: &'static str;
    /// What it is, in a few words, for a list of games.
    const ABOUT: &'static str;

    /// The size of the board of this variant: `8×8`, `21 sticks`. By default what its
    /// settings `rows` and `cols`, or `size`, say.
    fn size(&self) -> String {
        let settings = self.settings();
        let said = |name: &str| settings.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
        let side = |name| said(name).or_else(|| said("size")).unwrap_or_default();
        format!("{}×{}", side("rows"), side("cols"))
    }

    /// The rules of this variant in whole sentences, with the names of its sides: how it
    /// begins, what a move is, and how it ends.
    fn rules(&self) -> Vec<String>;
}

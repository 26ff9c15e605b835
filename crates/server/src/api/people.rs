//! People, their games and ratings.

use super::board::SceneView;
use super::game::GameCard;
use super::level::LevelView;
use super::play::StateWord;
use super::value::ValueKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The data of the first page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HomeView {
    /// A level to play at once.
    pub level: LevelView,
    /// All games.
    pub games: Vec<GameCard>,
    /// Unfinished games of this person, the newest first.
    pub resume: Vec<SessionCard>,
    /// Who this is.
    pub me: Me,
}

/// A game of a person in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionCard {
    /// Its id.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The display name of the game.
    pub title: String,
    /// `Your move against Foresight 3. Goal: win in 3.`
    pub about: String,
    /// Whether it is over.
    pub state: StateWord,
    /// The result for the person.
    pub result: ValueKind,
    /// Its board.
    pub scene: SceneView,
    /// When its last move was made, as RFC 3339.
    pub at: String,
}

/// Who this is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Me {
    /// The chosen name; `Guest` before one is chosen.
    pub name: String,
    /// Whether the server knows this person. It does after a first move, or once they have a
    /// name.
    pub known: bool,
    /// The current streak: levels solved one after the other without a slip or a hint.
    pub streak: u32,
    /// The longest streak so far.
    pub best: u32,
    /// The results of the last ten tries, the newest last.
    pub tries: Vec<TryWord>,
    /// The ratings of this person, for each game with a rated try, the latest first.
    pub ratings: Vec<RatingView>,
    /// Levels that come back, the next one first.
    pub back: Vec<BackView>,
}

/// The rating of a person at a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The game's name.
    pub game: String,
    /// The display name of the game.
    pub title: String,
    /// The rating.
    pub rating: i32,
    /// Its uncertainty, as plus or minus. It grows on days without play.
    pub deviation: u32,
    /// The rating that is shown: it follows `rating` by at most 20 points a try. None before the
    /// fifth rated try.
    pub shown: Option<i32>,
    /// The number of rated tries until a rating is shown.
    pub left: u32,
    /// The number of rated tries.
    pub tries: u32,
    /// The rating after each of the last thirty rated tries, the newest last.
    pub history: Vec<RatedTry>,
    /// The opponent who fits for a whole game, as it is written in requests and links.
    pub opponent: String,
}

/// A rating after a try.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct RatedTry {
    /// The rating.
    pub rating: i32,
    /// Its uncertainty, as plus or minus.
    pub deviation: u32,
    /// The rating that was shown after it, if any.
    pub shown: Option<i32>,
    /// Whether the level was solved.
    pub solved: bool,
}

/// A level that comes back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BackView {
    /// The game's name.
    pub game: String,
    /// The display name of the game.
    pub title: String,
    /// The board where it starts.
    pub scene: SceneView,
    /// When it comes back: `now`, `after one more level of this game`, `in 5 hours`, `in 3 days`.
    pub when: String,
    /// The earliest time; none if it waits for other levels.
    pub at: Option<String>,
}

/// The result of a try at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TryWord {
    /// The goal was reached without help and without a slip.
    Solved,
    /// The goal was reached without a slip, but with a hint or the values.
    Helped,
    /// A move lost the outcome, or the goal was not reached.
    Missed,
}

/// Chooses a name.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// One to 40 characters.
    pub name: String,
}

/// A link that signs another device in as this person. It works once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeviceLink {
    /// The path to open there: `/move/…`.
    pub path: String,
    /// When it expires, as RFC 3339.
    pub until: String,
}

/// Uses such a link.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UseLink {
    /// The part of the path after `/move/`.
    pub key: String,
}

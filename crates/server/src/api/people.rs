//! People, what they have played and how well.

use super::board::{SceneView, ValueKind};
use super::game::GameCard;
use super::level::LevelView;
use super::play::StateWord;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All that the first page needs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HomeView {
    /// One good position, playable at once.
    pub level: LevelView,
    /// All games.
    pub games: Vec<GameCard>,
    /// Games of this person that go on, the newest first.
    pub resume: Vec<SessionCard>,
    /// Who this is.
    pub me: Me,
}

/// A game under way in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionCard {
    /// Its name in addresses.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// How people call the game.
    pub title: String,
    /// `Your move against Foresight 3. Goal: win in 3.`
    pub about: String,
    /// Whether it goes on.
    pub state: StateWord,
    /// How it ended for the person.
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
    /// Whether this person is known to the server: a first move or a name makes them so.
    pub known: bool,
    /// Levels solved one after the other without a slip or a hint.
    pub streak: u32,
    /// The most that were ever solved so.
    pub best: u32,
    /// What came of the last ten tries, the newest last.
    pub tries: Vec<TryWord>,
    /// How strong this person is, for each game with a rated try, the latest first.
    pub ratings: Vec<RatingView>,
    /// Levels that come back, the next one first.
    pub back: Vec<BackView>,
}

/// How strong somebody is at a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The game's name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// The best guess.
    pub rating: i32,
    /// The band around it: it may well be off by so much. It grows with days away.
    pub deviation: u32,
    /// How many tries were rated.
    pub tries: u32,
    /// The rating after each of the last thirty rated tries, the newest last.
    pub history: Vec<RatedTry>,
    /// The opponent who fits a whole game, as it is written in requests and links.
    pub opponent: String,
}

/// A rating after a try.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct RatedTry {
    /// The rating.
    pub rating: i32,
    /// The band around it.
    pub deviation: u32,
    /// Whether the level was solved.
    pub solved: bool,
}

/// A level that comes back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BackView {
    /// The game's name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// The board where it starts.
    pub scene: SceneView,
    /// When: `now`, `after one more level of this game`, `in 5 hours`, `in 3 days`.
    pub when: String,
    /// Not before this time; none if it waits for other levels.
    pub at: Option<String>,
}

/// What came of a try at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TryWord {
    /// The goal was reached alone, without a slip.
    Solved,
    /// The goal was reached without a slip, but with a hint or a look at the values.
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

/// A link that moves a person to another device, once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeviceLink {
    /// The path to open there: `/move/…`.
    pub path: String,
    /// Until when it works, as RFC 3339.
    pub until: String,
}

/// Uses such a link.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UseLink {
    /// The part of the path after `/move/`.
    pub key: String,
}

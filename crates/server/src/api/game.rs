//! Games, their variants and the policies of races.

use super::board::{PositionView, SceneView, SupplyView, ValueView};
use super::play::OpponentView;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A game in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameCard {
    /// The name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// What it is, in a few words.
    pub about: String,
    /// Who wins with best play, if it is known: `Draw with best play`.
    pub verdict: Option<String>,
    /// A small board in mid-game.
    pub scene: SceneView,
}

/// A game, all of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// The canonical name.
    pub game: String,
    /// How people call it.
    pub title: String,
    /// The board, rows × columns (× layers).
    pub size: String,
    /// The rules, a sentence each, with a picture where one helps.
    pub rules: Vec<RuleView>,
    /// What can be changed, with what it is now.
    pub switches: Vec<Switch>,
    /// Who can be played against.
    pub opponents: Vec<OpponentView>,
    /// The usual start.
    pub start: PositionView,
    /// The value of the usual start, if it is known at once.
    pub value: Option<ValueView>,
    /// `Draw with best play`, if it is known at once.
    pub verdict: Option<String>,
    /// Whether it has levels.
    pub levels: bool,
    /// The tokens of which a position can be set up; none if it cannot be.
    pub supply: Vec<SupplyView>,
}

/// A rule in words and, if it helps, as a picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleView {
    /// A sentence.
    pub words: String,
    /// A picture of it.
    pub scene: Option<SceneView>,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Switch {
    /// As it is written.
    pub name: String,
    /// How people call it.
    pub label: String,
    /// What it takes, in words.
    pub takes: String,
    /// Its value now.
    pub value: String,
    /// How its values are chosen.
    pub pick: PickWord,
    /// Its values, with the name of the game that each leads to.
    pub choices: Vec<Choice>,
}

/// How the value of a parameter is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PickWord {
    /// One of the choices: there are no others.
    List,
    /// One of the choices; there are others that are not offered.
    Offers,
    /// A number: the choices are the present one and the nearest below and above it.
    Step,
}

/// A value of a parameter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// As it is written.
    pub value: String,
    /// How people call it: `rows, columns`.
    pub words: String,
    /// The canonical name of the game with it.
    pub game: String,
}

/// Asks what a player chooses on every square of a race.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichPolicy {
    /// The game's name.
    pub game: String,
    /// The text of a position: it says whose turn it is and where the other side stands;
    /// the usual start if it is left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The player: `novice`, `fastest` or `perfect`.
    pub player: String,
}

/// What a player chooses on every square of a race.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PolicyView {
    /// The player.
    pub player: OpponentView,
    /// What can be chosen.
    pub actions: Vec<ActionView>,
    /// For each cell of the scene, in its order: the letter of the action that the side to
    /// move chooses if it stands there; none where nobody can stand or nothing is chosen.
    pub letters: Vec<Option<String>>,
    /// What it shows, in one sentence.
    pub words: String,
}

/// What can be chosen in a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActionView {
    /// As it is written as a move.
    pub letter: String,
    /// How people call it.
    pub name: String,
}

//! Games, their variants and the policies of races.

use super::board::{PositionView, SceneView, SupplyView};
use super::play::OpponentView;
use super::value::ValueView;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A game in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameCard {
    /// The name.
    pub game: String,
    /// Its display name.
    pub title: String,
    /// What it is, in a few words.
    pub about: String,
    /// Who wins with best play, if it is known: `Draw with best play`.
    pub verdict: Option<String>,
    /// A small board in mid-game.
    pub scene: SceneView,
}

/// A game with all details.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// The canonical name.
    pub game: String,
    /// Its display name.
    pub title: String,
    /// The board, rows × columns (× layers).
    pub size: String,
    /// The rules, a sentence each, with a picture where one helps.
    pub rules: Vec<RuleView>,
    /// The parameters with their values.
    pub switches: Vec<Switch>,
    /// The opponents that are offered.
    pub opponents: Vec<OpponentView>,
    /// The default start.
    pub start: PositionView,
    /// The value of the default start, if it is known.
    pub value: Option<ValueView>,
    /// The same in words, if it is known: `Draw with best play`.
    pub verdict: Option<String>,
    /// Whether it has levels.
    pub levels: bool,
    /// The tokens for setting up a position; none if the game cannot be set up.
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
    /// Its name, as it is written in the name of a game.
    pub name: String,
    /// Its display name.
    pub label: String,
    /// Its valid values, in words.
    pub takes: String,
    /// Its current value.
    pub value: String,
    /// How its values are chosen.
    pub pick: PickWord,
    /// Its choices, each with the name of the resulting game.
    pub choices: Vec<Choice>,
}

/// How the value of a parameter is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PickWord {
    /// One of the choices: all values are listed.
    List,
    /// One of the choices: there are more values than are listed.
    Offers,
    /// A number: the choices are the current one and the nearest below and above it.
    Step,
}

/// A value of a parameter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// The value, as it is written in the name of a game.
    pub value: String,
    /// Its display name: `rows, columns`.
    pub words: String,
    /// The canonical name of the game with this value.
    pub game: String,
}

/// Asks what a player chooses on every square of a race.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichPolicy {
    /// The game's name.
    pub game: String,
    /// The text of a position, which gives the side to move and the square of the other side;
    /// the default start if it is left out.
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
    /// The actions.
    pub actions: Vec<ActionView>,
    /// For each cell, in the order of the scene: the letter of the action that the side to move
    /// chooses there; none where no pawn can stand or nothing is chosen.
    pub letters: Vec<Option<String>>,
    /// An explanation in words.
    pub words: String,
}

/// An action in a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActionView {
    /// Its letter, which is also the text of the move.
    pub letter: String,
    /// Its display name.
    pub name: String,
}

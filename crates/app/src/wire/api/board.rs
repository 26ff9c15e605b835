//! A position and its picture.

use super::value::ChanceView;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideWord {
    /// The side that makes the first move of a game.
    First,
    /// The side that answers.
    Second,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TurnWord {
    /// The first side moves.
    First,
    /// The second side moves.
    Second,
    /// Chance rolls.
    Roll,
    /// Nothing: it is over.
    Over,
}

/// A position, all that the page needs to draw and to play it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The canonical name of the game.
    pub game: String,
    /// How people call the game.
    pub title: String,
    /// The text of the position.
    pub position: String,
    /// What happens next.
    pub turn: TurnWord,
    /// The side that won, if one has.
    pub winner: Option<SideWord>,
    /// How people call the two sides.
    pub sides: [String; 2],
    /// Its picture.
    pub scene: SceneView,
    /// The legal moves; where chance rolls, the rolls.
    pub moves: Vec<LegalMove>,
}

/// A picture: groups of cells.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SceneView {
    /// All cells, in the order of reading.
    pub cells: Vec<CellView>,
    /// Parts of the board, such as layers.
    pub groups: Vec<GroupView>,
    /// Ladders and snakes.
    pub links: Vec<LinkView>,
}

/// Something that leads from one cell to another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkView {
    /// The cell where it begins.
    pub from: usize,
    /// The cell where it ends.
    pub to: usize,
    /// What it is.
    pub kind: LinkWord,
    /// Which way it goes: points of a smooth curve, each to the right and down, in
    /// hundredths of a cell from the upper left corner of its group.
    pub path: Vec<[i32; 2]>,
}

/// What a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkWord {
    /// It leads forward.
    Ladder,
    /// It leads back.
    Snake,
}

/// A place on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellView {
    /// How people call it.
    pub name: String,
    /// Columns from the left edge of its group.
    pub x: u16,
    /// Rows from the upper edge of its group.
    pub y: u16,
    /// Index of its group.
    pub group: usize,
    /// How it is drawn.
    pub shape: ShapeWord,
    /// What stands on it.
    pub token: Option<TokenWord>,
    /// Whether it is part of a finished line.
    pub line: bool,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShapeWord {
    /// A tile.
    Square,
    /// A hole in a frame; tokens are discs, the cross full and the ring hollow.
    Round,
    /// A numbered tile of a track; tokens are pawns, the cross full and the ring hollow.
    Tile,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenWord {
    /// The first side's.
    Cross,
    /// The second side's.
    Ring,
    /// One of each side.
    Both,
}

/// A part of the board that is drawn as one block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupView {
    /// Its title; may be empty.
    pub name: String,
    /// Columns of cells.
    pub width: u16,
    /// Rows of cells.
    pub height: u16,
    /// Labels of the columns, from the left.
    pub columns: Vec<String>,
    /// Labels of the rows, from the top.
    pub rows: Vec<String>,
    /// Whether a token falls into place from the upper edge.
    pub falls: bool,
}

/// A legal move, and how it is chosen and drawn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// What a button says that chooses it, if no cell does.
    pub name: Option<String>,
    /// The cells that choose it, in order.
    pub cells: Vec<usize>,
    /// Other cells that choose it as well, such as those of its column.
    pub also: Vec<usize>,
    /// What it changes on the board.
    pub changes: Vec<Change>,
    /// How likely it is, if it is a roll.
    pub likely: Option<ChanceView>,
}

/// What a move changes on one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    /// Which cell.
    pub cell: usize,
    /// What stands there afterwards.
    pub token: Option<TokenWord>,
}

/// A move that was made or might be, as the page plays it on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Frame {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that makes it.
    pub side: SideWord,
    /// What it changes.
    pub changes: Vec<Change>,
    /// The cells of a line that it finishes.
    pub line: Vec<usize>,
    /// The cells over which a piece walks, from where it stood to where it comes to
    /// rest; none if tokens do not walk.
    pub walk: Vec<usize>,
    /// What was rolled, if chance made it: nobody chose it.
    pub roll: Option<RollView>,
}

/// What chance rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RollView {
    /// How many steps.
    pub steps: u32,
    /// What each die shows; together they are the steps. Empty if no dice were thrown.
    pub dice: Vec<u32>,
}

/// Names a position of a game.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichPosition {
    /// The game's name.
    pub game: String,
    /// The text of the position, `start`, or either with moves: `start+d4,c3`.
    #[serde(default)]
    pub position: Option<String>,
}

/// A position set up by clicks.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// The game's name.
    pub game: String,
    /// What stands on each cell of the scene, in its order.
    pub tokens: Vec<Option<TokenWord>>,
}

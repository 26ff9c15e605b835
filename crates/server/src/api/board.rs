//! Positions, moves and values.

use serde::{Deserialize, Serialize, Serializer};
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

/// A position, with all that the page needs to draw and to play it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The canonical name of the game.
    pub game: String,
    /// The display name of the game.
    pub title: String,
    /// The text of the position.
    pub position: String,
    /// What happens next.
    pub turn: TurnWord,
    /// The side that won, if one has.
    pub winner: Option<SideWord>,
    /// The display names of the two sides.
    pub sides: [String; 2],
    /// A token for each side, as its symbol.
    pub signs: [TokenView; 2],
    /// Its picture.
    pub scene: SceneView,
    /// The legal moves; where chance rolls, the rolls.
    pub moves: Vec<LegalMove>,
}

/// A picture: cells, groups of cells, and links between them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SceneView {
    /// All cells, in reading order.
    pub cells: Vec<CellView>,
    /// Parts of the board, such as layers.
    pub groups: Vec<GroupView>,
    /// Connections between cells, such as ladders, snakes and edges.
    pub links: Vec<LinkView>,
}

/// A connection between two cells.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkView {
    /// The cell where it begins.
    pub from: usize,
    /// The cell where it ends.
    pub to: usize,
    /// Its kind: `ladder`, `snake`, `edge` or another word.
    pub kind: String,
    /// The side that owns it.
    pub side: Option<SideWord>,
    /// Whether it leads one way only.
    pub directed: bool,
    /// A text on it; may be empty.
    pub label: String,
    /// Its mark: `line`, `threat` or another word.
    pub marks: Vec<String>,
    /// Its path: points of a smooth curve, in hundredths of a cell to the right of and below the
    /// upper left corner of the first group. Empty for a straight line from cell to cell.
    pub path: Vec<[i32; 2]>,
}

/// A place on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellView {
    /// Its display name.
    pub name: String,
    /// Cells from the left edge of its group.
    #[serde(serialize_with = "short")]
    pub x: f64,
    /// Cells from the upper edge of its group.
    #[serde(serialize_with = "short")]
    pub y: f64,
    /// Index of its group.
    pub group: usize,
    /// Its shape.
    pub shape: ShapeWord,
    /// The tokens on it.
    pub tokens: Vec<TokenView>,
    /// Its mark: `line` (part of the line that ended the game), `threat` or another word.
    pub marks: Vec<String>,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShapeWord {
    /// A tile.
    Square,
    /// A hole in a frame.
    Round,
    /// A numbered tile of a track.
    Tile,
    /// A vertex of a graph, drawn with its name.
    Node,
    /// A small place, such as the middle of an edge.
    Spot,
}

/// Tokens of one kind on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenView {
    /// The side that owns them; `null` if they belong to neither side.
    pub side: Option<SideWord>,
    /// Their kind: `cross`, `ring`, `disc`, `pawn`, `wolf`, `sheep`, `stick` or another
    /// word.
    pub kind: String,
    /// The number of them.
    pub count: u32,
}

/// A part of the board that is drawn as one block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupView {
    /// Its title; may be empty.
    pub name: String,
    /// Its upper left corner in the picture, to the right and down, in hundredths of a cell;
    /// `null` if the page may choose the place.
    pub at: Option<[i32; 2]>,
    /// Its width in cells.
    pub width: u16,
    /// Its height in cells.
    pub height: u16,
    /// Labels of the columns, from the left.
    pub columns: Vec<String>,
    /// Labels of the rows, from the top.
    pub rows: Vec<String>,
    /// Whether a token falls into place from the upper edge.
    pub falls: bool,
    /// Its state.
    pub state: GroupState,
}

/// The state of a part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GroupState {
    /// Nothing special.
    Open,
    /// The next move must be made here.
    Next,
    /// The first side has won it.
    First,
    /// The second side has won it.
    Second,
    /// Neither side can win it any more.
    Drawn,
}

/// A legal move, and how it is chosen and drawn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The text of the move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The button that chooses it, after its cells if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<ButtonView>,
    /// The cells that choose it, in order.
    pub cells: Vec<usize>,
    /// Other cells that choose it as well, such as those of its column.
    pub also: Vec<usize>,
    /// The cell on which its value is shown.
    pub shows_on: Option<usize>,
    /// What it changes in the picture.
    pub changes: Vec<Change>,
    /// Its probability, if it is a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likely: Option<ChanceView>,
}

/// A button that chooses a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ButtonView {
    /// The key that presses it, a letter or a digit.
    pub key: Option<String>,
    /// Its label.
    pub text: String,
}

/// The new content of something that a move changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "of", rename_all = "lowercase")]
pub enum Change {
    /// A cell.
    Cell {
        /// Its index.
        cell: usize,
        /// The tokens on it afterwards.
        tokens: Vec<TokenView>,
        /// Its mark afterwards.
        marks: Vec<String>,
    },
    /// A link.
    Link {
        /// Its index.
        link: usize,
        /// The side that owns it afterwards.
        side: Option<SideWord>,
        /// Its mark afterwards.
        marks: Vec<String>,
    },
    /// A group.
    Group {
        /// Its index.
        group: usize,
        /// Its state afterwards.
        state: GroupState,
    },
}

/// A move, made or possible, as the page plays it on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Frame {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The label of its button, if it has one: `two dice`.
    pub name: Option<String>,
    /// The side that makes it.
    pub side: SideWord,
    /// The cell on which it is marked as the last move.
    pub shows_on: Option<usize>,
    /// What it changes in the picture.
    pub changes: Vec<Change>,
    /// The cells over which a piece walks, from its first cell to its last; none if pieces do
    /// not walk.
    pub walk: Vec<usize>,
    /// What was rolled, if chance made it.
    pub roll: Option<RollView>,
}

/// What chance rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RollView {
    /// The number of steps.
    pub steps: u32,
    /// What each die shows; the steps are their sum. Empty if no dice were thrown.
    pub dice: Vec<u32>,
}

/// What a player with some foresight sees of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EyesView {
    /// Its foresight in rounds.
    pub foresight: u32,
    /// The number of plies that it looks ahead.
    pub horizon: u32,
    /// What it sees, in a sentence; none if there are no moves.
    pub words: Option<String>,
    /// How far it sees, in a sentence.
    pub reach: String,
    /// Every move.
    pub moves: Vec<MoveInSightView>,
    /// The moves that look equally good to it and better than the others, as text.
    pub liked: Vec<String>,
    /// The play that it imagines, from the first of these moves up to its horizon.
    pub line: Vec<Frame>,
}

/// A move in the eyes of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveInSightView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the player sees after it.
    pub sees: SightWord,
    /// How good the position at its horizon looks to it, if it sees no end.
    pub reward: Option<i32>,
    /// The plies to the end that it sees, this move included.
    pub plies: Option<u32>,
}

/// What a player sees after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SightWord {
    /// A win of the side that makes the move.
    Win,
    /// No certain end.
    Open,
    /// A loss of that side.
    Loss,
}

/// Names a position and a foresight.
#[derive(Clone, Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct WhichEyes {
    /// The game's name.
    pub game: String,
    /// The text of the position, `start`, or either with moves: `start+d4,c3`.
    #[serde(default)]
    pub position: Option<String>,
    /// The foresight in rounds, from 1 to 6.
    pub foresight: u32,
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

/// A token that can be put on cells to set up a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SupplyView {
    /// One piece of it.
    pub token: TokenView,
    /// The most tokens on the board; placing one more removes one elsewhere.
    pub most: Option<u32>,
    /// Whether it can share a cell with other tokens. If not, it replaces them.
    pub shares: bool,
}

/// Sets up a position token by token.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// The game's name.
    pub game: String,
    /// The tokens on each cell, in the order of the scene.
    pub tokens: Vec<Vec<TokenView>>,
    /// The side to move; if it is left out, a side that is possible.
    #[serde(default)]
    pub turn: Option<SideWord>,
}

/// A position that was set up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetUpView {
    /// The position.
    pub position: PositionView,
    /// The sides that can be to move with these tokens.
    pub turns: Vec<SideWord>,
}

/// A whole number without a decimal point.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn short<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 {
        serializer.serialize_i64(*number as i64)
    } else {
        serializer.serialize_f64(*number)
    }
}

/// A chance and how it was computed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChanceView {
    /// Its nearest float.
    pub value: f64,
    /// `63 %`.
    pub words: String,
    /// `exact`, `between 62 % and 65 %` or `about, 1,000 games by seed 7`.
    pub how: String,
    /// The lower bound, rounded down, so that an exact chance that is not a float is enclosed,
    /// too. For a sample, the lower end of its interval.
    pub low: f64,
    /// The upper bound, rounded up.
    pub high: f64,
}

//! The scene of a position: a drawing as data, shared by the terminal, SVG and the page.
//!
//! A [`Scene`] has cells at any place, groups of cells, and links between cells. The kinds of
//! tokens, marks and links are open: renderers draw the kinds that they know ([`token`],
//! [`mark`], [`link`]) and show other tokens by their first letter.

use crate::{Game, ReadError, Side};

/// Optional: the scene of a position. Required for drawing boards.
///
/// Laws ([`laws::scenes`](crate::laws::scenes)):
///
/// - all scenes of a game have the same cells, groups and links; only tokens, marks, owners
///   and states change;
/// - a move touches cells of the scene or has a button, and no two moves of a position have
///   the same cells and button; buttons that are offered together have different keys;
/// - if every move touches one cell, then a cell that [`also`](Scenic::also) returns for a
///   move chooses no other move;
/// - [`shows_on`](Scenic::shows_on) is a cell of the scene;
/// - [`changes`](Scenic::changes) is the difference between the two scenes.
pub trait Scenic: Game {
    /// The scene of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The cells that a user chooses for this move, in order, as indices into the scene: the
    /// cell of a placed stone, or the piece and its target. Empty for a move that is chosen by
    /// a button. The cells of one move must not be a prefix of another's: if a piece may either
    /// step or leave the board, leaving must be a button.
    fn touches(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize>;

    /// The button that chooses this move after its cells are chosen: `pass`, `two dice`.
    /// Required if a move has no cells, or if several moves have the same cells.
    fn button(&self, position: &Self::Position, mv: Self::Move) -> Option<Button> {
        let _ = (position, mv);
        None
    }

    /// The cell that shows the move's value or the mark of the last move. The default is the
    /// last touched cell, where a stone is placed or a piece arrives.
    fn shows_on(&self, position: &Self::Position, mv: Self::Move) -> Option<usize> {
        self.touches(position, mv).last().copied()
    }

    /// The changes of the scene by this move. The default builds and compares both scenes;
    /// games with many moves should override it, so that a list of moves needs only one scene.
    fn changes(&self, position: &Self::Position, mv: Self::Move) -> Vec<Change> {
        self.scene(position).changes_to(&self.scene(&self.after(position, mv)))
    }

    /// The cells that a piece visits in this move, from its start to its end. Empty if tokens
    /// do not move along a path.
    fn walk(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
        let _ = (position, mv);
        Vec::new()
    }

    /// Further cells that choose this move, such as the rest of the column into which a token
    /// falls.
    fn also(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
        let _ = (position, mv);
        Vec::new()
    }
}

/// Optional: set-up of positions token by token. Without it, positions can only be entered as
/// text.
///
/// Laws ([`laws::arranged`](crate::laws::arranged)): given the tokens of a scene and its side
/// to move, [`arranged`](Arranged::arranged) fails or returns a position with the same tokens
/// and side to move; all tokens it accepts are in the supply.
pub trait Arranged: Scenic {
    /// The tokens that can be placed on cells.
    fn supply(&self) -> Vec<Supply>;

    /// Creates the position with these tokens on the cells of the scene, in their order, and
    /// this side to move.
    ///
    /// # Errors
    /// If it is not a position of this game; the message says why.
    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Self::Position, ReadError>;
}

/// A token that can be placed on cells to set up a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The token, with a count of 1.
    pub token: Token,
    /// The maximum number on the board. Placing another one removes one elsewhere.
    pub most: Option<u32>,
    /// Whether it can share a cell with other tokens. If not, it replaces them.
    pub shares: bool,
}

/// A board as data for renderers: cells and tokens, without rules.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Scene {
    /// All cells, in reading order.
    pub cells: Vec<Cell>,
    /// Parts of the board that belong together, such as layers or sub-boards.
    pub groups: Vec<Group>,
    /// Connections between cells.
    pub links: Vec<Link>,
}

impl Scene {
    /// The number of tokens on the board.
    pub fn n_tokens(&self) -> u32 {
        self.cells.iter().flat_map(|cell| &cell.tokens).map(|token| token.count).sum()
    }

    /// The changes from this scene to another one with the same cells, groups and links.
    pub fn changes_to(&self, after: &Scene) -> Vec<Change> {
        let mut changes = Vec::new();
        for (index, (before, now)) in self.cells.iter().zip(&after.cells).enumerate() {
            if (&before.tokens, &before.marks) != (&now.tokens, &now.marks) {
                let (tokens, marks) = (now.tokens.clone(), now.marks.clone());
                changes.push(Change::Cell { cell: index, tokens, marks });
            }
        }
        for (index, (before, now)) in self.links.iter().zip(&after.links).enumerate() {
            if (before.side, &before.marks) != (now.side, &now.marks) {
                let (side, marks) = (now.side, now.marks.clone());
                changes.push(Change::Link { link: index, side, marks });
            }
        }
        for (index, (before, now)) in self.groups.iter().zip(&after.groups).enumerate() {
            if before.state != now.state {
                changes.push(Change::Group { group: index, state: now.state });
            }
        }
        changes
    }

    /// Applies changes. Ignores changes of cells, links and groups that do not exist.
    pub fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Cell { cell, tokens, marks } => {
                    if let Some(cell) = self.cells.get_mut(*cell) {
                        cell.tokens.clone_from(tokens);
                        cell.marks.clone_from(marks);
                    }
                }
                Change::Link { link, side, marks } => {
                    if let Some(link) = self.links.get_mut(*link) {
                        link.side = *side;
                        link.marks.clone_from(marks);
                    }
                }
                Change::Group { group, state } => {
                    if let Some(group) = self.groups.get_mut(*group) {
                        group.state = *state;
                    }
                }
            }
        }
    }
}

/// A point in hundredths of a cell, relative to the upper left corner of its container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point {
    /// The distance to the right.
    pub x: i32,
    /// The distance down.
    pub y: i32,
}

impl Point {
    /// The side length of a cell in these units.
    pub const CELL: i32 = 100;

    /// A point with these coordinates.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The upper left corner of the cell in this column and row of a grid, counted from 0.
    pub const fn in_grid(column: u32, row: u32) -> Point {
        Point::new(column as i32 * Point::CELL, row as i32 * Point::CELL)
    }

    /// The column and row of the grid cell that contains this point.
    pub fn grid(self) -> (i32, i32) {
        (self.x.div_euclid(Point::CELL), self.y.div_euclid(Point::CELL))
    }

    /// Returns whether it is the upper left corner of a grid cell.
    pub const fn is_in_grid(self) -> bool {
        self.x % Point::CELL == 0 && self.y % Point::CELL == 0
    }

    /// The middle of the cell with this upper left corner.
    #[must_use]
    pub const fn middle(self) -> Point {
        Point::new(self.x + Point::CELL / 2, self.y + Point::CELL / 2)
    }
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its display name: `b3`.
    pub name: String,
    /// Its upper left corner, relative to its group.
    pub at: Point,
    /// The index of its group.
    pub group: usize,
    /// How it is drawn.
    pub shape: Shape,
    /// The tokens on it.
    pub tokens: Vec<Token>,
    /// The highlights of the cell.
    pub marks: Vec<Mark>,
}

impl Cell {
    /// Returns whether the cell has this mark.
    pub fn is_marked(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A square tile.
    Square,
    /// A round hole in a frame.
    Round,
    /// A numbered tile of a track, on which pawns stand. The order of the cells is the track:
    /// the first is its start, the last its goal.
    Tile,
    /// A vertex of a graph, drawn with its name.
    Node,
    /// A small spot, such as the middle of an edge.
    Spot,
}

/// A token on a cell. The tokens of the two sides differ in shape, never only in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The side that owns it; `None` for a neutral token.
    pub side: Option<Side>,
    /// Its kind; [`token`] lists the kinds that renderers draw.
    pub kind: &'static str,
    /// The number of these tokens on the cell, at least 1.
    pub count: u32,
}

impl Token {
    /// One token of a side.
    pub const fn new(side: Side, kind: &'static str) -> Token {
        Token { side: Some(side), kind, count: 1 }
    }

    /// Neutral tokens.
    pub const fn neutral(kind: &'static str, count: u32) -> Token {
        Token { side: None, kind, count }
    }
}

/// The kinds of tokens that renderers draw.
pub mod token {
    /// A cross.
    pub const CROSS: &str = "cross";
    /// A ring.
    pub const RING: &str = "ring";
    /// A disc, full for the first side and hollow for the second.
    pub const DISC: &str = "disc";
    /// A pawn, full for the first side and hollow for the second.
    pub const PAWN: &str = "pawn";
    /// A wolf.
    pub const WOLF: &str = "wolf";
    /// A sheep.
    pub const SHEEP: &str = "sheep";
    /// A stick in a heap.
    pub const STICK: &str = "stick";
}

/// A highlight; [`mark`] lists the kinds that renderers draw.
pub type Mark = &'static str;

/// The kinds of marks that renderers draw.
pub mod mark {
    /// Part of the reason why the game ended, such as a completed line.
    pub const LINE: super::Mark = "line";
    /// A threat.
    pub const THREAT: super::Mark = "threat";
}

/// A connection between two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The index of the start cell.
    pub from: usize,
    /// The index of the end cell.
    pub to: usize,
    /// Its kind; [`link`] lists the kinds that renderers draw.
    pub kind: &'static str,
    /// The side that owns it.
    pub side: Option<Side>,
    /// Whether it has a direction.
    pub directed: bool,
    /// A label on it; empty for none.
    pub label: String,
    /// The highlights of the link.
    pub marks: Vec<Mark>,
}

/// The kinds of links that renderers draw.
pub mod link {
    /// A ladder, which leads forward.
    pub const LADDER: &str = "ladder";
    /// A snake, which leads back.
    pub const SNAKE: &str = "snake";
    /// An edge of a graph, drawn as a straight line.
    pub const EDGE: &str = "edge";
}

/// A part of the board that is drawn as one block.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Group {
    /// Its title; empty for none.
    pub name: String,
    /// Its upper left corner in the picture. `None` if renderers may place the groups; then no
    /// group of the scene has a corner.
    pub at: Option<Point>,
    /// Its width in cells.
    pub width: u16,
    /// Its height in cells.
    pub height: u16,
    /// The labels of the columns, from the left.
    pub columns: Vec<String>,
    /// The labels of the rows, from the top.
    pub rows: Vec<String>,
    /// Whether tokens fall into place from the upper edge.
    pub falls: bool,
    /// Its state.
    pub state: State,
}

/// The state of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum State {
    /// No special state.
    #[default]
    Open,
    /// The next move must be made in this group.
    Next,
    /// This side has won it.
    Won(Side),
    /// Neither side can win it any more.
    Drawn,
}

/// A button that chooses a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The key for the button: a lower-case letter or a digit that is not one of
    /// [`Button::TAKEN`]. Moves of the same kind always have the same key.
    pub key: Option<char>,
    /// The label: `pass`.
    pub text: String,
}

impl Button {
    /// The keys that every board uses: flip, hint, next, undo, values.
    pub const TAKEN: &str = "fhnuv";

    /// Returns whether a button may use this key.
    pub fn is_key(key: char) -> bool {
        (key.is_ascii_lowercase() || key.is_ascii_digit()) && !Button::TAKEN.contains(key)
    }
}

/// A change of a scene by a move: the new content of one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A change of a cell.
    Cell {
        /// Its index.
        cell: usize,
        /// Its new tokens.
        tokens: Vec<Token>,
        /// Its new marks.
        marks: Vec<Mark>,
    },
    /// A change of a link.
    Link {
        /// Its index.
        link: usize,
        /// Its new owner.
        side: Option<Side>,
        /// Its new marks.
        marks: Vec<Mark>,
    },
    /// A change of a group.
    Group {
        /// Its index.
        group: usize,
        /// Its new state.
        state: State,
    },
}

//! What a position looks like, as data: once for terminal, SVG and page.
//!
//! A [`Scene`] has cells at any place, groups of cells, and links between them. Tokens,
//! marks and links have an open kind: painters draw the kinds that they know
//! ([`token`], [`mark`], [`link`]) and show others by their first letter.

use crate::{Game, ReadError, Side};

/// Optional: the scene of a position. Opens every drawing of a board.
///
/// Laws ([`laws::scenes`](crate::laws::scenes)):
///
/// - all scenes of a game have the same cells, groups and links; only tokens, marks,
///   owners and states change;
/// - a move touches cells of the scene or has a button, and no two moves of a position
///   have both in common; keys of buttons that are offered together differ;
/// - where every move touches one cell, a cell that [`also`](Scenic::also) chooses a move
///   chooses no other;
/// - [`shows_on`](Scenic::shows_on) is a cell of the scene;
/// - [`changes`](Scenic::changes) is the difference of the two scenes.
pub trait Scenic: Game {
    /// The picture of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The cells, as indices into the scene, that choose this move, in order: the cell of
    /// a stone, or the piece and where it goes. Empty for a move that a button chooses. The cells
    /// of one move must not begin those of another: where a piece may step or leave the board,
    /// leaving is a button.
    fn touches(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize>;

    /// The button that chooses this move after the cells it touches: `pass`, `two dice`.
    /// Needed where no cell is touched, and where moves touch the same cells.
    fn button(&self, position: &Self::Position, mv: Self::Move) -> Option<Button> {
        let _ = (position, mv);
        None
    }

    /// The cell on which the move's value, or the mark of the last move, is shown. The
    /// default is the last touched cell: where a stone lies or a piece arrives.
    fn shows_on(&self, position: &Self::Position, mv: Self::Move) -> Option<usize> {
        self.touches(position, mv).last().copied()
    }

    /// What the move changes in the scene. The default builds and compares both scenes;
    /// a game with many moves overrides it, so that a list of moves costs one scene.
    fn changes(&self, position: &Self::Position, mv: Self::Move) -> Vec<Change> {
        self.scene(position).changes_to(&self.scene(&self.after(position, mv)))
    }

    /// The cells over which a piece goes by this move, from where it stands to where it
    /// comes to rest. Empty for a game whose tokens do not walk.
    fn walk(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
        let _ = (position, mv);
        Vec::new()
    }

    /// Other cells that choose this move as well, such as the rest of a column into
    /// which a token falls.
    fn also(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
        let _ = (position, mv);
        Vec::new()
    }
}

/// Optional: a position can be set up token by token. Without it, positions are entered
/// as text only.
///
/// Laws ([`laws::arranged`](crate::laws::arranged)): the tokens of a scene with its side to
/// move are refused or give a position with the same tokens and the same side to move; the
/// tokens that are not refused are in the supply.
pub trait Arranged: Scenic {
    /// The tokens that can be put on cells.
    fn supply(&self) -> Vec<Supply>;

    /// The position with these tokens on the cells of the scene, in their order, and this
    /// side to move.
    ///
    /// # Errors
    /// Says why it is not a position of this game.
    fn arranged(&self, tokens: &[Vec<Token>], turn: Side) -> Result<Self::Position, ReadError>;
}

/// A token that can be put on cells to set up a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// One piece of it: its count is 1.
    pub token: Token,
    /// The largest number on the board; putting another one takes one away elsewhere.
    pub most: Option<u32>,
    /// Whether it can share a cell with other tokens; else it replaces them.
    pub shares: bool,
}

/// A board as a painter needs it: places and tokens, no rules.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Scene {
    /// All cells; their order is the order of reading.
    pub cells: Vec<Cell>,
    /// Parts of the board that belong together, such as layers or boards in a board.
    pub groups: Vec<Group>,
    /// Connections between cells.
    pub links: Vec<Link>,
}

impl Scene {
    /// The number of tokens on the board.
    pub fn n_tokens(&self) -> u32 {
        self.cells.iter().flat_map(|cell| &cell.tokens).map(|token| token.count).sum()
    }

    /// What differs in another scene of the same cells, groups and links.
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

    /// Makes the changes; those of cells, links and groups that are not there are ignored.
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

/// A place in hundredths of a cell, from the upper left corner of what it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

impl Point {
    /// The side of a cell in the units of a point.
    pub const CELL: i32 = 100;

    /// A point at this place.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The corner of the cell in this column and row of a grid, from 0.
    pub const fn in_grid(column: u32, row: u32) -> Point {
        Point::new(column as i32 * Point::CELL, row as i32 * Point::CELL)
    }

    /// The column and row of a grid that hold this point.
    pub fn grid(self) -> (i32, i32) {
        (self.x.div_euclid(Point::CELL), self.y.div_euclid(Point::CELL))
    }

    /// Whether it is the corner of a cell of the grid.
    pub const fn is_in_grid(self) -> bool {
        self.x % Point::CELL == 0 && self.y % Point::CELL == 0
    }

    /// The middle of a cell whose corner is here.
    #[must_use]
    pub const fn middle(self) -> Point {
        Point::new(self.x + Point::CELL / 2, self.y + Point::CELL / 2)
    }
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its display name: `b3`.
    pub name: String,
    /// Its upper left corner, from that of its group.
    pub at: Point,
    /// The group it lies in.
    pub group: usize,
    /// How it is drawn.
    pub shape: Shape,
    /// What stands on it.
    pub tokens: Vec<Token>,
    /// What a painter points out.
    pub marks: Vec<Mark>,
}

impl Cell {
    /// Whether this is pointed out here.
    pub fn is_marked(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A tile.
    Square,
    /// A hole in a frame.
    Round,
    /// A numbered tile of a track, on which pawns stand. The cells in their order are
    /// the track: the first is its start, the last its goal.
    Tile,
    /// A vertex of a graph, drawn with its name.
    Node,
    /// A small place, such as the middle of an edge.
    Spot,
}

/// What stands on a cell. The sides differ by shape, never by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The side that owns it; none for what belongs to nobody.
    pub side: Option<Side>,
    /// What it is; [`token`] lists the kinds that painters draw.
    pub kind: &'static str,
    /// The number of them, at least 1.
    pub count: u32,
}

impl Token {
    /// One token of a side.
    pub const fn new(side: Side, kind: &'static str) -> Token {
        Token { side: Some(side), kind, count: 1 }
    }

    /// Tokens that belong to nobody.
    pub const fn neutral(kind: &'static str, count: u32) -> Token {
        Token { side: None, kind, count }
    }
}

/// The kinds of tokens that painters draw.
pub mod token {
    /// Two crossed strokes.
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
    /// A stick of a heap.
    pub const STICK: &str = "stick";
}

/// What is pointed out; [`mark`] lists the kinds that painters draw.
pub type Mark = &'static str;

/// The kinds of marks that painters draw.
pub mod mark {
    /// Part of what ended the game, such as a finished line.
    pub const LINE: super::Mark = "line";
    /// A threat.
    pub const THREAT: super::Mark = "threat";
}

/// A connection between two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cell where it begins, as an index.
    pub from: usize,
    /// The cell where it ends.
    pub to: usize,
    /// What it is; [`link`] lists the kinds that painters draw.
    pub kind: &'static str,
    /// The side that owns it.
    pub side: Option<Side>,
    /// Whether it leads one way only.
    pub directed: bool,
    /// A text on it, empty if it needs none.
    pub label: String,
    /// What a painter points out.
    pub marks: Vec<Mark>,
}

/// The kinds of links that painters draw.
pub mod link {
    /// It leads forward.
    pub const LADDER: &str = "ladder";
    /// It leads back.
    pub const SNAKE: &str = "snake";
    /// An edge of a graph: a straight line.
    pub const EDGE: &str = "edge";
}

/// A part of the board that is drawn as one block.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Group {
    /// Its title, empty if it needs none.
    pub name: String,
    /// Its upper left corner in the picture; none if a painter may place it as the room
    /// allows. Either all groups of a scene have a place or none has.
    pub at: Option<Point>,
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
    pub state: State,
}

/// The state of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum State {
    /// Nothing to point out.
    #[default]
    Open,
    /// The next move must be made here.
    Next,
    /// This side has won it.
    Won(Side),
    /// Nobody can win it any more.
    Drawn,
}

/// A button that chooses a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The key that presses it: a lower-case letter or a digit, always the same for the
    /// same kind of move, and not one of [`Button::TAKEN`].
    pub key: Option<char>,
    /// What it says: `pass`.
    pub text: String,
}

impl Button {
    /// The keys of every board: flip, hint, next, undo, values.
    pub const TAKEN: &str = "fhnuv";

    /// Whether this key can press a button.
    pub fn is_key(key: char) -> bool {
        (key.is_ascii_lowercase() || key.is_ascii_digit()) && !Button::TAKEN.contains(key)
    }
}

/// The new content of something that a move changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Of a cell.
    Cell {
        /// Its index.
        cell: usize,
        /// What stands there afterwards.
        tokens: Vec<Token>,
        /// What is pointed out there afterwards.
        marks: Vec<Mark>,
    },
    /// Of a link.
    Link {
        /// Its index.
        link: usize,
        /// The side that owns it afterwards.
        side: Option<Side>,
        /// What is pointed out on it afterwards.
        marks: Vec<Mark>,
    },
    /// Of a group.
    Group {
        /// Its index.
        group: usize,
        /// Its state afterwards.
        state: State,
    },
}

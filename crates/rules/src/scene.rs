//! What a position looks like, as data: once for terminal, SVG and page.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `scene` | cells, groups, links, tokens, and the trait that tells them |
//! | `curve` | smooth curves through points |
//! | `route` | which way links go |

mod curve;
mod route;

pub use curve::{Piece, Point, smooth};

use crate::{Game, ReadError};

/// Optional: the scene of a position. Opens every drawing of a board.
///
/// Laws ([`laws::scenes`](crate::laws::scenes)): a move touches cells of the scene, and
/// the moves of one position touch different cells; a cell that also chooses a move
/// chooses no other; a move that touches none has a name, and no two the same; arranging
/// the tokens of a scene gives its position back, or is refused.
pub trait Scenic: Game {
    /// The picture of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// The cells, as indices into the scene, that choose this move, in order.
    fn touches(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize>;

    /// What a button says that chooses this move, if no cell does: `two dice`.
    fn named(&self, position: &Self::Position, mv: Self::Move) -> Option<String> {
        let _ = (position, mv);
        None
    }

    /// The cells over which a piece goes by this move, from where it stands to where it
    /// comes to rest. None for a game whose tokens do not walk.
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

    /// The position with these tokens on the cells of the scene, in their order.
    ///
    /// # Errors
    /// Says why it can be no position of this game.
    fn arranged(&self, tokens: &[Option<Token>]) -> Result<Self::Position, ReadError>;
}

/// A board as a painter needs it: places and tokens, no rules.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Scene {
    /// All cells; their order is the order of reading.
    pub cells: Vec<Cell>,
    /// Parts of the board that belong together, such as layers.
    pub groups: Vec<Group>,
    /// What leads from one cell to another.
    pub links: Vec<Link>,
}

impl Scene {
    /// How many cells are taken.
    pub fn n_tokens(&self) -> u32 {
        self.cells.iter().filter(|cell| cell.token.is_some()).count() as u32
    }

    /// Which way each of the links goes, so that they cross as little as they can:
    /// ladders straight, snakes winding. All links lie in the first group. The same
    /// cells and links always give the same ways.
    pub fn routes(&self) -> Vec<Vec<Point>> {
        let extent = self.groups.first().map_or((0, 0), |group| (group.width, group.height));
        route::routes(&self.cells, &self.links, extent)
    }

    /// How often the links cross one another if they go these ways.
    pub fn crossings(&self, paths: &[Vec<Point>]) -> u32 {
        route::crossings(&self.cells, &self.links, paths)
    }
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// How people call it: `b3`.
    pub name: String,
    /// Columns from the left edge of its group.
    pub x: u16,
    /// Rows from the upper edge of its group.
    pub y: u16,
    /// The group it lies in.
    pub group: usize,
    /// How it is drawn.
    pub shape: Shape,
    /// What stands on it.
    pub token: Option<Token>,
    /// What a painter should point out.
    pub mark: Option<Mark>,
}

/// Something that leads from one cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it begins, as an index into the cells.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// How it is drawn.
    pub kind: LinkKind,
    /// Which way it goes: a [`smooth`] curve through these points, a straight line if
    /// they are two. [`Scene::routes`] finds them.
    pub path: Vec<Point>,
}

/// What a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// It leads forward.
    Ladder,
    /// It leads back.
    Snake,
}

/// A part of the board that is drawn as one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its title, empty if it needs none.
    pub name: String,
    /// How many columns of cells it has.
    pub width: u16,
    /// How many rows of cells it has.
    pub height: u16,
    /// Labels of the columns, from the left.
    pub columns: Vec<String>,
    /// Labels of the rows, from the top.
    pub rows: Vec<String>,
    /// Whether a token falls into place from the upper edge.
    pub falls: bool,
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
}

/// What stands on a cell. The sides differ by shape, never by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// The first side's cross.
    Cross,
    /// The second side's ring.
    Ring,
    /// A piece of each side.
    Both,
}

/// What is pointed out on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Part of a finished line.
    Line,
}

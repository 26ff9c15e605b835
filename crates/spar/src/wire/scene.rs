//! The JSON of scenes: cells, groups of cells, and links between them.

use super::side_word;
use serde::{Serialize, Serializer};
use spar_catalog::route;
use spar_rules::Side;
use spar_rules::scene::{Cell, Group, Link, Mark, Point, Scene, Shape, State, Token};

/// A scene in the API.
#[derive(Debug, Serialize)]
pub struct ScenePicture {
    /// All cells, in reading order.
    pub cells: Vec<SceneCell>,
    /// Parts of the board, such as layers.
    pub groups: Vec<SceneGroup>,
    /// Connections between cells.
    pub links: Vec<SceneLink>,
}

/// A cell of the board.
#[derive(Debug, Serialize)]
pub struct SceneCell {
    /// Its display name.
    pub name: String,
    /// The distance from the left edge of its group, in cells.
    #[serde(serialize_with = "short")]
    pub x: f64,
    /// The distance from the upper edge of its group, in cells.
    #[serde(serialize_with = "short")]
    pub y: f64,
    /// The index of its group.
    pub group: usize,
    /// `"square"`, `"round"`, `"tile"`, `"node"` or `"spot"`.
    pub shape: &'static str,
    /// The tokens on it.
    pub tokens: Vec<SceneToken>,
    /// Its highlights: `line`, `threat` or another word.
    pub marks: Vec<Mark>,
    /// The owner of its tokens: `"cross"` is the first side, `"ring"` the second,
    /// `"both"` both; `null` if no side has a token there.
    pub token: Option<&'static str>,
    /// The first of its marks.
    pub mark: Option<Mark>,
}

/// Tokens of one kind on a cell.
#[derive(Debug, Serialize)]
pub struct SceneToken {
    /// The side that owns them; `null` for neutral tokens.
    pub side: Option<&'static str>,
    /// Their kind: `cross`, `ring`, `disc` or another word.
    pub kind: &'static str,
    /// The count of these tokens.
    pub count: u32,
}

/// A part of the board that is drawn as one block.
#[derive(Debug, Serialize)]
pub struct SceneGroup {
    /// Its title; may be empty.
    pub name: String,
    /// Its upper left corner, to the right and down, in hundredths of a cell; `null` if it may
    /// be placed anywhere.
    pub at: Option<[i32; 2]>,
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
    /// `"open"`, `"next"`, `"first"`, `"second"` or `"drawn"`.
    pub state: &'static str,
}

/// A connection between two cells.
#[derive(Debug, Serialize)]
pub struct SceneLink {
    /// The index of the start cell.
    pub from: usize,
    /// The index of the end cell.
    pub to: usize,
    /// Its kind: `ladder`, `snake`, `edge` or another word.
    pub kind: &'static str,
    /// The side that owns it.
    pub side: Option<&'static str>,
    /// Whether it has a direction.
    pub directed: bool,
    /// A label on it; may be empty.
    pub label: String,
    /// Its highlights: `line`, `threat` or another word.
    pub marks: Vec<Mark>,
    /// The points of a smooth curve, in hundredths of a cell from the upper left corner of the
    /// first group. Empty for a straight line between the cells.
    pub path: Vec<[i32; 2]>,
}

impl ScenePicture {
    /// Converts a scene.
    pub fn of(scene: Scene) -> ScenePicture {
        let paths = route::paths(&scene);
        let links = scene.links.into_iter().zip(&*paths);
        ScenePicture {
            links: links.map(|(link, path)| SceneLink::of(link, path)).collect(),
            cells: scene.cells.into_iter().map(SceneCell::of).collect(),
            groups: scene.groups.into_iter().map(SceneGroup::of).collect(),
        }
    }
}

impl SceneCell {
    fn of(cell: Cell) -> SceneCell {
        let has = |side| cell.tokens.iter().any(|token| token.side == Some(side));
        let token = match (has(Side::First), has(Side::Second)) {
            (true, true) => Some("both"),
            (true, false) => Some("cross"),
            (false, true) => Some("ring"),
            (false, false) => None,
        };
        SceneCell {
            x: f64::from(cell.at.x) / f64::from(Point::CELL),
            y: f64::from(cell.at.y) / f64::from(Point::CELL),
            group: cell.group,
            shape: match cell.shape {
                Shape::Square => "square",
                Shape::Round => "round",
                Shape::Tile => "tile",
                Shape::Node => "node",
                Shape::Spot => "spot",
            },
            tokens: cell.tokens.iter().map(SceneToken::of).collect(),
            token,
            mark: cell.marks.first().copied(),
            name: cell.name,
            marks: cell.marks,
        }
    }
}

impl SceneToken {
    fn of(token: &Token) -> SceneToken {
        SceneToken { side: token.side.map(side_word), kind: token.kind, count: token.count }
    }
}

impl SceneGroup {
    fn of(group: Group) -> SceneGroup {
        SceneGroup {
            name: group.name,
            at: group.at.map(|at| [at.x, at.y]),
            width: group.width,
            height: group.height,
            columns: group.columns,
            rows: group.rows,
            falls: group.falls,
            state: match group.state {
                State::Open => "open",
                State::Next => "next",
                State::Won(side) => side_word(side),
                State::Drawn => "drawn",
            },
        }
    }
}

impl SceneLink {
    fn of(link: Link, path: &[Point]) -> SceneLink {
        SceneLink {
            from: link.from,
            to: link.to,
            kind: link.kind,
            side: link.side.map(side_word),
            directed: link.directed,
            label: link.label,
            marks: link.marks,
            path: path.iter().map(|point| [point.x, point.y]).collect(),
        }
    }
}

/// Writes an integer without a decimal point.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn short<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 {
        serializer.serialize_i64(*number as i64)
    } else {
        serializer.serialize_f64(*number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_that_of_the_api_with_two_more_fields() {
        let starts = spar_catalog::entries().into_iter().map(|it| (it.name, "start"));
        for (name, position) in starts.chain([("tictactoe", "start+b2,a1,c3")]) {
            let game = spar_catalog::open(name).unwrap();
            let scene = || game.read_position(position).unwrap().scene().unwrap();
            let api = serde_json::to_value(spar_server::views::scene(scene())).unwrap();
            let mut own = serde_json::to_value(ScenePicture::of(scene())).unwrap();
            for cell in own["cells"].as_array_mut().unwrap() {
                let fields = cell.as_object_mut().unwrap();
                assert!(fields.remove("token").is_some() && fields.remove("mark").is_some());
            }
            assert_eq!(own, api, "{name}");
        }
    }
}

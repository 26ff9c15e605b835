//! Renders a scene as a standalone SVG picture, with light and dark colours, different shapes
//! for the sides, and a description in words.

mod edge;
mod piece;
mod track;

use super::{escaped, line};
use piece::strokes;
use spar_rules::scene::{Cell, Group, Scene, Shape, State, Token, mark};

/// The side length of a cell.
pub const CELL: u32 = 100;
/// The space for labels to the left of and below a group, and for edges around it.
const EDGE: u32 = 56;
/// The space for a group's title.
const HEAD: u32 = 44;
/// The number of groups side by side in a standalone picture.
const ACROSS: usize = 4;

/// Renders the picture as a file; `title` is its name and `desc` describes it in words.
pub fn paint(scene: &Scene, title: &str, desc: &str) -> String {
    lettered(scene, title, desc, &[])
}

/// Like [`paint`], with a letter on each tile, such as the best choice there. A space means no
/// letter; cells beyond the end of `letters` have none.
pub fn lettered(scene: &Scene, title: &str, desc: &str, letters: &[char]) -> String {
    let (width, height) = size(scene, ACROSS);
    let dark = format!("@media(prefers-color-scheme:dark){{\n{DARK}}}\n");
    let paper = format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n");
    let inner = format!("<style>\n{LIGHT}{dark}</style>\n{paper}");
    let part = EmbeddedPicture { id: "", title, desc, across: ACROSS };
    drawn(scene, &part, &inner, letters)
}

/// A picture as a part of a page, which must contain the styles [`LIGHT`], [`DARK`] and
/// [`PRINT`].
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedPicture<'a> {
    /// The prefix of its ids, different for every picture of a page.
    pub id: &'a str,
    /// Its name.
    pub title: &'a str,
    /// Its description in words.
    pub desc: &'a str,
    /// The number of groups, such as layers, side by side.
    pub across: usize,
}

/// Renders the picture as an element of a page.
pub fn embedded(scene: &Scene, part: &EmbeddedPicture<'_>) -> String {
    drawn(scene, part, "", &[])
}

/// The width and height of the picture in its own units, [`CELL`] per cell.
pub fn size(scene: &Scene, across: usize) -> (u32, u32) {
    let places = places(scene, across);
    let width = places.iter().map(|place| place.x + place.width).max().unwrap_or(0);
    let height = places.iter().map(|place| place.y + place.height).max().unwrap_or(0);
    (width, height)
}

/// Renders one token as a small decorative element, for use next to a text.
pub fn token(token: Token) -> String {
    let token = strokes(token);
    format!("<svg class=\"token\" viewBox=\"8 8 84 84\" aria-hidden=\"true\">{token}</svg>")
}

/// Renders the element, with `inner` before the board. The order is groups and cells, links,
/// tokens.
fn drawn(scene: &Scene, part: &EmbeddedPicture<'_>, inner: &str, letters: &[char]) -> String {
    let (width, height) = size(scene, part.across);
    let (id, title, desc) = (escaped(part.id), escaped(part.title), escaped(part.desc));
    let mut svg = format!(
        "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\" role=\"img\" aria-labelledby=\"{id}title {id}desc\">\n\
         <title id=\"{id}title\">{title}</title>\n<desc id=\"{id}desc\">{desc}</desc>\n{inner}",
        width / 2,
        height / 2,
    );
    let places = places(scene, part.across);
    let corner = |cell: &Cell| {
        let (left, top) = places.get(cell.group).map_or((0, 0), Spot::inner);
        (left as i32 + cell.at.x, top as i32 + cell.at.y)
    };
    // Links are drawn over cells and below tokens.
    let has_links = !scene.links.is_empty();
    for (index, (group, place)) in scene.groups.iter().zip(&places).enumerate() {
        let cells: Vec<&Cell> = scene.cells.iter().filter(|cell| cell.group == index).collect();
        paint_frame(&mut svg, group, place, &cells);
        for cell in &cells {
            if !is_of_graph(cell) {
                paint_cell(&mut svg, cell, corner(cell));
            }
            if !has_links {
                paint_tokens(&mut svg, cell, corner(cell));
            }
        }
        paint_labels(&mut svg, group, place);
        paint_state(&mut svg, group, place, &cells);
    }
    if has_links {
        let middle = |index: usize| {
            scene.cells.get(index).map_or((0, 0), |cell| {
                let (x, y) = corner(cell);
                (x + CELL as i32 / 2, y + CELL as i32 / 2)
            })
        };
        edge::paint(&mut svg, scene, middle);
        let is_tile = |cell: &&Cell| cell.shape == Shape::Tile;
        for cell in scene.cells.iter().filter(|cell| !is_tile(cell)) {
            paint_tokens(&mut svg, cell, corner(cell));
        }
    }
    track::paint(&mut svg, scene, places.first().map_or((0, 0), Spot::inner), letters);
    svg.push_str("</svg>\n");
    svg
}

/// The area of a group with its labels.
struct Spot {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    head: u32,
}

impl Spot {
    /// The upper left corner of its cells.
    fn inner(&self) -> (u32, u32) {
        (self.x + EDGE, self.y + EDGE + self.head)
    }
}

/// The areas of the groups: at their given places, or otherwise in rows.
fn places(scene: &Scene, across: usize) -> Vec<Spot> {
    let size = |group: &Group| {
        let head = if group.name.is_empty() { 0 } else { HEAD };
        let width = u32::from(group.width) * CELL + 2 * EDGE;
        (width, u32::from(group.height) * CELL + 2 * EDGE + head, head)
    };
    let wide = scene.groups.iter().map(|group| size(group).0).max().unwrap_or(0);
    let high = scene.groups.iter().map(|group| size(group).1).max().unwrap_or(0);
    let place = |(index, group): (usize, &Group)| {
        let (column, row) = ((index % across) as u32, (index / across) as u32);
        let (width, height, head) = size(group);
        let (x, y) = match group.at {
            Some(at) => (at.x.max(0) as u32, at.y.max(0) as u32),
            None => (column * wide, row * high),
        };
        Spot { x, y, width, height, head }
    };
    scene.groups.iter().enumerate().map(place).collect()
}

/// Draws a group's title, the frame of holes, and the panel behind boards with gaps.
fn paint_frame(svg: &mut String, group: &Group, place: &Spot, cells: &[&Cell]) {
    let (left, top) = place.inner();
    let (width, height) = (u32::from(group.width) * CELL, u32::from(group.height) * CELL);
    if !group.name.is_empty() {
        let (x, y) = (left + width / 2, top - 28);
        line(
            svg,
            &format!(
                "<text class=\"label name\" x=\"{x}\" y=\"{y}\">{}</text>",
                escaped(&group.name)
            ),
        );
    }
    // If the cells do not fill the group, a panel behind them shows the board.
    let n_places = usize::from(group.width) * usize::from(group.height);
    if cells.len() < n_places && cells.iter().all(|cell| cell.shape == Shape::Square) {
        let rect = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
        line(svg, &format!("<rect class=\"panel\" {rect} rx=\"13\"/>"));
    }
    if cells.iter().any(|cell| cell.shape == Shape::Round) {
        line(
            svg,
            &format!(
                "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"22\"/>",
                left - 8,
                top - 8,
                width + 16,
                height + 16
            ),
        );
    }
}

/// Draws the labels of columns and rows.
fn paint_labels(svg: &mut String, group: &Group, place: &Spot) {
    let (left, top) = place.inner();
    let height = u32::from(group.height) * CELL;
    for (index, label) in group.columns.iter().enumerate() {
        let (x, y) = (left + index as u32 * CELL + CELL / 2, top + height + 44);
        line(svg, &format!("<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(label)));
    }
    for (index, label) in group.rows.iter().enumerate() {
        let (x, y) = (left - 30, top + index as u32 * CELL + CELL / 2 + 10);
        line(svg, &format!("<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(label)));
    }
}

/// Draws the state of a group: an outline if the next move must be made there; if it is
/// decided, a translucent cover with the winner's token.
fn paint_state(svg: &mut String, group: &Group, place: &Spot, cells: &[&Cell]) {
    let (class, winner) = match group.state {
        State::Open => return,
        State::Next => ("next", None),
        State::Drawn => ("decided", None),
        State::Won(side) => ("decided", Some(side)),
    };
    let (left, top) = place.inner();
    let (width, height) = (u32::from(group.width) * CELL, u32::from(group.height) * CELL);
    let rect = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"16\"");
    line(svg, &format!("<rect class=\"{class}\" {rect}/>"));
    let own = |token: &&Token| winner.is_some() && token.side == winner;
    let token = cells.iter().flat_map(|cell| &cell.tokens).find(own);
    if let Some(token) = token {
        let scale = f64::from(width.min(height)) / f64::from(CELL);
        let token = strokes(Token { count: 1, ..*token });
        let at = format!("translate({left} {top}) scale({scale})");
        line(svg, &format!("<g transform=\"{at}\">{token}</g>"));
    }
}

/// Returns whether the cell is part of a graph, so that links are drawn below it.
fn is_of_graph(cell: &Cell) -> bool {
    matches!(cell.shape, Shape::Node | Shape::Spot)
}

fn paint_cell(svg: &mut String, cell: &Cell, (x, y): (i32, i32)) {
    let lined = if cell.is_marked(mark::LINE) { " lined" } else { "" };
    let circle = |class: &str, radius: u32| {
        let (x, y) = (x + 50, y + 50);
        format!("<circle class=\"{class}{lined}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
    };
    line(
        svg,
        &match cell.shape {
            Shape::Square | Shape::Tile => format!(
                "<rect class=\"tile{lined}\" x=\"{}\" y=\"{}\" width=\"92\" height=\"92\" rx=\"13\"/>",
                x + 4,
                y + 4
            ),
            Shape::Round => circle("hole", 43),
            Shape::Node => circle("node", 30),
            Shape::Spot => circle("spot", 11),
        },
    );
}

/// Draws the tokens of a cell outside a track, and the name of a node.
fn paint_tokens(svg: &mut String, cell: &Cell, (x, y): (i32, i32)) {
    if is_of_graph(cell) {
        paint_cell(svg, cell, (x, y));
    }
    if cell.shape == Shape::Node {
        let name = escaped(&cell.name);
        let (x, y) = (x + 50, y + 58);
        line(svg, &format!("<text class=\"label name\" x=\"{x}\" y=\"{y}\">{name}</text>"));
    }
    for (index, token) in cell.tokens.iter().enumerate() {
        let token = strokes(*token);
        let place = match (cell.shape, cell.tokens.len()) {
            (Shape::Tile, _) => continue,
            (Shape::Spot, _) => format!("translate({} {}) scale(.4)", x + 30, y + 30),
            (_, 1) => format!("translate({x} {y})"),
            (_, count) => {
                let scale = 1.0 / count as f64;
                let (x, y) = (f64::from(x) + 100.0 * scale * index as f64, f64::from(y));
                format!("translate({x:.0} {:.0}) scale({scale:.2})", y + 50.0 * (1.0 - scale))
            }
        };
        line(svg, &format!("<g transform=\"{place}\">{token}</g>"));
    }
}

/// The light colours. The rules use no variables, because many SVG renderers do not support
/// them. Every rule uses a class, so that it can be part of a page.
pub const LIGHT: &str = "\
.paper{fill:#faf8f3}
.tile{fill:#efebe1;stroke:#e2dccf}
.panel{fill:#fbf9f5;stroke:#e2dccf}
.frame{fill:#ddd5c5;stroke:#c9bfab;stroke-width:1.5}
.hole{fill:#fbf9f5;stroke:#c9bfab;stroke-width:1.5}
.lined{fill:#dcefe9;stroke:#0b6b5d;stroke-width:5}
.x-stroke{stroke:#0072b2;stroke-width:15;stroke-linecap:round;fill:none}
.x-fill{fill:#0072b2}
.o-under{stroke:#8a5a00;stroke-width:17;fill:none}
.o-stroke{stroke:#e69f00;stroke-width:13;fill:none}
.o-under.wide{stroke-width:24}
.o-stroke.wide{stroke-width:19}
.wood{fill:#8d6a3f}
.count{fill:#1a222c;stroke:#efebe1;stroke-width:6;stroke-linejoin:round;paint-order:stroke;font:700 20px system-ui,sans-serif;text-anchor:end}
.piece{font:700 60px system-ui,sans-serif;text-anchor:middle}
.node{fill:#efebe1;stroke:#8b8577;stroke-width:3}
.spot{fill:#faf8f3;stroke:#c9bfab;stroke-width:2}
.edge{stroke:#c9bfab;stroke-width:4;stroke-linecap:round;fill:none}
.edge.first{stroke:#0072b2;stroke-width:11}
.edge.second{stroke:#8a5a00;stroke-width:11;stroke-dasharray:3 17}
.edge.marked{stroke:#dcefe9;stroke-width:26}
.arrow{fill:#8b8577}
.next{fill:none;stroke:#0b6b5d;stroke-width:6}
.decided{fill:#faf8f3;fill-opacity:.7}
.goal{fill:#dcefe9;stroke:#0b6b5d;stroke-width:3}
.ladder{stroke:#8d6a3f;stroke-width:5;stroke-linecap:round;fill:none}
.snake{stroke:#4f7a4a;stroke-width:13;stroke-linecap:round;stroke-linejoin:round;fill:none}
.belly{stroke:#a5c69c;stroke-width:3.5;stroke-dasharray:1 9;stroke-linecap:round;fill:none}
.snake-head{fill:#4f7a4a}
.eye{fill:#fff}
.tongue{stroke:#d55e00;stroke-width:2.5;stroke-linecap:round;fill:none}
.pawn{stroke:#fff;stroke-width:3}
.pawn.hollow{fill:#e69f00;stroke:#8a5a00;stroke-width:2.5}
.number{fill:#545c68;stroke:#efebe1;stroke-width:4;stroke-linejoin:round;paint-order:stroke;font:600 20px system-ui,sans-serif}
.letter{fill:#1a222c;stroke:#efebe1;stroke-width:6;stroke-linejoin:round;paint-order:stroke;font:700 34px system-ui,sans-serif;text-anchor:end}
.label{fill:#545c68;font:500 24px system-ui,sans-serif;text-anchor:middle}
.label.name{font-weight:600}
";

/// The changes for readers whose system prefers dark colours.
pub const DARK: &str = "\
.paper{fill:#12171c}
.tile{fill:#28303a;stroke:#323c47}
.panel{fill:#161b21;stroke:#323c47}
.frame{fill:#303a46;stroke:#3e4a57}
.hole{fill:#161b21;stroke:#3e4a57}
.lined{fill:#16362f;stroke:#62d2bb}
.x-stroke{stroke:#56b4e9}
.x-fill{fill:#56b4e9}
.o-under,.o-stroke{stroke:#f0ae2b}
.wood{fill:#c39a63}
.count{fill:#eef1f4;stroke:#28303a}
.node{fill:#28303a;stroke:#6d7885}
.spot{fill:#12171c;stroke:#3e4a57}
.edge{stroke:#3e4a57}
.edge.first{stroke:#56b4e9}
.edge.second{stroke:#f0ae2b}
.edge.marked{stroke:#16362f}
.next{stroke:#62d2bb}
.decided{fill:#12171c}
.goal{fill:#16362f;stroke:#62d2bb}
.ladder{stroke:#c39a63}
.snake{stroke:#79b070}
.belly{stroke:#3f6a39}
.snake-head{fill:#79b070}
.eye{fill:#10160f}
.tongue{stroke:#f0682c}
.pawn{stroke:#1a2027}
.pawn.hollow{fill:#f0ae2b;stroke:#1a2027}
.number{fill:#a9b2bd;stroke:#28303a}
.letter{fill:#eef1f4;stroke:#28303a}
.label{fill:#a9b2bd}
";

/// The changes for paper: black on white, for any printer and copier. The ring of a hollow disc
/// is thinner, so that it differs clearly from a full disc.
pub const PRINT: &str = "\
.paper{fill:#fff}
.tile{fill:#fff;stroke:#555;stroke-width:2.5}
.panel{fill:#fff;stroke:#555}
.frame{fill:#fff;stroke:#000;stroke-width:4}
.hole{fill:#fff;stroke:#777;stroke-width:2}
.lined{fill:#ddd;stroke:#000;stroke-width:7}
.x-stroke{stroke:#000}
.x-fill{fill:#000}
.o-under,.o-stroke{stroke:#000}
.o-under.wide,.o-stroke.wide{stroke-width:13}
.wood{fill:#444}
.count,.piece{fill:#000;stroke:#fff}
.node,.spot{fill:#fff;stroke:#000}
.edge{stroke:#aaa}
.edge.first,.edge.second{stroke:#000}
.edge.marked{stroke:#ddd}
.arrow{fill:#000}
.next{stroke:#000}
.decided{fill:#fff}
.goal{fill:#eee;stroke:#000;stroke-width:5}
.ladder{stroke:#777}
.snake{stroke:#444}
.belly{stroke:#ccc}
.snake-head{fill:#444}
.tongue{stroke:#444}
.pawn.hollow{fill:#fff;stroke:#000;stroke-width:4}
.number,.letter{fill:#000;stroke:#fff}
.label{fill:#000}
";

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::Side;
    use spar_rules::scene::{Link, Point, link, token};

    fn svg(game: &str, position: &str) -> String {
        let position = spar_catalog::open(game).unwrap().read_position(position).unwrap();
        paint(&position.scene().unwrap(), "A <title>", "x & o")
    }

    #[test]
    fn each_stone_is_drawn_once_by_its_shape() {
        let [first, second] = [Side::First, Side::Second];
        let count =
            |picture: &str, side, kind| picture.matches(&strokes(Token::new(side, kind))).count();
        let flat = svg("tictactoe", "xx./o../...");
        assert_eq!((count(&flat, first, token::CROSS), count(&flat, second, token::RING)), (2, 1));
        assert_eq!(flat.matches("class=\"tile").count(), 9);
        let falls = svg("connect4", "445");
        assert_eq!((count(&falls, first, token::DISC), count(&falls, second, token::DISC)), (2, 1));
        assert_eq!(falls.matches("class=\"hole").count(), 42);
    }

    #[test]
    fn pictures_of_one_page_share_no_id_and_bring_no_style() {
        let scene = spar_catalog::open("qubic").unwrap().start().scene().unwrap();
        let part = |id| EmbeddedPicture { id, title: "t", desc: "d", across: 2 };
        let [one, two] = ["one-", "two-"].map(|id| embedded(&scene, &part(id)));
        assert!(one.contains("aria-labelledby=\"one-title one-desc\""));
        assert_eq!(one.matches(" id=\"one-").count(), one.matches(" id=\"").count());
        assert_eq!(one.replace("one-", "two-"), two);
        assert!(!one.contains("<style>") && !one.contains("class=\"paper\""));
        // Four layers of 4 × 4 cells: two by two, the picture is twice as high and half as
        // wide.
        let ((wide, low), (narrow, high)) = (size(&scene, 4), size(&scene, 2));
        assert_eq!((wide, high), (2 * narrow, 2 * low));
    }

    #[test]
    fn a_finished_line_is_marked() {
        assert_eq!(svg("tictactoe", "xxx/oo./...").matches("tile lined").count(), 3);
    }

    #[test]
    fn texts_cannot_break_the_picture() {
        let picture = svg("tictactoe", "start");
        assert!(picture.contains("<title id=\"title\">A &lt;title&gt;</title>"));
        assert!(picture.contains("x &amp; o"));
        let tags = picture.matches('<').count();
        assert_eq!(tags, picture.matches('>').count());
    }

    fn cell(name: &str, at: Point, shape: Shape, tokens: &[Token]) -> Cell {
        let (tokens, marks) = (tokens.to_vec(), Vec::new());
        Cell { name: name.to_owned(), at, group: 0, shape, tokens, marks }
    }

    #[test]
    fn a_graph_has_its_nodes_above_its_edges() {
        let node = |name: &str, x, y| cell(name, Point::new(x, y), Shape::Node, &[]);
        let disc = Token::new(Side::First, token::DISC);
        let edge = |from, to, side: Option<Side>| Link {
            from,
            to,
            kind: link::EDGE,
            side,
            directed: side.is_none(),
            label: String::new(),
            marks: side.map(|_| mark::LINE).into_iter().collect(),
        };
        let scene = Scene {
            cells: vec![
                node("1", 150, 0),
                node("2", 0, 200),
                node("3", 300, 200),
                cell("12", Point::new(75, 100), Shape::Spot, &[disc]),
            ],
            groups: vec![Group { width: 4, height: 3, ..Group::default() }],
            links: vec![
                edge(0, 1, Some(Side::First)),
                edge(1, 2, Some(Side::Second)),
                edge(0, 2, None),
            ],
        };
        let picture = paint(&scene, "t", "d");
        let count = |part: &str| picture.matches(part).count();
        assert_eq!((count("class=\"edge first\""), count("class=\"edge second\"")), (1, 1));
        assert_eq!((count("class=\"edge marked\""), count("class=\"arrow\"")), (2, 1));
        assert_eq!((count("class=\"node\""), count("class=\"spot\"")), (3, 1));
        assert!(picture.rfind("class=\"edge") < picture.find("class=\"node\""));
        assert_eq!(count(&strokes(disc)), 1);
    }

    #[test]
    fn parts_of_a_board_show_whether_they_are_decided() {
        let states = [State::Open, State::Next, State::Won(Side::Second), State::Drawn];
        let ring = Token::new(Side::Second, token::RING);
        let group = |(index, state): (u32, State)| Group {
            at: Some(Point::in_grid(2 * index, 0)),
            width: 1,
            height: 1,
            state,
            ..Group::default()
        };
        let cells = (0..4).map(|group| {
            let tokens = if group == 2 { vec![ring] } else { Vec::new() };
            Cell { group, ..cell("", Point::default(), Shape::Square, &tokens) }
        });
        let groups: Vec<Group> = (0..).zip(states).map(group).collect();
        let picture = paint(&Scene { cells: cells.collect(), groups, links: Vec::new() }, "t", "d");
        let count = |part: &str| picture.matches(part).count();
        assert_eq!((count("class=\"next\""), count("class=\"decided\"")), (1, 2));
        assert_eq!(count(&strokes(ring)), 2, "on its cell and over the part that it won");
        assert!(picture.contains("viewBox=\"0 0 812 212\""), "each stands in its place");
    }
}

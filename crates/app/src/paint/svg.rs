//! A scene as a picture that stands alone: light and dark by the reader's
//! system, sides told apart by shape, words for readers that do not see it.

mod track;

use super::markup::{escaped, line};
use spar_rules::Side;
use spar_rules::scene::{Cell, Group, Scene, Shape, Token, mark, token as kind};

/// Side of a cell.
pub const CELL: u32 = 100;
/// Room for labels left of and below a group, and for edges around it.
const EDGE: u32 = 56;
/// Room for a group's title.
const HEAD: u32 = 44;
/// Groups that stand side by side in a picture that stands alone.
const ACROSS: usize = 4;

/// The picture as a file of its own; `title` names it and `desc` tells it in words.
pub fn paint(scene: &Scene, title: &str, desc: &str) -> String {
    lettered(scene, title, desc, &[])
}

/// The same with a letter on each tile, such as the best choice there; a space is none.
/// Cells beyond the letters have none.
pub fn lettered(scene: &Scene, title: &str, desc: &str, letters: &[char]) -> String {
    let (width, height) = size(scene, ACROSS);
    let dark = format!("@media(prefers-color-scheme:dark){{\n{DARK}}}\n");
    let paper = format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n");
    let inner = format!("<style>\n{LIGHT}{dark}</style>\n{paper}");
    let part = Part { id: "", title, desc, across: ACROSS };
    drawn(scene, &part, &inner, letters)
}

/// A picture as a part of a page, which brings the styles [`LIGHT`], [`DARK`] and
/// [`PRINT`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// What its ids begin with: another for every picture of a page.
    pub id: &'a str,
    /// Names it.
    pub title: &'a str,
    /// Tells it in words.
    pub desc: &'a str,
    /// Groups, such as layers, that stand side by side.
    pub across: usize,
}

/// The picture as an element of a page.
pub fn embedded(scene: &Scene, part: &Part<'_>) -> String {
    drawn(scene, part, "", &[])
}

/// Width and height of the picture in its own units, [`CELL`] to a cell.
pub fn size(scene: &Scene, across: usize) -> (u32, u32) {
    let places = places(scene, across);
    let width = places.iter().map(|place| place.x + place.width).max().unwrap_or(0);
    let height = places.iter().map(|place| place.y + place.height).max().unwrap_or(0);
    (width, height)
}

/// One token as a small element of a page; words must stand beside it.
pub fn token(token: Token) -> String {
    let token = strokes(token);
    format!("<svg class=\"token\" viewBox=\"8 8 84 84\" aria-hidden=\"true\">{token}</svg>")
}

/// The element, with `inner` before the board.
fn drawn(scene: &Scene, part: &Part<'_>, inner: &str, letters: &[char]) -> String {
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
    for (index, (group, place)) in scene.groups.iter().zip(&places).enumerate() {
        let cells = scene.cells.iter().filter(|cell| cell.group == index);
        paint_group(&mut svg, group, place, cells);
        if index == 0 {
            track::paint(&mut svg, scene, place.inner(), letters);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where a group stands, with its labels.
struct Place {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    head: u32,
}

impl Place {
    /// The upper left corner of its cells.
    fn inner(&self) -> (u32, u32) {
        (self.x + EDGE, self.y + EDGE + self.head)
    }
}

fn places(scene: &Scene, across: usize) -> Vec<Place> {
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
        Place { x: column * wide, y: row * high, width, height, head }
    };
    scene.groups.iter().enumerate().map(place).collect()
}

fn paint_group<'a>(
    svg: &mut String,
    group: &Group,
    place: &Place,
    cells: impl Iterator<Item = &'a Cell>,
) {
    let cells: Vec<&Cell> = cells.collect();
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
    for cell in cells {
        paint_cell(svg, cell, left as i32 + cell.at.x, top as i32 + cell.at.y);
    }
    for (index, label) in group.columns.iter().enumerate() {
        let (x, y) = (left + index as u32 * CELL + CELL / 2, top + height + 44);
        line(svg, &format!("<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(label)));
    }
    for (index, label) in group.rows.iter().enumerate() {
        let (x, y) = (left - 30, top + index as u32 * CELL + CELL / 2 + 10);
        line(svg, &format!("<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(label)));
    }
}

fn paint_cell(svg: &mut String, cell: &Cell, x: i32, y: i32) {
    let lined = if cell.is_marked(mark::LINE) { " lined" } else { "" };
    line(
        svg,
        &match cell.shape {
            Shape::Square | Shape::Tile | Shape::Node | Shape::Spot => format!(
                "<rect class=\"tile{lined}\" x=\"{}\" y=\"{}\" width=\"92\" height=\"92\" rx=\"13\"/>",
                x + 4,
                y + 4
            ),
            Shape::Round => format!(
                "<circle class=\"hole{lined}\" cx=\"{}\" cy=\"{}\" r=\"43\"/>",
                x + 50,
                y + 50
            ),
        },
    );
    // Pawns stand above the links, which come after all tiles.
    for token in cell.tokens.iter().filter(|_| cell.shape != Shape::Tile) {
        let token = strokes(*token);
        line(svg, &format!("<g transform=\"translate({x} {y})\">{token}</g>"));
    }
}

/// How a token is drawn.
fn strokes(token: Token) -> &'static str {
    match (token.kind, token.side) {
        (kind::CROSS, _) => CROSS,
        (kind::RING, _) => RING,
        (kind::PAWN, Some(Side::Second)) => track::HOLLOW_PAWN,
        (kind::PAWN, _) => track::FULL_PAWN,
        (_, Some(Side::Second)) => HOLLOW,
        _ => FULL,
    }
}

/// The tokens, in a square of 100 × 100.
const CROSS: &str = r#"<path class="x-stroke" d="M28 28 72 72M72 28 28 72"/>"#;
const RING: &str = r#"<circle class="o-under" cx="50" cy="50" r="26"/><circle class="o-stroke" cx="50" cy="50" r="26"/>"#;
const FULL: &str = r#"<circle class="x-fill" cx="50" cy="50" r="38"/>"#;
const HOLLOW: &str = r#"<circle class="o-under wide" cx="50" cy="50" r="28"/><circle class="o-stroke wide" cx="50" cy="50" r="28"/>"#;

/// The colours by day. Plain rules without variables, because many programs that
/// draw SVG know none; every rule names a class, so that it can stand in a page.
pub const LIGHT: &str = "\
.paper{fill:#faf8f3}
.tile{fill:#efebe1;stroke:#e2dccf}
.frame{fill:#ddd5c5;stroke:#c9bfab;stroke-width:1.5}
.hole{fill:#fbf9f5;stroke:#c9bfab;stroke-width:1.5}
.lined{fill:#dcefe9;stroke:#0b6b5d;stroke-width:5}
.x-stroke{stroke:#0072b2;stroke-width:15;stroke-linecap:round;fill:none}
.x-fill{fill:#0072b2}
.o-under{stroke:#8a5a00;stroke-width:17;fill:none}
.o-stroke{stroke:#e69f00;stroke-width:13;fill:none}
.o-under.wide{stroke-width:24}
.o-stroke.wide{stroke-width:19}
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

/// What changes where the reader's system asks for dark.
pub const DARK: &str = "\
.paper{fill:#12171c}
.tile{fill:#28303a;stroke:#323c47}
.frame{fill:#303a46;stroke:#3e4a57}
.hole{fill:#161b21;stroke:#3e4a57}
.lined{fill:#16362f;stroke:#62d2bb}
.x-stroke{stroke:#56b4e9}
.x-fill{fill:#56b4e9}
.o-under,.o-stroke{stroke:#f0ae2b}
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

/// What changes on paper: black on white, so that any printer and any copier does.
/// A hollow disc is a thinner ring there, far from a full one.
pub const PRINT: &str = "\
.paper{fill:#fff}
.tile{fill:#fff;stroke:#555;stroke-width:2.5}
.frame{fill:#fff;stroke:#000;stroke-width:4}
.hole{fill:#fff;stroke:#777;stroke-width:2}
.lined{fill:#ddd;stroke:#000;stroke-width:7}
.x-stroke{stroke:#000}
.x-fill{fill:#000}
.o-under,.o-stroke{stroke:#000}
.o-under.wide,.o-stroke.wide{stroke-width:13}
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
    use crate::registry;

    fn svg(game: &str, position: &str) -> String {
        let position = registry::open(game).unwrap().read_position(position).unwrap();
        paint(&position.scene().unwrap(), "A <title>", "x & o")
    }

    #[test]
    fn each_stone_is_drawn_once_by_its_shape() {
        let flat = svg("tictactoe", "xx./o../...");
        assert_eq!((flat.matches(CROSS).count(), flat.matches(RING).count()), (2, 1));
        assert_eq!(flat.matches("class=\"tile").count(), 9);
        let falls = svg("connect4", "445");
        assert_eq!((falls.matches(FULL).count(), falls.matches(HOLLOW).count()), (2, 1));
        assert_eq!(falls.matches("class=\"hole").count(), 42);
    }

    #[test]
    fn pictures_of_one_page_share_no_id_and_bring_no_style() {
        let scene = registry::open("qubic").unwrap().start().scene().unwrap();
        let part = |id| Part { id, title: "t", desc: "d", across: 2 };
        let [one, two] = ["one-", "two-"].map(|id| embedded(&scene, &part(id)));
        assert!(one.contains("aria-labelledby=\"one-title one-desc\""));
        assert_eq!(one.matches(" id=\"one-").count(), one.matches(" id=\"").count());
        assert_eq!(one.replace("one-", "two-"), two);
        assert!(!one.contains("<style>") && !one.contains("class=\"paper\""));
        // Four layers of 4 × 4 cells, two by two: twice as high, half as wide.
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
}

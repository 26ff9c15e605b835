//! A scene as a picture that stands alone: light and dark by the reader's
//! system, sides told apart by shape, words for readers that do not see it.

use spar_rules::scene::{Cell, Group, Mark, Scene, Shape, Token};
use std::fmt::Write;

/// Side of a cell.
const CELL: u32 = 100;
/// Room for labels left of and below a group, and for edges around it.
const EDGE: u32 = 56;
/// Room for a group's title.
const HEAD: u32 = 44;
/// Groups that stand side by side.
const ACROSS: usize = 4;

/// The picture; `title` names it and `desc` tells it in words.
pub fn paint(scene: &Scene, title: &str, desc: &str) -> String {
    let places = places(scene);
    let width = places.iter().map(|place| place.x + place.width).max().unwrap_or(0);
    let height = places.iter().map(|place| place.y + place.height).max().unwrap_or(0);
    let (title, desc) = (escaped(title), escaped(desc));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{desc}</desc>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        width / 2,
        height / 2,
    );
    for (index, (group, place)) in scene.groups.iter().zip(&places).enumerate() {
        let cells = scene.cells.iter().filter(|cell| cell.group == index);
        paint_group(&mut svg, group, place, cells);
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

fn places(scene: &Scene) -> Vec<Place> {
    let size = |group: &Group| {
        let head = if group.name.is_empty() { 0 } else { HEAD };
        let width = u32::from(group.width) * CELL + 2 * EDGE;
        (width, u32::from(group.height) * CELL + 2 * EDGE + head, head)
    };
    let wide = scene.groups.iter().map(|group| size(group).0).max().unwrap_or(0);
    let high = scene.groups.iter().map(|group| size(group).1).max().unwrap_or(0);
    let place = |(index, group): (usize, &Group)| {
        let (column, row) = ((index % ACROSS) as u32, (index / ACROSS) as u32);
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
    let (left, top) = (place.x + EDGE, place.y + EDGE + place.head);
    let (width, height) = (u32::from(group.width) * CELL, u32::from(group.height) * CELL);
    if !group.name.is_empty() {
        let (x, y) = (left + width / 2, top - 28);
        line(
            svg,
            &format!("<text class=\"name\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(&group.name)),
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
        paint_cell(svg, cell, left + u32::from(cell.x) * CELL, top + u32::from(cell.y) * CELL);
    }
    for (index, label) in group.columns.iter().enumerate() {
        let (x, y) = (left + index as u32 * CELL + CELL / 2, top + height + 38);
        line(svg, &format!("<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(label)));
    }
    for (index, label) in group.rows.iter().enumerate() {
        let (x, y) = (left - 28, top + index as u32 * CELL + CELL / 2 + 8);
        line(svg, &format!("<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(label)));
    }
}

fn paint_cell(svg: &mut String, cell: &Cell, x: u32, y: u32) {
    let lined = if cell.mark == Some(Mark::Line) { " lined" } else { "" };
    line(
        svg,
        &match cell.shape {
            Shape::Square => format!(
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
    let token = match (cell.token, cell.shape) {
        (None, _) => return,
        (Some(Token::Cross), Shape::Square) => CROSS,
        (Some(Token::Ring), Shape::Square) => RING,
        (Some(Token::Cross), Shape::Round) => FULL,
        (Some(Token::Ring), Shape::Round) => HOLLOW,
    };
    line(svg, &format!("<g transform=\"translate({x} {y})\">{token}</g>"));
}

/// The tokens, in a square of 100 × 100.
const CROSS: &str = r#"<path class="x-stroke" d="M28 28 72 72M72 28 28 72"/>"#;
const RING: &str = r#"<circle class="o-under" cx="50" cy="50" r="26"/><circle class="o-stroke" cx="50" cy="50" r="26"/>"#;
const FULL: &str = r#"<circle class="x-fill" cx="50" cy="50" r="38"/>"#;
const HOLLOW: &str = r#"<circle class="o-under wide" cx="50" cy="50" r="28"/><circle class="o-stroke wide" cx="50" cy="50" r="28"/>"#;

/// Light first; dark where the reader's system asks for it. Plain rules without
/// variables, because many programs that draw SVG know none.
const STYLE: &str = "\
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
text{fill:#545c68;font:500 24px system-ui,sans-serif;text-anchor:middle}
.name{font-weight:600}
@media(prefers-color-scheme:dark){
.paper{fill:#12171c}
.tile{fill:#28303a;stroke:#323c47}
.frame{fill:#303a46;stroke:#3e4a57}
.hole{fill:#161b21;stroke:#3e4a57}
.lined{fill:#16362f;stroke:#62d2bb}
.x-stroke{stroke:#56b4e9}
.x-fill{fill:#56b4e9}
.o-under,.o-stroke{stroke:#f0ae2b}
text{fill:#a9b2bd}
}
";

fn line(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("invariant: a string takes all text");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

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

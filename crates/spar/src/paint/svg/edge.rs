//! Draws links that are straight lines between cells, with owner, direction and label.

use super::super::{escaped, line};
use spar_rules::Side;
use spar_rules::scene::{Scene, link};

/// Appends all links except ladders and snakes; `middle` returns the middle of a cell.
pub(super) fn paint(svg: &mut String, scene: &Scene, middle: impl Fn(usize) -> (i32, i32)) {
    let straight =
        || scene.links.iter().filter(|it| !matches!(it.kind, link::LADDER | link::SNAKE));
    let path =
        |from: (i32, i32), to: (i32, i32)| format!("M{} {} {} {}", from.0, from.1, to.0, to.1);
    for link in straight().filter(|it| !it.marks.is_empty()) {
        let path = path(middle(link.from), middle(link.to));
        line(svg, &format!("<path class=\"edge marked\" d=\"{path}\"/>"));
    }
    for link in straight() {
        let (from, to) = (middle(link.from), middle(link.to));
        let owner = match link.side {
            None => "",
            Some(Side::First) => " first",
            Some(Side::Second) => " second",
        };
        line(svg, &format!("<path class=\"edge{owner}\" d=\"{}\"/>", path(from, to)));
        if link.directed {
            let turned = f64::from(to.1 - from.1).atan2(f64::from(to.0 - from.0)).to_degrees();
            let place = format!("translate({} {}) rotate({turned:.0})", to.0, to.1);
            // The arrow ends at the edge of the cell.
            line(
                svg,
                &format!("<path class=\"arrow\" transform=\"{place}\" d=\"M-34 0-56-11v22Z\"/>"),
            );
        }
        if !link.label.is_empty() {
            let (x, y) = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1) - 8);
            let label = escaped(&link.label);
            line(svg, &format!("<text class=\"label\" x=\"{x}\" y=\"{y}\">{label}</text>"));
        }
    }
}

//! Draws the contents of a track's tiles, back to front: ladders and snakes, pawns, numbers.

use super::super::{escaped, line};
use super::piece::strokes;
use spar_catalog::route::{paths, smooth};
use spar_rules::Side;
use spar_rules::scene::{Cell, Point, Scene, Shape, link};
use std::fmt::Write;

/// Half the width of a ladder, and the distance between rungs.
const RAIL: f64 = 11.0;
const RUNG: f64 = 22.0;

/// Appends links, pawns and numbers for tiles whose group has its upper left corner at `at`.
/// Appends nothing for scenes without tiles.
pub(super) fn paint(svg: &mut String, scene: &Scene, at: (u32, u32), letters: &[char]) {
    if !scene.cells.iter().any(|cell| cell.shape == Shape::Tile) {
        return;
    }
    line(svg, &format!("<g transform=\"translate({} {})\">", at.0, at.1));
    if let Some(goal) = scene.cells.last() {
        let (x, y) = corner(goal);
        let place = format!("x=\"{}\" y=\"{}\"", x + 4, y + 4);
        line(svg, &format!("<rect class=\"goal\" {place} width=\"92\" height=\"92\" rx=\"13\"/>"));
    }
    for (link, path) in scene.links.iter().zip(&*paths(scene)) {
        match link.kind {
            link::LADDER => line(svg, &ladder(path)),
            link::SNAKE => line(svg, &snake(path)),
            _ => {}
        }
    }
    for cell in &scene.cells {
        pawns(svg, cell);
    }
    for (index, cell) in scene.cells.iter().enumerate() {
        let (x, y) = corner(cell);
        let name = escaped(&cell.name);
        line(
            svg,
            &format!("<text class=\"number\" x=\"{}\" y=\"{}\">{name}</text>", x + 11, y + 27),
        );
        if let Some(letter) = letters.get(index).filter(|letter| **letter != ' ') {
            let letter = escaped(&letter.to_string());
            let place = format!("x=\"{}\" y=\"{}\"", x + 90, y + 88);
            line(svg, &format!("<text class=\"letter\" {place}>{letter}</text>"));
        }
    }
    line(svg, "</g>");
}

fn corner(cell: &Cell) -> (i32, i32) {
    (cell.at.x, cell.at.y)
}

/// Draws one pawn in the middle of the tile, or two side by side.
fn pawns(svg: &mut String, cell: &Cell) {
    let (x, y) = corner(cell);
    let apart = if cell.tokens.len() > 1 { 20 } else { 0 };
    for token in &cell.tokens {
        let aside = if token.side == Some(Side::Second) { apart } else { -apart };
        let place = format!("translate({} {}) scale(.76)", x + 12 + aside, y + 18);
        line(svg, &format!("<g transform=\"{place}\">{}</g>", strokes(*token)));
    }
}

/// Draws two rails and the rungs between them.
fn ladder(path: &[Point]) -> String {
    let [from, to] = [path.first(), path.last()].map(|it| it.copied().map_or((0.0, 0.0), dot));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (along, aside) = ((dx / length, dy / length), (-dy / length * RAIL, dx / length * RAIL));
    let mut path = String::new();
    for side in [1.0, -1.0] {
        let (x, y) = (aside.0 * side, aside.1 * side);
        move_to(&mut path, (from.0 + x, from.1 + y));
        line_to(&mut path, (to.0 + x, to.1 + y));
    }
    let rungs = ((length / RUNG) as u32).max(1);
    for rung in 0..rungs {
        let gone = length * (f64::from(rung) + 0.5) / f64::from(rungs);
        let (x, y) = (from.0 + along.0 * gone, from.1 + along.1 * gone);
        move_to(&mut path, (x + aside.0, y + aside.1));
        line_to(&mut path, (x - aside.0, y - aside.1));
    }
    format!("<path class=\"ladder\" d=\"{path}\"/>")
}

/// Draws a body, and a head that points away from it.
fn snake(points: &[Point]) -> String {
    let mut path = String::new();
    let [head, next] = [0, 1].map(|index| points.get(index).copied().map_or((0.0, 0.0), dot));
    move_to(&mut path, head);
    for [ahead, back, to] in smooth(points) {
        path.push('C');
        for (x, y) in [ahead, back, to] {
            write!(path, "{x:.1} {y:.1} ").expect("invariant: a string takes all text");
        }
    }
    let path = path.trim_end();
    // The head is drawn pointing up; the y axis points down.
    let turned = (head.0 - next.0).atan2(next.1 - head.1).to_degrees();
    let (x, y) = head;
    format!(
        "<path class=\"snake\" d=\"{path}\"/><path class=\"belly\" d=\"{path}\"/>\
         <g transform=\"translate({x:.0} {y:.0}) rotate({turned:.0})\">\
         <path class=\"tongue\" d=\"M0-12v-12m0 0l-5-6m5 6l5-6\"/>\
         <ellipse class=\"snake-head\" rx=\"11.5\" ry=\"15\"/>\
         <circle class=\"eye\" cx=\"-5\" cy=\"-5\" r=\"2.6\"/>\
         <circle class=\"eye\" cx=\"5\" cy=\"-5\" r=\"2.6\"/></g>"
    )
}

fn dot(point: Point) -> (f64, f64) {
    (f64::from(point.x), f64::from(point.y))
}

fn move_to(path: &mut String, (x, y): (f64, f64)) {
    write!(path, "M{x:.1} {y:.1}").expect("invariant: a string takes all text");
}

fn line_to(path: &mut String, (x, y): (f64, f64)) {
    write!(path, "L{x:.1} {y:.1}").expect("invariant: a string takes all text");
}

#[cfg(test)]
mod tests {
    use super::super::{lettered, paint};
    use super::*;
    use spar_rules::scene::{Token, token};

    fn scene(game: &str, position: &str) -> Scene {
        spar_catalog::open(game).unwrap().read_position(position).unwrap().scene().unwrap()
    }

    #[test]
    fn a_track_has_its_links_pawns_and_numbers() {
        let picture = paint(&scene("ladders", "9-12-first"), "t", "d");
        let count = |part: &str| picture.matches(part).count();
        assert_eq!((count("class=\"ladder\""), count("class=\"snake\"")), (4, 1));
        let pawns = [Side::First, Side::Second].map(|side| strokes(Token::new(side, token::PAWN)));
        assert_eq!((count(&pawns[0]), count(&pawns[1])), (1, 1));
        assert_eq!((count("class=\"number\""), count("class=\"goal\"")), (20, 1));
        let both = paint(&scene("ladders", "start"), "t", "d");
        assert!(pawns.iter().all(|pawn| both.contains(pawn)));
        assert_eq!(picture.matches("<g").count(), picture.matches("</g>").count());
    }

    #[test]
    fn letters_stand_on_their_squares() {
        let letters: Vec<char> = "TTTTTTTTDD1T1 TD111 ".chars().collect();
        let picture = lettered(&scene("ladders", "start"), "t", "d", &letters);
        assert_eq!(picture.matches("class=\"letter\"").count(), 18);
        assert!(picture.contains(">D</text>"));
    }
}

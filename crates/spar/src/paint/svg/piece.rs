//! Draws tokens, each in a square of 100 × 100 units.

use super::super::escaped;
use spar_rules::Side;
use spar_rules::scene::{Token, token};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

const CROSS: &str = r#"<path class="x-stroke" d="M28 28 72 72M72 28 28 72"/>"#;
const RING: &str = r#"<circle class="o-under" cx="50" cy="50" r="26"/><circle class="o-stroke" cx="50" cy="50" r="26"/>"#;
const FULL: &str = r#"<circle class="x-fill" cx="50" cy="50" r="38"/>"#;
const HOLLOW: &str = r#"<circle class="o-under wide" cx="50" cy="50" r="28"/><circle class="o-stroke wide" cx="50" cy="50" r="28"/>"#;

/// The outlines of pieces, shared with the page: the first side's and, if it differs, the
/// second side's.
static OUTLINES: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let file = include_str!("../../../../../web/src/board/pieces.json");
    serde_json::from_str(file).expect("invariant: the page's pieces are lists of outlines")
});

/// The usual number of sticks in a row, and the maximum number of drawn sticks.
const IN_ROW: u32 = 7;
const MOST_STICKS: u32 = 100;

/// Draws a token, with its count if it is more than one.
pub(super) fn strokes(of: Token) -> String {
    let mut drawn = match of.kind {
        token::STICK => sticks(of),
        _ => one(of),
    };
    if of.count < 2 {
        return drawn;
    }
    write!(drawn, "<text class=\"count\" x=\"96\" y=\"95\">{}</text>", of.count)
        .expect("invariant: a string takes all text");
    drawn
}

fn one(of: Token) -> String {
    let second = of.side == Some(Side::Second);
    match of.kind {
        token::CROSS => return CROSS.to_owned(),
        token::RING => return RING.to_owned(),
        token::DISC if second => return HOLLOW.to_owned(),
        token::DISC => return FULL.to_owned(),
        _ => {}
    }
    let class = match of.side {
        Some(Side::First) => "x-fill pawn",
        Some(Side::Second) => "pawn hollow",
        None => "wood",
    };
    let outlines = OUTLINES.get(of.kind).map_or(&[][..], Vec::as_slice);
    if let Some(outline) = outlines.get(usize::from(second)).or(outlines.first()) {
        return format!("<path class=\"{class}\" fill-rule=\"evenodd\" d=\"{outline}\"/>");
    }
    let letter: String = of.kind.chars().take(1).flat_map(char::to_uppercase).collect();
    format!("<text class=\"{class} piece\" x=\"50\" y=\"72\">{}</text>", escaped(&letter))
}

/// Draws sticks in rows filled from the left, as on the page. They take 70 of 100 units of
/// height; the count is below.
fn sticks(of: Token) -> String {
    let count = of.count.min(MOST_STICKS);
    let in_row = IN_ROW.max(f64::from(count).sqrt().ceil() as u32);
    let (n_rows, n_columns) = (count.div_ceil(in_row), count.min(in_row));
    let (stick, wide, high) =
        (one(Token { count: 1, ..of }), 90.0 / f64::from(in_row), 70.0 / f64::from(n_rows));
    // A stick's outline is 80 units high.
    let scale = high * 0.9 / 80.0;
    let stand = |index: u32| {
        let column = f64::from(index % in_row) - f64::from(n_columns - 1) / 2.0;
        let middle = [50.0 + column * wide, 7.0 + (f64::from(index / in_row) + 0.5) * high];
        let [x, y] = middle.map(|it| it - 50.0 * scale);
        format!("<g transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\">{stick}</g>")
    };
    (0..count).map(stand).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_drawn_and_the_sides_differ() {
        let kinds = ["cross", "ring", "disc", "pawn", "wolf", "sheep", "stick", "king"];
        for kind in kinds {
            let [first, second] =
                [Side::First, Side::Second].map(|it| strokes(Token::new(it, kind)));
            assert!(matches!(kind, "cross" | "ring") || first != second, "{kind}");
        }
        assert!(strokes(Token::new(Side::First, "king")).contains(">K</text>"));
        for count in [2, 5, 21, 100] {
            let heap = strokes(Token::neutral(token::STICK, count));
            assert_eq!(heap.matches("<path").count(), count as usize);
            assert!(heap.contains(&format!(">{count}</text>")));
        }
    }
}

//! Renders a track as text: every square with its number, its jump and its pawns.
//!
//! ```text
//! 19     18     17     16     15
//! 10     11↑18  12 o   13↑18  14↑18
//! 9 x    8      7↓3    6      5
//! 0      1↑4    2      3      4
//! ```
//!
//! If that is too wide, squares show only signs, and the jumps are listed below.

use super::{faint, padded, visible};
use crate::printer::Look;
use spar_rules::Side;
use spar_rules::scene::{Link, Scene, Shape, Token, link};

/// Returns whether a scene is a track.
pub(super) fn is_track(scene: &Scene) -> bool {
    scene.cells.first().is_some_and(|cell| cell.shape == Shape::Tile)
}

/// Renders the track as lines, with a second line per row if there are letters.
pub(super) fn paint(scene: &Scene, letters: &[char], look: Look, width: usize) -> Vec<String> {
    let whole = TrackRoom::of(scene, letters, look, width);
    let mut lines = rows(scene, letters, look, whole);
    if whole.targets || scene.links.is_empty() {
        return lines;
    }
    lines.push(String::new());
    let jumps = scene
        .links
        .iter()
        .map(|link| format!("{}{}", scene.cells[link.from].name, target(scene, link, look)));
    lines.extend(wrapped(jumps, width));
    lines
}

/// The space for a square.
#[derive(Clone, Copy)]
struct TrackRoom {
    /// The number of columns from one square to the next.
    pitch: usize,
    /// Whether squares show the targets of jumps; otherwise they show only arrows.
    targets: bool,
}

impl TrackRoom {
    fn of(scene: &Scene, letters: &[char], look: Look, width: usize) -> TrackRoom {
        let columns = scene.groups.first().map_or(1, |group| usize::from(group.width)).max(1);
        let widest = |targets: bool| {
            let square = |index: usize| {
                let square = square(scene, index, targets, look);
                visible(&square).max(usize::from(!letters.is_empty()))
            };
            (0..scene.cells.len()).map(square).max().unwrap_or(1)
        };
        let whole = widest(true) + 1;
        if columns * whole <= width + 1 {
            // Add a column of space if the width allows it.
            let pitch = (whole + 1).min((width + 1) / columns).max(whole);
            return TrackRoom { pitch, targets: true };
        }
        let fits = columns * (widest(false) + 1) <= width + 1;
        TrackRoom { pitch: widest(false) + usize::from(fits), targets: false }
    }
}

fn rows(scene: &Scene, letters: &[char], look: Look, room: TrackRoom) -> Vec<String> {
    let Some(group) = scene.groups.first() else { return Vec::new() };
    let mut lines = Vec::new();
    for y in 0..group.height {
        let at = |x: u16| {
            scene.cells.iter().position(|cell| cell.at.grid() == (i32::from(x), i32::from(y)))
        };
        let row: Vec<Option<usize>> = (0..group.width).map(at).collect();
        let mut squares = String::new();
        let mut below = String::new();
        for index in row {
            let text = index.map_or(String::new(), |it| square(scene, it, room.targets, look));
            squares.push_str(&padded(&text, room.pitch));
            let letter = index.and_then(|it| letters.get(it)).map_or(' ', |letter| *letter);
            below.push_str(&padded(&lettered(letter, look), room.pitch));
        }
        lines.push(squares.trim_end().to_owned());
        if !letters.is_empty() {
            lines.push(below.trim_end().to_owned());
        }
    }
    lines
}

/// The text of a square: `7↓3`, `9 x`, or with signs alone `7↓`, `9x`.
fn square(scene: &Scene, index: usize, targets: bool, look: Look) -> String {
    let cell = &scene.cells[index];
    let link = scene.links.iter().find(|link| link.from == index);
    let name = match (look, link, cell.tokens.is_empty()) {
        (Look::Rich, None, true) if index + 1 < scene.cells.len() => faint(&cell.name),
        _ => cell.name.clone(),
    };
    let leads = match link {
        Some(link) if targets => target(scene, link, look),
        // If there is space for only one sign, a pawn hides the arrow.
        Some(link) if cell.tokens.is_empty() => arrow(link.kind, look),
        _ => String::new(),
    };
    if cell.tokens.is_empty() {
        return format!("{name}{leads}");
    }
    let pawns = pawns(&cell.tokens, targets, look);
    let gap = if targets { " " } else { "" };
    format!("{name}{leads}{gap}{pawns}")
}

fn target(scene: &Scene, link: &Link, look: Look) -> String {
    format!("{}{}", arrow(link.kind, look), scene.cells[link.to].name)
}

fn arrow(kind: &str, look: Look) -> String {
    match (kind, look) {
        (link::LADDER, Look::Plain) => "↑".to_owned(),
        (_, Look::Plain) => "↓".to_owned(),
        (link::LADDER, Look::Rich) => "\u{1b}[32m↑\u{1b}[0m".to_owned(),
        (_, Look::Rich) => "\u{1b}[31m↓\u{1b}[0m".to_owned(),
    }
}

fn pawns(tokens: &[Token], apart: bool, look: Look) -> String {
    let (full, hollow) = match look {
        Look::Plain => ("x", "o"),
        Look::Rich => ("\u{1b}[34m●\u{1b}[0m", "\u{1b}[1;33m○\u{1b}[0m"),
    };
    if tokens.len() > 1 && !apart {
        return if look == Look::Plain { "*" } else { "\u{1b}[1;35m◐\u{1b}[0m" }.to_owned();
    }
    let pawn = |token: &Token| if token.side == Some(Side::Second) { hollow } else { full };
    tokens.iter().map(pawn).collect()
}

/// A letter; with colours, each of the usual letters has its own.
fn lettered(letter: char, look: Look) -> String {
    let color = match (look, letter) {
        (Look::Plain, _) | (_, ' ') => return letter.to_string(),
        (_, 'D') => "36",
        (_, 'T') => "35",
        (_, digit) if digit.is_ascii_digit() => "33",
        _ => "1",
    };
    format!("\u{1b}[{color}m{letter}\u{1b}[0m")
}

/// Joins texts into lines of this width.
fn wrapped(texts: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if visible(line) + 2 + visible(&text) <= width => {
                line.push_str("  ");
                line.push_str(&text);
            }
            _ => lines.push(text),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{lettered, paint};
    use super::*;

    fn scene(game: &str, position: &str) -> Scene {
        spar_catalog::open(game).unwrap().read_position(position).unwrap().scene().unwrap()
    }

    #[test]
    fn the_board_of_the_paper_tells_where_its_squares_lead() {
        let board = paint(&scene("ladders", "9-12-first"), Look::Plain, 80);
        assert_eq!(
            board,
            [
                "19     18     17     16     15",
                "10     11↑18  12 o   13↑18  14↑18",
                "9 x    8      7↓3    6      5",
                "0      1↑4    2      3      4",
            ]
        );
        assert!(paint(&scene("ladders", "start"), Look::Plain, 80)[3].starts_with("0 xo "));
    }

    #[test]
    fn letters_stand_below_their_squares() {
        let letters: Vec<char> = "TTTTTTTTDD1T11TD111 ".chars().collect();
        let board = lettered(&scene("ladders", "9-12-first"), &letters, Look::Plain, 80);
        assert_eq!(board.len(), 8);
        assert_eq!(board[0], "19     18     17     16     15");
        assert_eq!(board[1], "       1      1      1      D");
        assert_eq!(board[5], "D      D      T      T      T");
    }

    #[test]
    fn boards_of_any_size_keep_to_the_width_and_tell_every_jump() {
        for (n, width) in [(20, 80), (100, 80), (400, 80), (100, 50)] {
            for look in [Look::Plain, Look::Rich] {
                let scene = scene(&format!("ladders:board=random,n={n},seed=5"), "start");
                let board = paint(&scene, look, width);
                let widest = board.iter().map(|line| visible(line)).max().unwrap();
                assert!(widest <= width, "n={n}: {widest} columns");
                let jump = |link: &Link| {
                    format!("{}{}", scene.cells[link.from].name, target(&scene, link, look))
                };
                let text = board.join(" ");
                assert!(scene.links.iter().all(|link| text.contains(&jump(link))), "{text}");
            }
        }
    }
}

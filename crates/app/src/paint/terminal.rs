//! A scene as text.
//!
//! Plainly, a stone of a finished line is a capital letter:
//!
//! ```text
//! 3  X X X
//! 2  o . o
//! 1  . . .
//!    a b c
//! ```

mod track;

use crate::printer::Look;
use spar_rules::Side;
use spar_rules::scene::{Cell, Group, Scene, mark, token};

/// Columns between two groups.
const GAP: usize = 3;

/// The scene as lines; groups stand side by side as far as `width` allows.
pub fn paint(scene: &Scene, look: Look, width: usize) -> Vec<String> {
    lettered(scene, &[], look, width)
}

/// The same with a letter below each square of a track, such as the best choice there; a
/// space is none. Cells beyond the letters have none, and so have all of other boards.
pub fn lettered(scene: &Scene, letters: &[char], look: Look, width: usize) -> Vec<String> {
    if track::is_track(scene) {
        return track::paint(scene, letters, look, width);
    }
    let blocks: Vec<Block> =
        (0..scene.groups.len()).map(|group| Block::new(scene, group, look)).collect();
    let mut lines = Vec::new();
    let mut rest = &blocks[..];
    while !rest.is_empty() {
        let (row, others) = rest.split_at(n_fitting(rest, width));
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let height = row.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for index in 0..height {
            let parts: Vec<String> = row.iter().map(|block| block.padded(index)).collect();
            lines.push(parts.join(&" ".repeat(GAP)).trim_end().to_owned());
        }
        rest = others;
    }
    lines
}

/// How many of the blocks fit side by side; at least one.
fn n_fitting(blocks: &[Block], width: usize) -> usize {
    let mut used = 0;
    let fits = |block: &&Block| {
        used += block.width + GAP;
        used - GAP <= width
    };
    blocks.iter().take_while(fits).count().max(1)
}

/// A group as lines, and how wide they are without escape codes.
struct Block {
    lines: Vec<String>,
    width: usize,
}

impl Block {
    fn new(scene: &Scene, index: usize, look: Look) -> Block {
        let group = &scene.groups[index];
        let cells: Vec<&Cell> = scene.cells.iter().filter(|cell| cell.group == index).collect();
        let at = |x, y| {
            cells.iter().copied().find(|cell| cell.at.grid() == (i32::from(x), i32::from(y)))
        };
        let margin = group.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let row = |y: u16| (0..group.width).map(move |x| at(x, y)).collect::<Vec<_>>();
        let rows: Vec<Vec<Option<&Cell>>> = (0..group.height).map(row).collect();
        match look {
            Look::Plain => Block::plain(group, &rows, margin),
            Look::Rich => Block::rich(group, &rows, margin),
        }
    }

    fn plain(group: &Group, rows: &[Vec<Option<&Cell>>], margin: usize) -> Block {
        let mut lines = Vec::new();
        if !group.name.is_empty() {
            lines.push(format!("{:margin$}  {}", "", group.name));
        }
        for (label, row) in group.rows.iter().zip(rows) {
            let cells: Vec<&str> = row.iter().map(|cell| cell.map_or(" ", plain)).collect();
            lines.push(format!("{label:>margin$}  {}", cells.join(" ")));
        }
        lines.push(format!("{:margin$}  {}", "", group.columns.join(" ")));
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        Block { lines, width }
    }

    /// A frame with the labels of the columns in its lower edge.
    fn rich(group: &Group, rows: &[Vec<Option<&Cell>>], margin: usize) -> Block {
        let inner = usize::from(group.width) * 2 + 1;
        let mut lines = Vec::new();
        if !group.name.is_empty() {
            lines.push(format!("{:margin$} {:^2$}", "", group.name, inner + 2));
        }
        lines.push(format!("{:margin$} {}", "", faint(&format!("╭{}╮", "─".repeat(inner)))));
        let edge = faint("│");
        for (label, row) in group.rows.iter().zip(rows) {
            let cells: Vec<String> =
                row.iter().map(|cell| cell.map_or(" ".to_owned(), rich)).collect();
            lines.push(format!("{label:>margin$} {edge} {} {edge}", cells.join(" ")));
        }
        let edge = faint("─");
        let labels = group.columns.join(&edge);
        lines.push(format!("{:margin$} {}{labels}{}", "", faint("╰─"), faint("─╯")));
        Block { lines, width: margin + 1 + inner + 2 }
    }

    /// A line, filled up to the width of the block.
    fn padded(&self, index: usize) -> String {
        let line = self.lines.get(index).map_or("", String::as_str);
        let missing = self.width.saturating_sub(visible(line));
        format!("{line}{}", " ".repeat(missing))
    }
}

/// How many columns a line takes: its characters without escape codes.
fn visible(line: &str) -> usize {
    let mut count = 0;
    let mut escaped = false;
    for it in line.chars() {
        match it {
            '\u{1b}' => escaped = true,
            'm' if escaped => escaped = false,
            _ if escaped => {}
            _ => count += 1,
        }
    }
    count
}

fn plain(cell: &Cell) -> &'static str {
    let Some(token) = cell.tokens.first() else { return "." };
    match (token.side, cell.is_marked(mark::LINE)) {
        _ if cell.tokens.len() > 1 => "*",
        (Some(Side::Second), false) => "o",
        (Some(Side::Second), true) => "O",
        (_, false) => "x",
        (_, true) => "X",
    }
}

fn rich(cell: &Cell) -> String {
    let Some(token) = cell.tokens.first() else { return faint("·") };
    let (sign, color) = match (token.kind, token.side) {
        (token::CROSS, _) => ("×", "1;34"),
        (_, Some(Side::Second)) => ("○", "1;33"),
        _ => ("●", "34"),
    };
    // A finished line is told by more than colour: its stones stand inverted.
    let line = if cell.is_marked(mark::LINE) { ";7" } else { "" };
    format!("\u{1b}[{color}{line}m{sign}\u{1b}[0m")
}

fn faint(text: &str) -> String {
    format!("\u{1b}[2m{text}\u{1b}[0m")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    fn lines(game: &str, position: &str, look: Look, width: usize) -> Vec<String> {
        let position = registry::open(game).unwrap().read_position(position).unwrap();
        paint(&position.scene().unwrap(), look, width)
    }

    #[test]
    fn a_plain_board_has_letters_and_labels() {
        let board = lines("tictactoe", "xxx/o.o/...", Look::Plain, 80);
        assert_eq!(board, ["3  X X X", "2  o . o", "1  . . .", "   a b c"]);
        let tall = lines("tictactoe:rows=10,cols=2", "start", Look::Plain, 80);
        assert_eq!((tall[0].as_str(), tall[9].as_str()), ("10  . .", " 1  . ."));
    }

    #[test]
    fn layers_stand_side_by_side_where_the_width_allows() {
        let layers = "qubic:rows=2,cols=2,layers=3,connect=2";
        let wide = lines(layers, "x./..//../..//o./..", Look::Plain, 80);
        assert_eq!(
            wide,
            [
                "   layer 1      layer 2      layer 3",
                "2  x .       2  . .       2  o .",
                "1  . .       1  . .       1  . .",
                "   a b          a b          a b",
            ]
        );
        let narrow = lines(layers, "x./..//../..//o./..", Look::Plain, 25);
        assert_eq!(narrow.len(), 9, "{narrow:#?}");
        assert_eq!(narrow[5], "   layer 3");
        assert_eq!(lines(layers, "start", Look::Plain, 1).len(), 14);
    }

    #[test]
    fn a_rich_board_has_a_frame_of_one_width() {
        for (game, look) in [("connect4", Look::Rich), ("qubic", Look::Rich)] {
            let board = lines(game, "start", look, 80);
            let widths: Vec<usize> = board.iter().map(|line| visible(line)).collect();
            let full = widths[1];
            assert!(widths[1..].iter().all(|width| *width == full), "{widths:?}");
        }
        let one = lines("connect4", "44", Look::Rich, 80).join("\n");
        assert_eq!((one.matches('●').count(), one.matches('○').count()), (1, 1));
    }
}

//! Renders a scene as text.
//!
//! In plain text, a capital letter marks a stone of a completed line:
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
use spar_rules::scene::{Cell, Group, Point, Scene, Shape, State, Token, mark, token};

/// The number of columns between two groups.
const GAP: usize = 3;

/// The width in columns and height in lines of a cell outside a grid.
const WIDE: i32 = 6;
const HIGH: i32 = 2;

/// Renders the scene as lines. Groups with a given place are drawn there, others side by side
/// as far as `width` allows.
pub fn paint(scene: &Scene, look: Look, width: usize) -> Vec<String> {
    lettered(scene, &[], look, width)
}

/// Like [`paint`], with a letter below each square of a track, such as the best choice there. A
/// space means no letter, and so does a missing entry. Other boards show no letters.
pub fn lettered(scene: &Scene, letters: &[char], look: Look, width: usize) -> Vec<String> {
    if track::is_track(scene) {
        return track::paint(scene, letters, look, width);
    }
    let mut lines = Vec::new();
    for row in rows(scene, look, width) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let height = row.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for index in 0..height {
            let parts: Vec<String> = row.iter().map(|block| block.padded(index)).collect();
            lines.push(parts.join(&" ".repeat(GAP)).trim_end().to_owned());
        }
    }
    lines.extend(owned_links(scene, look));
    lines
}

/// Arranges the groups as blocks in rows.
fn rows(scene: &Scene, look: Look, width: usize) -> Vec<Vec<Block>> {
    let mut order: Vec<usize> = (0..scene.groups.len()).collect();
    order.sort_by_key(|index| scene.groups[*index].at.map(|at| (at.y, at.x)));
    let mut rows: Vec<Vec<Block>> = Vec::new();
    let mut used = 0;
    let mut top = None;
    for index in order {
        let block = Block::new(scene, index, look);
        let at = scene.groups[index].at.map(|at| at.y);
        let fits = if at.is_some() { at == top } else { used + GAP + block.width <= width };
        if let Some(row) = rows.last_mut().filter(|_| fits) {
            used += GAP + block.width;
            row.push(block);
        } else {
            (used, top) = (block.width, at);
            rows.push(vec![block]);
        }
    }
    rows
}

/// A group as lines, and their width without escape codes.
struct Block {
    lines: Vec<String>,
    width: usize,
}

impl Block {
    fn new(scene: &Scene, index: usize, look: Look) -> Block {
        let group = &scene.groups[index];
        let cells: Vec<&Cell> = scene.cells.iter().filter(|cell| cell.group == index).collect();
        let titled = scene.groups.iter().any(|group| !title(group, look).is_empty());
        let title = titled.then(|| title(group, look));
        let is_graph = |cell: &&Cell| matches!(cell.shape, Shape::Node | Shape::Spot);
        if cells.iter().any(|cell| !cell.at.is_in_grid() || is_graph(cell)) {
            return Block::free(group, &cells, title, look);
        }
        let wide = cells.iter().map(|cell| visible(&text(cell, look))).max().unwrap_or(1);
        let cell = |x: u16, y: u16| {
            let here = (i32::from(x), i32::from(y));
            let found = cells.iter().find(|cell| cell.at.grid() == here);
            padded(&found.map_or(String::new(), |cell| text(cell, look)), wide)
        };
        let row = |y: u16| (0..group.width).map(|x| cell(x, y)).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = (0..group.height).map(row).collect();
        match look {
            Look::Plain => Block::plain(group, &rows, title, wide),
            Look::Rich => Block::rich(group, &rows, title, wide),
        }
    }

    fn plain(group: &Group, rows: &[Vec<String>], title: Option<String>, wide: usize) -> Block {
        let margin = margin(group);
        let indent = if margin == 0 { 0 } else { margin + 2 };
        let mut lines: Vec<String> =
            title.into_iter().map(|title| format!("{:indent$}{title}", "")).collect();
        for (index, row) in rows.iter().enumerate() {
            let label = group.rows.get(index).map_or("", String::as_str);
            let label = if margin == 0 { String::new() } else { format!("{label:>margin$}  ") };
            lines.push(format!("{label}{}", row.join(" ")).trim_end().to_owned());
        }
        if !group.columns.is_empty() {
            let labels: Vec<String> = group.columns.iter().map(|it| padded(it, wide)).collect();
            lines.push(format!("{:indent$}{}", "", labels.join(" ")).trim_end().to_owned());
        }
        Block::of(lines)
    }

    /// A block with a frame; the labels of the columns are in its lower edge.
    fn rich(group: &Group, rows: &[Vec<String>], title: Option<String>, wide: usize) -> Block {
        let margin = margin(group);
        let indent = if margin == 0 { 0 } else { margin + 1 };
        let inner = usize::from(group.width) * (wide + 1) + 1;
        let mut lines: Vec<String> = title
            .into_iter()
            .map(|title| format!("{:indent$}{title:^1$}", "", inner + 2))
            .collect();
        lines.push(format!("{:indent$}{}", "", faint(&format!("╭{}╮", "─".repeat(inner)))));
        let edge = faint("│");
        for (index, row) in rows.iter().enumerate() {
            let label = group.rows.get(index).map_or("", String::as_str);
            let label = if margin == 0 { String::new() } else { format!("{label:>margin$} ") };
            lines.push(format!("{label}{edge} {} {edge}", row.join(" ")));
        }
        let edge = |label: &String| {
            let missing = (wide + 1).saturating_sub(label.chars().count());
            format!("{label}{}", faint(&"─".repeat(missing)))
        };
        let below = match &group.columns[..] {
            [] => faint(&"─".repeat(inner - 1)),
            columns => columns.iter().map(edge).collect(),
        };
        lines.push(format!("{:indent$}{}{below}{}", "", faint("╰─"), faint("╯")));
        Block { lines, width: indent + inner + 2 }
    }

    /// A block of cells outside a grid, each near its place in the scene.
    fn free(group: &Group, cells: &[&Cell], title: Option<String>, look: Look) -> Block {
        let mut cells: Vec<(i32, i32, String)> = cells
            .iter()
            .map(|cell| {
                let middle = cell.at.middle();
                let text = text(cell, look);
                let left = middle.x * WIDE / Point::CELL - visible(&text) as i32 / 2;
                (middle.y * HIGH / Point::CELL, left.max(0), text)
            })
            .collect();
        cells.sort();
        let height = i32::from(group.height) * HIGH;
        let mut lines: Vec<String> = title.into_iter().collect();
        for y in 0..=height {
            let mut line = String::new();
            for (_, left, text) in cells.iter().filter(|it| it.0 == y) {
                let gap = (*left as usize).saturating_sub(visible(&line));
                let gap = if line.is_empty() { gap } else { gap.max(1) };
                line.push_str(&" ".repeat(gap));
                line.push_str(text);
            }
            lines.push(line);
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        Block::of(lines)
    }

    fn of(lines: Vec<String>) -> Block {
        let width = lines.iter().map(|line| visible(line)).max().unwrap_or(0);
        Block { lines, width }
    }

    /// A line, padded to the width of the block.
    fn padded(&self, index: usize) -> String {
        padded(self.lines.get(index).map_or("", String::as_str), self.width)
    }
}

/// The number of columns for the labels of the rows.
fn margin(group: &Group) -> usize {
    group.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0)
}

/// A group's title with its state: `layer 1`, `b2: x won`.
fn title(group: &Group, look: Look) -> String {
    let state = match group.state {
        State::Open => String::new(),
        State::Next => "play here".to_owned(),
        State::Won(side) => format!("{} won", sign(Token::new(side, token::DISC), look).0),
        State::Drawn => "drawn".to_owned(),
    };
    let name = group.name.as_str();
    if name.is_empty() || state.is_empty() {
        format!("{name}{state}")
    } else {
        format!("{name}: {state}")
    }
}

/// The links that belong to a side, one line per side: `x  1-2 3-5`.
fn owned_links(scene: &Scene, look: Look) -> Vec<String> {
    let of = |side: Side| {
        let owned = scene.links.iter().filter(|link| link.side == Some(side));
        let name = |cell: usize| scene.cells[cell].name.as_str();
        let names = owned.map(|link| format!("{}-{}", name(link.from), name(link.to)));
        let names: Vec<String> = names.collect();
        let (sign, color) = sign(Token::new(side, token::DISC), look);
        (!names.is_empty())
            .then(|| format!("{}  {}", coloured(&sign, color, look), names.join(" ")))
    };
    [Side::First, Side::Second].into_iter().filter_map(of).collect()
}

/// The text of a cell: its tokens, its name if it is a node, or a dot.
fn text(cell: &Cell, look: Look) -> String {
    if cell.tokens.is_empty() {
        return match (cell.shape, look) {
            (Shape::Node, _) => cell.name.clone(),
            (_, Look::Plain) => ".".to_owned(),
            (_, Look::Rich) => faint("·"),
        };
    }
    let lined = cell.is_marked(mark::LINE);
    let text = |token: &Token| {
        let (sign, color) = sign(*token, look);
        let count = if token.count > 1 { token.count.to_string() } else { String::new() };
        match look {
            Look::Plain if lined => format!("{count}{}", sign.to_uppercase()),
            Look::Plain => format!("{count}{sign}"),
            // Tokens of a completed line are inverted, so that they differ not only in colour.
            Look::Rich if lined => coloured(&format!("{count}{sign}"), &format!("{color};7"), look),
            Look::Rich => coloured(&format!("{count}{sign}"), color, look),
        }
    };
    cell.tokens.iter().map(text).collect()
}

/// The sign of a token and its colour.
fn sign(of: Token, look: Look) -> (String, &'static str) {
    let color = match (of.side, of.kind) {
        (Some(Side::First), token::CROSS) => "1;34",
        (Some(Side::First), _) => "34",
        (Some(Side::Second), _) => "1;33",
        (None, _) => "0",
    };
    let second = of.side == Some(Side::Second);
    let sign = match (of.kind, look) {
        (token::CROSS, Look::Plain) => "x",
        (token::CROSS, Look::Rich) => "×",
        (token::RING, Look::Plain) => "o",
        (token::DISC | token::PAWN, Look::Plain) => {
            if second {
                "o"
            } else {
                "x"
            }
        }
        (token::RING, Look::Rich) => "○",
        (token::DISC | token::PAWN, Look::Rich) => {
            if second {
                "○"
            } else {
                "●"
            }
        }
        (token::STICK, _) => "|",
        (other, _) => {
            let letter = other.chars().next().unwrap_or('?');
            return (letter.to_string(), color);
        }
    };
    (sign.to_owned(), color)
}

/// The number of columns that a line takes: its characters without escape codes.
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

/// Pads a text with spaces.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(visible(text))))
}

fn coloured(text: &str, color: &str, look: Look) -> String {
    match look {
        Look::Plain => text.to_owned(),
        Look::Rich => format!("\u{1b}[{color}m{text}\u{1b}[0m"),
    }
}

fn faint(text: &str) -> String {
    coloured(text, "2", Look::Rich)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::scene::{Link, link};

    fn lines(game: &str, position: &str, look: Look, width: usize) -> Vec<String> {
        let position = spar_catalog::open(game).unwrap().read_position(position).unwrap();
        paint(&position.scene().unwrap(), look, width)
    }

    fn cell(name: &str, at: Point, group: usize, tokens: &[Token]) -> Cell {
        let (tokens, marks) = (tokens.to_vec(), Vec::new());
        Cell { name: name.to_owned(), at, group, shape: Shape::Square, tokens, marks }
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

    #[test]
    fn groups_need_no_labels_and_any_token_has_a_sign() {
        let (first, second) = (Side::First, Side::Second);
        let tokens = [
            vec![Token::new(first, token::WOLF)],
            vec![Token::new(second, token::SHEEP)],
            vec![Token::neutral(token::STICK, 12)],
            vec![],
            vec![Token::new(first, token::PAWN), Token::new(second, token::PAWN)],
            vec![Token::new(second, "king")],
        ];
        let places = (0..).map(|index| Point::in_grid(index % 3, index / 3));
        let cells = tokens.iter().zip(places).map(|(tokens, at)| cell("", at, 0, tokens));
        let group = Group { width: 3, height: 2, ..Group::default() };
        let scene = Scene { cells: cells.collect(), groups: vec![group], links: Vec::new() };
        assert_eq!(paint(&scene, Look::Plain, 80), ["w   s   12|", ".   xo  k"]);
        let rich = paint(&scene, Look::Rich, 80);
        assert!(rich.iter().all(|line| visible(line) == visible(&rich[0])), "{rich:#?}");
    }

    #[test]
    fn boards_in_a_board_stand_in_their_place_with_their_state() {
        let states = [State::Won(Side::First), State::Next, State::Drawn, State::Open];
        let group = |(index, state): (u32, State)| Group {
            name: format!("b{}", index + 1),
            at: Some(Point::in_grid(index % 2 * 2, index / 2 * 2)),
            width: 1,
            height: 1,
            state,
            ..Group::default()
        };
        let groups: Vec<Group> = (0..).zip(states).map(group).collect();
        let cells = (0..4).map(|index| cell("", Point::default(), index, &[])).collect();
        let board = paint(&Scene { cells, groups, links: Vec::new() }, Look::Plain, 10);
        assert_eq!(
            board,
            ["b1: x won   b2: play here", ".           .", "", "b3: drawn   b4", ".           ."]
        );
    }

    #[test]
    fn a_graph_keeps_its_shape_and_lists_whose_edges_are_whose() {
        let node =
            |name: &str, x, y| Cell { shape: Shape::Node, ..cell(name, Point::new(x, y), 0, &[]) };
        let edge = |from, to, side| Link {
            from,
            to,
            kind: link::EDGE,
            side,
            directed: false,
            label: String::new(),
            marks: Vec::new(),
        };
        let scene = Scene {
            cells: vec![node("1", 150, 0), node("2", 0, 100), node("3", 300, 100)],
            groups: vec![Group { width: 4, height: 2, ..Group::default() }],
            links: vec![
                edge(0, 1, Some(Side::First)),
                edge(1, 2, Some(Side::Second)),
                edge(0, 2, None),
            ],
        };
        let board = paint(&scene, Look::Plain, 80);
        assert_eq!(board, ["", "            1", "", "   2                 3", "x  1-2", "o  2-3"]);
    }
}

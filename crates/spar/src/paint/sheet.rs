//! A sheet of levels to print: a self-contained HTML file.
//!
//! ```text
//! ┌ title ─ name, date ┐  ┌ title ─ name ──────┐  ┌ answer key ────────┐
//! │ rules, what to do  │  │ 7        8         │  │ 1 moves, chance,   │
//! │ 1        2         │  │ 9        10        │  │   why, position    │
//! │ 3        4         │  │ 11       12        │  │ 2 …                │
//! │ 5        6         │  │                    │  │ made with: command │
//! └────────────────────┘  └────────────────────┘  └────────────────────┘
//! ```
//!
//! The page layout fits the shorter of A4 and US letter, so the same file can be printed on
//! both. Boards take the space that the text leaves.

mod key;
mod task;

use super::svg::{self, EmbeddedPicture};
use super::{escaped, line};
use spar_catalog::words;
use spar_catalog::{AnyGame, AnyPosition, TextLevel};
use spar_challenge::hardness::Hardness;
use spar_rules::scene::{Scene, Token};
use spar_rules::{ReadError, Side, Turn};

/// The texts of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The title at the top.
    pub title: &'a str,
    /// The command that reproduces the sheet, shown in small print at the end.
    pub command: &'a str,
}

/// Renders a sheet: boards with a line for writing the move, and the answer key on a separate
/// page. Keeps the order of the levels.
///
/// # Errors
/// If a level's position is not valid for the game, or if the game is over there.
pub fn sheet(
    game: &dyn AnyGame,
    levels: &[TextLevel],
    about: &Sheet<'_>,
) -> Result<String, ReadError> {
    let card = |(number, level)| {
        Card::new(game, level).map_err(|error: ReadError| ReadError {
            what: format!("level {number}: {}", error.what),
            ..error
        })
    };
    let cards: Vec<Card<'_>> = (1..).zip(levels).map(card).collect::<Result<_, _>>()?;
    let density = cards.iter().map(Card::density).min().unwrap_or(Density::Six);
    let title = escaped(about.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n",
        style()
    );
    let mut pages = cards.chunks(density.cards());
    open_page(&mut page, density);
    head(&mut page, game, &title);
    close_page(&mut page, 1, pages.next().unwrap_or_default());
    for (index, cards) in pages.enumerate() {
        open_page(&mut page, density);
        let name = format!("<span>{title}</span> <span class=\"blank\">Name</span>");
        line(&mut page, &format!("<p class=\"again\" aria-hidden=\"true\">{name}</p>"));
        close_page(&mut page, (index + 1) * density.cards() + 1, cards);
    }
    key::paint(&mut page, &cards);
    line(&mut page, "</main>\n<footer>");
    let (name, command) = (escaped(&game.facts().name), escaped(about.command));
    line(&mut page, &format!("<p>Game: <code>{name}</code></p>"));
    line(&mut page, &format!("<p>Made with: <code>{command}</code></p>"));
    line(&mut page, "</footer>\n</body>\n</html>");
    Ok(page)
}

/// The page's style sheet, including the styles of the boards. The dark colours are for screens
/// only.
fn style() -> String {
    let (light, dark, print) = (svg::LIGHT, svg::DARK, svg::PRINT);
    let own = include_str!("sheet/style.css");
    format!(
        "{light}@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n\
         @media print{{\n{print}}}\n{own}"
    )
}

/// The title, lines for name and date, the rules, and the instructions.
fn head(page: &mut String, game: &dyn AnyGame, title: &str) {
    let facts = game.facts();
    line(page, "<header>\n<div class=\"top\">");
    line(page, &format!("<h1>{title}</h1>"));
    let blanks = ["Name", "Date"].map(|it| format!("<span class=\"blank\">{it}</span>"));
    line(page, &format!("<p class=\"who\">{}</p>\n</div>", blanks.join(" ")));
    let (called, rules) = (escaped(&facts.title), escaped(&facts.rules.join(" ")));
    line(page, &format!("<p><b>{called}.</b> {rules}</p>"));
    let what = escaped(&what_to_do(&*game.start()));
    line(page, &format!("<p><b>What to do.</b> {what} More full dots: harder.</p>"));
    line(page, "</header>");
}

/// How to write a move: as the cells it touches, or as the letter of a named choice.
fn what_to_do(start: &dyn AnyPosition) -> String {
    let moves = start.on_board();
    let named = moves.iter().filter_map(|it| Some((&it.mv, &it.button.as_ref()?.text)));
    let choices: Vec<String> = named.map(|(mv, name)| format!("{mv} ({name})")).collect();
    if !choices.is_empty() && choices.len() == moves.len() {
        return format!(
            "Find the best choice on each board and write it on the line: {}.",
            choices.join(", ")
        );
    }
    let example = moves.last().map_or(String::new(), |it| format!(" (for example {})", it.mv));
    format!(
        "Find the best move on each board and write it on the line, with the letters and numbers \
         at the edge{example}."
    )
}

fn open_page(page: &mut String, density: Density) {
    line(page, &format!("<div class=\"page {}\">", density.class()));
}

/// Appends a page with these cards, which are numbered from `first`.
fn close_page(page: &mut String, first: usize, cards: &[Card<'_>]) {
    if cards.is_empty() {
        line(page, "<p>There is no level on this sheet.</p>");
    } else {
        line(page, "<div class=\"cards\">");
        for (number, card) in (first..).zip(cards) {
            card.paint(page, number);
        }
        line(page, "</div>");
    }
    line(page, "</div>");
}

/// The number of cards on a page, from the largest cards to the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Density {
    /// One card below the other.
    Two,
    /// Two columns and two rows.
    Four,
    /// Two columns and three rows.
    Six,
}

impl Density {
    /// The number of cards.
    fn cards(self) -> usize {
        match self {
            Density::Two => 2,
            Density::Four => 4,
            Density::Six => 6,
        }
    }

    /// The space for a board on the first page in millimetres: width and height.
    fn room(self) -> (u32, u32) {
        match self {
            Density::Two => (130, 80),
            Density::Four => (85, 70),
            Density::Six => (49, 48),
        }
    }

    fn class(self) -> &'static str {
        match self {
            Density::Two => "two",
            Density::Four => "four",
            Density::Six => "six",
        }
    }
}

/// The minimum width of a cell on paper in millimetres, if it fits on a page.
const LEAST_CELL: u32 = 5;

/// Pictures wider or higher than this have small cells on paper.
const FINE: u32 = 7 * svg::CELL;

/// A level and the contents of its card.
struct Card<'a> {
    game: &'a dyn AnyGame,
    level: &'a TextLevel,
    position: Box<dyn AnyPosition>,
    scene: Option<Scene>,
    token: Token,
}

impl<'a> Card<'a> {
    fn new(game: &'a dyn AnyGame, level: &'a TextLevel) -> Result<Card<'a>, ReadError> {
        let position = game.read_position(&level.position)?;
        if let Turn::Over(how) = position.turn() {
            let what = format!("the game is over in this position: {}", words::outcome(game, how));
            return Err(ReadError::new(what).hint("a level needs a move to make"));
        }
        let scene = position.scene();
        let token = game.token_of(position.side());
        Ok(Card { game, level, position, scene, token })
    }

    /// The name of a side.
    fn side(&self, side: Side) -> &'a str {
        words::side(self.game, side)
    }

    fn mover(&self) -> Side {
        self.position.side()
    }

    /// The number of groups side by side. Layers are arranged in a square, as cards are about
    /// as wide as high.
    fn across(scene: &Scene) -> usize {
        scene.groups.len().saturating_sub(1).isqrt() + 1
    }

    /// The largest number of cards per page for which the cells of the board are large enough.
    fn density(&self) -> Density {
        let Some(scene) = &self.scene else { return Density::Six };
        let (width, height) = svg::size(scene, Card::across(scene));
        let fits = |density: &Density| {
            let (wide, high) = density.room();
            wide * svg::CELL >= width * LEAST_CELL && high * svg::CELL >= height * LEAST_CELL
        };
        [Density::Six, Density::Four].into_iter().find(fits).unwrap_or(Density::Two)
    }

    /// Returns whether the board has so many cells that its labels must be larger.
    fn is_fine(&self) -> bool {
        let size = |scene| svg::size(scene, Card::across(scene));
        self.scene.as_ref().map(size).is_some_and(|(width, height)| width.max(height) > FINE)
    }

    fn paint(&self, page: &mut String, number: usize) {
        line(page, &format!("<article class=\"card\" aria-labelledby=\"level-{number}\">"));
        let heading = format!("<h2 id=\"level-{number}\"><span>Level</span> {number}</h2>");
        line(page, &format!("<div class=\"top\">\n{heading}\n{}\n</div>", self.hardness()));
        line(page, if self.is_fine() { "<figure class=\"fine\">" } else { "<figure>" });
        self.board(page, number);
        let mover = format!("{} to move", self.side(self.mover()));
        let goal = escaped(&task::goal(self.game, self.level, self.mover()));
        let task = format!("{}<b>{mover}</b>{goal}", self.token());
        line(page, &format!("<figcaption>\n<p>{task}</p>\n<p class=\"blank\">Move</p>"));
        line(page, "</figcaption>\n</figure>\n</article>");
    }

    fn board(&self, page: &mut String, number: usize) {
        match &self.scene {
            Some(scene) => {
                let mover = self.side(self.mover());
                let part = EmbeddedPicture {
                    id: &format!("level-{number}-"),
                    title: &format!("Board of level {number}, {mover} to move"),
                    desc: &task::stones(self.game, scene),
                    across: Card::across(scene),
                };
                page.push_str(&svg::embedded(scene, &part));
            }
            None => line(page, &format!("<p><code>{}</code></p>", escaped(&self.level.position))),
        }
    }

    /// The token of the side to move, as on the board.
    fn token(&self) -> String {
        self.scene.as_ref().map_or(String::new(), |_| svg::token(self.token))
    }

    /// Three dots, filled according to the hardness, and the word for it.
    fn hardness(&self) -> String {
        let Some(hardness) = self.level.hardness else {
            return "<p class=\"hardness\">not decided</p>".to_owned();
        };
        let full = 1 + Hardness::ALL.iter().position(|it| *it == hardness).unwrap_or(0);
        let dot = |index: usize| {
            let class = if index < full { "dot full" } else { "dot" };
            format!("<circle class=\"{class}\" cx=\"{}\" cy=\"6\" r=\"4.2\"/>", 6 + 12 * index)
        };
        let dots: String = (0..Hardness::ALL.len()).map(dot).collect();
        format!(
            "<p class=\"hardness\"><svg class=\"dots\" viewBox=\"0 0 36 12\" \
             aria-hidden=\"true\">{dots}</svg> {hardness}</p>"
        )
    }
}

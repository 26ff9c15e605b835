//! The answer key, on a page of its own.

use super::super::markup::{escaped, line};
use super::Card;
use crate::registry::TextLevel;
use crate::words;
use spar_challenge::chance::Chances;
use spar_rules::Value;

/// What the words of the key mean.
const ABOUT: &str = "How hard a level is follows from how often a player of the foresight named \
                     wins it. Foresight 2 looks two rounds ahead: two moves and their answers.";

/// An entry for each card, in their order.
pub(super) fn paint(page: &mut String, cards: &[Card<'_>]) {
    if cards.is_empty() {
        return;
    }
    line(page, "<section class=\"key\" aria-labelledby=\"key\">");
    line(page, "<h2 id=\"key\">Answer key</h2>");
    line(page, &format!("<p>{ABOUT}</p>\n<ol>"));
    for card in cards {
        let level = card.level;
        let mover = words::side(card.mover());
        line(page, "<li>");
        match (level.value, &level.chances) {
            // Where chance decides, the chances below are all there is to say.
            (None, Chances::Bounded { .. }) => {
                line(page, &format!("<p><b>{mover} to move.</b></p>"));
            }
            (value, _) => {
                let value = value.map_or("value not known".to_owned(), Value::in_moves);
                line(page, &format!("<p><b>{mover} to move: {value}.</b> {}</p>", answer(level)));
            }
        }
        line(page, &format!("<p>{}.</p>", escaped(&sentence(&words::chance(level)))));
        if let Some(why) = &level.why {
            line(page, &format!("<p>{}</p>", escaped(&why.sentence())));
        }
        line(page, &format!("<p><code>{}</code></p>\n</li>", escaped(&level.position)));
    }
    line(page, "</ol>\n</section>");
}

/// The moves to write on the line: those that win, the fastest marked, or else those
/// that keep what the position is worth.
fn answer(level: &TextLevel) -> String {
    let best = level.moves.iter().filter(|it| it.1.is_some() && it.1 == level.value);
    let best: Vec<&String> = best.map(|it| &it.0).collect();
    let slower: Vec<&String> = level.winning().filter(|it| !best.contains(it)).collect();
    let label = match level.value {
        None => return "The best move is not known.".to_owned(),
        Some(Value::Win(_)) if slower.is_empty() => "Wins",
        Some(Value::Win(_)) => "Wins fastest",
        Some(Value::Draw) => "Holds the draw",
        Some(Value::Loss(_)) => "Lasts longest",
    };
    let answer = format!("{label}: <strong>{}</strong>", listed(&best));
    match slower.as_slice() {
        [] => format!("{answer}."),
        slower => format!("{answer}; also wins: {}.", listed(slower)),
    }
}

/// Moves in a row.
fn listed(moves: &[&String]) -> String {
    moves.iter().map(|it| escaped(it)).collect::<Vec<_>>().join(" ")
}

/// The same with a capital letter at its beginning, and no number parted from its `%`.
fn sentence(text: &str) -> String {
    let text = text.replace(" %", "\u{a0}%");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |it| it.to_uppercase().chain(letters).collect())
}

//! The answer key on a separate page.

use super::super::{escaped, line};
use super::Card;
use spar_catalog::{TextLevel, words};
use spar_challenge::level::Best;
use spar_rules::Value;

/// The explanation of the key's terms.
const ABOUT: &str = "How hard a level is follows from how often a player of the foresight named \
                     wins it. Foresight 2 looks two rounds ahead: two moves and their answers.";

/// The same for games with chance.
const ABOUT_ROLLS: &str = "How hard a level is follows from how often the player named wins it, \
                           compared with how often best play wins against the same opponent. The \
                           figure behind a choice is how often best play wins after it.";

/// Appends an entry for each card, in their order.
pub(super) fn paint(page: &mut String, cards: &[Card<'_>]) {
    if cards.is_empty() {
        return;
    }
    line(page, "<section class=\"key\" aria-labelledby=\"key\">");
    line(page, "<h2 id=\"key\">Answer key</h2>");
    let rolls = cards.iter().any(|it| it.level.best.is_some());
    line(page, &format!("<p>{}</p>\n<ol>", if rolls { ABOUT_ROLLS } else { ABOUT }));
    for card in cards {
        let level = card.level;
        let mover = card.side(card.mover());
        line(page, "<li>");
        match (level.value, &level.best) {
            (None, Some(best)) => {
                line(page, &format!("<p><b>{mover} to move.</b> {}</p>", choices(best)));
            }
            (value, _) => {
                let value = value.map_or("value not known".to_owned(), Value::in_moves);
                line(page, &format!("<p><b>{mover} to move: {value}.</b> {}</p>", answer(level)));
            }
        }
        line(page, &format!("<p>{}.</p>", escaped(&sentence(&words::chance(level)))));
        if let Some(why) = level.reason() {
            line(page, &format!("<p>{}</p>", escaped(&sentence(&why))));
        }
        line(page, &format!("<p><code>{}</code></p>\n</li>", escaped(&level.position)));
    }
    line(page, "</ol>\n</section>");
}

/// The solution of a level: the winning moves, with the fastest marked, or, if no move wins,
/// the moves that keep the value.
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

/// The best choices, and the chance to win after each with optimal play.
fn choices(best: &Best<String>) -> String {
    let percent = |mv: &String| {
        let chance = best.moves.iter().find(|it| it.0 == *mv).map_or(0.0, |it| it.1.middle());
        format!("{:.1}\u{a0}%", 100.0 * chance)
    };
    let others = best.moves.iter().map(|it| &it.0).filter(|it| !best.best_moves.contains(it));
    let others: Vec<String> = others.map(|it| format!("{} {}", escaped(it), percent(it))).collect();
    let first = match best.best_moves.as_slice() {
        [] => return String::new(),
        [one] => format!("Best choice: <strong>{}</strong>, {}", escaped(one), percent(one)),
        all => {
            let all: Vec<&String> = all.iter().collect();
            format!("Best choices: <strong>{}</strong>, {}", listed(&all), percent(all[0]))
        }
    };
    if others.is_empty() { format!("{first}.") } else { format!("{first}; {}.", others.join(", ")) }
}

/// The moves, separated by spaces.
fn listed(moves: &[&String]) -> String {
    moves.iter().map(|it| escaped(it)).collect::<Vec<_>>().join(" ")
}

/// The text with a capital first letter and non-breaking spaces before `%`.
fn sentence(text: &str) -> String {
    let text = text.replace(" %", "\u{a0}%");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |it| it.to_uppercase().chain(letters).collect())
}

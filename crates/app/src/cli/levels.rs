//! Levels as people read them.

use super::show::board;
use crate::fault::Fault;
use crate::printer::Printer;
use crate::registry::{AnyGame, TextLevel};
use crate::words;

/// Draws a level and tells all there is to know of it.
pub(super) fn tell(
    game: &dyn AnyGame,
    level: &TextLevel,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let position = game.read_position(&level.position)?;
    board(&*position, printer)?;
    let mover = words::side(position.side());
    let value = level.value.map_or("value not known".to_owned(), |value| value.to_string());
    let you = if position.side() == level.side {
        String::new()
    } else {
        format!(", the learner is {}", words::side(level.side))
    };
    printer.line(format!("{mover} to move: {value}{you}"))?;
    for (name, text) in rows(level) {
        printer.line(format!("  {name:9}{text}"))?;
    }
    Ok(())
}

/// The rows below the board.
fn rows(level: &TextLevel) -> Vec<(&'static str, String)> {
    let mut rows = vec![("chance", words::chance(level))];
    if let Some(easy_from) = &level.easy_from {
        rows.push(("category", words::category(easy_from)));
    }
    let fastest: Vec<&str> = level.fastest().map(String::as_str).collect();
    let slower: Vec<&str> =
        level.winning().map(String::as_str).filter(|it| !fastest.contains(it)).collect();
    if !fastest.is_empty() {
        let slower = match slower.as_slice() {
            [] => String::new(),
            moves => format!("; slower: {}", moves.join(" ")),
        };
        rows.push(("wins", format!("{}{slower}", fastest.join(" "))));
    }
    if let Some(why) = &level.why {
        rows.push(("why", why.sentence()));
    }
    rows.push(("position", level.position.clone()));
    rows
}

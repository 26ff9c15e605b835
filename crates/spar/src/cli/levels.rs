//! Text output of levels.

use super::show::board;
use crate::fault::Fault;
use crate::printer::Printer;
use spar_catalog::{AnyGame, TextLevel, words};
use spar_challenge::chance::Chances;

/// Draws a level and prints its properties.
pub(super) fn tell(
    game: &dyn AnyGame,
    level: &TextLevel,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let position = game.read_position(&level.position)?;
    board(&*position, printer)?;
    let mover = words::side(game, position.side());
    // Games with chance have no value.
    let has_chance = game.abilities().contains(&"chances");
    let value = match level.value {
        Some(value) => format!(": {value}"),
        None if has_chance => String::new(),
        None => ": value not known".to_owned(),
    };
    let you = if position.side() == level.side {
        String::new()
    } else {
        format!(", the learner is {}", words::side(game, level.side))
    };
    printer.line(format!("{mover} to move{value}{you}"))?;
    let width = printer.width().saturating_sub(INDENT).max(20);
    for (name, text) in rows(level, position.side() == level.side) {
        for (index, line) in words::wrapped(&text, width).enumerate() {
            let name = if index == 0 { name } else { "" };
            printer.line(format!("  {name:9}{line}"))?;
        }
    }
    Ok(())
}

/// The column where the texts below a board begin.
const INDENT: usize = 11;

/// The rows below the board. Moves and reasons are shown only if the learner is to move.
fn rows(level: &TextLevel, learner_moves: bool) -> Vec<(&'static str, String)> {
    let mut rows = vec![("chance", words::chance(level))];
    if let Chances::Exact(parts) = &level.chances
        && parts.draw > 0
        && let Some(score) = parts.score()
    {
        let percent = 100.0 * score.to_f64();
        rows.push(("score", format!("{score} = {percent:.1} %, a draw counting one half")));
    }
    if let Some(easy_from) = &level.easy_from {
        rows.push(("category", words::category(easy_from)));
    }
    let fastest: Vec<&str> = level.fastest().map(String::as_str).collect();
    let slower: Vec<&str> =
        level.winning().map(String::as_str).filter(|it| !fastest.contains(it)).collect();
    if !fastest.is_empty() && learner_moves {
        let slower = match slower.as_slice() {
            [] => String::new(),
            moves => format!("; slower: {}", moves.join(" ")),
        };
        rows.push(("wins", format!("{}{slower}", fastest.join(" "))));
    }
    if let Some(best) = level.best.as_ref().filter(|it| !it.best_moves.is_empty()) {
        rows.push(("best", best.best_moves.join(" ")));
    }
    if let Some(why) = level.reason().filter(|_| learner_moves) {
        rows.push(("why", why));
    }
    rows.push(("position", level.position.clone()));
    rows
}

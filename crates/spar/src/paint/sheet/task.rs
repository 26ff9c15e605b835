//! The task on a card, in simple words.

use spar_catalog::words::{self, counted};
use spar_catalog::{AnyGame, TextLevel};
use spar_rules::scene::Scene;
use spar_rules::{Side, Value};

/// The goal, to follow `x to move`: `: win in 3 moves`.
pub(super) fn goal(game: &dyn AnyGame, level: &TextLevel, mover: Side) -> String {
    if level.side == mover {
        format!(": {}", for_mover(level, words::side(game, mover.other())))
    } else {
        let goal = for_waiting(level.value, words::side(game, mover));
        format!("; you are {}: {goal}", words::side(game, level.side))
    }
}

/// The goal of a learner who is to move against `other`.
fn for_mover(level: &TextLevel, other: &str) -> String {
    match level.value {
        Some(Value::Win(plies)) => {
            let win = format!("win in {}", counted(plies.div_ceil(2) as usize, "move"));
            // With an even number of plies, the opponent makes the last move and loses by it,
            // as in misère games.
            if plies % 2 == 0 { format!("{win}; then every answer of {other} loses") } else { win }
        }
        Some(Value::Draw) if loses_somewhere(level) => "hold the draw".to_owned(),
        Some(Value::Draw) => "even for both; play on".to_owned(),
        Some(Value::Loss(..2)) => "every move loses".to_owned(),
        Some(Value::Loss(plies)) => hold_out(other, plies / 2),
        None if level.best.is_some() => "which choice wins most often?".to_owned(),
        None => "find a good move".to_owned(),
    }
}

/// The goal of a learner who waits for a move of `mover`.
fn for_waiting(value: Option<Value>, mover: &str) -> String {
    match value {
        Some(Value::Loss(..2)) => format!("every move of {mover} loses"),
        Some(Value::Loss(plies)) => {
            let moves = counted(plies as usize / 2, "move");
            format!("win in {moves}, whatever {mover} plays")
        }
        Some(Value::Draw) => "hold the draw".to_owned(),
        Some(Value::Win(plies)) => hold_out(mover, plies.div_ceil(2)),
        None => "find a good move".to_owned(),
    }
}

fn hold_out(winner: &str, moves: u32) -> String {
    let moves = counted(moves as usize, "move");
    format!("{winner} can win in {moves}; hold out as long as you can")
}

fn loses_somewhere(level: &TextLevel) -> bool {
    level.moves.iter().any(|it| matches!(it.1, Some(Value::Loss(_))))
}

/// A description of the stones on the board, for readers who cannot see it.
pub(super) fn stones(game: &dyn AnyGame, scene: &Scene) -> String {
    let of = |side: Side| {
        let cells = scene.cells.iter();
        let cells = cells.filter(|cell| cell.tokens.iter().any(|it| it.side == Some(side)));
        let names: Vec<&str> = cells.map(|cell| cell.name.as_str()).collect();
        match names.as_slice() {
            [] => format!("{} nowhere", words::side(game, side)),
            names => format!("{} on {}", words::side(game, side), names.join(", ")),
        }
    };
    let empty = scene.cells.iter().filter(|cell| cell.tokens.is_empty()).count();
    let (x, o) = (of(Side::First), of(Side::Second));
    format!("{x}; {o}; {} empty", counted(empty, "cell"))
}

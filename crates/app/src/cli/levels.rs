//! Levels as people read them.

use super::show::board;
use crate::fault::Fault;
use crate::printer::Printer;
use crate::registry::{AnyGame, TextLevel};
use crate::words;
use spar_challenge::chance::Chances;
use spar_challenge::player::Player;

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
    let mut rows = vec![("chance", chance(level))];
    if let Some(easy_from) = &level.easy_from {
        rows.push(("category", category(easy_from)));
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

/// The learner's chances and what they mean.
fn chance(level: &TextLevel) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let [win, draw, loss] = level.chances.to_f64();
    let sure = match &level.chances {
        Chances::Exact(parts) => format!("{} = {}, exact", parts.wins(), percent(win)),
        Chances::Bounded { win: bounds, .. } => {
            format!("{}, certified within {:.1e}", percent(win), bounds.error())
        }
        Chances::Sampled(sample) => {
            let interval = sample.interval(sample.wins);
            format!(
                "{}, sampled: {} plays by seed {}, 95 % within {} to {}",
                percent(win),
                sample.plays(),
                sample.seed,
                percent(interval.low),
                percent(interval.high)
            )
        }
    };
    let hardness = level.hardness.map_or("not decided".to_owned(), |hardness| hardness.to_string());
    let rest = if draw > 0.0 {
        format!(" (draws {}, loses {})", percent(draw), percent(loss))
    } else {
        String::new()
    };
    let (learner, opponent) = (player(level.of.learner), player(level.of.opponent));
    format!("{hardness} for {learner} against {opponent}: wins {sure}{rest}")
}

/// A player in words.
pub(super) fn player(player: Player) -> String {
    match player {
        Player::Random => "random play".to_owned(),
        Player::Foresight(rounds, _) => format!("foresight {rounds}"),
        Player::Perfect => "perfect play".to_owned(),
    }
}

fn category(easy_from: &[u32]) -> String {
    let most = spar_challenge::level::CATEGORIES;
    match easy_from {
        [] => format!("not easy for foresight 1 to {most}"),
        [rounds] => format!("easy from foresight {rounds} on"),
        several => {
            let list: Vec<String> = several.iter().map(u32::to_string).collect();
            format!("easy from foresight {} on, but not all between", list.join(" and from "))
        }
    }
}

//! Sentences about any game, for the terminal and the page.

use crate::units::write_count;
use crate::{AnyGame, AnyPosition, TextLevel};
use spar_challenge::chance::Chances;
use spar_challenge::level::CATEGORIES;
use spar_challenge::oracle::{Evaluation, MoveChances, Values};
use spar_challenge::policy::Player;
pub use spar_challenge::say::{percent, within};
use spar_challenge::track::LEAST;
use spar_rules::{Outcome, Side, Turn, Value};
use spar_solve::Interval;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The name of a second person at the same board, in place of an opponent.
pub const HUMAN: &str = "human";

/// The id of an opponent in requests, links and JSON; `None` is a second person at the same
/// board.
pub fn opponent_id(player: Option<&Player>) -> String {
    player.map_or_else(|| HUMAN.to_owned(), Player::to_string)
}

/// The name of a side in its game: `X`, `Hollow`, `wolf`.
pub fn side(game: &dyn AnyGame, side: Side) -> &str {
    &game.facts().sides[side as usize]
}

/// How a game ended: `X has won`, `a draw`.
pub fn outcome(game: &dyn AnyGame, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{} has won", side(game, winner)),
        Outcome::Draw => "a draw".to_owned(),
    }
}

/// What happens next: `O to move`, `over: X has won`.
pub fn turn(game: &dyn AnyGame, position: &dyn AnyPosition) -> String {
    match position.turn() {
        Turn::Play(mover) => format!("{} to move", side(game, mover)),
        Turn::Roll => "chance rolls".to_owned(),
        Turn::Over(_) => format!("over: {}", result(game, position)),
    }
}

/// The result of a finished game, with its score: `White has won 11:3`. Empty while the game is
/// in progress.
pub fn result(game: &dyn AnyGame, position: &dyn AnyPosition) -> String {
    let Turn::Over(how) = position.turn() else { return String::new() };
    let score = position.score().map_or(String::new(), |score| match how {
        Outcome::Win(Side::Second) => format!(" {}:{}", score.second, score.first),
        Outcome::Win(Side::First) | Outcome::Draw => format!(" {score}"),
    });
    format!("{}{score}", outcome(game, how))
}

/// What happens next and its value: `O to move: win in 2`.
pub fn verdict(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    evaluation: Option<&Evaluation>,
) -> String {
    let turn = turn(game, position);
    match (position.turn(), evaluation) {
        (Turn::Over(_), _) | (_, None) => turn,
        (_, Some(Evaluation::Chances(chances))) => {
            format!("{turn}: wins {} with best play", within(chances.here))
        }
        (_, Some(Evaluation::Values(Values { value: Some(value), .. }))) => {
            format!("{turn}: {value}")
        }
        (_, Some(Evaluation::Values(found))) => match bounds(found.bounds) {
            None => format!("{turn}; its value is not known yet"),
            Some(known) => format!("{turn}: {known}"),
        },
    }
}

/// The moves by value, best first, one line for each value: `  draw       b3 a2`. In games
/// with chance, by the chance to win.
pub fn moves_by_value(evaluation: &Evaluation) -> Vec<String> {
    let values = match evaluation {
        Evaluation::Values(values) => values,
        Evaluation::Chances(chances) => return moves_by_chance(chances),
    };
    let mut groups: BTreeMap<Reverse<Option<Value>>, Vec<&str>> = BTreeMap::new();
    for (mv, value) in &values.moves {
        groups.entry(Reverse(*value)).or_default().push(mv);
    }
    let name = |value: Option<Value>| value.map_or("unknown".to_owned(), Value::in_moves);
    let width = groups.keys().map(|value| name(value.0).len()).max().unwrap_or(0);
    let line = |(value, moves): (Reverse<Option<Value>>, Vec<&str>)| {
        format!("  {:width$}  {}", name(value.0), moves.join(" "))
    };
    groups.into_iter().map(line).collect()
}

/// The moves by their chance to win.
fn moves_by_chance(chances: &MoveChances) -> Vec<String> {
    let mut moves: Vec<&(String, Interval)> = chances.moves.iter().collect();
    moves.sort_by(|a, b| b.1.middle().total_cmp(&a.1.middle()));
    let line = |(mv, chance): &(String, Interval)| {
        let percent = 100.0 * chance.middle();
        format!("  {percent:5.1} %  {mv}")
    };
    let off = chances.moves.iter().map(|it| it.1.error()).fold(chances.here.error(), f64::max);
    moves.into_iter().map(line).chain([format!("  {}", certified(off))]).collect()
}

/// `1 cell`, `2 cells`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural =
        || noun.strip_suffix("ply").map_or(format!("{noun}s"), |stem| format!("{stem}plies"));
    let noun = if count == 1 { noun.to_owned() } else { plural() };
    format!("{} {noun}", write_count(count as u64))
}

/// The proven bounds of a value in words: `win in 3`, `at least a draw`, `not known yet; at
/// best a win in 9, at worst a loss in 9`; `None` if nothing is proven.
pub fn bounds((lower, upper): (Value, Value)) -> Option<String> {
    let named = |value: Value| match value {
        Value::Draw => "a draw".to_owned(),
        value => format!("a {}", value.in_moves()),
    };
    let is_trivial = |value: Value| matches!(value, Value::Loss(n) | Value::Win(n) if n <= 2);
    Some(match (lower, upper) {
        _ if lower == upper => lower.in_moves(),
        _ if is_trivial(lower) && is_trivial(upper) => return None,
        (Value::Loss(_), Value::Win(_)) if is_trivial(lower) => {
            format!("not known yet; at best {}", named(upper))
        }
        (Value::Loss(_), Value::Win(_)) if is_trivial(upper) => {
            format!("not known yet; at worst {}", named(lower))
        }
        (Value::Loss(_), Value::Win(_)) => {
            format!("not known yet; at best {}, at worst {}", named(upper), named(lower))
        }
        (_, Value::Win(_)) => format!("at least {}", named(lower)),
        (Value::Loss(_), _) => format!("at most {}", named(upper)),
        _ => format!("between {} and {}", named(lower), named(upper)),
    })
}

/// What a running search has proven of a value, in words: `no win within 9 moves for either side`,
/// `at least a draw`; `None` if that is nothing.
pub fn proven(lower: Value, upper: Value) -> Option<String> {
    let (Value::Loss(_), Value::Win(_)) = (lower, upper) else { return bounds((lower, upper)) };
    let soonest = lower.winner_moves().into_iter().chain(upper.winner_moves()).min()?;
    let moves = counted(soonest.checked_sub(1)? as usize, "move");
    (soonest > 1).then(|| format!("no win within {moves} for either side"))
}

/// The learner's chances in words, with the hardness.
pub fn chance(level: &TextLevel) -> String {
    let best = level.best.as_ref().map(|it| it.chance);
    let hardness = match (level.hardness, best) {
        (Some(hardness), _) => hardness.to_string(),
        (None, Some(best)) if best.high < LEAST => "hopeless".to_owned(),
        (None, _) => "not decided".to_owned(),
    };
    let (learner, opponent) = (level.of.learner.phrase(), level.of.opponent.phrase());
    let best =
        best.map_or(String::new(), |it| format!("; best play wins {:.1} %", 100.0 * it.middle()));
    format!("{hardness} for {learner} against {opponent}: {}{best}", chances(&level.chances))
}

/// The certainty of a number in words: the smallest power of ten that is at least its error.
pub fn certified(error: f64) -> String {
    let powers = (1..=12).rev().map(|it| (it, 10_f64.powi(-it)));
    match powers.into_iter().find(|it| error <= it.1) {
        Some((power, _)) => format!("certified within 1e-{power}"),
        None => format!("certified within {error:.1}"),
    }
}

/// Chances of a player, and how certain they are.
pub fn chances(chances: &Chances) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let [win, draw, loss] = chances.to_f64();
    let sure = match chances {
        Chances::Exact(parts) => format!("{} = {}, exact", parts.wins(), percent(win)),
        Chances::Bounded { win: bounds, .. } => {
            format!("{}, {}", percent(win), certified(bounds.error()))
        }
        Chances::Sampled(sample) => {
            let interval = sample.interval(sample.wins);
            format!(
                "{}, sampled: {} {} by seed {}, 95 % within {} to {}",
                percent(win),
                sample.plays(),
                if sample.plays() == 1 { "play" } else { "plays" },
                sample.seed,
                percent(interval.low),
                percent(interval.high)
            )
        }
    };
    format!("wins {sure} (draws {}, loses {})", percent(draw), percent(loss))
}

/// The categories of a level in words.
pub fn category(easy_from: &[u32]) -> String {
    match easy_from {
        [] => format!("not easy for foresight 1 to {CATEGORIES}"),
        several => {
            let list: Vec<String> = several.iter().map(u32::to_string).collect();
            let list = list.join(" and again from ");
            format!("easy from foresight {list} on (foresights 1 to {CATEGORIES} tried)")
        }
    }
}

/// A text in lines of at most `width` columns, broken at spaces.
pub fn wrapped(text: &str, width: usize) -> impl Iterator<Item = String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proven_is_told_only_if_it_is_something() {
        let told = |lower, upper| proven(lower, upper).unwrap_or_default();
        assert_eq!(told(Value::Loss(0), Value::Win(0)), "");
        assert_eq!(told(Value::Loss(2), Value::Win(1)), "");
        assert_eq!(told(Value::Loss(4), Value::Win(3)), "no win within 1 move for either side");
        // The side to move has none in 9 moves, the other none in 10: so neither in 9.
        let neither = "no win within 9 moves for either side";
        assert_eq!(told(Value::Loss(22), Value::Win(19)), neither);
        assert_eq!(told(Value::Loss(20), Value::Win(23)), neither);
        assert_eq!(told(Value::Draw, Value::Win(1)), "at least a draw");
        assert_eq!(told(Value::Loss(8), Value::Draw), "at most a draw");
        assert_eq!(told(Value::Draw, Value::Draw), "draw");
    }

    #[test]
    fn nouns_have_their_plural() {
        let written =
            [(1, "ply"), (2, "ply"), (1, "move"), (0, "move")].map(|it| counted(it.0, it.1));
        assert_eq!(written, ["1 ply", "2 plies", "1 move", "0 moves"]);
    }
}

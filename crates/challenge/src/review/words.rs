//! The sentences of a review.

use super::Reviewed;
use crate::judge::{Verdict, Worth};
use crate::response::MissedTrap;
use crate::say::{
    NOT_KNOWN, Say, Tone, Voices, capital, comes_to, does, moves, number, ordinal, points,
};
use crate::session::{By, Session, State};
use spar_rules::{Game, Notation, Side, Value};

/// One sentence about a move.
pub(super) fn sentence(
    mv: &str,
    side: Side,
    worth: &Worth,
    verdict: Verdict,
    voices: &Voices<'_>,
) -> String {
    let has = worth.has.0;
    match verdict {
        // Games with chance use the texts of `cost`.
        Verdict::Unknown if worth.has() == Some(has) && has != Value::Draw => {
            let now = voices.has(side, has);
            format!("After {mv} {now}. Whether another move was better is not known.")
        }
        Verdict::Unknown | Verdict::Less { .. } | Verdict::Costs { .. } => {
            format!("What {mv} is worth is not known within the budget.")
        }
        Verdict::Slip { had, has } => {
            let (could, now) = (voices.could(side, had), voices.has(side, has));
            format!("{mv} gave it away. {could}; now {now}.")
        }
        Verdict::Best => match (has, worth.had.0) {
            (Value::Draw, Value::Win(_)) => {
                format!("{mv} let a win go; the draw that was wanted is still there.")
            }
            (Value::Win(0 | 1) | Value::Draw, _) => format!("{mv} {}.", does(has)),
            (Value::Win(_), _) if worth.is_slower() => format!("{mv} {}.", does(has)),
            (Value::Win(_), _) => format!("{mv} {}. No move wins faster.", does(has)),
            (Value::Loss(_), _) => {
                let wins = capital(&voices.has(side, has));
                format!("{wins} whatever is played; {mv} lasts longest.")
            }
        },
        Verdict::Slower { moves: count } => match has {
            Value::Loss(_) => {
                let wins = capital(&voices.wins(side.other()));
                format!("{wins} whatever is played; after {mv} {} sooner.", moves(count))
            }
            _ => format!("{mv} {} too, {} slower.", does(has), moves(count)),
        },
    }
}

/// The sentence about a better move.
pub(super) fn better(mv: Option<&str>, value: Value) -> String {
    match mv {
        Some(mv) => format!("Better was {mv}: it {}.", does(value)),
        None => NOT_KNOWN.to_owned(),
    }
}

/// The sentence about a move that keeps the outcome too and does better against this opponent:
/// `c also draws, but foresight 2 might have fallen for b: against it b wins 75.0 %, c always
/// draws.`
pub(super) fn trap<M>(mv: &str, better: &str, trap: &MissedTrap<M>, rival: &str) -> String {
    let keeps = match trap.value {
        Value::Win(_) => "wins",
        Value::Draw => "draws",
        Value::Loss(_) => "loses",
    };
    let is_sure = trap.could.bounds().win.low >= 1.0;
    let falls = if is_sure { "would have fallen" } else { "might have fallen" };
    let [could, was] = [&trap.could, &trap.was].map(comes_to);
    let exact = trap.could.exact().and(trap.was.exact());
    let figures =
        exact.map_or_else(String::new, |_| format!(": against it {better} {could}, {mv} {was}"));
    format!("{mv} also {keeps}, but {rival} {falls} for {better}{figures}.")
}

/// The lost outcome: `win` or `draw`.
fn lost(moves: &[Reviewed], slip: usize) -> &'static str {
    match moves[slip].verdict {
        Verdict::Slip { had, .. } => had.word(),
        _ => unreachable!("invariant: only slips are chosen"),
    }
}

/// The headline: `The win slipped on your 5th move.` `key` is the move that matters most.
pub(super) fn headline<G: Game>(
    session: &Session<G>,
    moves: &[Reviewed],
    key: Option<usize>,
    start: Option<Value>,
    exact: bool,
    voices: &Voices<'_>,
) -> String {
    let Some(key) = key else { return without_slip(session, moves, start, exact, voices) };
    let side = moves[key].side;
    let is_own = |it: &&Reviewed| it.side == side && it.by != By::Chance;
    let nth = moves[..=key].iter().filter(is_own).count();
    let (whose, nth) = (voices.whose(side), ordinal(nth));
    let lost = match (moves[key].verdict, moves[key].has) {
        (Verdict::Costs { points: count }, _) => {
            return format!("{} {nth} choice cost {}.", capital(&whose), points(count));
        }
        (Verdict::Unknown, Some(has)) => {
            let now = voices.has(side, has);
            return format!("After {whose} {nth} move {now}; no slip before it is proven.");
        }
        _ => lost(moves, key),
    };
    let won = session.result().is_some_and(|it| it > Value::Draw) && voices.is_you(side);
    let though = if won { "You won, though the" } else { "The" };
    format!("{though} {lost} slipped on {whose} {nth} move.")
}

fn without_slip<G: Game>(
    session: &Session<G>,
    moves: &[Reviewed],
    start: Option<Value>,
    exact: bool,
    voices: &Voices<'_>,
) -> String {
    let taken_back = counted_slips(session.slips().len());
    if moves.is_empty() && taken_back.is_none() {
        return "No move has been made yet.".to_owned();
    }
    if !exact {
        return "Not every value is known within the budget; no slip is proven.".to_owned();
    }
    let Some(person) = voices.person else { return "No slip on either side.".to_owned() };
    let by_chance = moves.iter().any(|it| it.chance.is_some());
    if let (true, State::Over(_), Some(result)) = (by_chance, session.state(), session.result()) {
        let dice = if result > Value::Draw { "with you" } else { "against you" };
        return format!("No slip: the dice were {dice}.");
    }
    match (session.state(), session.reached(), taken_back) {
        (State::Open, _, Some(slips)) => return format!("No slip stands so far, after {slips}."),
        (State::Resigned(_), _, Some(slips)) => return format!("You resigned after {slips}."),
        (State::Over(_) | State::Repeated, Some(true), Some(slips)) => {
            return format!("You got there after {slips}.");
        }
        _ => {}
    }
    match (session.state(), session.result(), start) {
        (State::Open, ..) => "No slip so far.".to_owned(),
        (State::Resigned(_), ..) => "No slip: you resigned without one.".to_owned(),
        (State::Repeated, ..) => "No slip: the same position came for the third time.".to_owned(),
        (_, Some(Value::Loss(_)), _) => {
            format!("No slip: {} with best play.", voices.wins(person.other()))
        }
        (_, Some(Value::Win(_)), Some(Value::Draw | Value::Loss(_))) => {
            "You took the chance that you were given.".to_owned()
        }
        _ => "You held it all the way.".to_owned(),
    }
}

/// A number of slips: `one slip`, `two slips`.
fn counted_slips(count: usize) -> Option<String> {
    let many = if count == 1 { "" } else { "s" };
    (count > 0).then(|| format!("{} slip{many}", number(count)))
}

/// The comment on the whole game: its slip, or otherwise its result.
pub(super) fn say<G: Notation>(
    game: &G,
    session: &Session<G>,
    moves: &[Reviewed],
    slip: Option<usize>,
    voices: &Voices<'_>,
) -> Say {
    let Some(slip) = slip else {
        return match session.state() {
            State::Resigned(_) => {
                Say::new(Tone::Neutral, "Resigned.", "No move that stands had given it away.")
            }
            State::Open | State::Over(_) | State::Repeated => {
                crate::session::say(game, session, voices)
            }
        };
    };
    let tone = match (voices.person, session.result()) {
        (Some(_), Some(result)) => Tone::of(result),
        _ => Tone::Neutral,
    };
    let sentence = moves[slip].sentence.as_str();
    match sentence.split_once(". ") {
        Some((strong, text)) => Say::new(tone, format!("{strong}."), text),
        None => Say::new(tone, sentence, ""),
    }
}

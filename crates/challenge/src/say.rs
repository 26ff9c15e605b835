//! Phrases that verdicts, hints and reviews share, so that the same fact always has the same
//! wording. Numbers of moves are moves of the winner.

use spar_rules::{Side, Value};
use spar_solve::Interval;
use spar_solve::mdp::expected::{Bounds, Outlook};

/// A message: a headline and one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    /// Its tone.
    pub tone: Tone,
    /// The headline.
    pub strong: String,
    /// One sentence; may be empty.
    pub text: String,
}

impl Say {
    /// A message in this tone.
    pub fn new(tone: Tone, strong: impl Into<String>, text: impl Into<String>) -> Say {
        Say { tone, strong: strong.into(), text: text.into() }
    }
}

/// The tone of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neither good nor bad.
    Neutral,
    /// Help.
    Hint,
    /// Good for the person.
    Win,
    /// Even.
    Draw,
    /// Bad for the person.
    Loss,
}

impl Tone {
    /// The tone of a value for the person.
    pub fn of(value: Value) -> Tone {
        match value {
            Value::Win(_) => Tone::Win,
            Value::Draw => Tone::Draw,
            Value::Loss(_) => Tone::Loss,
        }
    }
}

/// The message if the budget was not enough to find a value.
pub const NOT_KNOWN: &str = "Too far ahead to be sure here.";

/// The display names of both sides, and which of them is addressed.
#[derive(Clone, Copy, Debug)]
pub struct Voices<'a> {
    /// Display names of the first and the second side.
    pub names: [&'a str; 2],
    /// The side of the person, if exactly one person plays.
    pub person: Option<Side>,
}

impl<'a> Voices<'a> {
    /// The display name of this side.
    pub fn name(&self, side: Side) -> &'a str {
        match side {
            Side::First => self.names[0],
            Side::Second => self.names[1],
        }
    }

    /// Whether this side is addressed.
    pub fn is_you(&self, side: Side) -> bool {
        self.person == Some(side)
    }

    /// `You` or `X`, at the beginning of a sentence.
    pub(crate) fn subject(&self, side: Side) -> &'a str {
        if self.is_you(side) { "You" } else { self.name(side) }
    }

    /// `you` or `X`, within a sentence.
    pub(crate) fn who(&self, side: Side) -> &'a str {
        if self.is_you(side) { "you" } else { self.name(side) }
    }

    /// `your` or `X’s`, within a sentence.
    pub(crate) fn whose(&self, side: Side) -> String {
        if self.is_you(side) { "your".to_owned() } else { format!("{}’s", self.name(side)) }
    }

    /// `you win` or `X wins`.
    pub(crate) fn wins(&self, side: Side) -> String {
        format!("{} {}", self.who(side), if self.is_you(side) { "win" } else { "wins" })
    }

    /// What this side could have reached: `You could win in 3`.
    pub(crate) fn could(&self, side: Side, had: Value) -> String {
        let who = self.subject(side);
        match had {
            Value::Win(_) => format!("{who} could {}", timed("win", had)),
            Value::Draw | Value::Loss(_) => format!("{who} could hold the draw"),
        }
    }

    /// What this side has now: `it is a draw`, `O wins in 2`.
    pub(crate) fn has(&self, side: Side, has: Value) -> String {
        match has {
            Value::Draw => "it is a draw".to_owned(),
            Value::Win(_) => timed(&self.wins(side), has),
            Value::Loss(_) => timed(&self.wins(side.other()), has),
        }
    }
}

/// What a move does for the side that makes it: `wins in 3`, `holds the draw`.
pub(crate) fn does(value: Value) -> String {
    match value {
        Value::Win(0 | 1) => "wins at once".to_owned(),
        Value::Win(_) => timed("wins", value),
        Value::Draw => "holds the draw".to_owned(),
        Value::Loss(_) => "lasts longest".to_owned(),
    }
}

/// The distance of a win or loss: `wins in 3`, or `wins at once` if the winner needs no move.
fn timed(wins: &str, value: Value) -> String {
    match value.winner_moves() {
        None | Some(0) => format!("{wins} at once"),
        Some(moves) => format!("{wins} in {moves}"),
    }
}

/// A chance as a whole percentage: `63 %`. Only chances of exactly 0 and 1 are 0 % and 100 %.
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        all if all >= 100.0 => "100 %".to_owned(),
        all if all > 99.0 => "over 99 %".to_owned(),
        all if all <= 0.0 => "0 %".to_owned(),
        all if all < 1.0 => "under 1 %".to_owned(),
        share => format!("{share:.0} %"),
    }
}

/// A chance with bounds: `63 %`, or `62 % to 65 %` if the bounds differ.
pub fn within(chance: Interval) -> String {
    let (low, high) = (percent(chance.low), percent(chance.high));
    if low == high || chance.high - chance.low < ONE_FIGURE {
        percent(chance.middle())
    } else {
        format!("{low} to {high}")
    }
}

/// A chance to a tenth of a percent: `81.2 %`. Only chances of exactly 0 and 1 are 0 % and 100
/// %.
fn tenths(share: f64) -> String {
    match 100.0 * share {
        all if all >= 100.0 => "100 %".to_owned(),
        all if all > 99.9 => "over 99.9 %".to_owned(),
        all if all <= 0.0 => "0 %".to_owned(),
        all if all < 0.1 => "under 0.1 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}

/// The result of play against a player: `always wins`, `wins 75.0 % and draws 25.0 %`. If the
/// chances are not exact, only what their bounds prove.
pub(crate) fn comes_to(outlook: &Outlook) -> String {
    let Bounds { win, draw, loss, .. } = outlook.bounds();
    let figures = [("wins", win), ("draws", draw), ("loses", loss)];
    if let Some((verb, _)) = figures.iter().find(|it| it.1.low >= 1.0) {
        return format!("always {verb}");
    }
    let figure = |(verb, chance): &(&str, Interval)| {
        let (low, high) = (tenths(chance.low), tenths(chance.high));
        let about = if low == high || chance.high - chance.low < ONE_FIGURE {
            tenths(chance.middle())
        } else {
            format!("{low} to {high}")
        };
        format!("{verb} {about}")
    };
    let is_said = |it: &&(&str, Interval)| it.1.low > 0.0 || it.1.high >= ONE_FIGURE;
    let said: Vec<String> = figures[..2].iter().filter(is_said).map(figure).collect();
    if said.is_empty() { figure(&figures[2]) } else { said.join(" and ") }
}

/// Bounds nearer to each other than this are shown as one number.
const ONE_FIGURE: f64 = 1e-4;

/// `1 point`, `2 points`.
pub(crate) fn points(count: u32) -> String {
    format!("{count} point{}", if count == 1 { "" } else { "s" })
}

/// `1 move`, `2 moves`.
pub(crate) fn moves(count: u32) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

/// `one ply`, `two plies`.
pub(crate) fn plies(count: u32) -> String {
    format!("{} {}", number(count as usize), if count == 1 { "ply" } else { "plies" })
}

/// `1st`, `2nd`, `3rd`, `11th`.
pub(crate) fn ordinal(number: usize) -> String {
    let end = match (number % 10, number % 100) {
        (1, teen) if teen != 11 => "st",
        (2, teen) if teen != 12 => "nd",
        (3, teen) if teen != 13 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// `one` to `twelve` in letters, more in figures.
pub(crate) fn number(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The same text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Parts;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        let written = [1, 2, 3, 4, 11, 12, 13, 21, 22, 33, 111].map(ordinal);
        let wanted =
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "33rd", "111th"];
        assert_eq!(written, wanted);
        assert_eq!([0, 1, 12, 13].map(number), ["no", "one", "twelve", "13"]);
        assert_eq!([1, 2].map(moves), ["1 move", "2 moves"]);
        assert_eq!(capital("one move"), "One move");
    }

    #[test]
    fn what_play_comes_to_is_said_by_its_chances() {
        let exact = |win, draw, loss| comes_to(&Outlook::Exact(Parts { win, draw, loss }));
        assert_eq!(exact(13, 2, 1), "wins 81.2 % and draws 12.5 %");
        assert_eq!(exact(1, 0, 3), "wins 25.0 %");
        assert_eq!(exact(0, 1, 2), "draws 33.3 %");
        assert_eq!(exact(4999, 1, 0), "wins over 99.9 % and draws under 0.1 %");
        assert_eq!(exact(1, 0, 0), "always wins");
        assert_eq!(exact(0, 1, 0), "always draws");
        assert_eq!(exact(0, 0, 1), "always loses");
        let between = |low, high| Interval { low, high };
        let bounds = |win: Interval| {
            let (draw, loss) = (between(0.0, 1e-9), win.opposite());
            Bounds { win, draw, loss, result: win }
        };
        let said = |low, high| comes_to(&Outlook::Bounded(bounds(between(low, high))));
        assert_eq!(said(0.5, 0.6), "wins 50.0 % to 60.0 %");
        assert_eq!(said(0.512, 0.512_000_1), "wins 51.2 %");
        assert_eq!(said(0.0, 1e-9), "loses over 99.9 %");
    }

    #[test]
    fn the_person_is_spoken_to_and_the_other_side_is_named() {
        let voices = Voices { names: ["X", "O"], person: Some(Side::Second) };
        assert_eq!(voices.could(Side::Second, Value::Win(5)), "You could win in 3");
        assert_eq!(voices.has(Side::Second, Value::Loss(4)), "X wins in 2");
        assert_eq!(voices.has(Side::First, Value::Loss(4)), "you win in 2");
        assert_eq!(voices.has(Side::First, Value::Draw), "it is a draw");
        assert_eq!(voices.whose(Side::First), "X’s");
    }
}

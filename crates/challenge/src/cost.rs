//! The cost of a choice in a game with chance, in points: percentage points of winning chance.
//!
//! All costs come from certified bounds. If the bounds leave a cost open, there is no verdict.

use crate::judge::Verdict;
use crate::oracle::MoveChances;
use crate::say::{NOT_KNOWN, Say, Tone, Voices, capital, points, within};
use spar_rules::Side;
use spar_solve::Interval;

/// A choice with at least this cost is a slip.
pub const SLIP: f64 = 0.05;

/// Choices that differ by less than this are equally good.
const ALIKE: f64 = 1e-6;

/// The cost of a choice for the side that made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The chance to win before it.
    pub had: Interval,
    /// The chance after it, before a roll.
    pub has: Interval,
    /// The difference: the lost chance to win.
    pub lost: Interval,
}

impl Cost {
    /// The cost of a move; `None` if it is not one of the moves.
    pub fn of<M: PartialEq>(chances: &MoveChances<M>, mv: &M) -> Option<Cost> {
        let has = chances.moves.iter().find(|it| it.0 == *mv)?.1;
        let others = || chances.moves.iter().filter(|it| it.0 != *mv).map(|it| it.1);
        let most = |of: fn(Interval) -> f64| others().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = (most(|it| it.low), most(|it| it.high));
        let lost = Interval {
            low: (low - has.high).next_down().max(0.0),
            high: (high - has.low).next_up().max(0.0),
        };
        let had = Interval { low: low.max(has.low), high: high.max(has.high) };
        Some(Cost { had, has, lost })
    }

    /// The verdict on the choice.
    pub fn verdict(&self) -> Verdict {
        let points = self.points();
        match self.lost {
            Interval { low, .. } if low >= SLIP => Verdict::Costs { points },
            Interval { high, .. } if high <= ALIKE => Verdict::Best,
            Interval { high, .. } if high < SLIP => Verdict::Less { points },
            _ => Verdict::Unknown,
        }
    }

    /// The lost points, rounded; `lost` contains the bounds.
    pub fn points(&self) -> u32 {
        (100.0 * self.lost.middle()).round() as u32
    }

    /// The comment on a choice with this name; `best` is the name of the best choice.
    pub fn say(&self, side: Side, name: &str, best: &str, voices: &Voices<'_>) -> Say {
        let wins = capital(&voices.wins(side));
        let wins = format!("{wins} {} if both play their best.", within(self.has));
        match self.verdict() {
            Verdict::Costs { points: count } => {
                let now = capital(&voices.wins(side));
                let now = format!("{now} {} now if both play their best", within(self.has));
                let strong =
                    format!("{} cost {} {}.", capital(name), voices.who(side), points(count));
                Say::new(
                    Tone::Loss,
                    strong,
                    format!("{now}; with {best} it was {}.", within(self.had)),
                )
            }
            Verdict::Best => Say::new(Tone::Win, "Good.", wins),
            Verdict::Less { points: count } => {
                Say::new(Tone::Win, "Also good,", format!("{}.", less(count)))
            }
            _ => Say::new(Tone::Neutral, "No verdict.", NOT_KNOWN),
        }
    }

    /// One sentence about a choice with this name; `best` is the name of the best choice.
    pub fn sentence(&self, side: Side, name: &str, best: &str, voices: &Voices<'_>) -> String {
        let has = within(self.has);
        match self.verdict() {
            Verdict::Best => {
                format!(
                    "{}: no choice wins more often. {has} if both play their best.",
                    capital(name)
                )
            }
            Verdict::Less { points: count } => {
                format!("{}: also good, {} than {best}.", capital(name), less(count))
            }
            Verdict::Costs { points: count } => {
                let cost = format!("{} cost {} {}", capital(name), voices.who(side), points(count));
                format!(
                    "{cost}. {} {has} now if both play their best; with {best} it was {}.",
                    capital(&voices.wins(side)),
                    within(self.had)
                )
            }
            _ => format!("It is too far ahead to be sure what {name} is worth."),
        }
    }
}

/// A cost below that of a slip, in words.
fn less(count: u32) -> String {
    match count {
        0 => "less than a point less".to_owned(),
        5.. => "almost 5 points less".to_owned(),
        count => format!("{} less", points(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(all: &[(char, f64)], width: f64) -> MoveChances<char> {
        let around =
            |chance: f64| Interval { low: chance - width / 2.0, high: chance + width / 2.0 };
        let moves: Vec<_> = all.iter().map(|it| (it.0, around(it.1))).collect();
        MoveChances { here: moves[0].1, moves, best: Some(all[0].0) }
    }

    fn verdict(all: &[(char, f64)], width: f64, mv: char) -> Verdict {
        Cost::of(&chances(all, width), &mv).unwrap().verdict()
    }

    #[test]
    fn five_points_and_more_are_a_slip() {
        let all = [('T', 0.67), ('D', 0.65), ('1', 0.55), ('2', 0.620_000_1), ('3', 0.619_999_9)];
        assert_eq!(verdict(&all, 1e-9, 'T'), Verdict::Best);
        assert_eq!(verdict(&all, 1e-9, 'D'), Verdict::Less { points: 2 });
        assert_eq!(verdict(&all, 1e-9, '1'), Verdict::Costs { points: 12 });
        assert_eq!(verdict(&all, 1e-9, '2'), Verdict::Less { points: 5 });
        assert_eq!(verdict(&all, 1e-9, '3'), Verdict::Costs { points: 5 });
    }

    #[test]
    fn what_the_bounds_leave_open_has_no_verdict() {
        let all = [('T', 0.67), ('1', 0.63)];
        assert_eq!(verdict(&all, 0.03, '1'), Verdict::Unknown);
        assert_eq!(verdict(&all, 0.005, '1'), Verdict::Less { points: 4 });
        let all = [('T', 0.67), ('1', 0.57)];
        assert_eq!(verdict(&all, 0.03, '1'), Verdict::Costs { points: 10 });
        assert_eq!(verdict(&all, 0.06, '1'), Verdict::Unknown);
        // Whatever the values of the other moves are, they cannot exceed this.
        assert_eq!(verdict(&all, 0.06, 'T'), Verdict::Best);
    }

    #[test]
    fn words_name_the_choice_and_its_cost() {
        let voices = Voices { names: ["Full", "Hollow"], person: Some(Side::First) };
        let all = chances(&[('T', 0.67), ('D', 0.65), ('1', 0.55)], 1e-9);
        let say = |mv, name| {
            let say = Cost::of(&all, &mv).unwrap().say(Side::First, name, "two dice", &voices);
            format!("{} {}", say.strong, say.text)
        };
        let slip = "One die cost you 12 points. You win 55 % now if both play their best; with two \
                    dice it was 67 %.";
        assert_eq!(say('1', "one die"), slip);
        assert_eq!(say('D', "three dice"), "Also good, 2 points less.");
        assert_eq!(say('T', "two dice"), "Good. You win 67 % if both play their best.");
        let other = Cost::of(&all, &'1').unwrap();
        let told = other.sentence(Side::Second, "one die", "two dice", &voices);
        assert_eq!(
            told,
            "One die cost Hollow 12 points. Hollow wins 55 % now if both play their best; with two \
             dice it was 67 %."
        );
    }
}

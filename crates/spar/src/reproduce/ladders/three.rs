//! The proof on three squares that no policy is optimal against every opponent, with exact
//! fractions.

use super::finding::{Finding, FindingCell, column};
use super::{LaddersStudy, track};
use crate::fault::Fault;
use crate::reproduce::Unfinished;
use spar_challenge::chance::Fraction;
use spar_solve::mdp::track::Track;

/// The numbers of the actions: one step, one die, two dice.
const STEP: usize = 0;
const DIE: usize = 1;
const TWO: usize = 2;

pub(super) fn three_squares(_: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let track = track(&[("n", "3")])?;
    let found = chances(&track).ok_or_else(|| Fault::new("fractions of three squares overflow"))?;
    let mut finding = Finding::new(
        "three-squares",
        "The proof on three squares: we on 0, to move, the other on 1",
        vec![
            "By exact fractions. Equation 10 as printed sums from i = 1; it must begin at 0. \
             \"Rolling a 1 instead\" must mean: taking the single step.",
        ],
        vec![
            column("what ", &["what"]),
            column("chance ", &["fraction", "chance"]),
            column("paper ", &["paper"]),
        ],
    );
    for (what, chance, known, paper) in found {
        let ours = chance.to_string();
        let mark = finding.same(what, &ours, known);
        let decimal = chance.numerator() as f64 / chance.denominator() as f64;
        let printed =
            if paper.is_empty() { FindingCell::nothing("") } else { FindingCell::text(paper) };
        let text = format!("{ours} {mark}");
        let chance =
            FindingCell::both(text, FindingCell::text(ours), FindingCell::number(decimal, 6));
        finding.row([FindingCell::text(what), chance, printed]);
    }
    Ok(vec![finding])
}

/// A label, our fraction, the expected fraction, and the paper's text.
type StudyRow = (&'static str, Fraction, &'static str, &'static str);

fn chances(track: &Track) -> Option<Vec<StudyRow>> {
    let never = Fraction::ZERO;
    let misses = Fraction::new(5, 6)?;
    // All nine policies: the action on square 0 and the action on square 1.
    let all = (0..9).map(|it| [it / 3, it % 3]);
    let best = |misses| all.clone().filter_map(|it| Some(kept(track, it, misses)?[0])).max();
    let lasting = kept(track, [STEP, STEP], misses)?;
    let die_for_ever = kept(track, [DIE, STEP], misses)?;
    // Equation 10: 11/36 times the sum of the powers of 20/36.
    let (share, power) = (Fraction::new(11, 36)?, Fraction::new(20, 36)?);
    let from_0 = over(Fraction::ONE, Fraction::ONE.minus(power)?)?;
    let from_1 = from_0.minus(Fraction::ONE)?;
    Some(vec![
        ("it steps: best", best(never)?, "1/6", "1/6"),
        ("it steps: one step", kept(track, [STEP, STEP], never)?[0], "0", ""),
        ("it steps: one die", kept(track, [DIE, STEP], never)?[0], "1/6", "1/6"),
        ("it steps: two dice", kept(track, [TWO, STEP], never)?[0], "1/36", ""),
        ("it rolls one die: best of all nine policies", best(misses)?, "5/6", "5/6"),
        ("it rolls one die: one step, one step", lasting[0], "5/6", "5/6"),
        (
            "it rolls one die: two dice, then the best",
            once(track, TWO, misses, lasting)?,
            "911/1296",
            "",
        ),
        ("it rolls one die: one die, then steps", once(track, DIE, misses, lasting)?, "83/108", ""),
        ("it rolls one die: one die every turn on 0", die_for_ever[0], "11/16", "11/16"),
        ("Equation 10 as printed, from i = 1", times(share, from_1)?, "55/144", "11/16"),
        ("Equation 10 from i = 0", times(share, from_0)?, "11/16", "11/16"),
    ])
}

/// Our winning chances on squares 0 and 1 if we always take these actions there, while the
/// opponent on square 1 misses the goal with probability `misses` in each turn. This track has
/// no way back.
fn kept(track: &Track, actions: [usize; 2], misses: Fraction) -> Option<[Fraction; 2]> {
    let mut chances = [Fraction::ZERO; 2];
    for square in [1, 0] {
        let (wins, stays) = turn(track, square, actions[square], misses, chances)?;
        chances[square] = over(wins, Fraction::ONE.minus(stays)?)?;
    }
    Some(chances)
}

/// Our winning chance on square 0 if we take an action once and have the chances `then`
/// afterwards.
fn once(track: &Track, action: usize, misses: Fraction, then: [Fraction; 2]) -> Option<Fraction> {
    let (wins, stays) = turn(track, 0, action, misses, then)?;
    wins.plus(times(stays, then[0])?)
}

/// For one turn: the probability of leaving the square and winning eventually, and the
/// probability that the game continues with us still on the square.
fn turn(
    track: &Track,
    square: usize,
    action: usize,
    misses: Fraction,
    chances: [Fraction; 2],
) -> Option<(Fraction, Fraction)> {
    let total = u128::from(track.actions()[action].total());
    let (mut wins, mut stays) = (Fraction::ZERO, Fraction::ZERO);
    for (to, weight) in track.outcomes(square, action) {
        let share = Fraction::new(u128::from(weight), total)?;
        let lasts = times(share, misses)?;
        match to {
            _ if to == track.goal() => wins = wins.plus(share)?,
            _ if to == square => stays = stays.plus(lasts)?,
            _ => wins = wins.plus(times(lasts, chances[to])?)?,
        }
    }
    Some((wins, stays))
}

fn times(one: Fraction, other: Fraction) -> Option<Fraction> {
    let numerator = one.numerator().checked_mul(other.numerator())?;
    Fraction::new(numerator, one.denominator().checked_mul(other.denominator())?)
}

fn over(one: Fraction, other: Fraction) -> Option<Fraction> {
    times(one, Fraction::new(other.denominator(), other.numerator())?)
}

//! Help where chance rolls: how good it can be, what not to take, and what to take.

use crate::cost::{Cost, SLIP};
use crate::oracle::MoveChances;
use crate::say::{NOT_KNOWN, points, within};

/// What all chances here assume.
const BOTH_BEST: &str = "If both play their best";

/// Help at this stage where these are the chances; `named` gives the display name of a
/// choice.
pub(super) fn text<M: Clone + PartialEq>(
    stage: u8,
    chances: &MoveChances<M>,
    named: impl Fn(M) -> String,
) -> String {
    match stage {
        0 | 1 => how_good(chances),
        2 => what_not(chances, &named),
        _ => what_to_take(chances, &named),
    }
}

/// `If both play their best, you win 67 %. One choice is a slip.`
fn how_good<M: PartialEq>(chances: &MoveChances<M>) -> String {
    let costs = || chances.moves.iter().filter_map(|it| Cost::of(chances, &it.0));
    let slips = costs().filter(|it| it.lost.low >= SLIP).count();
    let of = match slips {
        0 => "No choice is known to be a slip".to_owned(),
        1 => "One choice is a slip".to_owned(),
        many => format!("{} of {} choices are slips", many, chances.moves.len()),
    };
    format!("{BOTH_BEST}, you win {}. {of}.", within(chances.here))
}

/// `If both play their best, one step would cost 12 points.`
fn what_not<M: Clone + PartialEq>(
    chances: &MoveChances<M>,
    named: &impl Fn(M) -> String,
) -> String {
    let costs = chances.moves.iter().filter_map(|(mv, _)| Some((mv, Cost::of(chances, mv)?)));
    let Some((mv, cost)) = costs.max_by(|a, b| a.1.lost.low.total_cmp(&b.1.lost.low)) else {
        return NOT_KNOWN.to_owned();
    };
    match cost.points() {
        0 => "All choices are about equally good.".to_owned(),
        count => format!("{BOTH_BEST}, {} would cost {}.", named(mv.clone()), points(count)),
    }
}

/// `Take two dice. If both play their best, that wins 67 %; one die 60 %, one step 55 %.`
fn what_to_take<M: Clone + PartialEq>(
    chances: &MoveChances<M>,
    named: &impl Fn(M) -> String,
) -> String {
    let Some(best) = chances.best.clone() else { return NOT_KNOWN.to_owned() };
    let others = chances.moves.iter().filter(|it| it.0 != best);
    let others: Vec<String> =
        others.map(|(mv, chance)| format!("{} {}", named(mv.clone()), within(*chance))).collect();
    let rest = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    format!("Take {}. {BOTH_BEST}, that wins {}{rest}.", named(best), within(chances.here))
}

//! Backward induction, for positions from which play cannot reach a cycle.

use super::positions::{Arrow, PositionKind, Positions};
use super::{Bounds, Outlook};
use crate::Interval;
use crate::fraction::{Fraction, Parts};
use crate::mdp::graph::components;
use spar_rules::{Side, Stochastic};

/// The results so far.
pub(super) struct Settled {
    /// The first side's outlook; `None` for positions that can reach a cycle.
    pub(super) outlooks: Vec<Option<Outlook>>,
    /// The index of the chosen arrow, for choices with a result.
    pub(super) chosen: Vec<Option<u32>>,
}

/// Computes the results of all positions that cannot reach a cycle.
pub(super) fn settle<G: Stochastic>(positions: &Positions<G>) -> Settled {
    let n = positions.len();
    let mut found = Settled { outlooks: vec![None; n], chosen: vec![None; n] };
    let order = components(n, |place, out| {
        out.extend(positions.arrows(place as usize).iter().map(|arrow| arrow.to));
    });
    for component in order.iter() {
        let place = component[0] as usize;
        let arrows = positions.arrows(place);
        // A component with several positions, or with an arrow to itself, has an arrow to a
        // position without a result.
        if arrows.iter().any(|arrow| found.outlooks[arrow.to as usize].is_none()) {
            continue;
        }
        let after = |arrow: &Arrow| {
            found.outlooks[arrow.to as usize].expect("invariant: what follows is settled")
        };
        let outlook = match positions.kind(place) {
            PositionKind::Over(outcome) => Outlook::Exact(Parts::of_outcome(outcome, Side::First)),
            PositionKind::Weighted => {
                let weighted: Vec<(u32, Outlook)> =
                    arrows.iter().map(|arrow| (arrow.weight, after(arrow))).collect();
                mean(&weighted)
            }
            PositionKind::Choice(side) => {
                let outlooks: Vec<Outlook> =
                    arrows.iter().map(|arrow| after(arrow).seen_by(side)).collect();
                let (chosen, outlook) = choice(&outlooks);
                found.chosen[place] = Some(chosen);
                outlook.seen_by(side)
            }
        };
        found.outlooks[place] = Some(outlook);
    }
    found
}

/// The weighted mean. It is exact if all inputs are exact and the integers fit.
fn mean(weighted: &[(u32, Outlook)]) -> Outlook {
    let exact: Option<Vec<(u32, Parts)>> =
        weighted.iter().map(|(weight, it)| Some((*weight, it.exact()?))).collect();
    if let Some(parts) = exact.and_then(|exact| Parts::mean(&exact)) {
        return Outlook::Exact(parts);
    }
    let of = |pick: fn(Bounds) -> Interval| {
        Interval::mean(weighted.iter().map(|(weight, it)| (*weight, pick(it.bounds()))))
    };
    Outlook::Bounded(Bounds {
        win: of(|it| it.win),
        draw: of(|it| it.draw),
        loss: of(|it| it.loss),
        result: of(|it| it.result),
    })
}

/// Returns the index and outlook of the best option for the side that chooses, the first of
/// several. Among equal exact results, the one with more wins is better.
fn choice(outlooks: &[Outlook]) -> (u32, Outlook) {
    let may_be_best = best(outlooks);
    let first = |mut places: std::ops::Range<usize>| places.find(|place| may_be_best[*place]);
    let place = first(0..outlooks.len()).expect("law: an unfinished position has moves");
    let is_exact = ranks(outlooks).is_some();
    if is_exact || first(place + 1..outlooks.len()).is_none() {
        return (place as u32, outlooks[place]);
    }
    let results = || outlooks.iter().map(Outlook::result);
    let result = results().reduce(Interval::larger).expect("there is one");
    let middles: Vec<f64> = results().map(Interval::middle).collect();
    let mut likely = place;
    for other in place + 1..outlooks.len() {
        if middles[other] > middles[likely] {
            likely = other;
        }
    }
    (likely as u32, Outlook::Bounded(Bounds { result, ..outlooks[likely].bounds() }))
}

/// For each option of the side that chooses, whether it may be best.
pub(super) fn best(outlooks: &[Outlook]) -> Vec<bool> {
    if let Some(ranks) = ranks(outlooks) {
        let most = ranks.iter().max();
        return ranks.iter().map(|rank| Some(rank) == most).collect();
    }
    let surely = outlooks.iter().fold(0.0, |most: f64, it| most.max(it.result().low));
    outlooks.iter().map(|it| it.result().high >= surely).collect()
}

/// The exact results and win probabilities, if all are exact and the integers fit.
fn ranks(outlooks: &[Outlook]) -> Option<Vec<(Fraction, Fraction)>> {
    outlooks.iter().map(|it| it.exact()?.rank()).collect()
}

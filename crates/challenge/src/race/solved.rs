//! What is asked of the solver.

use crate::chance::Bounds;
use spar_rules::Race;
use spar_solve::Budget;

/// Chances are found out to this width.
const PRECISION: f64 = 1e-9;

/// Where each action may lead from each square, with its chance.
fn landings<G: Race>(game: &G) -> Vec<Vec<Vec<(usize, f64)>>> {
    let of = |square: u32| {
        let action = |action: &spar_rules::Action| {
            let total = f64::from(action.total());
            let lands = |(steps, weight): &(u32, u32)| {
                (game.lands(square, *steps) as usize, f64::from(*weight) / total)
            };
            action.steps.iter().map(lands).collect()
        };
        game.actions().iter().map(action).collect()
    };
    (0..game.squares()).map(of).collect()
}

/// The chance of the side to move on every pair of squares, its own first, with best play
/// of both; `None` if the work was stopped.
pub(super) fn both_best<G: Race>(game: &G, budget: &Budget) -> Option<Vec<Bounds>> {
    let landings = landings(game);
    let (n, goal) = (landings.len(), landings.len() - 1);
    let (mut low, mut high) = (vec![0.0; n * n], vec![1.0; n * n]);
    for _ in 0..100_000 {
        if budget.is_stopped() {
            return None;
        }
        let mut width = 0.0_f64;
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let best = |facing: &[f64]| {
                    let landed =
                        |to: usize| if to == goal { 1.0 } else { 1.0 - facing[other * n + to] };
                    let mean = |it: &Vec<(usize, f64)>| -> f64 {
                        it.iter().map(|(to, share)| share * landed(*to)).sum()
                    };
                    landings[own].iter().map(mean).fold(0.0, f64::max)
                };
                let bounds = (best(&high), best(&low));
                let at = own * n + other;
                low[at] = low[at].max(bounds.0 - 1e-15).max(0.0);
                high[at] = high[at].min(bounds.1 + 1e-15).min(1.0);
                width = width.max(high[at] - low[at]);
            }
        }
        if width < PRECISION {
            break;
        }
    }
    Some(low.into_iter().zip(high).map(|(low, high)| Bounds { low, high }).collect())
}

/// The number of the action that needs the fewest turns, by square.
pub(super) fn fastest<G: Race>(game: &G, budget: &Budget) -> Option<Vec<u8>> {
    let landings = landings(game);
    let goal = landings.len() - 1;
    let mut turns = vec![0.0_f64; landings.len()];
    let mut chosen = vec![0_u8; landings.len()];
    for _ in 0..100_000 {
        if budget.is_stopped() {
            return None;
        }
        let mut change = 0.0_f64;
        for own in (0..goal).rev() {
            let mut best = (0, f64::INFINITY);
            for (action, lands) in landings[own].iter().enumerate() {
                let all: f64 = lands.iter().map(|(to, share)| share * turns[*to]).sum();
                if 1.0 + all < best.1 * (1.0 - 1e-9) {
                    best = (action as u8, 1.0 + all);
                }
            }
            change = change.max((best.1 - turns[own]).abs() / best.1);
            (chosen[own], turns[own]) = best;
        }
        if change < 1e-12 {
            break;
        }
    }
    Some(chosen)
}

/// The number of the action that the novice takes, by square.
pub(super) fn novice<G: Race>(game: &G) -> Vec<u8> {
    let n = game.squares();
    let number = |letter: char| game.actions().iter().position(|it| it.letter == letter);
    let action = |square: u32| {
        let letter = match square {
            far if far + 6 < n => 'T',
            near if near + 3 < n => 'D',
            _ => '1',
        };
        number(letter).unwrap_or(0) as u8
    };
    (0..n).map(action).collect()
}

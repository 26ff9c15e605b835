//! Players by weights, and exact numbers to compare with.

use dashu::rational::RBig;
use spar_rules::{Game, Side, Stochastic};
use spar_solve::fraction::Fraction;
use spar_solve::mdp::expected::{Expected, Failure, Outlook, best_play, meet, respond};
use spar_solve::{Budget, Interval, Silent};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A memoryless player derived from a seed: every move of a position has a weight from 0 to 3.
/// For seed 0, all moves have equal weights.
pub(crate) fn weights<G: Game>(game: &G, seed: u64, position: &G::Position) -> Vec<(G::Move, u32)> {
    let number = |place: usize| {
        let mut hasher = DefaultHasher::new();
        (seed, place, position).hash(&mut hasher);
        (hasher.finish() >> 7) as u32 % 4
    };
    let moves = game.legal(position);
    let numbers: Vec<u32> = (0..moves.len()).map(number).collect();
    let is_even = seed == 0 || numbers.iter().all(|it| *it == 0);
    moves.into_iter().zip(numbers).map(|(mv, it)| (mv, if is_even { 1 } else { it })).collect()
}

/// The result of two such players.
pub(crate) fn met<G: Stochastic>(game: &G, start: &G::Position, seeds: [u64; 2]) -> Expected<G> {
    met_by(game, start, |it| weights(game, seeds[game.side(it) as usize], it))
}

/// The result of two players with these weights.
pub(crate) fn met_by<G: Stochastic>(
    game: &G,
    start: &G::Position,
    weights: impl Fn(&G::Position) -> Vec<(G::Move, u32)>,
) -> Expected<G> {
    let mut ask = |position: &G::Position, out: &mut Vec<_>| {
        out.extend(weights(position));
        Ok::<(), ()>(())
    };
    unfailing(meet(game, start, &mut ask, &Budget::unlimited(), &Silent))
}

/// The best response of a side to such a player.
pub(crate) fn responded<G: Stochastic>(
    game: &G,
    start: &G::Position,
    side: Side,
    seed: u64,
) -> Expected<G> {
    let mut ask = |position: &G::Position, out: &mut Vec<_>| {
        assert_eq!(game.side(position), side.other(), "only the given player is asked");
        out.extend(weights(game, seed, position));
        Ok::<(), ()>(())
    };
    unfailing(respond(game, start, side, &mut ask, &Budget::unlimited(), &Silent))
}

/// The result of optimal play of both.
pub(crate) fn played<G: Stochastic>(game: &G, start: &G::Position) -> Expected<G> {
    best_play(game, start, &Budget::unlimited(), &Silent).unwrap()
}

fn unfailing<G: Stochastic>(found: Result<Expected<G>, Failure<()>>) -> Expected<G> {
    found.unwrap_or_else(|failure| panic!("{failure:?}"))
}

/// Converts a fraction to arbitrary precision.
pub(crate) fn large(fraction: Fraction) -> RBig {
    RBig::from(fraction.numerator()) / RBig::from(fraction.denominator())
}

/// Returns whether an interval contains an exact number.
pub(crate) fn holds(interval: Interval, exact: &RBig) -> bool {
    let [low, high] = [interval.low, interval.high].map(|it| RBig::try_from(it).unwrap());
    low <= *exact && *exact <= high
}

/// Returns whether these are the chances of an outlook: win, draw, loss.
pub(crate) fn agrees(outlook: &Outlook, exact: &[RBig; 3]) -> bool {
    if let Some(parts) = outlook.exact() {
        return [parts.wins(), parts.draws(), parts.losses()].map(large) == *exact;
    }
    let bounds = outlook.bounds();
    let pairs = [bounds.win, bounds.draw, bounds.loss].into_iter().zip(exact);
    let is_near = |it: Interval| it.width() < 1e-9;
    pairs.into_iter().all(|(bounds, exact)| holds(bounds, exact) && is_near(bounds))
}

/// Returns whether this is the expected result of an outlook.
pub(crate) fn results_in(outlook: &Outlook, exact: &RBig) -> bool {
    if let Some(parts) = outlook.exact() {
        return large(parts.score().unwrap()) == *exact;
    }
    holds(outlook.result(), exact) && outlook.result().width() < 1e-9
}

//! Exact values of small games, directly from their definitions.

use spar_rules::{Deterministic, Game, Symmetric, Turn, Value, seen_by_mover};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// Every position that play can reach from the start, without duplicates.
pub fn reachable<G: Game>(game: &G) -> Vec<G::Position> {
    let mut positions = vec![game.start()];
    let mut seen = HashSet::from([game.start()]);
    let mut next = 0;
    while next < positions.len() {
        for mv in game.legal(&positions[next]) {
            let after = game.after(&positions[next], mv);
            if seen.insert(after.clone()) {
                positions.push(after);
            }
        }
        next += 1;
    }
    positions
}

/// The value of every position that play can reach, also in games with cycles: if neither side
/// can force the end of the game, the value is a draw.
///
/// Round n finds the positions that are won or lost in n plies. A position is won if some move
/// leads to a loss of the opponent (or to a win of the same side) in n - 1 plies; it is lost if
/// all moves lead to known wins of the opponent. Positions that no round finds are draws.
///
/// # Panics
/// If a deterministic game returns a roll.
pub fn truth<G: Deterministic>(game: &G) -> HashMap<G::Position, Value> {
    let positions = reachable(game);
    let places: HashMap<&G::Position, usize> =
        positions.iter().enumerate().map(|(place, position)| (position, place)).collect();
    let follows: Vec<Vec<usize>> = positions
        .iter()
        .map(|it| game.legal(it).into_iter().map(|mv| places[&game.after(it, mv)]).collect())
        .collect();
    let start = |position: &G::Position| match game.turn(position) {
        Turn::Over(outcome) => Some(Value::of(outcome, game.side(position))),
        Turn::Play(_) => None,
        Turn::Roll => panic!("a deterministic game rolls: {position:?}"),
    };
    let mut values: Vec<Option<Value>> = positions.iter().map(start).collect();
    for plies in 1.. {
        let seen = |from: usize, to: usize| {
            values[to].map(|value| seen_by_mover(game, &positions[from], &positions[to], value))
        };
        let decided = |place: usize| {
            let moves = || follows[place].iter().map(|to| seen(place, *to));
            let is_lost = moves().all(|it| matches!(it, Some(Value::Loss(_))));
            if moves().any(|it| it == Some(Value::Win(plies))) {
                Some(Value::Win(plies))
            } else {
                is_lost.then_some(Value::Loss(plies))
            }
        };
        let open = (0..positions.len()).filter(|place| values[*place].is_none());
        let found: Vec<(usize, Value)> =
            open.filter_map(|place| decided(place).map(|value| (place, value))).collect();
        if found.is_empty() {
            break;
        }
        for (place, value) in found {
            values[place] = Some(value);
        }
    }
    let values = values.into_iter().map(|value| value.unwrap_or(Value::Draw));
    positions.iter().cloned().zip(values).collect()
}

/// Every move of a position with its value for the side to move.
///
/// # Panics
/// If the position has no value.
pub fn move_values<G: Game, S: BuildHasher>(
    game: &G,
    values: &HashMap<G::Position, Value, S>,
    position: &G::Position,
) -> Vec<(G::Move, Value)> {
    let moves = game.legal(position).into_iter().zip(game.legal(position));
    let seen = |mv| {
        let next = game.after(position, mv);
        seen_by_mover(game, position, &next, values[&next])
    };
    moves.map(|(mv, same)| (mv, seen(same))).collect()
}

/// The classes of positions that play can reach. Two positions are in the same class if a
/// symmetry that keeps the start maps one to the other.
pub fn orbits<G: Symmetric>(game: &G) -> HashSet<Vec<G::Position>> {
    let start = game.start();
    let kept: Vec<usize> =
        (0..game.symmetries()).filter(|it| game.image(&start, *it) == start).collect();
    let class = |position: &G::Position| {
        let mut images: Vec<G::Position> =
            kept.iter().map(|it| game.image(position, *it)).collect();
        images.sort();
        images.dedup();
        images
    };
    reachable(game).iter().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lamps, PlainGraph, Ring, Shape, Spread, Stutter, TakeAgain};
    use spar_rules::{Outcome, Side};

    /// Values by plain recursion, for games without cycles.
    fn recursive<G: Deterministic>(game: &G, position: &G::Position) -> Value {
        if let Turn::Over(outcome) = game.turn(position) {
            return Value::of(outcome, game.side(position));
        }
        let value = |mv| {
            let next = game.after(position, mv);
            seen_by_mover(game, position, &next, recursive(game, &next))
        };
        game.legal(position).into_iter().map(value).max().expect("it has moves")
    }

    #[test]
    fn games_that_end_have_the_values_of_plain_recursion() {
        fn check<G: Deterministic>(game: &G) {
            for (position, value) in truth(game) {
                assert_eq!(value, recursive(game, &position), "{position:?}");
            }
        }
        for drawn in 0..9 {
            check(&TakeAgain { start: 12, drawn });
        }
        check(&Stutter { letters: 3, longest: 6 });
        check(&Spread { width: 3, height: 2 });
        for seed in 0..300 {
            check(&PlainGraph::random(seed, Shape::default()));
            check(&PlainGraph::random(seed, Shape { one_sided: true, ..Shape::default() }));
        }
    }

    #[test]
    fn cycles_are_draws_unless_somebody_can_end_them() {
        let values = truth(&Ring);
        assert_eq!(values.len(), 6);
        // Next to the goal, the side to move wins; one step earlier, play is endless.
        assert_eq!(values[&(2, Side::First)], Value::Win(1));
        assert_eq!(values[&(3, Side::Second)], Value::Loss(0));
        assert_eq!(values[&(1, Side::Second)], Value::Draw);
        assert_eq!(values[&(0, Side::First)], Value::Draw);
        // 0 ⇄ 1, and from 1 the second side can move to its own win.
        let nodes = [
            crate::Node::Play(Side::First, vec![1]),
            crate::Node::Play(Side::Second, vec![0, 2]),
            crate::Node::Over(Outcome::Win(Side::Second)),
        ];
        let values = truth(&PlainGraph::new(nodes.to_vec()));
        assert_eq!((values[&0], values[&1]), (Value::Loss(2), Value::Win(1)));
    }

    #[test]
    fn every_set_of_lamps_that_can_go_out_goes_out() {
        // One lamp: one move. Two neighbours: one move. Three: the middle one.
        for (n, lit, plies) in [(1, 0b1, 1), (2, 0b11, 1), (3, 0b111, 1), (3, 0b101, 2)] {
            let game = Lamps { n, lit };
            assert_eq!(truth(&game)[&lit], Value::Win(plies), "{n} {lit:b}");
        }
        // Two lamps only go on and off together.
        assert_eq!(truth(&Lamps { n: 2, lit: 0b01 })[&0b01], Value::Draw);
    }

    #[test]
    fn classes_are_those_of_symmetries_that_keep_the_start() {
        // Reflection up and down keeps the start, left and right does not: only the former
        // defines classes.
        let game = Spread { width: 3, height: 3 };
        let positions = reachable(&game);
        let by_mirror: HashSet<_> =
            positions.iter().map(|it| game.image(it, 2).min(it.clone())).collect();
        assert_eq!(orbits(&game).len(), by_mirror.len());
        assert!(by_mirror.len() < positions.len());
        // Counting only the positions that are the smallest of all their images gives too few:
        // play does not reach the image under a symmetry that moves the start.
        let least = positions.iter().filter(|it| game.canonical(it) == **it).count();
        assert!(least < by_mirror.len());
        let game = Spread { width: 3, height: 2 };
        assert_eq!(orbits(&game).len(), reachable(&game).len());
    }
}

//! Games with cycles, compared with exact fractions.

use crate::players::{agrees, met, responded, results_in, weights};
use dashu::rational::RBig;
use spar_rules::{Game, Side, Stochastic, Turn};
use spar_testkit::{Chain, GraphGame, Pig, Ring, Shape, reachable};
use std::collections::HashMap;

const GOES_ROUND: Shape = Shape { cyclic: true, chance: true, one_sided: false };

#[test]
fn two_players_who_go_round_have_the_chances_of_exact_fractions() {
    fn check<G: Stochastic>(game: &G, seeds: [u64; 2]) -> usize {
        let found = met(game, &game.start(), seeds);
        let chain =
            Chain::of(game, &game.start(), |it| weights(game, seeds[game.side(it) as usize], it));
        assert_eq!(found.entries().len(), chain.positions.len());
        let mut n_bounded = 0;
        for (position, exact) in chain.positions.iter().zip(chain.chances()) {
            let outlook = found.outlook(position, Side::First).unwrap();
            assert!(agrees(&outlook, &exact), "{position:?}: {outlook:?} {exact:?}");
            let seen = outlook.opposite();
            assert!(agrees(&seen, &[exact[2].clone(), exact[1].clone(), exact[0].clone()]));
            let result = &exact[0] + &exact[1] / RBig::from(2);
            assert!(results_in(&outlook, &result), "{position:?}: {outlook:?} {result}");
            n_bounded += usize::from(outlook.exact().is_none());
        }
        n_bounded
    }
    let mut n_bounded = 0;
    for seed in 0..1500 {
        n_bounded += check(&GraphGame::random(seed, GOES_ROUND), [seed, seed + 1]);
    }
    assert!(n_bounded > 400, "{n_bounded} positions met cycles");
    for seed in 0..5 {
        check(&Ring, [seed, seed + 1]);
        check(&Pig { goal: 5, faces: 3 }, [seed, seed]);
    }
}

/// Every way to choose one move in each position of a side.
fn policies<G: Game>(game: &G, side: Side) -> Vec<HashMap<G::Position, G::Move>> {
    let mut all = vec![HashMap::new()];
    for position in reachable(game).iter().filter(|it| game.turn(it) == Turn::Play(side)) {
        let with = |policy: &HashMap<G::Position, G::Move>, mv: G::Move| {
            let mut policy = policy.clone();
            policy.insert(position.clone(), mv);
            policy
        };
        all = all
            .iter()
            .flat_map(|policy| game.legal(position).into_iter().map(|mv| with(policy, mv)))
            .collect();
    }
    all
}

/// The expected result from this side's perspective.
fn seen_by(side: Side, result: RBig) -> RBig {
    if side == Side::First { result } else { RBig::ONE - result }
}

#[test]
fn best_responses_are_the_best_of_all_policies() {
    let mut n_checked = 0;
    for seed in 0..800 {
        let shape = Shape { chance: seed % 2 == 0, ..GOES_ROUND };
        let game = GraphGame::random(seed, shape);
        for side in [Side::First, Side::Second] {
            let own = policies(&game, side);
            if own.len() < 2 || own.len() > 100 {
                continue;
            }
            let found = responded(&game, &0, side, seed % 3);
            for (at, _) in found.entries() {
                let outlook = found.outlook(at, side).unwrap();
                let results = own.iter().map(|policy| {
                    let chain = Chain::of(&game, at, |at| match game.turn(at) {
                        Turn::Play(it) if it == side => vec![(policy[at], 1)],
                        _ => weights(&game, seed % 3, at),
                    });
                    seen_by(side, chain.results().swap_remove(0))
                });
                let exact = &results.max().unwrap();
                assert!(results_in(&outlook, exact), "{seed} {side} {at}: {outlook:?} {exact}");
                // The probabilities are those of the chosen moves.
                let chain = Chain::of(&game, at, |at| match game.turn(at) {
                    Turn::Play(it) if it == side => vec![(found.chosen(&game, at).unwrap(), 1)],
                    _ => weights(&game, seed % 3, at),
                });
                let first = found.outlook(at, Side::First).unwrap();
                assert!(agrees(&first, &chain.chances()[0]), "{seed} {at}: {first:?}");
                let result = seen_by(side, chain.results().swap_remove(0));
                assert_eq!(result, *exact, "{seed} {side} {at}: the policy is not best");
                n_checked += 1;
            }
        }
    }
    assert!(n_checked > 2000, "{n_checked}");
}

//! Games without cycles: chances equal those computed by enumerating all plays.

use crate::players::{large, met, played, responded, weights};
use dashu::rational::RBig;
use spar_games::lines::Lines;
use spar_rules::{Game, Outcome, Side, Stochastic, Turn};
use spar_solve::fraction::Fraction;
use spar_solve::mdp::expected::{Expected, Failure, meet};
use spar_solve::{Budget, Silent, SolveError};
use spar_testkit::{Bust, Coins, GraphGame, PlainGraph, Shape, Spread, Stutter, TakeAgain};

/// How a side plays: by a seed's weights, or optimally.
#[derive(Clone, Copy)]
enum Way {
    Seed(u64),
    Best,
}

/// The expected result of the first side and its chance to win, by enumerating all plays. Among
/// equal results, a side prefers more wins; as the results are equal, this gives the opponent
/// more wins too.
fn result<G: Stochastic>(game: &G, position: &G::Position, ways: [Way; 2]) -> (RBig, RBig) {
    let after = |mv| result(game, &game.after(position, mv), ways);
    let weighted = match game.turn(position) {
        Turn::Over(Outcome::Draw) => return (RBig::ONE / RBig::from(2), RBig::ZERO),
        Turn::Over(Outcome::Win(Side::First)) => return (RBig::ONE, RBig::ONE),
        Turn::Over(Outcome::Win(Side::Second)) => return (RBig::ZERO, RBig::ZERO),
        Turn::Roll => {
            let weight = |mv: G::Move| (mv.clone(), game.weight(position, mv));
            game.legal(position).into_iter().map(weight).collect()
        }
        Turn::Play(side) => match ways[side as usize] {
            Way::Seed(seed) => weights(game, seed, position),
            Way::Best => {
                let results = game.legal(position).into_iter().map(after);
                let seen = |score: &RBig| match side {
                    Side::First => score.clone(),
                    Side::Second => RBig::ONE - score,
                };
                return results.max_by_key(|(score, win)| (seen(score), win.clone())).unwrap();
            }
        },
    };
    let total: u32 = weighted.iter().map(|it| it.1).sum();
    let parts = weighted.into_iter().filter(|it| it.1 > 0);
    parts.fold((RBig::ZERO, RBig::ZERO), |sums, (mv, weight)| {
        let (share, (score, win)) = (RBig::from(weight) / RBig::from(total), after(mv));
        (sums.0 + &share * score, sums.1 + share * win)
    })
}

/// Checks that every position has the result and the chance to win of all plays from it, that
/// its chances sum to one, and that its best moves are those with the best result and the most
/// wins.
fn check<G: Stochastic>(game: &G, found: &Expected<G>, ways: [Way; 2]) {
    for (position, outlook) in found.entries() {
        let parts = outlook.exact().expect("the integers are small");
        let exact = result(game, position, ways);
        assert_eq!((large(parts.score().unwrap()), large(parts.wins())), exact, "{position:?}");
        let [win, draw, loss] = [parts.wins(), parts.draws(), parts.losses()];
        assert_eq!(win.plus(draw).unwrap().plus(loss), Some(Fraction::ONE), "{position:?}");
        let Turn::Play(side) = game.turn(position) else { continue };
        let Way::Best = ways[side as usize] else {
            assert_eq!(found.chosen(game, position), None);
            continue;
        };
        let best: Vec<G::Move> = game
            .legal(position)
            .into_iter()
            .filter(|mv| result(game, &game.after(position, mv.clone()), ways) == exact)
            .collect();
        assert_eq!(found.best(game, position), best, "{position:?}");
        assert_eq!(found.chosen(game, position), Some(best[0].clone()), "{position:?}");
        // The chances are those of the chosen move.
        let after = found.outlook(&game.after(position, best[0].clone()), Side::First);
        assert_eq!(after, Some(outlook), "{position:?}");
        let moves = found.moves(game, position);
        assert_eq!(moves.len(), game.legal(position).len());
        for (mv, outlook) in moves {
            let (exact, _) = result(game, &game.after(position, mv), ways);
            let seen = if side == Side::First { exact } else { RBig::ONE - exact };
            assert_eq!(large(outlook.exact().unwrap().score().unwrap()), seen);
        }
    }
}

/// Checks given players, best responses of both sides and optimal play from a position.
fn check_all<G: Stochastic>(game: &G, start: &G::Position) {
    for seeds in [[0, 0], [1, 2], [0, 3]] {
        let [first, second] = seeds.map(Way::Seed);
        check(game, &met(game, start, seeds), [first, second]);
        let found = responded(game, start, Side::First, seeds[1]);
        check(game, &found, [Way::Best, second]);
        let found = responded(game, start, Side::Second, seeds[0]);
        check(game, &found, [first, Way::Best]);
    }
    check(game, &played(game, start), [Way::Best, Way::Best]);
}

#[test]
fn toy_games_come_to_what_all_plays_come_to() {
    for drawn in [0, 3] {
        let game = TakeAgain { start: 7, drawn };
        check_all(&game, &game.start());
    }
    let game = Stutter { letters: 3, longest: 5 };
    check_all(&game, &game.start());
    let game = Spread { width: 3, height: 2 };
    check_all(&game, &game.start());
    let game = Coins { row: vec![3, 1, 4, 1, 5, 9] };
    check_all(&game, &game.start());
    let game = Bust { limit: 4, faces: 3 };
    check_all(&game, &game.start());
    for seed in 0..40 {
        check_all(&PlainGraph::random(seed, Shape::default()), &0);
        let one_sided = Shape { one_sided: true, ..Shape::default() };
        check_all(&PlainGraph::random(seed, one_sided), &0);
        check_all(&GraphGame::random(seed, Shape { chance: true, ..Shape::default() }), &0);
    }
}

#[test]
fn tictactoe_against_a_random_player() {
    let game = Lines::named("tictactoe").unwrap();
    for seed in 0..12 {
        let position = spar_testkit::random_position(&game, seed, 3);
        check_all(&game, &position);
    }
}

#[test]
fn the_best_response_to_a_random_player_from_the_start_of_tictactoe() {
    let game = Lines::named("tictactoe").unwrap();
    let start = game.start();
    let parts =
        |side| responded(&game, &start, side, 0).outlook(&start, side).unwrap().exact().unwrap();
    // A known figure: the first player, playing optimally against a random player, wins 191 of
    // 192 games and never loses.
    let first = parts(Side::First);
    assert_eq!((first.win, first.draw, first.loss), (191, 1, 0));
    let second = parts(Side::Second);
    let exact = RBig::ONE - result(&game, &start, [Way::Seed(0), Way::Best]).0;
    assert_eq!(large(second.score().unwrap()), exact);
}

#[test]
fn a_player_that_fails_is_named() {
    let game = TakeAgain { start: 9, drawn: 0 };
    let start = game.start();
    let budget = Budget::unlimited();
    let mut fails = |position: &(u8, Side), out: &mut Vec<(u8, u32)>| {
        out.push((1, 1));
        if position.0 > 4 { Ok(()) } else { Err(position.0) }
    };
    assert_eq!(meet(&game, &start, &mut fails, &budget, &Silent).err(), Some(Failure::Player(4)));
    let mut silent = |_: &(u8, Side), out: &mut Vec<(u8, u32)>| {
        out.push((1, 0));
        Ok::<(), ()>(())
    };
    let failure = meet(&game, &start, &mut silent, &budget, &Silent).err();
    assert_eq!(failure, Some(Failure::Weightless));
}

#[test]
fn budgets_end_the_work() {
    let game = Lines::named("connect4").unwrap();
    let start = game.start();
    let run = |budget: &Budget| {
        let mut any = |position: &_, out: &mut Vec<_>| {
            out.extend(game.legal(position).into_iter().map(|mv| (mv, 1)));
            Ok::<(), ()>(())
        };
        meet(&game, &start, &mut any, budget, &Silent).err()
    };
    let stopped = Some(Failure::Solve(SolveError::Stopped));
    assert_eq!(run(&Budget::unlimited().with_nodes(5000)), stopped);
    let ended = Budget::unlimited();
    ended.stop();
    assert_eq!(run(&ended), stopped);
    let small = run(&Budget::unlimited().with_memory(1 << 20));
    assert!(matches!(small, Some(Failure::Solve(SolveError::TooLarge { .. }))), "{small:?}");
}

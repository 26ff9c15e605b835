//! Random boards: all solvers agree within their bounds, and policies finish.

use super::boards::Board;
use super::random_board;
use spar_rules::SplitMix;
use spar_solve::mdp::general::{Model, Objective, solve};
use spar_solve::mdp::graph::components;
use spar_solve::mdp::race::pairs::plain::Plain;
use spar_solve::mdp::race::pairs::{
    PairPolicy, Payoff, Quits, Rival, Setting, best_response, best_so_far, both_best, follow,
};
use spar_solve::mdp::race::turns::{self, Order, Sweeps, by_rounds};
use spar_solve::mdp::race::{Policy, Track};
use spar_solve::{Budget, Interval, Progress, Silent, SolveError};

fn near(interval: Interval, value: f64, off: f64) -> bool {
    interval.low - off <= value && value <= interval.high + off
}

#[test]
fn turns_agree_on_a_thousand_boards() {
    let mut random = SplitMix::new(16);
    let budget = Budget::unlimited();
    for case in 0..1000 {
        let (track, board) = random_board(&mut random, 60);
        let found = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap();
        assert!(found.relative_width() <= 1e-9, "{case} {board:?} {}", found.relative_width());
        assert!(found.policy.stalls(&track).is_empty(), "{case} {board:?}");
        let exact = solve(&board.alone(), &Objective::Reward, 1e-9, &budget, &Silent).unwrap();
        let mut sweeps = Sweeps::new(&track, Order::FromGoal, Sweeps::distances(&track));
        while sweeps.sweep() > 1e-12 * sweeps.values()[0] {}
        let rounds = by_rounds(&track, 1e-12, &budget).unwrap();
        for square in 0..track.n() {
            let value = found.at(square);
            assert!(value.meets(exact.values[square]), "{case} {square} {board:?}");
            let off = 1e-7 * value.high;
            assert!(near(value, sweeps.values()[square], off), "{case} {square} {board:?}");
            assert!(near(value, rounds.values[square], off), "{case} {square} {board:?}");
        }
        let in_turn = Sweeps::new(&track, Order::FromStart, found.values().to_vec()).sweep();
        let at_once = Sweeps::new(&track, Order::Jacobi, found.values().to_vec()).sweep();
        assert!(in_turn.max(at_once) < 1e-9 * found.at(0).high.max(1.0), "{case}");
    }
}

#[test]
fn components_lie_in_the_parts_that_are_swept() {
    let mut random = SplitMix::new(24);
    for case in 0..300 {
        let (track, board) = random_board(&mut random, 60);
        let found = components(track.n(), |square, out| {
            let actions = (0..track.actions().len()).filter(|_| square as usize != track.goal());
            let lands = |number| track.outcomes(square as usize, number).map(|it| it.0 as u32);
            out.extend(actions.flat_map(lands));
        });
        let parts = turns::Parts::new(&track, &Budget::unlimited()).unwrap();
        let part = |square: &u32| parts.starts().partition_point(|start| start <= square);
        for component in found.iter() {
            let first = part(&component[0]);
            assert!(component.iter().all(|it| part(it) == first), "{case} {board:?}");
        }
    }
}

/// The chance to get to a state, by the engine for any decision problem.
fn reached(model: &Model, state: usize) -> Vec<Interval> {
    let goal = Objective::Reach((0..model.n_states()).map(|it| it == state).collect());
    solve(model, &goal, 1e-9, &Budget::unlimited(), &Silent).unwrap().values
}

fn any_policy(random: &mut SplitMix, track: &Track) -> Policy {
    Policy((0..track.n()).map(|_| random.below(3) as u8).collect())
}

fn as_numbers(policy: &Policy) -> Vec<usize> {
    policy.0.iter().map(|it| usize::from(*it)).collect()
}

fn check_response(track: &Track, board: &Board, rival: &Policy, quits: Quits<'_>, case: &str) {
    let budget = Budget::unlimited();
    let setting = Setting { rival: Rival::Alone(rival), quits, payoff: Payoff::WIN };
    let best = best_response(track, &setting, 1e-9, &budget, &Silent).unwrap();
    assert!(best.finishes, "{case} {board:?} {rival:?}");
    let gives_up = |ours: usize, theirs: usize| quits.chance(ours, theirs) > 0.5;
    let n = track.n();
    let values = reached(&board.against(&as_numbers(rival), gives_up), n * n);
    let own = follow(track, &best.policy, &setting, 1e-9, &budget, &Silent).unwrap();
    for ours in 0..n - 1 {
        for theirs in 0..n - 1 {
            let chance = best.chances.at(ours, theirs);
            assert!(chance.width() <= 1e-9, "{case} {board:?} {chance:?}");
            let value = values[ours * n + theirs];
            assert!(
                chance.meets(value),
                "{case} {board:?} {rival:?} ({ours}, {theirs}): {chance:?} {value:?}"
            );
            let own = own.at(ours, theirs);
            let reaches = own.high >= chance.low - 1e-7;
            assert!(reaches, "{case} {board:?} {rival:?} ({ours}, {theirs}): {own:?} {chance:?}");
        }
    }
}

#[test]
fn responses_agree_with_the_engine_for_any_problem() {
    let mut random = SplitMix::new(17);
    for case in 0..150 {
        let (track, board) = random_board(&mut random, 12);
        let fast = turns::fewest(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap().policy;
        let novice = Policy::novice(&track).unwrap();
        let any = any_policy(&mut random, &track);
        for (name, rival) in [("fastest", &fast), ("novice", &novice), ("any", &any)] {
            for quits in [Quits::Never, Quits::Apart(track.n().div_ceil(2))] {
                check_response(&track, &board, rival, quits, &format!("{case} {name}"));
            }
        }
    }
}

#[test]
fn both_at_their_best_agree_with_the_engine_for_any_problem() {
    let mut random = SplitMix::new(18);
    let mut finished = 0;
    for case in 0..100 {
        let (track, board) = random_board(&mut random, 10);
        let both = both_best(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let n = track.n();
        let values = reached(&board.game(), 2 * n * n);
        finished += usize::from(both.finishes);
        for own in 0..n - 1 {
            for other in 0..n - 1 {
                let chance = both.chance(own, other);
                let value = values[2 * (own * n + other)];
                assert!(
                    chance.meets(value),
                    "{case} {board:?} {own} {other}: {chance:?} {value:?}"
                );
                assert!(!both.finishes || chance.width() < 1e-8, "{case} {board:?} {chance:?}");
            }
        }
    }
    assert!(finished >= 95, "{finished} of 100 boards end whatever the other does");
}

#[test]
fn responses_agree_with_the_double_sum_on_a_thousand_boards() {
    let mut random = SplitMix::new(19);
    let budget = Budget::unlimited();
    for case in 0..1000 {
        let (track, board) = random_board(&mut random, 60);
        let fast = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap().policy;
        let rival = Rival::Alone(&fast);
        let best = best_response(&track, &Setting::wins(rival), 1e-9, &budget, &Silent).unwrap();
        let start = best.chances.at(0, 0);
        assert!(start.width() <= 1e-9 && best.finishes, "{case} {board:?} {start:?}");
        // Both halves of the certified answer fit together.
        let both = both_best(&track, 1e-9, &budget, &Silent).unwrap();
        assert!(start.high >= both.chance(0, 0).low, "{case}: the best against the best is less");
        if case % 10 != 0 {
            continue;
        }
        let mut plain = Plain::new(&track, rival, Quits::Never);
        while plain.sweep() > 1e-13 {}
        let n = track.n();
        for (pair, value) in plain.values.iter().enumerate() {
            let (ours, theirs) = (pair / n, pair % n);
            if ours < n - 1 && theirs < n - 1 {
                let chance = best.chances.at(ours, theirs);
                assert!(near(chance, *value, 1e-7), "{case} {board:?} {chance:?} {value}");
            }
        }
    }
}

#[test]
fn a_policy_that_sees_both_squares_is_a_player_too() {
    let mut random = SplitMix::new(20);
    let budget = Budget::unlimited();
    for case in 0..60 {
        let (track, _) = random_board(&mut random, 14);
        let fast = turns::fewest(&track, 1e-9, &budget, &Silent).unwrap().policy;
        let seeing = PairPolicy::alone(&fast);
        let one =
            best_response(&track, &Setting::wins(Rival::Alone(&fast)), 1e-9, &budget, &Silent);
        let other =
            best_response(&track, &Setting::wins(Rival::Seeing(&seeing)), 1e-9, &budget, &Silent);
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(one.policy, other.policy, "{case}");
        for ours in 0..track.n() - 1 {
            for theirs in 0..track.n() - 1 {
                assert!(one.chances.at(ours, theirs).meets(other.chances.at(ours, theirs)));
                assert!(one.chances.second(ours, theirs).meets(other.chances.second(ours, theirs)));
            }
        }
        // Both best: each side's share is what the other leaves.
        let both = both_best(&track, 1e-9, &budget, &Silent).unwrap();
        if both.finishes {
            let rival = Rival::Seeing(&both.policy);
            let most =
                best_response(&track, &Setting::wins(rival), 1e-9, &budget, &Silent).unwrap();
            let (value, most) = (both.chance(0, 0), most.chances.at(0, 0));
            assert!(
                most.high >= value.low && most.low <= value.high + 1e-7,
                "{case} {value:?} {most:?}"
            );
        }
    }
}

/// Stops the work after so many sweeps.
struct StopAfter<'a> {
    sweeps: u64,
    budget: &'a Budget,
}

impl Progress for StopAfter<'_> {
    fn report(&self, stage: &'static str, done: u64, _: u64) {
        if stage == "sweeps" && done >= self.sweeps {
            self.budget.stop();
        }
    }
}

#[test]
fn bounds_hold_whenever_the_work_is_stopped() {
    let mut random = SplitMix::new(21);
    let (mut stopped, mut narrow) = (0, 0);
    for case in 0..60 {
        let (track, board) = random_board(&mut random, 30);
        let unlimited = Budget::unlimited();
        let fast = turns::fewest(&track, 1e-9, &unlimited, &Silent).unwrap().policy;
        let setting = Setting::wins(Rival::Alone(&fast));
        let truth = best_response(&track, &setting, 1e-9, &unlimited, &Silent).unwrap().chances;
        for sweeps in [1, 2, 3, 5, 8, 13] {
            let budget = Budget::unlimited();
            let progress = StopAfter { sweeps, budget: &budget };
            let found = best_so_far(&track, &setting, 1e-9, &budget, &progress).unwrap().chances;
            assert_eq!(found.stopped, found.sweeps < truth.sweeps, "{case} {board:?}");
            stopped += usize::from(found.stopped);
            narrow += usize::from(found.stopped && found.at(0, 0).width() < 0.1);
            for ours in 0..track.n() - 1 {
                for theirs in 0..track.n() - 1 {
                    let (found, truth) = (found.at(ours, theirs), truth.at(ours, theirs));
                    assert!(found.meets(truth), "{case} {board:?} {found:?} {truth:?}");
                }
            }
        }
        let budget = Budget::unlimited();
        let progress = StopAfter { sweeps: 1, budget: &budget };
        let whole = best_response(&track, &setting, 1e-9, &budget, &progress);
        assert!(truth.sweeps == 1 || matches!(whole, Err(SolveError::Stopped)), "{case}");
    }
    assert!(stopped > 200 && narrow > 50, "{stopped} {narrow}");
}

//! Other solution methods: all agree with the certified bounds.

use crate::boards::{Board, Overflow};
use crate::random::{self, Deciders};
use crate::yardstick;
use spar_rules::SplitMix;
use spar_solve::mdp::general::{Model, Objective, Refusal, solve};
use spar_solve::reference::{Trials, interval_iteration, jacobi, policy_iteration};
use spar_solve::{Budget, Interval, Silent};

fn certified(model: &Model, objective: &Objective) -> Vec<Interval> {
    solve(model, objective, 1e-9, &Budget::unlimited(), &Silent).unwrap().values
}

fn is_near(interval: Interval, value: f64) -> bool {
    let slack = 1e-9 * interval.middle().abs().max(1.0);
    interval.low - slack <= value && value <= interval.high + slack
}

/// A random track from which every square leads to the goal.
fn track(random: &mut SplitMix, most: u64) -> Board {
    loop {
        let n = 4 + random.below(most - 3) as usize;
        let n_jumps = random.below(n as u64 / 3 + 1);
        let mut board = Board::new(n, &[]);
        for _ in 0..n_jumps {
            let (from, to) = (1 + random.below(n as u64 - 2), random.below(n as u64 - 1));
            let (from, to) = (from as usize, to as usize);
            let is_clear = |jump: &(usize, usize)| jump.0 != from && jump.0 != to && jump.1 != from;
            if from != to && board.jumps.iter().all(is_clear) {
                board.jumps.push((from, to));
            }
        }
        let model = board.alone();
        if certified(&model, &Objective::Reward).iter().all(|it| it.high.is_finite()) {
            return board;
        }
    }
}

/// The policy of a solution as action numbers.
fn numbered(model: &Model, policy: &[Option<u32>]) -> Vec<u32> {
    let number =
        |s: u32| policy[s as usize].map_or(u32::MAX, |place| model.actions(s).start + place);
    model.states().map(number).collect()
}

#[test]
fn small_random_tracks_have_their_exact_values() {
    let mut random = SplitMix::new(12);
    for case in 0..300 {
        let mut board = track(&mut random, 12);
        if case % 2 == 1 {
            board.overflow = Overflow::Bounce;
        }
        let model = board.alone();
        let alone =
            solve(&model, &Objective::Reward, 1e-13, &Budget::unlimited(), &Silent).unwrap();
        assert_eq!(alone.remark, None);
        let policy = numbered(&model, &alone.policy);
        let exact = yardstick::values_by(&model, &Objective::Reward, &policy);
        let exact = exact.expect("the policy is best in exact arithmetic");
        for (bounds, value) in alone.values.iter().zip(&exact) {
            assert!(yardstick::holds(*bounds, value), "{board:?}: {bounds:?} {value:?}");
        }
        if board.n > 6 {
            continue;
        }
        let other: Vec<usize> =
            alone.policy.iter().map(|it| it.map_or(2, |it| it as usize)).collect();
        let quits = |one: usize, other: usize| case % 3 == 0 && one.abs_diff(other) >= 3;
        let model = board.against(&other, quits);
        let targets = (0..model.n_states()).map(|it| it == board.n * board.n).collect();
        let objective = Objective::Reach(targets);
        let against = solve(&model, &objective, 1e-13, &Budget::unlimited(), &Silent).unwrap();
        assert_eq!(against.remark, None);
        let policy = numbered(&model, &against.policy);
        let exact = yardstick::values_by(&model, &objective, &policy);
        let exact = exact.expect("the policy is best in exact arithmetic");
        for (bounds, value) in against.values.iter().zip(&exact) {
            assert!(yardstick::holds(*bounds, value), "{board:?}: {bounds:?} {value:?}");
        }
    }
}

#[test]
fn all_ways_agree_on_random_tracks() {
    let mut random = SplitMix::new(8);
    let budget = Budget::unlimited();
    for _ in 0..150 {
        let model = track(&mut random, 40).alone();
        let bounds = certified(&model, &Objective::Reward);
        let improved = policy_iteration(&model, &Objective::Reward, &budget).unwrap().unwrap();
        assert!(improved.policies < 30, "{}", improved.policies);
        let swept = jacobi(&model, &Objective::Reward, 1e-13, 1_000_000, &budget);
        let mut trials = Trials::new(&model, &Objective::Reward, 3).unwrap();
        assert!(trials.solve_from(0, 1e-11, &budget));
        for (state, bounds) in bounds.iter().enumerate() {
            assert!(is_near(*bounds, improved.values[state]));
            assert!(
                (bounds.middle() - swept.values[state]).abs() < 1e-6 * bounds.middle().max(1.0)
            );
            assert!(trials.bounds(state as u32).meets(*bounds));
        }
        assert!((trials.bounds(0).low - bounds[0].low).abs() < 1e-6 * bounds[0].low.max(1.0));
    }
}

#[test]
fn trials_have_bounds_and_a_policy_at_every_moment() {
    let model = Board::new(20, &[(1, 4), (7, 3), (11, 18), (13, 18), (14, 18)]).alone();
    let bounds = certified(&model, &Objective::Reward);
    let mut trials = Trials::new(&model, &Objective::Reward, 5).unwrap();
    let mut again = Trials::new(&model, &Objective::Reward, 5).unwrap();
    for _ in 0..60 {
        assert_eq!(trials.policy().len(), 20);
        trials.run(0, 3, &Budget::unlimited());
        again.run(0, 3, &Budget::unlimited());
        assert!((0..20).all(|s| trials.bounds(s).meets(bounds[s as usize])));
        assert_eq!(trials.policy(), again.policy());
    }
    assert_eq!(trials.n_trials(), 180);
    assert!((trials.bounds(0).low - bounds[0].low).abs() < 1e-3, "{:?}", trials.bounds(0));
    let few = Budget::unlimited().with_nodes(4);
    assert!(!Trials::new(&model, &Objective::Reward, 5).unwrap().solve_from(0, 1e-9, &few));
    let both = Board::new(4, &[]).game();
    assert_eq!(Trials::new(&both, &Objective::Reward, 1).err(), Some(Refusal::TwoDeciders));
}

#[test]
fn a_heuristic_saves_trials_and_changes_no_answer() {
    let mut random = SplitMix::new(23);
    let budget = Budget::unlimited();
    let (mut without, mut with) = (0, 0);
    for _ in 0..40 {
        let model = track(&mut random, 40).alone();
        let bounds = certified(&model, &Objective::Reward);
        // A lower bound: nine tenths of the fewest turns.
        let hints: Vec<f64> = bounds.iter().map(|it| 0.9 * it.low).collect();
        let trials = || Trials::new(&model, &Objective::Reward, 3).unwrap();
        let (mut plain, mut hinted) = (trials(), trials().with_heuristic(&hints).unwrap());
        assert!(plain.solve_from(0, 1e-9, &budget) && hinted.solve_from(0, 1e-9, &budget));
        without += plain.n_backups();
        with += hinted.n_backups();
        for trials in [&plain, &hinted] {
            let off = (trials.bounds(0).low - bounds[0].low).abs();
            assert!(off < 1e-5 * bounds[0].low.max(1.0), "{off}");
            assert!((0..model.n_states()).all(|s| trials.bounds(s as u32).meets(bounds[s])));
        }
    }
    assert!(with < without, "{with} backups with a heuristic, {without} without");
    let model = Board::new(4, &[]).alone();
    let trials = Trials::new(&model, &Objective::Reward, 1).unwrap();
    let refused = trials.with_heuristic(&[0.0]).err();
    assert_eq!(refused, Some(Refusal::WrongHeuristic { given: 1, n_states: 4 }));
}

#[test]
fn bounds_from_both_sides_hold_the_exact_chances_and_meet() {
    let mut random = SplitMix::new(9);
    let (mut n_done, n_cases) = (0, 900);
    for case in 0..n_cases {
        let deciders = [Deciders::Max, Deciders::Min, Deciders::Both][case % 3];
        let model = random::model(&mut random, 6, deciders, &[0.0]);
        let targets: Vec<bool> = model.states().map(|_| random.below(5) == 0).collect();
        let budget = Budget::unlimited().with_nodes(50_000);
        let found = interval_iteration(&model, &targets, 1e-9, &budget, &Silent).unwrap();
        let exact = yardstick::values(&model, &Objective::Reach(targets));
        for (bounds, value) in found.values.iter().zip(&exact) {
            assert!(yardstick::holds(*bounds, value), "case {case}: {bounds:?} {value:?}");
        }
        n_done += usize::from(found.is_done);
        let widest = found.values.iter().fold(0.0, |most: f64, it| most.max(it.width()));
        assert!(widest < 1e-3, "case {case}: {widest}, {model:?}");
    }
    assert!(n_done * 100 >= n_cases * 99, "{n_done} of {n_cases}");
}

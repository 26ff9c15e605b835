//! Explicit decision processes: compares bounds and policies with exact fractions.

use crate::random::{self, Deciders};
use crate::yardstick::{self, Chain, Policy};
use spar_rules::SplitMix;
use spar_solve::mdp::general::{
    Model, ModelSolution, Objective, Owner, Refusal, end_components, solve,
};
use spar_solve::reference::solve_by_sweeps;
use spar_solve::{Budget, Silent};

fn solved(model: &Model, objective: &Objective) -> Result<ModelSolution, Refusal> {
    solve(model, objective, 1e-9, &Budget::unlimited(), &Silent)
}

fn swept(model: &Model, objective: &Objective) -> Result<ModelSolution, Refusal> {
    solve_by_sweeps(model, objective, 1e-9, &Budget::unlimited(), &Silent)
}

/// The policy of a solution as action numbers.
fn policy_of(model: &Model, solution: &ModelSolution) -> Policy {
    let number = |s: u32| match solution.policy[s as usize] {
        Some(place) => model.actions(s).start + place,
        None => u32::MAX,
    };
    model.states().map(number).collect()
}

/// Checks that the bounds contain the exact values and are tight; that the policy achieves them
/// against every response; and that it ends where it claims to, and wherever an optimal policy
/// does.
fn check(model: &Model, objective: &Objective, solution: &ModelSolution, case: &str) {
    let exact = yardstick::values(model, objective);
    assert_eq!(solution.remark, None, "{case}: {model:?}");
    for (state, value) in exact.iter().enumerate() {
        let bounds = solution.values[state];
        assert!(
            yardstick::holds(bounds, value),
            "{case}, state {state}: {bounds:?}, {value:?}, {model:?}"
        );
    }
    let policy = policy_of(model, solution);
    let guarantees =
        [Owner::Max, Owner::Min].map(|who| yardstick::answer(model, objective, who, &policy));
    for guarantee in guarantees {
        for (state, (got, value)) in guarantee.iter().zip(&exact).enumerate() {
            let is_worth = yardstick::nearly_equal(got, value);
            assert!(is_worth, "{case}, state {state}: {got:?}, {value:?}, {policy:?}, {model:?}");
        }
    }
    let mut ends: Vec<bool> = model.states().map(|s| model.is_terminal(s)).collect();
    if let Objective::Reach(targets) = objective {
        ends.iter_mut().zip(targets).for_each(|(end, target)| *end |= target);
    }
    assert_eq!(Chain::new(model, &policy).surely(&ends), solution.ends, "{case}: {model:?}");
    let Some(decider) = model.decider() else { return };
    for other in yardstick::policies(model, decider) {
        if yardstick::worth(model, objective, &other).as_ref() == Some(&exact) {
            let also = Chain::new(model, &other).surely(&ends);
            let is_kept = also.iter().zip(&solution.ends).all(|(also, ends)| !also || *ends);
            assert!(is_kept, "{case}: {other:?} ends, {policy:?} does not, {model:?}");
        }
    }
}

fn targets(random: &mut SplitMix, model: &Model) -> Objective {
    let mut targets: Vec<bool> = model.states().map(|_| random.below(6) == 0).collect();
    *targets.last_mut().unwrap() = random.below(4) > 0;
    Objective::Reach(targets)
}

#[test]
fn chances_are_those_of_exact_fractions() {
    let mut random = SplitMix::new(1);
    for case in 0..1500 {
        let deciders = [Deciders::Max, Deciders::Min, Deciders::Both][case % 3];
        let model = random::model(&mut random, 6, deciders, &[0.0]);
        let objective = targets(&mut random, &model);
        let way = if case / 3 % 2 == 0 { solved } else { swept };
        let solution = way(&model, &objective).unwrap();
        check(&model, &objective, &solution, &format!("case {case}"));
    }
}

#[test]
fn discounted_rewards_are_those_of_exact_fractions() {
    let mut random = SplitMix::new(2);
    for case in 0..600 {
        let deciders = [Deciders::Max, Deciders::Min, Deciders::Both][case % 3];
        let model = random::model(&mut random, 5, deciders, &[-3.0, -0.4, 0.0, 1.0, 2.5]);
        let discount = random.pick(&[0.5, 0.9, 0.999]).unwrap();
        let model = model.with_discount(discount).unwrap();
        let way = if case / 3 % 2 == 0 { solved } else { swept };
        let solution = way(&model, &Objective::Reward).unwrap();
        check(&model, &Objective::Reward, &solution, &format!("case {case}"));
    }
}

#[test]
fn total_rewards_are_those_of_exact_fractions_or_refused() {
    let mut random = SplitMix::new(3);
    let (mut n_solved, mut n_refused) = (0, 0);
    for case in 0..2000 {
        let deciders = [Deciders::Max, Deciders::Min][case % 2];
        let rewards: [&[f64]; 4] =
            [&[-1.0], &[-1.0, -0.4, 0.0], &[0.0, 1.0], &[-2.0, -2.0, -0.4, 0.0, 1.0]];
        let model = random::model(&mut random, 6, deciders, rewards[case / 2 % 4]);
        let owner = model.decider().unwrap();
        let all = yardstick::policies(&model, owner);
        let has_no_end = all.iter().any(|it| Chain::new(&model, it).gains_or_balances(owner));
        let way = if case / 8 % 2 == 0 { solved } else { swept };
        match way(&model, &Objective::Reward) {
            Ok(solution) => {
                assert!(!has_no_end, "case {case}: {model:?}");
                check(&model, &Objective::Reward, &solution, &format!("case {case}"));
                n_solved += 1;
            }
            Err(refusal) => {
                assert!(has_no_end, "case {case}: {refusal}, {model:?}");
                n_refused += 1;
            }
        }
    }
    assert!(n_solved > 1000 && n_refused > 100, "{n_solved} {n_refused}");
}

#[test]
fn total_rewards_for_two_are_those_of_exact_fractions_where_play_ends() {
    let mut random = SplitMix::new(4);
    let mut n_solved = 0;
    for case in 0..6000 {
        let model = random::model(&mut random, 5, Deciders::Both, &[-2.0, 0.0, 1.0]);
        let way = if case / 8 % 2 == 0 { solved } else { swept };
        match way(&model, &Objective::Reward) {
            Ok(solution) => {
                let defined = |it: &Policy| Chain::new(&model, it).total().is_some();
                assert!(yardstick::policies(&model, Owner::Max).iter().all(defined));
                check(&model, &Objective::Reward, &solution, &format!("case {case}"));
                n_solved += 1;
            }
            Err(Refusal::Endless { .. } | Refusal::Infinite { .. } | Refusal::Balanced { .. }) => {}
            Err(refusal) => panic!("case {case}: {refusal}"),
        }
    }
    assert!(n_solved > 400, "{n_solved}");
}

#[test]
fn two_who_may_go_on_without_end_have_the_values_of_exact_fractions() {
    let mut random = SplitMix::new(6);
    let (mut n_solved, mut n_endless) = (0, 0);
    for case in 0..1200 {
        // Rewards are given only at the end, as in a game that is won or lost.
        let model = random::game(&mut random, 6);
        let is_endless =
            !end_components(&model, &vec![true; model.n_states()], &vec![true; model.n_actions()])
                .is_empty();
        let way = if case % 2 == 0 { solved } else { swept };
        let solution = way(&model, &Objective::Reward).unwrap();
        check(&model, &Objective::Reward, &solution, &format!("case {case}"));
        n_solved += 1;
        n_endless += usize::from(is_endless && model.decider().is_none());
    }
    assert!(n_endless > 250, "{n_endless} of {n_solved}");
}

#[test]
fn bounds_hold_where_chances_are_tiny() {
    let mut random = SplitMix::new(5);
    let weights = [1, 7, 1000, 1_000_000, 1_000_000_000, 1_000_000_000_000];
    for case in 0..900 {
        let deciders = [Deciders::Max, Deciders::Min, Deciders::Both][case % 3];
        let model = random::model_of(&mut random, 6, deciders, &[1.0], &weights);
        let objective = match deciders {
            Deciders::Min if case % 2 == 0 => Objective::Reward,
            _ => targets(&mut random, &model),
        };
        let solution = solved(&model, &objective).unwrap();
        let exact = yardstick::values(&model, &objective);
        for (bounds, value) in solution.values.iter().zip(&exact) {
            assert!(
                yardstick::holds(*bounds, value),
                "case {case}: {bounds:?} {value:?} {model:?}"
            );
        }
        assert_eq!(solution.remark, None, "case {case}: {model:?}");
    }
}

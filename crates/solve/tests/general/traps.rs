//! Models that have misled other solvers: solved correctly, or rejected with a clear error.

use crate::yardstick;
use spar_solve::mdp::general::{
    Action, Model, ModelError, ModelSolution, Objective, Owner, Refusal, State, Successors, solve,
};
use spar_solve::{Budget, Interval, Silent};

fn choice(actions: Vec<Action>) -> State {
    State::Choice(Owner::Max, actions)
}

fn ask(states: Vec<State>) -> Result<ModelSolution, Refusal> {
    let model = Model::new(states).unwrap();
    solve(&model, &Objective::Reward, 1e-9, &Budget::unlimited(), &Silent)
}

#[test]
fn negative_rewards_are_summed_to_the_end() {
    let again = |reward| Action::whole(reward, vec![(1, 9), (2, 1)]);
    for (reward, total) in [(-10.0, -100.0), (10.0, 100.0), (-0.4, -4.0)] {
        let states =
            vec![choice(vec![Action::sure(0.0, 1)]), choice(vec![again(reward)]), State::Terminal];
        let found = ask(states).unwrap();
        assert!(found.values[0].holds(total) && found.values[0].width() < 1e-10, "{found:?}");
        assert!(found.ends[0]);
    }
}

#[test]
fn costs_are_borne_for_a_prize() {
    // Pay 2 to get 10 with probability 1/2, otherwise start again; or stop for 1.
    let risk = Action::whole(-2.0, vec![(1, 1), (0, 1)]);
    let found = ask(vec![
        choice(vec![Action::sure(1.0, 2), risk]),
        choice(vec![Action::sure(10.0, 2)]),
        State::Terminal,
    ]);
    let found = found.unwrap();
    assert!(found.values[0].holds(6.0) && found.policy[0] == Some(1), "{found:?}");
}

#[test]
fn waiting_for_nothing_may_be_best() {
    let states = vec![choice(vec![Action::sure(-1.0, 1), Action::sure(0.0, 0)]), State::Terminal];
    let found = ask(states).unwrap();
    assert_eq!(
        (found.values[0], found.policy[0], found.ends[0]),
        (Interval::exact(0.0), Some(1), false)
    );
}

#[test]
fn a_long_row_of_waiting_rooms_is_walked_through() {
    // Waiting is as good as moving on in every state: the probability is 1.
    let n = 100_000;
    let room = |at: u32| choice(vec![Action::sure(0.0, at), Action::sure(0.0, at + 1)]);
    let states = (0..n).map(room).chain([State::Terminal]).collect();
    let model = Model::new(states).unwrap();
    let targets = (0..=n).map(|it| it == n).collect();
    let objective = Objective::Reach(targets);
    let found = solve(&model, &objective, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    assert_eq!(found.values[0], Interval::exact(1.0));
    assert!(found.ends.iter().all(|it| *it));
}

#[test]
fn who_is_ahead_walks_a_long_way_past_rooms_in_which_both_could_wait() {
    // On its way, Max may enter a waiting room, from which Min leads it back; the prize is at
    // the end of the way.
    let n = 500;
    let way = |at: u32| {
        let next = if at + 1 < n { at + 1 } else { 2 * n };
        State::Choice(Owner::Max, vec![Action::sure(0.0, n + at), Action::sure(0.0, next)])
    };
    let room = |at| State::Choice(Owner::Min, vec![Action::sure(0.0, at), Action::sure(0.0, 0)]);
    let mut states: Vec<State> = (0..n).map(way).chain((0..n).map(room)).collect();
    states.push(State::Choice(Owner::Max, vec![Action::sure(1.0, 2 * n + 1)]));
    states.push(State::Terminal);
    let found = ask(states).unwrap();
    let is_won = |value: &Interval| value.holds(1.0) && value.width() < 1e-9;
    assert!(found.values[..2 * n as usize].iter().all(is_won));
    assert!((0..n as usize).all(|at| found.policy[at] == Some(1)));
}

#[test]
fn what_never_ends_is_named() {
    let gain = ask(vec![choice(vec![Action::sure(1.0, 0), Action::sure(0.0, 1)]), State::Terminal]);
    assert_eq!(gain.unwrap_err(), Refusal::Infinite { state: 0, around: 0 });
    let balance = vec![
        choice(vec![Action::sure(1.0, 1)]),
        choice(vec![Action::sure(-1.0, 0), Action::sure(0.0, 2)]),
        State::Terminal,
    ];
    let refusal = ask(balance).unwrap_err();
    assert_eq!(refusal, Refusal::Balanced { state: 0 });
    assert!(refusal.to_string().contains("around state 0"));
    // An endless cost: an infinite value, known exactly.
    let trap = ask(vec![choice(vec![Action::sure(-1.0, 0)]), State::Terminal]).unwrap();
    assert_eq!(trap.values[0], Interval::exact(f64::NEG_INFINITY));
    let two = |reward: f64| {
        let turn =
            |owner, to| State::Choice(owner, vec![Action::sure(reward, to), Action::sure(0.0, 2)]);
        ask(vec![turn(Owner::Max, 1), turn(Owner::Min, 0), State::Terminal])
    };
    assert_eq!(two(1.0).unwrap_err(), Refusal::Endless { state: 0 });
    // Two deciders who can cycle without reward get nothing.
    assert!(two(0.0).unwrap().values[0].holds(0.0));
}

#[test]
fn wrong_models_are_refused_by_state_and_action() {
    let fine = Action::sure(0.0, 1);
    let with =
        |action: Action| Model::new(vec![choice(vec![fine.clone(), action]), State::Terminal]);
    let sentence = |action: Action| with(action).unwrap_err().to_string();
    assert_eq!(
        sentence(Action::chances(0.0, vec![(1, 0.6)])),
        "the chances of action 1 in state 0 sum to 0.6, not to 1"
    );
    assert_eq!(
        sentence(Action { reward: 0.0, next: Successors::Whole(vec![(1, 3), (0, 2)], 6) }),
        "the weights of action 1 in state 0 sum to 5, not to 6"
    );
    assert_eq!(
        sentence(Action::chances(0.0, vec![(0, -0.5), (1, 1.5)])),
        "action 1 in state 0 leads to state 0 with chance -0.5"
    );
    assert_eq!(
        sentence(Action::chances(0.0, vec![(0, f64::NAN), (1, 1.0)])),
        "action 1 in state 0 leads to state 0 with chance NaN"
    );
    assert_eq!(
        sentence(Action::sure(0.0, 2)),
        "action 1 in state 0 leads to state 2, but there are 2 states"
    );
    assert_eq!(
        sentence(Action::whole(0.0, vec![])),
        "action 1 in state 0 leads nowhere: its weights sum to 0"
    );
    assert_eq!(sentence(Action::sure(f64::NAN, 1)), "the reward of action 1 in state 0 is NaN");
    assert!(with(Action::chances(0.0, vec![(0, 0.1); 10])).is_ok());
    assert_eq!(
        Model::new(vec![choice(vec![])]).unwrap_err().to_string(),
        "state 0 has no action and is not terminal"
    );
    for discount in [0.0, -1.0, 1.5, f64::NAN] {
        let refused = with(fine.clone()).unwrap().with_discount(discount);
        assert!(matches!(refused, Err(ModelError::Discount { .. })));
    }
}

#[test]
fn wrong_questions_are_refused() {
    let model = Model::new(vec![State::Terminal]).unwrap();
    let ask =
        |objective, precision| solve(&model, &objective, precision, &Budget::unlimited(), &Silent);
    assert!(matches!(ask(Objective::Reach(vec![]), 1e-6), Err(Refusal::WrongTargets { .. })));
    assert!(matches!(ask(Objective::Reward, 0.0), Err(Refusal::Precision { .. })));
    assert!(matches!(ask(Objective::Reward, f64::NAN), Err(Refusal::Precision { .. })));
}

/// A robot on a slippery floor of white (0), grey (-0.4) and black (-1) squares with a goal
/// (1): compared with exact fractions, without and with discount.
#[test]
fn a_robot_finds_its_way() {
    // 0 1 2     white grey goal
    // 3 4 5     white black white
    let colours = [0.0, -0.4, 1.0, 0.0, -1.0, 0.0];
    let neighbours = [[1, 3], [0, 4], [2, 2], [0, 4], [3, 5], [4, 2]];
    let also = [None, Some(2), None, None, Some(1), None];
    let state = |square: usize| {
        if square == 2 {
            return State::Terminal;
        }
        let ways: Vec<usize> = neighbours[square].into_iter().chain(also[square]).collect();
        // With probability 1/5 a step fails and the robot stays.
        let step = |to: usize| {
            let prize = if to == 2 { 0.8 } else { 0.0 };
            Action::whole(colours[square] + prize, vec![(to as u32, 4), (square as u32, 1)])
        };
        State::Choice(Owner::Max, ways.into_iter().map(step).collect())
    };
    let model = Model::new((0..6).map(state).collect()).unwrap();
    for discount in [1.0, 0.99, 0.9] {
        let model = model.clone().with_discount(discount).unwrap();
        let found = solve(&model, &Objective::Reward, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let exact = yardstick::values(&model, &Objective::Reward);
        assert_eq!(found.remark, None);
        for (bounds, value) in found.values.iter().zip(&exact) {
            assert!(yardstick::holds(*bounds, value), "{bounds:?} {value:?}");
        }
        // From the corner the robot goes right over grey; from below the goal it goes straight
        // up.
        assert_eq!((found.policy[0], found.policy[5]), (Some(0), Some(1)));
        assert!(found.ends.iter().all(|it| *it));
    }
}

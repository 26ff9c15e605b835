//! Policies as text, and errors.

use super::track;
use spar_solve::mdp::track::pairs::PairPolicy;
use spar_solve::mdp::track::{Policy, turns};
use spar_solve::{Budget, Silent, SolveError};

#[test]
fn a_policy_is_read_as_it_is_written() {
    let track = track(&[("n", "8"), ("jumps", "2-6.5-1")]);
    let policy = Policy::read(&track, "11dd\n111T\n").unwrap();
    assert_eq!(policy.letters(&track), "11DD111T");
    let letters: Vec<char> = track.actions().iter().map(|it| it.letter).collect();
    assert_eq!(letters, super::boards::ACTIONS);
    for (text, said) in [
        ("", "a policy has 8 letters here, this one 0"),
        ("11DD", "a policy has 8 letters here, this one 4"),
        ("11DD111TT", "a policy has 8 letters here, this one more"),
        ("11DX111T", "`X` for square 3 is not an action"),
    ] {
        assert_eq!(Policy::read(&track, text).unwrap_err().what, said);
    }
    let lines = vec!["11DD111T"; 8];
    let pairs = PairPolicy::read(&track, &lines).unwrap();
    assert_eq!(pairs, PairPolicy::alone(&policy));
    assert_eq!(pairs.letters(&track, 5), "11DD111T");
    assert!(PairPolicy::read(&track, &lines[..7]).is_err());
}

#[test]
fn the_novice_needs_its_dice() {
    let track = track(&[("n", "8"), ("actions", "1.d4")]);
    assert!(Policy::novice(&track).unwrap_err().what.contains("one die"));
}

#[test]
fn a_policy_that_waits_for_ever_is_named() {
    let track = track(&[("n", "8")]);
    // On square 6, two dice always overflow; from 5, a two comes eventually.
    assert_eq!(Policy(vec![2; 8]).stalls(&track), [0, 1, 2, 3, 4, 6]);
    assert_eq!(Policy(vec![1; 8]).stalls(&track), []);
}

#[test]
fn work_stops_when_asked_and_keeps_to_its_memory() {
    let track = track(&[("n", "5000"), ("ladders", "500"), ("snakes", "500"), ("longest", "90")]);
    let budget = Budget::unlimited();
    budget.stop();
    let stopped = turns::fewest(&track, 1e-9, &budget, &Silent);
    assert_eq!(stopped.unwrap_err(), SolveError::Stopped);
    let small = Budget::unlimited().with_memory(1000);
    assert!(matches!(
        turns::fewest(&track, 1e-9, &small, &Silent),
        Err(SolveError::TooLarge { .. })
    ));
}

#[test]
fn other_dice_and_long_rolls_work_too() {
    // With a single action, its average determines everything.
    let sure = track(&[("n", "12"), ("actions", "1")]);
    let found = turns::fewest(&sure, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    assert!(found.at(0).holds(11.0) && found.at(0).width() < 1e-9);
    // Rolls of more than twelve steps use another code path.
    let far = track(&[("n", "300"), ("jumps", "40-7.90-200.250-100"), ("actions", "1.d20.3d20")]);
    let found = turns::fewest(&far, 1e-9, &Budget::unlimited(), &Silent).unwrap();
    assert!(found.relative_width() <= 1e-9 && found.policy.stalls(&far).is_empty());
    let mut sweeps = turns::Sweeps::new(&far, turns::Order::Jacobi, vec![0.0; 300]);
    while sweeps.sweep() > 1e-12 {}
    for square in 0..300 {
        let value = found.at(square);
        assert!((value.middle() - sweeps.values()[square]).abs() < 1e-7, "{square}");
    }
}

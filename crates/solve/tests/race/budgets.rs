//! The work that a race counts against a budget.

use super::{random_board, track};
use spar_rules::SplitMix;
use spar_solve::mdp::track::pairs::both_best;
use spar_solve::mdp::track::turns;
use spar_solve::{Budget, Progress, Silent, SolveError};
use std::sync::atomic::{AtomicU64, Ordering};

const LONG_ROLLS: &str = "1.3d85.3d84.3d83.3d82.3d81.3d80.3d79";

/// Counts the progress reports.
#[derive(Default)]
struct Counting(AtomicU64);

impl Progress for Counting {
    fn report(&self, _: &'static str, _: u64, _: u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn long_rolls_count_by_their_length_and_what_cannot_be_finished_is_not_begun() {
    let short = track(&[("n", "60"), ("overflow", "bounce")]);
    let long = track(&[("n", "60"), ("overflow", "bounce"), ("actions", LONG_ROLLS)]);
    let budget = Budget::unlimited().with_nodes(20_000);
    both_best(&short, 1e-9, &budget, &Silent).unwrap();
    let counting = Counting::default();
    let stopped = both_best(&long, 1e-9, &budget, &counting).map(|_| ());
    assert_eq!(stopped, Err(SolveError::Stopped));
    assert_eq!(counting.0.into_inner(), 0, "no sweep was begun");
    let budget = Budget::unlimited().with_nodes(100);
    turns::fewest(&short, 1e-9, &budget, &Silent).unwrap();
    let stopped = turns::fewest(&long, 1e-9, &budget, &Silent).map(|_| ());
    assert_eq!(stopped, Err(SolveError::Stopped));
}

#[test]
fn chances_for_many_questions_are_those_for_one() {
    let mut random = SplitMix::new(31);
    for case in 0..40 {
        let (track, board) = random_board(&mut random, 30);
        let both = both_best(&track, 1e-9, &Budget::unlimited(), &Silent).unwrap();
        let many = both.for_many();
        for pair in 0..track.goal() * track.goal() {
            let (own, other) = (pair / track.goal(), pair % track.goal());
            for action in 0..track.actions().len() {
                let one = both.after(own, other, action);
                assert_eq!(many.after(own, other, action), one, "{case} {board:?}");
            }
        }
    }
}

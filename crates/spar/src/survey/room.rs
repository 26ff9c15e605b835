//! The memory that variants share. Small variants are surveyed in parallel, each with a share
//! of the memory. A variant that does not fit into its share waits until it can have all of the
//! memory, so whether a variant fits depends only on `--memory`, not on the number of threads.

use spar_catalog::AnyGame;
use spar_challenge::survey::{Asked, Survey, Unrated};
use spar_solve::{Budget, SolveError};
use std::panic::resume_unwind;
use std::sync::{PoisonError, RwLock};
use std::thread;

/// The memory of a run.
pub(crate) struct Room {
    whole: Budget,
    part: Budget,
    alone: RwLock<()>,
}

impl Room {
    /// Creates shares for as many parallel variants as the budget has threads.
    pub(crate) fn new(whole: Budget) -> Room {
        let (memory, threads) = (whole.memory, whole.threads as u64);
        let part = whole.clone().with_threads(1).with_memory(memory / threads);
        Room { whole, part, alone: RwLock::new(()) }
    }

    /// Surveys a game; `None` if it has no levels.
    pub(crate) fn survey(
        &self,
        game: &dyn AnyGame,
        asked: &Asked,
    ) -> Option<Result<Survey, SolveError>> {
        let beside_others = {
            let _shared = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            game.survey(asked, &self.part)?
        };
        if !is_too_large(&beside_others) || self.whole.threads == 1 {
            return Some(beside_others);
        }
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        // Use a separate thread: a pool thread could start another piece while it waits for
        // this one's threads, and that piece would wait for this one.
        thread::scope(|scope| {
            let work = scope.spawn(|| game.survey(asked, &self.whole));
            work.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

fn is_too_large(found: &Result<Survey, SolveError>) -> bool {
    let (Err(error) | Ok(Survey { ratings: Err(Unrated::Solve(error)), .. })) = found else {
        return false;
    };
    error.is_memory()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_challenge::generate::Span;
    use spar_challenge::hardness::Thresholds;
    use spar_challenge::policy::Player;

    #[test]
    fn what_fits_the_memory_does_not_depend_on_the_threads() {
        let half = "1/2".parse().unwrap();
        let asked = Asked {
            players: vec![Player::random()],
            thresholds: Thresholds::default(),
            even: Span { least: half, most: half },
        };
        let game = spar_catalog::open("connect3").unwrap();
        let survey = |memory: u64, threads: usize| {
            let budget = Budget::unlimited().with_memory(memory).with_threads(threads);
            Room::new(budget).survey(&*game, &asked).unwrap()
        };
        let mut kinds = [0; 3];
        for memory in (0..16).map(|power| 1000 << power) {
            let alone = survey(memory, 1);
            assert_eq!(survey(memory, 7), alone, "{memory}");
            kinds[match &alone {
                Err(_) => 0,
                Ok(survey) if survey.ratings.is_err() => 1,
                Ok(_) => 2,
            }] += 1;
        }
        assert!(kinds[0] > 0 && kinds[2] > 0, "{kinds:?}");
    }
}

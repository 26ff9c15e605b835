//! Classes of positions: those that a symmetry takes to one another, counted as one.
//!
//! A symmetry of the rules may move the start. Then the image of a position that play
//! reaches need not be one that play reaches, and to count canonical images would be wrong.
//! Symmetries that keep the start take what play reaches to what play reaches; only they
//! make classes here.

use super::ranked::Table;
use super::schedule::{Schedule, Walk};
use crate::{Budget, Progress, SolveError};
use spar_rules::{Ranked, Symmetric};
use std::sync::atomic::{AtomicU64, Ordering};

/// The symmetries of a game that keep its start.
pub struct Classes {
    /// All but the one that changes nothing.
    symmetries: Vec<usize>,
}

impl Classes {
    /// Those of this game.
    pub fn of<G: Symmetric>(game: &G) -> Classes {
        let start = game.start();
        let keeps = |symmetry: &usize| game.image(&start, *symmetry) == start;
        Classes { symmetries: (1..game.symmetries()).filter(keeps).collect() }
    }

    /// Whether a position is the least of its class. Of the positions of a class that play
    /// reaches, which is all of it, exactly one is.
    pub fn is_least<G: Symmetric>(&self, game: &G, position: &G::Position) -> bool {
        self.symmetries.iter().all(|symmetry| game.image(position, *symmetry) >= *position)
    }
}

impl Table {
    /// Counts the classes of positions, and keeps the number in the summary.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn count_classes<G: Ranked + Symmetric>(
        &mut self,
        game: &G,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let classes = Classes::of(game);
        let count = AtomicU64::new(0);
        let schedule = Schedule::new(game, self.ranks);
        schedule.run(Walk::Up, "counting classes", budget, progress, |low, high| {
            let (mut images, mut here) = (Vec::new(), 0);
            self.reached.ascend(low, high, |rank| {
                images.clear();
                game.unfold(&game.unrank(rank), &mut images);
                here += images.iter().filter(|it| classes.is_least(game, it)).count() as u64;
            });
            count.fetch_add(here, Ordering::Relaxed);
        })?;
        self.summary.classes = Some(count.into_inner());
        Ok(())
    }
}

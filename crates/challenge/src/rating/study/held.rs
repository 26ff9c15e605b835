//! Whether matched levels are solved as often as wanted.

use super::pool::{Pool, learners, odds};
use crate::generate::Playable;
use crate::policy::Unknown;
use crate::rating::{Learner, Rating, matched};
use spar_rules::SplitMix;
use spar_solve::Budget;
use spar_solve::Interval;
use spar_solve::whole::Whole;
use std::collections::VecDeque;

/// The chances that are wanted.
pub const WANTED: [f64; 3] = [0.3, 0.5, 0.7];

/// Tries before it counts.
pub const WARM_UP: usize = 20;

/// Tries that count.
pub const TRIES: usize = 2000;

/// A level does not come again before so many others.
const APART: usize = 20;

/// What came of matched levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Who solved them.
    pub learner: Learner,
    /// How often they should be solved.
    pub wanted: f64,
    /// How often they were, of [`TRIES`].
    pub solved: usize,
    /// How often they were expected to be, by their ratings: further from what is wanted
    /// than a point or two if there are no levels nearer to it.
    pub expected: f64,
    /// The chance at the hardest and at the easiest levels there are, by their ratings:
    /// the mean over as many as must come before one comes again.
    pub limits: [f64; 2],
    /// The rating at the end.
    pub rating: Rating,
}

impl Held {
    /// How often they were solved.
    pub fn share(&self) -> f64 {
        self.solved as f64 / TRIES as f64
    }

    /// Whether levels of this game can be solved as often as wanted at all.
    pub fn is_possible(&self) -> bool {
        (self.limits[0]..=self.limits[1]).contains(&self.wanted)
    }
}

impl<P: Clone> Pool<P> {
    /// What comes of matched levels for every simulated learner and every chance.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn held<G: Playable<Position = P>>(
        &self,
        game: &G,
        whole: &Whole<G>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<Held>, Unknown> {
        if self.tasks.is_empty() {
            return Err(Unknown);
        }
        let mut odds = odds(game, whole, budget);
        let mut by_rating: Vec<usize> = (0..self.tasks.len()).collect();
        by_rating.sort_by_key(|it| std::cmp::Reverse(self.ratings[*it].rating));
        let mut all = Vec::new();
        for learner in learners() {
            let mut mean = |levels: &[usize]| -> Result<f64, Unknown> {
                let chances = levels.iter().map(|it| odds.solved(&self.tasks[*it], &learner));
                let chances: Vec<f64> =
                    chances.map(|it| it.map(Interval::middle)).collect::<Result<_, _>>()?;
                Ok(chances.iter().sum::<f64>() / chances.len() as f64)
            };
            let n_limit = by_rating.len().min(APART + 1);
            let hardest = mean(&by_rating[..n_limit])?;
            let easiest = mean(&by_rating[by_rating.len() - n_limit..])?;
            for wanted in WANTED {
                let (mut person, mut solved, mut expected) = (Rating::NEW, 0, 0.0);
                let mut random = SplitMix::new(seed);
                let mut lately = VecDeque::new();
                for number in 0..WARM_UP + TRIES {
                    let fresh = |it: &usize| !lately.contains(it);
                    let levels = (0..self.tasks.len()).filter(fresh);
                    let rated = levels.map(|it| (it, self.ratings[it].rating));
                    let seed = random.next_u64();
                    let Some(level) = matched(person.rating, wanted, rated, seed) else { break };
                    let is_solved = odds.attempt(&self.tasks[level], &learner, &mut random)?;
                    if number >= WARM_UP {
                        expected += person.expected(self.ratings[level].rating) / TRIES as f64;
                    }
                    person = person.after(self.ratings[level].rating, is_solved, 0);
                    solved += usize::from(is_solved && number >= WARM_UP);
                    lately.push_back(level);
                    if lately.len() > APART.min(self.tasks.len() - 1) {
                        lately.pop_front();
                    }
                }
                let limits = [hardest, easiest];
                let learner = learner.clone();
                all.push(Held { learner, wanted, solved, expected, limits, rating: person });
            }
        }
        Ok(all)
    }
}

//! Real-time dynamic programming for two pieces: plays games from the start with the best
//! action by the current values, and updates each pair on the way.
//!
//! Values start at 1, which no probability exceeds, or at those of a heuristic. As long as no
//! value is below the true one, untried actions look good, so they are tried. There is a policy
//! at any time.

use super::choice::{PairPolicy, TIE, greedy};
use super::respond::Setting;
use super::turn::{Grid, first_of, worth};
use crate::mdp::track::layout::Track;
use crate::{Budget, SolveError};
use spar_rules::SplitMix;

/// Games with a seeded random generator, from which the values are learned.
pub struct PairTrials<'a> {
    track: &'a Track,
    setting: Setting<'a>,
    values: Grid,
    seen: Vec<bool>,
    random: SplitMix,
    /// The current pair of squares of the game in progress.
    pair: (usize, usize),
    updates: u64,
}

impl<'a> PairTrials<'a> {
    /// Starts with a value of 1 for every pair. Games start with both pieces on square 0.
    pub fn new(track: &'a Track, setting: Setting<'a>, seed: u64) -> PairTrials<'a> {
        let n = track.n();
        PairTrials::starting_from(track, setting, vec![1.0; n * n], seed)
    }

    /// Starts with the values of a heuristic, indexed by our square, then the opponent's. If
    /// one of them is below the true value, a better action may never be tried.
    ///
    /// # Panics
    /// If the number of values is not the number of pairs.
    pub fn starting_from(
        track: &'a Track,
        setting: Setting<'a>,
        values: Vec<f64>,
        seed: u64,
    ) -> PairTrials<'a> {
        let n = track.n();
        assert_eq!(values.len(), n * n, "one value for each pair");
        let (values, seen) = (Grid::of(n, values), vec![false; n * n]);
        let random = SplitMix::new(seed);
        PairTrials { track, setting, values, seen, random, pair: (0, 0), updates: 0 }
    }

    /// Continues until the total number of updated values is `updates`.
    ///
    /// # Errors
    /// If the work is stopped.
    pub fn run(&mut self, updates: u64, budget: &Budget) -> Result<(), SolveError> {
        while self.updates < updates {
            if self.updates.is_multiple_of(1024) && budget.is_stopped() {
                return Err(SolveError::Stopped);
            }
            let action = self.update();
            self.pair = self.play(action).unwrap_or((0, 0));
        }
        Ok(())
    }

    /// Updates the current pair and returns its first best action.
    fn update(&mut self) -> usize {
        let (ours, theirs) = self.pair;
        let answer = self.setting.rival.action(theirs, ours);
        let worth = |action| {
            let value = |ours, theirs| self.values.at(ours, theirs);
            worth(self.track, &self.setting, (ours, action), (theirs, answer), value)
        };
        let (first, best) = first_of((0..self.track.actions().len()).map(worth), TIE);
        self.values.set(ours, theirs, best);
        self.seen[ours * self.track.n() + theirs] = true;
        self.updates += 1;
        first
    }

    /// Plays a full turn with the dice. Returns `None` if the game is over.
    fn play(&mut self, action: usize) -> Option<(usize, usize)> {
        let (ours, theirs) = self.pair;
        let answer = self.setting.rival.action(theirs, ours);
        let to = self.roll(ours, action)?;
        let there = self.roll(theirs, answer)?;
        let quits = self.setting.quits.chance(to, there);
        // 53 random bits as a fraction of 1.
        let drawn = (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        (drawn >= quits).then_some((to, there))
    }

    /// Rolls the dice. Returns the square where the piece lands, or `None` if it is the goal.
    fn roll(&mut self, square: usize, action: usize) -> Option<usize> {
        let steps = &self.track.roll(action).steps;
        let rolled = self.random.weighted(steps.iter().map(|it| u64::from(it.1)))?;
        let to = self.track.lands(square, steps[rolled].0 as usize);
        (to != self.track.goal()).then_some(to)
    }

    /// The number of updates.
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// The number of pairs that were visited.
    pub fn n_seen(&self) -> u64 {
        self.seen.iter().filter(|it| **it).count() as u64
    }

    /// The first best action for every pair, by the current values.
    pub fn policy(&self) -> PairPolicy {
        greedy(self.track, &self.setting, &self.values)
    }
}

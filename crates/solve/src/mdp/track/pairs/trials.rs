//! Real-time dynamic programming for two pieces: games are played from the start with the
//! best action by the values so far, and each pair on the way is given a new value.
//!
//! Values begin at 1, which no chance exceeds, or at those of a heuristic. As long as no value
//! is below the true chance, whatever was not tried looks good until it was. There is a policy
//! at every moment.

use super::choice::{PairPolicy, TIE, greedy};
use super::respond::Setting;
use super::turn::{Grid, first_of, worth};
use crate::mdp::track::layout::Track;
use crate::{Budget, SolveError};
use spar_rules::SplitMix;

/// Games played to learn from, by a seed.
pub struct PairTrials<'a> {
    track: &'a Track,
    setting: Setting<'a>,
    values: Grid,
    seen: Vec<bool>,
    random: SplitMix,
    /// Where the game stands that is being played.
    pair: (usize, usize),
    updates: u64,
}

impl<'a> PairTrials<'a> {
    /// Begins with a value of 1 for every pair. Games start with both on square 0.
    pub fn new(track: &'a Track, setting: Setting<'a>, seed: u64) -> PairTrials<'a> {
        let n = track.n();
        PairTrials::starting_from(track, setting, vec![1.0; n * n], seed)
    }

    /// Begins with the values of a heuristic, by our square, then theirs. Where one of them is
    /// below the true chance, a better action may never be tried.
    ///
    /// # Panics
    /// If there is not one value for each pair.
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

    /// Plays on until this many values were updated in all.
    ///
    /// # Errors
    /// If it was stopped.
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

    /// Gives the pair on the board a new value; its first best action.
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

    /// A full turn by the dice; `None` if the game is over.
    fn play(&mut self, action: usize) -> Option<(usize, usize)> {
        let (ours, theirs) = self.pair;
        let answer = self.setting.rival.action(theirs, ours);
        let to = self.roll(ours, action)?;
        let there = self.roll(theirs, answer)?;
        let quits = self.setting.quits.chance(to, there);
        // 53 random bits, a share of 1.
        let drawn = (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        (drawn >= quits).then_some((to, there))
    }

    /// Where a piece lands by the dice; `None` if that is the goal.
    fn roll(&mut self, square: usize, action: usize) -> Option<usize> {
        let steps = &self.track.roll(action).steps;
        let rolled = self.random.weighted(steps.iter().map(|it| u64::from(it.1)))?;
        let to = self.track.lands(square, steps[rolled].0 as usize);
        (to != self.track.goal()).then_some(to)
    }

    /// How often a pair was given a value.
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// How many pairs were ever on the board.
    pub fn n_seen(&self) -> u64 {
        self.seen.iter().filter(|it| **it).count() as u64
    }

    /// The first best action for every pair by the values now.
    pub fn policy(&self) -> PairPolicy {
        greedy(self.track, &self.setting, &self.values)
    }
}

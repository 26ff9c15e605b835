//! Value iteration for two pieces, told sweep by sweep, without leaps and without proof.

use super::choice::{PairPolicy, TIE, first_best};
use super::respond::Setting;
use super::rows::{Grid, Theirs, each_action};
use crate::mdp::track::layout::Track;

/// Chances for every pair of squares, a sweep at a time: for each of our squares from the
/// goal down, all pairs at once.
pub struct PairSweeps<'a> {
    track: &'a Track,
    half: Theirs<'a>,
    ours: Grid,
    theirs: Grid,
    each: Vec<Vec<f64>>,
}

impl<'a> PairSweeps<'a> {
    /// Begins with the same chance for every pair.
    pub fn new(track: &'a Track, setting: &Setting<'a>, start: f64) -> PairSweeps<'a> {
        let n = track.n();
        let mut half = Theirs::new(track, setting.rival, setting.quits, setting.payoff);
        let (ours, mut theirs) = (Grid::new(n, start), Grid::new(n, start));
        for own in 0..n {
            half.row(own, ours.row(own), theirs.row_mut(own));
        }
        PairSweeps { track, half, ours, theirs, each: vec![vec![0.0; n]; track.actions().len()] }
    }

    /// Gives every pair a new value; the largest change.
    pub fn sweep(&mut self) -> f64 {
        let goal = self.track.goal();
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            each_action(self.track, own, &self.theirs, 0, &mut self.each);
            let row = self.ours.row_mut(own);
            for (other, value) in row[..goal].iter_mut().enumerate() {
                let each = self.each.iter().map(|row| row[other]);
                let next = each.fold(f64::NEG_INFINITY, f64::max);
                largest = largest.max((next - *value).abs());
                *value = next;
            }
            self.half.row(own, self.ours.row(own), self.theirs.row_mut(own));
        }
        largest
    }

    /// The chance now, with us to move.
    pub fn at(&self, ours: usize, theirs: usize) -> f64 {
        self.ours.at(ours, theirs)
    }

    /// The first best action for every pair by the chances now.
    pub fn policy(&self) -> PairPolicy {
        self.policy_within(TIE)
    }

    /// The same, where actions are equally good if their chances differ by no more than this
    /// share of the better.
    pub fn policy_within(&self, tie: f64) -> PairPolicy {
        first_best(self.track, &self.theirs, tie)
    }
}

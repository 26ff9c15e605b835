//! Value iteration without proof: as a reference, with a double sum over both rolls; and sweep
//! by sweep, for reports.

use super::choice::{PairPolicy, TIE, first_best, greedy};
use super::respond::Setting;
use super::turn::{Grid, Payoff, Quits, Rival, Theirs, each_action};
use crate::mdp::track::layout::Track;

/// Winning probabilities against an opponent, moving in turn; one value per pair.
pub struct Plain<'a> {
    track: &'a Track,
    rival: Rival<'a>,
    quits: Quits<'a>,
    /// Indexed by our square, then the opponent's.
    pub values: Vec<f64>,
}

impl<'a> Plain<'a> {
    /// Starts with values of 0.
    pub fn new(track: &'a Track, rival: Rival<'a>, quits: Quits<'a>) -> Plain<'a> {
        Plain { track, rival, quits, values: vec![0.0; track.n() * track.n()] }
    }

    /// Updates the value of every pair, starting at the goal. Returns the largest change.
    pub fn sweep(&mut self) -> f64 {
        let (track, n, goal) = (self.track, self.track.n(), self.track.goal());
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let answer = self.rival.action(other, own);
                let answers = f64::from(track.roll(answer).total());
                let mut best: f64 = 0.0;
                for (number, action) in track.actions().iter().enumerate() {
                    let mut sum = 0.0;
                    for (to, weight) in track.outcomes(own, number) {
                        if to == goal {
                            sum += f64::from(weight) * answers;
                            continue;
                        }
                        for (theirs, part) in track.outcomes(other, answer) {
                            if theirs != goal {
                                let stays = 1.0 - self.quits.chance(to, theirs);
                                let weight = f64::from(weight) * f64::from(part);
                                sum += weight * stays * self.values[to * n + theirs];
                            }
                        }
                    }
                    best = best.max(sum / (f64::from(action.total()) * answers));
                }
                let value = &mut self.values[own * n + other];
                largest = largest.max((best - *value).abs());
                *value = best;
            }
        }
        largest
    }

    /// The first best action for every pair, by the current values.
    pub fn policy(&self) -> PairPolicy {
        let setting = Setting { rival: self.rival, quits: self.quits, payoff: Payoff::WIN };
        greedy(self.track, &setting, &Grid::of(self.track.n(), self.values.clone()))
    }

    /// The number of pairs at which the game may be in progress: no side has arrived, and the
    /// probability that the opponent gives up is below 1.
    pub fn n_live(&self) -> u64 {
        let goal = self.track.goal();
        let is_live = |own: usize, other: &usize| self.quits.chance(own, *other) < 1.0;
        let row = |own: usize| (0..goal).filter(|other| is_live(own, other)).count() as u64;
        (0..goal).map(row).sum()
    }
}

/// Winning probabilities of the side to move with optimal play of both; one value per pair.
pub struct PlainBoth<'a> {
    track: &'a Track,
    /// Indexed by the mover's square, then the other's.
    pub values: Vec<f64>,
}

impl<'a> PlainBoth<'a> {
    /// Starts with values of 1/2.
    pub fn new(track: &'a Track) -> PlainBoth<'a> {
        PlainBoth { track, values: vec![0.5; track.n() * track.n()] }
    }

    /// Updates the value of every pair, starting at the goal. Returns the largest change.
    pub fn sweep(&mut self) -> f64 {
        let (track, n, goal) = (self.track, self.track.n(), self.track.goal());
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let action = |number: usize| {
                    let total = f64::from(track.roll(number).total());
                    let chance = |(to, weight): (usize, u32)| {
                        let chance =
                            if to == goal { 1.0 } else { 1.0 - self.values[other * n + to] };
                        f64::from(weight) * chance
                    };
                    track.outcomes(own, number).map(chance).sum::<f64>() / total
                };
                let best = (0..track.actions().len()).map(action).fold(0.0, f64::max);
                largest = largest.max((best - self.values[own * n + other]).abs());
                self.values[own * n + other] = best;
            }
        }
        largest
    }
}

/// Winning probabilities for every pair of squares, one sweep at a time. A sweep updates, for
/// each of our squares from the goal down, all pairs at once.
pub struct PairSweeps<'a> {
    track: &'a Track,
    half: Theirs<'a>,
    ours: Grid,
    theirs: Grid,
    each: Vec<Vec<f64>>,
}

impl<'a> PairSweeps<'a> {
    /// Starts with the same value for every pair.
    pub fn new(track: &'a Track, setting: &Setting<'a>, start: f64) -> PairSweeps<'a> {
        let n = track.n();
        let mut half = Theirs::new(track, setting.rival, setting.quits, setting.payoff);
        let (ours, mut theirs) = (Grid::new(n, start), Grid::new(n, start));
        for own in 0..n {
            half.row(own, ours.row(own), theirs.row_mut(own));
        }
        PairSweeps { track, half, ours, theirs, each: vec![vec![0.0; n]; track.actions().len()] }
    }

    /// Updates the value of every pair. Returns the largest change.
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

    /// The current value, with us to move.
    pub fn at(&self, ours: usize, theirs: usize) -> f64 {
        self.ours.at(ours, theirs)
    }

    /// The first best action for every pair, by the current values.
    pub fn policy(&self) -> PairPolicy {
        self.policy_within(TIE)
    }

    /// Like [`policy`](PairSweeps::policy); actions count as equally good if their values
    /// differ by at most this share of the better one.
    pub fn policy_within(&self, tie: f64) -> PairPolicy {
        first_best(self.track, &self.theirs, tie)
    }
}

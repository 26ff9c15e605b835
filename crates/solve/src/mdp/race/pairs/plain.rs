//! The best response by the double sum over both rolls, pair by pair: a yardstick.

use super::rival::{Quits, Rival};
use crate::mdp::race::track::Track;

/// Chances to win against a player, players moving in turn, one value for each pair.
pub struct Plain<'a> {
    track: &'a Track,
    rival: Rival<'a>,
    quits: Quits<'a>,
    /// By our square, then theirs.
    pub values: Vec<f64>,
}

impl<'a> Plain<'a> {
    /// Begins with nothing.
    pub fn new(track: &'a Track, rival: Rival<'a>, quits: Quits<'a>) -> Plain<'a> {
        Plain { track, rival, quits, values: vec![0.0; track.n() * track.n()] }
    }

    /// Gives every pair a new value, from the goal down; the largest change.
    pub fn sweep(&mut self) -> f64 {
        let (track, n, goal) = (self.track, self.track.n(), self.track.goal());
        let mut largest: f64 = 0.0;
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                let answer = self.rival.action(other, own);
                let answers = f64::from(track.actions()[answer].total());
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
}

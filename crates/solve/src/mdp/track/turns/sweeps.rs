//! Value iteration, square by square.

use crate::mdp::track::layout::Track;

/// The order in which the squares are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All at once, from the values of the previous sweep.
    Jacobi,
    /// One after the other from the goal down, each from the newest values.
    FromGoal,
    /// One after the other from square 0 up.
    FromStart,
}

/// Value iteration, one sweep at a time.
pub struct Sweeps<'a> {
    track: &'a Track,
    order: Order,
    stand: Vec<f64>,
    arrive: Vec<f64>,
}

impl<'a> Sweeps<'a> {
    /// Starts from these values of the squares.
    ///
    /// # Panics
    /// If the number of values is not the number of squares.
    pub fn new(track: &'a Track, order: Order, start: Vec<f64>) -> Sweeps<'a> {
        assert_eq!(start.len(), track.n(), "one value for each square");
        let mut arrive = Vec::new();
        track.arrivals(&start, &mut arrive);
        Sweeps { track, order, stand: start, arrive }
    }

    /// The initial values of the 2010 paper: each square's distance from the goal in single
    /// steps.
    pub fn distances(track: &Track) -> Vec<f64> {
        (0..track.n()).map(|square| (track.goal() - square) as f64).collect()
    }

    /// Updates every square. Returns the largest change.
    pub fn sweep(&mut self) -> f64 {
        let Sweeps { track, order, stand, arrive } = self;
        let goal = track.goal();
        let mut largest: f64 = 0.0;
        let mut update = |square: usize, stand: &mut [f64], arrive: &[f64]| {
            let value = 1.0 + track.least(square, arrive, stand);
            largest = largest.max((value - stand[square]).abs());
            value
        };
        match order {
            Order::Jacobi => {
                // The tail must also read the values of the previous sweep.
                let mut new = vec![0.0; stand.len()];
                for square in (0..goal).rev() {
                    new[square] = update(square, stand, arrive);
                }
                *stand = new;
                track.arrivals(stand, arrive);
            }
            Order::FromGoal | Order::FromStart => {
                for turn in 0..goal {
                    let square = if *order == Order::FromStart { turn } else { goal - 1 - turn };
                    stand[square] = update(square, stand, arrive);
                    arrive[square] = stand[track.end(square)];
                    for start in track.jumps_to(square) {
                        arrive[start] = stand[square];
                    }
                }
            }
        }
        largest
    }

    /// The current values.
    pub fn values(&self) -> &[f64] {
        &self.stand
    }

    /// The first best action on every square, by the current values.
    pub fn policy(&self) -> super::Policy {
        super::first_best(self.track, &self.stand)
    }
}

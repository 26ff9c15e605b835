//! Value iteration part by part, starting at the goal. The squares that a part leads to are
//! solved before it, so only squares that lead back to one another are swept more than once.
//!
//! A part is a stretch of the track such that no jump leads back from beyond it: a piece that
//! has left it towards the goal does not return. Each strongly connected component is inside
//! one part, except for squares on which a jump starts, where no piece stands. The parts are
//! found in one pass and swept without a list of squares. Finding the components instead would
//! take as long as a dozen sweeps and divide the parts little further.

use crate::mdp::track::Cost;
use crate::mdp::track::extrapolation::Extrapolation;
use crate::mdp::track::layout::Track;
use crate::{Budget, Progress, SolveError, budget};

/// The values of all squares, computed part by part.
pub struct PartwiseValues<'a> {
    track: &'a Track,
    /// The first square of each part, and the goal.
    starts: Vec<u32>,
    stand: Vec<f64>,
    arrive: Vec<f64>,
    updates: u64,
}

/// The initial guess of the squares that a turn gains.
const SQUARES_A_TURN: f64 = 8.0;

impl<'a> PartwiseValues<'a> {
    /// Finds the parts.
    ///
    /// # Errors
    /// If the memory does not suffice.
    pub fn new(track: &'a Track, budget: &Budget) -> Result<PartwiseValues<'a>, SolveError> {
        let needed = track.bytes() + 48 * track.n() as u64;
        if needed > budget.memory {
            let needed = u128::from(needed);
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        budget::probe(needed.into())?;
        let stand = vec![0.0; track.n()];
        let mut arrive = Vec::new();
        track.arrivals(&stand, &mut arrive);
        Ok(PartwiseValues { track, starts: stretches(track), stand, arrive, updates: 0 })
    }

    /// Sweeps each part until no value changes by more than `change`.
    ///
    /// # Errors
    /// If the work is stopped.
    pub fn settle(
        &mut self,
        change: f64,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        self.settle_within(change, u32::MAX, budget, progress).map(|_| ())
    }

    /// Like [`settle`](PartwiseValues::settle), with a limit on the sweeps per part. Returns
    /// whether the limit was sufficient.
    ///
    /// # Errors
    /// If the work is stopped.
    pub(super) fn settle_within(
        &mut self,
        change: f64,
        most_sweeps: u32,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<bool, SolveError> {
        let cost = Cost::of(self.track, budget);
        let n_parts = self.starts.len() - 1;
        let mut leaps = Extrapolation::default();
        for part in (0..n_parts).rev() {
            let (first, end) = (self.starts[part] as usize, self.starts[part + 1] as usize);
            if part % 1024 == 0 {
                let goal = self.track.goal();
                progress.report("squares", (goal - end) as u64, goal as u64);
                cost.spend(1024)?;
            }
            if !self.part(first, end, (change, most_sweeps), &mut leaps, &cost)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn part(
        &mut self,
        first: usize,
        end: usize,
        (change, most_sweeps): (f64, u32),
        leaps: &mut Extrapolation,
        cost: &Cost<'_>,
    ) -> Result<bool, SolveError> {
        let PartwiseValues { track, stand, arrive, updates, .. } = self;
        if end - first == 1 && !track.may_stay(first) {
            track.sweep_down(first, end, stand, arrive);
            *updates += 1;
            return Ok(true);
        }
        if stand[first] == 0.0 {
            guess(track, first, end, stand, arrive);
        }
        leaps.begin();
        for sweep in 1_u32.. {
            cost.spend(end - first)?;
            let largest = if track.is_near_goal(end - 1) {
                near_goal(track, first, end, stand, arrive)
            } else {
                track.sweep_down(first, end, stand, arrive)
            };
            *updates += (end - first) as u64;
            // A tiny change of a large value is below the precision of doubles.
            let grain = f64::EPSILON * 4.0 * stand[first].abs();
            let stuck = sweep > 50 && largest >= leaps.largest() && largest <= 64.0 * grain;
            if largest <= change.max(grain) || stuck {
                return Ok(true);
            }
            if sweep >= most_sweeps {
                return Ok(false);
            }
            leaps.swept(largest, &mut stand[first..end]);
        }
        unreachable!("invariant: the loop ends by returning")
    }

    /// The current values.
    pub fn values(&self) -> &[f64] {
        &self.stand
    }

    /// Returns the values and drops the rest.
    pub fn into_values(self) -> Vec<f64> {
        self.stand
    }

    /// The average number of updates per square.
    pub fn updates(&self) -> f64 {
        self.updates as f64 / self.track.n() as f64
    }

    /// The first square of each part, and the goal.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }
}

/// The first square of each stretch of the track that no way back crosses, and the goal.
fn stretches(track: &Track) -> Vec<u32> {
    // How many ways back begin or end at each square; the sums tell how many pass over it.
    let mut ways = vec![0_i32; track.n() + 1];
    track.ways_back(|from, to| {
        ways[to + 1] += 1;
        ways[from + 1] -= 1;
    });
    let mut starts = vec![0];
    let mut open = 0;
    for (square, begun) in ways[..track.goal()].iter().enumerate() {
        open += begun;
        if open == 0 && square > 0 {
            starts.push(square as u32);
        }
    }
    starts.push(track.goal() as u32);
    starts
}

/// Sets initial values for the squares of a part, by extrapolation from the values beyond it.
fn guess(track: &Track, first: usize, end: usize, stand: &mut [f64], arrive: &mut [f64]) {
    let beyond = arrive[end];
    // Use the pace of the squares beyond, if there are enough of them to measure it.
    let settled = (track.goal() - end) as f64;
    let pace = if settled > 200.0 { beyond / settled } else { 1.0 / SQUARES_A_TURN };
    for square in (first..end).rev() {
        stand[square] = beyond + 1.0 + (end - square) as f64 * pace;
    }
    for square in first..end {
        arrive[square] = stand[track.end(square)];
    }
}

/// A sweep in which rolls that do not move the piece count as repeated, for squares with many
/// such rolls.
fn near_goal(
    track: &Track,
    first: usize,
    end: usize,
    stand: &mut [f64],
    arrive: &mut [f64],
) -> f64 {
    let mut largest: f64 = 0.0;
    let near = (first..end).rev().take_while(|square| track.is_near_goal(*square));
    for square in near {
        let value = without_staying(track, square, stand);
        largest = largest.max((value - stand[square]).abs());
        stand[square] = value;
        arrive[square] = stand[track.end(square)];
    }
    let rest = (first..end).rev().find(|square| !track.is_near_goal(*square));
    let Some(rest) = rest else { return largest };
    largest.max(track.sweep_down(first, rest + 1, stand, arrive))
}

/// The value of a square if a roll that does not move the piece is repeated.
fn without_staying(track: &Track, square: usize, stand: &[f64]) -> f64 {
    let value = |number: usize| {
        let (mut sum, mut moving) = (0.0, 0_u32);
        for (to, weight) in track.outcomes(square, number).filter(|it| it.0 != square) {
            sum += f64::from(weight) * stand[to];
            moving += weight;
        }
        let total = f64::from(track.roll(number).total());
        if moving == 0 { f64::INFINITY } else { (total + sum) / f64::from(moving) }
    };
    (0..track.actions().len()).map(value).fold(f64::INFINITY, f64::min)
}

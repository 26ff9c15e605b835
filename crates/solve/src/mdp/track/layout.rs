//! The squares of a race as flat arrays, and the inner loop of all sweeps.
//!
//! The value of arriving at a square has an array of its own (`arrive`), next to the value of
//! standing on it: arriving at the foot of a ladder has the value of its top. So the rolls from
//! a square read consecutive entries, and a sweep follows each jump once instead of once for
//! each roll that leads to it.
//! a sweep instead of once for each roll that leads to it.

use spar_rules::{Action, Separable};

/// Rolls of up to this many steps, such as two dice, are summed without a loop.
const SHORT: usize = 12;

/// The maximum number of actions in a race.
const MOST_ACTIONS: usize = 8;

/// The squares of a race, in the form that sweeps need.
#[derive(Clone, Debug)]
pub struct Track {
    /// For each square, the final square of a piece that arrives there, after all jumps.
    ends: Vec<u32>,
    /// The actions and, if its weights fit, one roll that mixes all of them.
    rolls: Vec<Action>,
    n_actions: usize,
    /// All numbers of steps that some action can roll, ascending.
    steps: Vec<u32>,
    /// The largest number of steps.
    reach: usize,
    /// For each roll, the probability of one step and the probabilities of two and more steps.
    /// Empty if some roll is long.
    short: Vec<(f64, [f64; SHORT])>,
    /// For each roll, the probabilities of all numbers of steps.
    long: Vec<Vec<f64>>,
    /// For the last squares, from which a roll may pass the goal: the end of a move by each
    /// number of steps.
    tail: Vec<u32>,
    /// The first of these last squares.
    tail_from: usize,
    /// The jumps, sorted by their ends: (end, start).
    jumps: Vec<(u32, u32)>,
}

impl Track {
    /// Builds the track of this game.
    ///
    /// # Panics
    /// If the race has no action, more than eight actions, or fewer than two squares.
    pub fn of(game: &impl Separable) -> Track {
        let n = game.squares();
        let actions = game.actions().to_vec();
        assert!(
            n >= 2 && (1..=MOST_ACTIONS).contains(&actions.len()),
            "a track has squares and actions"
        );
        let mut steps: Vec<u32> =
            actions.iter().flat_map(|it| it.steps.iter().map(|step| step.0)).collect();
        steps.sort_unstable();
        steps.dedup();
        let (shortest, reach) = (steps[0], steps[steps.len() - 1].max(SHORT as u32));
        let mut ends: Vec<u32> = (0..n).collect();
        for square in shortest..n {
            ends[square as usize] = game.lands(square - shortest, shortest);
        }
        let tail_from = n.saturating_sub(reach + 1);
        let tail = (tail_from..n - 1)
            .flat_map(|square| (1..=reach).map(move |steps| game.lands(square, steps)));
        let tail: Vec<u32> = tail.collect();
        let chances = |action: &Action| {
            let mut chances = vec![0.0; reach as usize];
            for &(steps, weight) in &action.steps {
                chances[steps as usize - 1] = f64::from(weight) / f64::from(action.total());
            }
            chances
        };
        let n_actions = actions.len();
        let any = mixed(&actions);
        let rolls: Vec<Action> = actions.into_iter().chain(any).collect();
        let long: Vec<Vec<f64>> = rolls.iter().map(chances).collect();
        let short = |chances: &Vec<f64>| {
            let mut further = [0.0; SHORT];
            further[..SHORT - 1].copy_from_slice(&chances[1..]);
            (chances[0], further)
        };
        let is_short = reach as usize == SHORT;
        let short = long.iter().filter(|_| is_short).map(short).collect();
        let starts = ends.iter().enumerate().filter(|(square, end)| *square as u32 != **end);
        let mut jumps: Vec<(u32, u32)> =
            starts.map(|(square, end)| (*end, square as u32)).collect();
        jumps.sort_unstable();
        let (reach, tail_from) = (reach as usize, tail_from as usize);
        Track { ends, rolls, n_actions, steps, reach, short, long, tail, tail_from, jumps }
    }

    /// The number of squares.
    pub fn n(&self) -> usize {
        self.ends.len()
    }

    /// The goal, which is the last square.
    pub fn goal(&self) -> usize {
        self.ends.len() - 1
    }

    /// The actions that a side can choose from.
    pub fn actions(&self) -> &[Action] {
        &self.rolls[..self.n_actions]
    }

    /// The number of the mixed roll: of a player who takes every action with equal probability.
    /// `None` if the weights of that roll are too large.
    pub fn any(&self) -> Option<u8> {
        (self.rolls.len() > self.n_actions).then_some(self.n_actions as u8)
    }

    /// The number of rolls: one for each action, and the mixed roll of [`Track::any`] if there
    /// is one.
    pub(super) fn n_rolls(&self) -> usize {
        self.rolls.len()
    }

    /// The roll with this number: an action, or the mixed roll of [`Track::any`].
    #[inline]
    pub fn roll(&self, number: usize) -> &Action {
        &self.rolls[number]
    }

    /// The final square of a piece that arrives at `square`, after all jumps.
    #[inline]
    pub fn end(&self, square: usize) -> usize {
        self.ends[square] as usize
    }

    /// The final square of a piece on `square` that moves `steps` steps.
    #[inline]
    pub fn lands(&self, square: usize, steps: usize) -> usize {
        if square < self.tail_from {
            self.ends[square + steps] as usize
        } else {
            self.tail[(square - self.tail_from) * self.reach + steps - 1] as usize
        }
    }

    /// The squares that an action may lead to, with their weights.
    pub fn outcomes(
        &self,
        square: usize,
        action: usize,
    ) -> impl Iterator<Item = (usize, u32)> + '_ {
        let steps = self.rolls[action].steps.iter();
        steps.map(move |&(steps, weight)| (self.lands(square, steps as usize), weight))
    }

    /// Returns whether some roll from this square ends on it again.
    pub(super) fn may_stay(&self, square: usize) -> bool {
        self.steps.iter().any(|steps| self.lands(square, *steps as usize) == square)
    }

    /// Returns whether a roll from this square may pass the goal.
    #[inline]
    pub(super) fn is_near_goal(&self, square: usize) -> bool {
        square >= self.tail_from
    }

    /// Calls `way` with every way back: from a square, or from the start of a jump, to a square
    /// nearer to the start of the track.
    pub(super) fn ways_back(&self, mut way: impl FnMut(usize, usize)) {
        for &(end, start) in self.jumps.iter().filter(|(end, start)| end < start) {
            way(start as usize, end as usize);
        }
        for square in self.tail_from..self.goal() {
            for steps in &self.steps {
                let to = self.lands(square, *steps as usize);
                if to < square {
                    way(square, to);
                }
            }
        }
    }

    /// The squares from which a jump leads to `square`.
    pub(super) fn jumps_to(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.jumps.partition_point(|it| (it.0 as usize) < square);
        let jumps = self.jumps[first..].iter().take_while(move |it| it.0 as usize == square);
        jumps.map(|it| it.1 as usize)
    }

    /// The expected value of an action from `square`, given the values of arriving at and of
    /// standing on squares.
    #[inline]
    pub(super) fn expected(
        &self,
        square: usize,
        action: usize,
        arrive: &[f64],
        stand: &[f64],
    ) -> f64 {
        if let Some((chance, chances)) = self.short.get(action)
            && square < self.tail_from
            && let Some((next, further)) = arrive[square + 1..].split_first()
            && let Some(further) = further.first_chunk()
        {
            return dot(chances, further) + chance * next;
        }
        let mut window = [0.0; 256];
        let values = self.seen_from(square, arrive, stand, &mut window);
        self.long[action].iter().zip(values).map(|(chance, value)| chance * value).sum()
    }

    /// The smallest expected value of an action from `square`.
    #[inline]
    pub(super) fn least(&self, square: usize, arrive: &[f64], stand: &[f64]) -> f64 {
        if let Some((&next, further)) = arrive[square + 1..].split_first()
            && let Some(further) = further.first_chunk()
            && square < self.tail_from
            && !self.short.is_empty()
        {
            return self.least_of(next, further);
        }
        let actions = 0..self.n_actions;
        let values = actions.map(|action| self.expected(square, action, arrive, stand));
        values.fold(f64::INFINITY, smaller)
    }

    /// The smallest expected value of an action, if the next square has the value `next` and
    /// the squares after it the values `further`. The next square is added last, as the sweep
    /// has only just computed it.
    #[inline]
    fn least_of(&self, next: f64, further: &[f64; SHORT]) -> f64 {
        let value = |(chance, chances): &(f64, [f64; SHORT])| dot(chances, further) + chance * next;
        self.short.iter().take(self.n_actions).map(value).fold(f64::INFINITY, smaller)
    }

    /// One sweep over the squares `first..end`, starting nearest to the goal. Each square uses
    /// the newest values. Returns the largest change.
    pub(super) fn sweep_down(
        &self,
        first: usize,
        end: usize,
        stand: &mut [f64],
        arrive: &mut [f64],
    ) -> f64 {
        let mut largest: f64 = 0.0;
        let plain_end = if self.short.is_empty() { first } else { end.min(self.tail_from) };
        for square in (plain_end.max(first)..end).rev() {
            let value = 1.0 + self.least(square, arrive, stand);
            largest = largest.max((value - stand[square]).abs());
            stand[square] = value;
            arrive[square] = stand[self.end(square)];
        }
        if plain_end <= first {
            return largest;
        }
        let mut next = arrive[plain_end];
        for square in (first..plain_end).rev() {
            let Some(further) = arrive[square + 2..].first_chunk() else { break };
            let value = 1.0 + self.least_of(next, further);
            largest = largest.max((value - stand[square]).abs());
            stand[square] = value;
            let end = self.end(square);
            next = if end == square { value } else { stand[end] };
            arrive[square] = next;
        }
        largest
    }

    /// The expected values of all rolls from a square, from one step on.
    #[inline]
    fn seen_from<'a>(
        &self,
        square: usize,
        arrive: &'a [f64],
        stand: &[f64],
        window: &'a mut [f64; 256],
    ) -> &'a [f64] {
        if square < self.tail_from {
            return &arrive[square + 1..=square + self.reach];
        }
        let row = (square - self.tail_from) * self.reach;
        for (place, to) in self.tail[row..row + self.reach].iter().enumerate() {
            window[place] = stand[*to as usize];
        }
        &window[..self.reach]
    }

    /// Computes the value of arriving at each square from the value of standing there.
    pub(super) fn arrivals(&self, stand: &[f64], arrive: &mut Vec<f64>) {
        arrive.clear();
        arrive.extend(self.ends.iter().map(|end| stand[*end as usize]));
    }

    /// A bound of the rounding error of nested averages of numbers from 0 to 1: each
    /// probability, product and sum is rounded once, by half of `EPSILON`.
    pub(super) fn rounding(&self) -> f64 {
        (self.reach + 4) as f64 * f64::EPSILON
    }

    /// The weight of one value in the budget: the length of its sums relative to two dice. Long
    /// rolls are summed one after the other.
    pub(super) fn weight(&self) -> u64 {
        let is_short = !self.short.is_empty();
        if is_short { 1 } else { sums(self.actions().len() * self.reach) }
    }

    /// The size of the track in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.ends.len() * 4 + self.jumps.len() * 8 + self.tail.len() * 4) as u64
    }
}

/// The roll of a player who takes every action with equal probability; `None` if its weights
/// are too large.
fn mixed(actions: &[Action]) -> Option<Action> {
    let common = actions.iter().try_fold(1_u64, |common, action| {
        let total = u64::from(action.total());
        common.checked_mul(total / gcd(common, total))
    })?;
    let mut steps: Vec<(u32, u64)> = Vec::new();
    for action in actions {
        let share = common / u64::from(action.total());
        for &(number, weight) in &action.steps {
            let weight = share.checked_mul(u64::from(weight))?;
            match steps.iter_mut().find(|it| it.0 == number) {
                Some((_, sum)) => *sum = sum.checked_add(weight)?,
                None => steps.push((number, weight)),
            }
        }
    }
    steps.sort_unstable();
    let divisor = steps.iter().fold(0, |divisor, it| gcd(divisor, it.1)).max(1);
    let whole = steps.iter().try_fold(0_u64, |sum, it| sum.checked_add(it.1 / divisor))?;
    u32::try_from(whole).ok()?;
    let steps = steps.iter().map(|it| (it.0, (it.1 / divisor) as u32)).collect();
    Some(Action { letter: '?', name: "any action".to_owned(), steps })
}

fn gcd(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A weighted sum of a few values. Uses four partial sums, because each addition waits for the
/// one before it. The nearest values come last.
#[inline]
fn dot(chances: &[f64; SHORT], values: &[f64; SHORT]) -> f64 {
    let mut sums = [0.0; 4];
    for part in (0..SHORT / 4).rev() {
        for lane in 0..4 {
            sums[lane] += chances[4 * part + lane] * values[4 * part + lane];
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

/// The number of sums over short rolls that take as long as one sum over this many numbers.
pub fn sums(n_numbers: usize) -> u64 {
    n_numbers.div_ceil(SHORT) as u64
}

#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

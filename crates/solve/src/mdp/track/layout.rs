//! A race's squares as flat arrays, and the one inner loop that all sweeps share.
//!
//! The value of coming to a square is kept in an array of its own (`arrive`), next to the
//! value of standing on it: coming to the foot of a ladder is worth what its top is worth.
//! So the rolls from a square read neighbours in a row, and each jump is followed once in
//! a sweep instead of once for each roll that leads to it.

use spar_rules::{Action, Separable};

/// Rolls up to this many steps are summed without a loop: two dice and all below.
const SHORT: usize = 12;

/// A race has no more actions.
const MOST_ACTIONS: usize = 8;

/// The squares of a race, ready to be swept.
#[derive(Clone, Debug)]
pub struct Track {
    /// Where a piece ends that comes to each square.
    ends: Vec<u32>,
    /// The actions and, if its weights fit, one roll for all of them together.
    rolls: Vec<Action>,
    n_actions: usize,
    /// All numbers of steps that some action has, rising.
    steps: Vec<u32>,
    /// The longest roll.
    reach: usize,
    /// For each roll the chance of one step, and those of all numbers of steps from two
    /// on, if all are short.
    short: Vec<(f64, [f64; SHORT])>,
    /// The same with as many numbers as there are.
    long: Vec<Vec<f64>>,
    /// Where each number of steps ends from the last squares, from which a roll may go
    /// past the goal.
    tail: Vec<u32>,
    /// The first of these squares.
    tail_from: usize,
    /// The jumps, by where they end: (end, start).
    jumps: Vec<(u32, u32)>,
}

impl Track {
    /// The squares of this game.
    ///
    /// # Panics
    /// If the race has no action, more than eight, or fewer than two squares.
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

    /// The last square.
    pub fn goal(&self) -> usize {
        self.ends.len() - 1
    }

    /// What a side may choose.
    pub fn actions(&self) -> &[Action] {
        &self.rolls[..self.n_actions]
    }

    /// The number of the roll that a player makes who takes every action with the same
    /// chance; none if the weights of that roll are too large.
    pub fn any(&self) -> Option<u8> {
        (self.rolls.len() > self.n_actions).then_some(self.n_actions as u8)
    }

    /// The number of rolls: one for each action and, if it is there, that of
    /// [`Track::any`].
    pub(super) fn n_rolls(&self) -> usize {
        self.rolls.len()
    }

    /// The roll of this number: that of an action, or that of [`Track::any`].
    #[inline]
    pub fn roll(&self, number: usize) -> &Action {
        &self.rolls[number]
    }

    /// Where a piece ends that comes to this square.
    #[inline]
    pub fn end(&self, square: usize) -> usize {
        self.ends[square] as usize
    }

    /// Where a piece ends that stands on `square` and goes `steps` steps.
    #[inline]
    pub fn lands(&self, square: usize, steps: usize) -> usize {
        if square < self.tail_from {
            self.ends[square + steps] as usize
        } else {
            self.tail[(square - self.tail_from) * self.reach + steps - 1] as usize
        }
    }

    /// Where an action leads from a square, with its weights.
    pub fn outcomes(
        &self,
        square: usize,
        action: usize,
    ) -> impl Iterator<Item = (usize, u32)> + '_ {
        let steps = self.rolls[action].steps.iter();
        steps.map(move |&(steps, weight)| (self.lands(square, steps as usize), weight))
    }

    /// Whether some roll from this square ends on it.
    pub(super) fn may_stay(&self, square: usize) -> bool {
        self.steps.iter().any(|steps| self.lands(square, *steps as usize) == square)
    }

    /// Whether a roll from this square may go past the goal.
    #[inline]
    pub(super) fn is_near_goal(&self, square: usize) -> bool {
        square >= self.tail_from
    }

    /// Calls `way` with every way back, from a square, or from one where a jump starts, to
    /// one nearer to the start.
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

    /// The squares from which a jump leads to this one.
    pub(super) fn jumps_to(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.jumps.partition_point(|it| (it.0 as usize) < square);
        let jumps = self.jumps[first..].iter().take_while(move |it| it.0 as usize == square);
        jumps.map(|it| it.1 as usize)
    }

    /// What an action gives on average from `square`, if coming to a square is worth
    /// `arrive` and standing on it `stand`.
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

    /// The least that an action gives on average from `square`.
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

    /// The least that an action gives on average, if the next square is worth `next` and
    /// those after it `further`. What is known of the next square comes last: a sweep has
    /// only just found it.
    #[inline]
    fn least_of(&self, next: f64, further: &[f64; SHORT]) -> f64 {
        let value = |(chance, chances): &(f64, [f64; SHORT])| dot(chances, further) + chance * next;
        self.short.iter().take(self.n_actions).map(value).fold(f64::INFINITY, smaller)
    }

    /// One sweep over the squares from `first` to before `end`, from the goal's side, each
    /// from the newest values. The largest change.
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

    /// What all rolls from a square come to, from one step on.
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

    /// What coming to each square is worth, by what standing there is worth.
    pub(super) fn arrivals(&self, stand: &[f64], arrive: &mut Vec<f64>) {
        arrive.clear();
        arrive.extend(self.ends.iter().map(|end| stand[*end as usize]));
    }

    /// How far rounding may move an average of averages of numbers from 0 to 1: in each
    /// every chance, product and sum is rounded once, by half of `EPSILON`.
    pub(super) fn rounding(&self) -> f64 {
        (self.reach + 4) as f64 * f64::EPSILON
    }

    /// What one value counts against a budget: as many as there are rolls of two dice in
    /// its sums, since long rolls are summed one after the other.
    pub(super) fn weight(&self) -> u64 {
        let is_short = !self.short.is_empty();
        if is_short { 1 } else { sums(self.actions().len() * self.reach) }
    }

    /// Bytes that the track takes.
    pub fn bytes(&self) -> u64 {
        (self.ends.len() * 4 + self.jumps.len() * 8 + self.tail.len() * 4) as u64
    }
}

/// The roll of a player who takes every action with the same chance; none if its weights do
/// not fit.
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

/// A weighted sum of a few values. Four sums run side by side, since each addition waits
/// for the one before it; the nearest values come last.
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

/// How many sums over short rolls take as long as one over this many numbers.
pub fn sums(n_numbers: usize) -> u64 {
    n_numbers.div_ceil(SHORT) as u64
}

#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

//! A check of computed ratings: simulated learners try levels, move by move, and their results
//! are compared with the computed ratings and with the wanted chances.

use crate::generate::{Order, Playable};
use crate::judge::Goal;
use crate::policy::{Player, Ties, Unknown, Valued};
use crate::rating::{Learner, LevelRating, Odds, Rating, Task, matched};
use spar_rules::{SplitMix, Value};
use spar_solve::tables::TableError;
use spar_solve::whole::{Whole, move_values};
use spar_solve::{Budget, Interval};
use std::collections::VecDeque;

// Levels drawn from a solved game, and tries at them.

/// Levels of one game with their ratings.
pub struct Pool<P> {
    /// The levels.
    pub tasks: Vec<Task<P>>,
    /// The rating of each.
    pub ratings: Vec<LevelRating>,
}

/// A try of a simulated learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The index of the learner.
    pub learner: usize,
    /// The index of the level.
    pub level: usize,
    /// Whether it was solved.
    pub solved: bool,
}

/// The simulated learners: foresight 0 to 3, each with 0, 10 and 30 % random moves.
pub fn learners() -> Vec<Learner> {
    let foresights = (0..=3).map(|rounds| Player::foresight(rounds, Ties::Any));
    foresights
        .flat_map(|player| [0, 10, 30].map(|slips| Learner { player: player.clone(), slips }))
        .collect()
}

/// The number of kinds of levels: wins in 1, 2, 3 and more moves. Each kind gets an equal
/// share, as far as there are enough.
const KINDS: usize = 4;

/// The number of table entries examined per wanted level.
const LOOKS: u64 = 5000;

impl<P: Clone> Pool<P> {
    /// Levels of a solved game, drawn by the seed: equally many won in one, two, three and more
    /// moves, as far as possible. The opponents alternate.
    ///
    /// # Errors
    /// If the table cannot be read. A level whose rating exceeds the budget is left out.
    pub fn drawn<G: Playable<Position = P>>(
        game: &G,
        whole: &Whole<G>,
        opponents: &[Player],
        count: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Pool<P>, TableError> {
        let order = Order::new(seed, whole.len());
        let mut kinds: [Vec<P>; KINDS] = std::array::from_fn(|_| Vec::new());
        for turn in 0..whole.len().min(LOOKS * count as u64) {
            let (position, value) = whole.at(game, order.place(turn))?;
            let Value::Win(_) = value else { continue };
            let moves = value.winner_moves().unwrap_or(1).max(1) as usize;
            let kind = &mut kinds[moves.min(KINDS) - 1];
            if kind.len() < count {
                kind.push(position);
            }
        }
        // If one kind has too few, the others fill up in turn.
        let mut kinds = kinds.map(Vec::into_iter);
        let mut positions = Vec::new();
        while positions.len() < count && kinds.iter().any(|it| it.len() > 0) {
            positions.extend(kinds.iter_mut().filter_map(Iterator::next));
        }
        positions.truncate(count);
        let task = |(number, position): (usize, P)| {
            let opponent = opponents[number / KINDS % opponents.len()].clone();
            Task { side: game.side(&position), position, goal: Goal::Win, opponent }
        };
        let tasks = positions.into_iter().enumerate().map(task).collect();
        Ok(Pool::of(game, whole, tasks, budget))
    }

    /// The same positions, each against every one of these opponents.
    #[must_use]
    pub fn against<G: Playable<Position = P>>(
        &self,
        game: &G,
        whole: &Whole<G>,
        opponents: &[Player],
        budget: &Budget,
    ) -> Pool<P> {
        let against = |task: &Task<P>| {
            let task = task.clone();
            opponents
                .iter()
                .map(move |opponent| Task { opponent: opponent.clone(), ..task.clone() })
        };
        Pool::of(game, whole, self.tasks.iter().flat_map(against).collect(), budget)
    }

    /// These levels, if they can be rated.
    fn of<G: Playable<Position = P>>(
        game: &G,
        whole: &Whole<G>,
        tasks: Vec<Task<P>>,
        budget: &Budget,
    ) -> Pool<P> {
        let mut odds = odds(game, whole, budget);
        let mut pool = Pool { tasks: Vec::new(), ratings: Vec::new() };
        for task in tasks {
            if let Ok(rating) = odds.rating(&task) {
                pool.tasks.push(task);
                pool.ratings.push(rating);
            }
        }
        pool
    }

    /// Simulates this number of tries, move by move. The seed draws the learner and the level
    /// of each.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn tries<G: Playable<Position = P>>(
        &self,
        game: &G,
        whole: &Whole<G>,
        count: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<Tried>, Unknown> {
        if self.tasks.is_empty() {
            return Err(Unknown);
        }
        let (learners, mut random) = (learners(), SplitMix::new(seed));
        let mut odds = odds(game, whole, budget);
        let one = |_| {
            let learner = random.below(learners.len() as u64) as usize;
            let level = random.below(self.tasks.len() as u64) as usize;
            let solved = odds.attempt(&self.tasks[level], &learners[learner], &mut random)?;
            Ok(Tried { learner, level, solved })
        };
        (0..count).map(one).collect()
    }
}

/// Computes chances with the values of a solved game.
pub(super) fn odds<'a, G: Playable>(
    game: &'a G,
    whole: &'a Whole<G>,
    budget: &Budget,
) -> Odds<'a, G> {
    let valuer = move |game: &G, position: &G::Position| -> Result<Valued<G>, Unknown> {
        let valued = move_values(game, position, |next| whole.value(game, next));
        valued.ok().flatten().ok_or(Unknown)
    };
    Odds::new(game, valuer, budget)
}

// Ratings learned from tries alone, and rank correlation.

/// Every learner and level counts as having met one of average strength this often, half of them
/// solved. So the estimate stays finite even if all real tries are solved, or all are missed.
const AVERAGE_TRIES: f64 = 1.0;

/// The number of rounds of the fit. Each round improves all estimates once.
const ROUNDS: usize = 200;

/// The difficulty of each level learned from these tries, on a separate scale: the maximum
/// likelihood estimate of the Rasch model (1960) for all learners and levels.
pub fn learned(tries: &[Tried], n_learners: usize, n_levels: usize) -> Vec<f64> {
    let mut count = vec![[0.0; 2]; n_learners * n_levels];
    for it in tries {
        count[it.learner * n_levels + it.level][usize::from(it.solved)] += 1.0;
    }
    let (mut strong, mut hard) = (vec![0.0_f64; n_learners], vec![0.0_f64; n_levels]);
    for _ in 0..ROUNDS {
        for level in 0..n_levels {
            let of = (0..n_learners).map(|it| (strong[it], count[it * n_levels + level]));
            hard[level] -=
                step(-hard[level], of.map(|(strong, count)| (strong - hard[level], count)));
        }
        for learner in 0..n_learners {
            let of = (0..n_levels).map(|it| (hard[it], count[learner * n_levels + it]));
            strong[learner] +=
                step(strong[learner], of.map(|(hard, count)| (strong[learner] - hard, count)));
        }
    }
    hard
}

/// A correction of an estimate: one Newton step. For each opponent, `of` has by how much the
/// learner is ahead of the level, and how often it was missed and solved; `ahead` is the same for
/// an average opponent.
fn step(ahead: f64, of: impl Iterator<Item = (f64, [f64; 2])>) -> f64 {
    let (mut surprise, mut weight) = (0.0, 0.0);
    let average = std::iter::once((ahead, [AVERAGE_TRIES / 2.0; 2]));
    for (ahead, [missed, solved]) in of.chain(average) {
        let expected = 1.0 / (1.0 + (-ahead).exp());
        surprise += solved - (missed + solved) * expected;
        weight += (missed + solved) * expected * (1.0 - expected);
    }
    (surprise / weight.max(1e-9)).clamp(-1.0, 1.0)
}

/// The rank correlation of two lists, from −1 to 1 (Spearman 1904). Equal numbers share the
/// mean of their ranks.
pub fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: &f64| {
        let less = numbers.iter().filter(|it| *it < number).count();
        let more = numbers.iter().filter(|it| *it > number).count();
        let same = numbers.len() - less - more;
        less as f64 + (same as f64 - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

// Whether matched levels are solved as often as wanted.

/// The wanted chances.
pub const WANTED: [f64; 3] = [0.3, 0.5, 0.7];

/// The number of tries before the counted ones.
pub const WARM_UP: usize = 20;

/// The number of counted tries.
pub const TRIES: usize = 2000;

/// The number of other levels before a level is repeated.
const APART: usize = 20;

/// How many matched levels a learner solved.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchedLevels {
    /// The learner.
    pub learner: Learner,
    /// The wanted rate of solved levels.
    pub wanted: f64,
    /// The number of solved levels, of [`TRIES`].
    pub solved: usize,
    /// The expected rate, by the ratings. It differs from the wanted rate by more than a point
    /// or two only if no level is nearer.
    pub expected: f64,
    /// The expected chance at the hardest and at the easiest available levels: the mean over
    /// the fewest levels that can take turns without a repetition that comes too soon.
    pub limits: [f64; 2],
    /// The final rating.
    pub rating: Rating,
}

impl MatchedLevels {
    /// The rate of solved levels.
    pub fn share(&self) -> f64 {
        self.solved as f64 / TRIES as f64
    }

    /// Returns whether this game has levels for the wanted rate.
    pub fn is_possible(&self) -> bool {
        (self.limits[0]..=self.limits[1]).contains(&self.wanted)
    }
}

impl<P: Clone> Pool<P> {
    /// Simulates matched levels for every simulated learner and every wanted chance.
    ///
    /// # Errors
    /// If the budget is exceeded.
    pub fn matched_levels<G: Playable<Position = P>>(
        &self,
        game: &G,
        whole: &Whole<G>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<MatchedLevels>, Unknown> {
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
                all.push(MatchedLevels {
                    learner,
                    wanted,
                    solved,
                    expected,
                    limits,
                    rating: person,
                });
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::SplitMix;

    #[test]
    fn orders_agree_as_they_should() {
        let up = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert!((spearman(&up, &[10.0, 20.0, 40.0, 80.0, 160.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&up, &[5.0, 4.0, 3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        // Computed by hand: the sum of squared differences is 2, so 1 - 6 * 2 / 120.
        assert!((spearman(&up, &[1.0, 3.0, 2.0, 4.0, 5.0]) - 0.9).abs() < 1e-12);
        assert_eq!(ranks(&[3.0, 1.0, 3.0]), [1.5, 0.0, 1.5]);
    }

    #[test]
    fn what_made_the_tries_is_learned_from_them() {
        let strong = [-1.5, 0.0, 2.0];
        let hard: Vec<f64> = (0..20).map(|it| f64::from(it) / 5.0 - 2.0).collect();
        let mut random = SplitMix::new(3);
        let mut one = || {
            let (learner, level) = (random.below(3) as usize, random.below(20) as usize);
            let chance = 1.0 / (1.0 + (hard[level] - strong[learner]).exp());
            let solved = (random.below(1 << 30) as f64) < chance * f64::from(1 << 30);
            Tried { learner, level, solved }
        };
        let tries: Vec<Tried> = (0..20_000).map(|_| one()).collect();
        let found = learned(&tries, 3, 20);
        assert!(spearman(&found, &hard) > 0.98);
        assert!((found[19] - found[0] - 3.8).abs() < 0.5, "{found:?}");
    }
}

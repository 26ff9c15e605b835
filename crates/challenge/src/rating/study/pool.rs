//! Levels drawn from a solved game, and tries at them.

use crate::generate::{Order, Playable};
use crate::policy::{Player, Ties};
use crate::policy::{Unknown, Valued};
use crate::rating::{Learner, LevelRating, Odds, Task};
use crate::session::Goal;
use spar_rules::{SplitMix, Value};
use spar_solve::Budget;
use spar_solve::tables::TableError;
use spar_solve::whole::{Whole, move_values};

/// Levels of one game with their ratings.
pub struct Pool<P> {
    /// The levels.
    pub tasks: Vec<Task<P>>,
    /// How hard each is.
    pub ratings: Vec<LevelRating>,
}

/// A try of a simulated learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Which learner.
    pub learner: usize,
    /// Which level.
    pub level: usize,
    /// Whether it was solved.
    pub solved: bool,
}

/// The simulated learners: foresight 0 to 3, of whose moves none, 10 and 30 in a hundred
/// are made without looking.
pub fn learners() -> Vec<Learner> {
    let foresights = (0..=3).map(|rounds| Player::foresight(rounds, Ties::Any));
    foresights
        .flat_map(|player| [0, 10, 30].map(|slips| Learner { player: player.clone(), slips }))
        .collect()
}

/// Wins in 1, 2 and 3 moves, and in more: as many of each as there are, up to a share.
const KINDS: usize = 4;

/// Places of a table that are looked at for each level that is wanted.
const LOOKS: u64 = 5000;

impl<P: Clone> Pool<P> {
    /// So many levels of a solved game, drawn by the seed: as many won in one move as in
    /// two, in three and in more, as far as there are; opponents in turn.
    ///
    /// # Errors
    /// If the table cannot be read, or the budget does not suffice.
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
        // What one kind lacks the others give, one of each in turn.
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

    /// These levels, as far as they can be rated.
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

    /// So many tries, each of a learner and at a level that the seed draws, played move by
    /// move.
    ///
    /// # Errors
    /// If the budget does not suffice.
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

/// Chances by the values of a solved game.
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

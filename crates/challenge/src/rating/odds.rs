//! The probability that a player solves a level: that it reaches the goal without a slip, which
//! is a move that gives away a win or draw that the goal requires. Computed by dynamic
//! programming over the positions that play can reach.

use crate::duel::{LONGEST_PLAY, Pairing};
use crate::judge::{Goal, is_slip};
use crate::players::{Known, LookAhead};
use crate::policy::{Both, Player, Policy as _, Seen, Unknown, Valued, Valuer, Weights};
use rustc_hash::FxHashMap;
use spar_rules::{Game, Reward, Side, SplitMix, Tactics, Turn, Value};
use spar_solve::mdp::general::{Action, Model, Objective, Owner, State, solve};
use spar_solve::{Budget, Interval, Silent};

/// A task: a level with its goal and opponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Task<P> {
    /// The start position.
    pub position: P,
    /// The side of the person or player that solves it.
    pub side: Side,
    /// The goal.
    pub goal: Goal,
    /// The player of the other side.
    pub opponent: Player,
}

impl Task<()> {
    /// The same task from another position.
    pub fn at<P>(self, position: P) -> Task<P> {
        let Task { side, goal, opponent, .. } = self;
        Task { position, side, goal, opponent }
    }
}

/// A simulated learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learner {
    /// The player whose moves they make, except for random ones.
    pub player: Player,
    /// The percentage of moves that they make at random.
    pub slips: u32,
}

impl From<Player> for Learner {
    fn from(player: Player) -> Learner {
        Learner { player, slips: 0 }
    }
}

/// Computes chances for many learners and tasks of one game. The values computed for one
/// question are cached for the next.
pub struct Odds<'a, G: Tactics + Reward> {
    game: &'a G,
    players: LookAhead<'a, G>,
    /// Its node limit applies to foresight, for all questions together, and to the number of
    /// positions, for each question.
    budget: Budget,
}

impl<'a, G: Tactics + Reward> Odds<'a, G> {
    /// Creates it without results; `valuer` returns the values of moves.
    pub fn new(game: &'a G, valuer: impl Valuer<G> + 'a, budget: &Budget) -> Odds<'a, G> {
        let valuer: Remembering<G, _> = Remembering { of: valuer, known: FxHashMap::default() };
        let players = LookAhead::new(Known::new(game, valuer, budget.clone()));
        Odds { game, players, budget: budget.clone() }
    }

    /// The chance that this learner solves the task. Endless play is a draw.
    ///
    /// # Errors
    /// If a move's value or a player's move cannot be computed within the budget.
    pub fn solved(
        &mut self,
        task: &Task<G::Position>,
        learner: &Learner,
    ) -> Result<Interval, Unknown> {
        let mut asked = TaskOdds::new(self, task, learner)?;
        if self.game.horizon(&task.position).is_none() {
            return asked.by_chain();
        }
        asked.chance(&task.position)
    }

    /// Simulates a try of this learner, move by move. Returns whether the task was solved.
    ///
    /// # Errors
    /// As [`solved`](Odds::solved).
    ///
    /// # Panics
    /// Never: a move is always drawn.
    pub fn attempt(
        &mut self,
        task: &Task<G::Position>,
        learner: &Learner,
        random: &mut SplitMix,
    ) -> Result<bool, Unknown> {
        let game = self.game;
        let mut asked = TaskOdds::new(self, task, learner)?;
        let mut here = task.position.clone();
        let may_come_back = game.horizon(&here).is_none();
        for plies in 0_u64.. {
            if may_come_back && plies >= LONGEST_PLAY {
                break;
            }
            if let Some(is_reached) = asked.reached(&here) {
                return Ok(is_reached);
            }
            let moves = asked.moves(&here)?;
            let drawn = random.weighted(moves.iter().map(|it| u64::from(it.weight)));
            let drawn = &moves[drawn.expect("law: an unfinished position has moves")];
            if drawn.loses {
                return Ok(false);
            }
            here = game.after(&here, drawn.mv.clone());
        }
        Ok(task.goal.is_reached(Value::Draw))
    }
}

/// The first states of a chain: the goal is reached, the goal is missed, the start.
const REACHED: u32 = 0;
const MISSED: u32 = 1;
const FIRST: u32 = 2;

/// The requested width of the bounds of a chain; usually they are much tighter.
const PRECISION: f64 = 1e-9;

/// A possible next move.
struct Next<M> {
    mv: M,
    weight: u32,
    /// Whether it is a slip of the learner.
    loses: bool,
}

/// The computation for one task.
struct TaskOdds<'o, 'a, G: Tactics + Reward> {
    odds: &'o Odds<'a, G>,
    task: &'o Task<G::Position>,
    /// The percentage of moves that the learner makes at random.
    slips: u32,
    both: Both<'a, G>,
    known: FxHashMap<G::Position, Interval>,
}

impl<'o, 'a, G: Tactics + Reward> TaskOdds<'o, 'a, G> {
    fn new(
        odds: &'o Odds<'a, G>,
        task: &'o Task<G::Position>,
        learner: &Learner,
    ) -> Result<TaskOdds<'o, 'a, G>, Unknown> {
        let Pairing { first, second } = Pairing::of(&learner.player, &task.opponent, task.side);
        let both = Both::named(&odds.players, &first, &second).ok_or(Unknown)?;
        if !both.is_memoryless() {
            return Err(Unknown);
        }
        Ok(TaskOdds { odds, task, slips: learner.slips, both, known: FxHashMap::default() })
    }

    fn chance(&mut self, position: &G::Position) -> Result<Interval, Unknown> {
        if let Some(is_reached) = self.reached(position) {
            return Ok(Interval::exact(f64::from(u8::from(is_reached))));
        }
        if let Some(bounds) = self.known.get(position) {
            return Ok(*bounds);
        }
        let budget = &self.odds.budget;
        if budget.is_stopped() || self.known.len() as u64 >= budget.nodes {
            return Err(Unknown);
        }
        let mut weighted = Vec::new();
        for Next { mv, weight, loses } in self.moves(position)? {
            let next = if loses {
                Interval::exact(0.0)
            } else {
                self.chance(&self.odds.game.after(position, mv))?
            };
            weighted.push((weight, next));
        }
        let bounds = Interval::mean(weighted.into_iter());
        self.known.insert(position.clone(), bounds);
        Ok(bounds)
    }

    /// The chance in games with cycles: that of a Markov chain, in which endless play is a
    /// draw.
    fn by_chain(&mut self) -> Result<Interval, Unknown> {
        let budget = self.odds.budget.clone();
        let mut places = FxHashMap::from_iter([(self.task.position.clone(), FIRST)]);
        let mut found = vec![self.task.position.clone()];
        let mut states = vec![State::Terminal; FIRST as usize];
        while let Some(position) = found.get(states.len() - FIRST as usize).cloned() {
            if budget.is_stopped() || found.len() as u64 > budget.nodes {
                return Err(Unknown);
            }
            if let Some(is_reached) = self.reached(&position) {
                let to = if is_reached { REACHED } else { MISSED };
                states.push(State::Choice(Owner::Max, vec![Action::sure(0.0, to)]));
                continue;
            }
            let mut parts = Vec::new();
            for Next { mv, weight, loses } in self.moves(&position)? {
                let to = if loses {
                    MISSED
                } else {
                    let next = self.odds.game.after(&position, mv);
                    let new = FIRST + found.len() as u32;
                    let place = *places.entry(next.clone()).or_insert(new);
                    found.extend((place == new).then_some(next));
                    place
                };
                parts.push((to, u64::from(weight)));
            }
            states.push(State::Choice(Owner::Max, vec![Action::whole(0.0, parts)]));
        }
        let counts_draws = self.task.goal.is_reached(Value::Draw);
        let target = if counts_draws { MISSED } else { REACHED };
        let model = Model::new(states).map_err(|_| Unknown)?;
        let wanted = Objective::Reach(model.states().map(|state| state == target).collect());
        let solution = solve(&model, &wanted, PRECISION, &budget, &Silent).map_err(|_| Unknown)?;
        let chance = solution.values[FIRST as usize];
        Ok(if counts_draws { chance.opposite() } else { chance })
    }

    /// Whether the goal is reached, if the game is over.
    fn reached(&self, position: &G::Position) -> Option<bool> {
        let Turn::Over(outcome) = self.odds.game.turn(position) else { return None };
        Some(self.task.goal.is_reached(Value::of(outcome, self.task.side)))
    }

    /// The possible next moves.
    fn moves(&mut self, position: &G::Position) -> Result<Vec<Next<G::Move>>, Unknown> {
        let mut weights = self.weights(position)?;
        let game = self.odds.game;
        if game.side(position) != self.task.side {
            let next = |(mv, weight)| Next { mv, weight, loses: false };
            return Ok(weights.into_iter().map(next).collect());
        }
        if self.slips > 0 {
            self.slip(position, &mut weights);
        }
        let worth = self.odds.players.known().valuer().move_values(game, position)?;
        let had = worth.iter().map(|it| it.1).max();
        let next = |(mv, weight)| {
            let has = worth.iter().find(|it| it.0 == mv).map(|it| it.1);
            let loses = had.zip(has).is_some_and(|it| is_slip(it.0, it.1, self.task.goal));
            Next { mv, weight, loses }
        };
        Ok(weights.into_iter().map(next).collect())
    }

    /// The weights of the player to move.
    fn weights(&mut self, position: &G::Position) -> Result<Weights<G>, Unknown> {
        let mut weights = Vec::new();
        self.both.weights(&Seen::at(self.odds.game, position), &mut weights)?;
        Ok(weights)
    }

    /// Adds random moves, with the share `slips`, to the learner's moves.
    fn slip(&self, position: &G::Position, weights: &mut Weights<G>) {
        let mut legal = Vec::new();
        self.odds.game.moves(position, &mut legal);
        let whole: u32 = weights.iter().map(|it| it.1).sum();
        let blind = self.slips * whole;
        let looking = (100 - self.slips) * legal.len() as u32;
        let of = |mv: &G::Move| weights.iter().find(|it| it.0 == *mv).map_or(0, |it| it.1);
        let mixed = legal.into_iter().map(|mv| (of(&mv) * looking + blind, mv));
        *weights = mixed.filter(|it| it.0 > 0).map(|(weight, mv)| (mv, weight)).collect();
    }
}

/// Caches the results of a valuer.
struct Remembering<G: Game, V> {
    of: V,
    known: FxHashMap<G::Position, Valued<G>>,
}

impl<G: Tactics + Reward, V: Valuer<G>> Valuer<G> for Remembering<G, V> {
    fn move_values(&mut self, game: &G, position: &G::Position) -> Result<Valued<G>, Unknown> {
        if let Some(valued) = self.known.get(position) {
            return Ok(valued.clone());
        }
        let valued = self.of.move_values(game, position)?;
        self.known.insert(position.clone(), valued.clone());
        Ok(valued)
    }

    fn nodes(&self) -> u64 {
        self.of.nodes()
    }
}

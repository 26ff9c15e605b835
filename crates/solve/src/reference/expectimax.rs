//! Depth-limited search of single positions in games with chance.
//!
//! ```
//! use spar_games::lines::{Keys, Lines};
//! use spar_rules::{Game, Outcome, Side, Turn};
//! use spar_solve::{Budget, reference::expectimax::{Cuts, Expectimax}};
//!
//! // A game without chance is one with chance that never rolls.
//! let game = Lines::new(Keys::preset("tictactoe").unwrap()).unwrap();
//! let judge = |position: &_| match game.turn(position) {
//!     Turn::Over(Outcome::Win(Side::First)) => 1.0,
//!     Turn::Over(Outcome::Win(Side::Second)) => 0.0,
//!     _ => 0.5,
//! };
//! let search = Expectimax { game: &game, low: 0.0, high: 1.0, judge, cuts: Cuts::Star1 };
//! let found = search.run(&game.start(), 5, &Budget::unlimited()).unwrap();
//! assert_eq!(found.value, 0.5);
//! ```
//!
//! Values are from the first side's perspective: it maximises, the second side minimises. All
//! values lie in a known range, which allows cuts at chance nodes (Ballard 1983): unsearched
//! outcomes are worth at least the lowest and at most the highest value, and once this puts the
//! node outside the window, the rest need not be searched. The window of the parent must not be
//! passed to the outcomes unchanged, because an outcome is only one part of a sum.

use crate::{Budget, SolveError};
use spar_rules::{Side, Stochastic, Turn};

/// Which cuts are made. No cut changes the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cuts {
    /// No cuts: every position down to the depth limit is visited.
    Nothing,
    /// Cuts of moves, as in alpha-beta search, and cuts of outcomes by the range of values.
    Star1,
    /// Like Star1, but first probes one move of every outcome, which bounds the outcome more
    /// tightly than the range does. This pays off if good moves come first.
    Star2,
}

/// A depth-limited search.
pub struct Expectimax<'a, G, F> {
    /// The rules.
    pub game: &'a G,
    /// The lower bound of all values.
    pub low: f64,
    /// The upper bound of all values.
    pub high: f64,
    /// Evaluates a position for the first side, when the game is over or the depth limit is
    /// reached. The result is between `low` and `high`.
    pub judge: F,
    /// The kind of cuts.
    pub cuts: Cuts,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectimaxResult<M> {
    /// The value of the position for the first side.
    pub value: f64,
    /// The first best move; `None` if no side moves.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<G: Stochastic, F: Fn(&G::Position) -> f64> Expectimax<'_, G, F> {
    /// Searches a position `depth` plies deep. A roll counts as a ply.
    ///
    /// # Errors
    /// If the budget's nodes are used up or the work is stopped.
    pub fn run(
        &self,
        position: &G::Position,
        depth: u32,
        budget: &Budget,
    ) -> Result<ExpectimaxResult<G::Move>, SolveError> {
        let mut run =
            ExpectimaxRun { search: self, budget, nodes: 0, moves: Vec::new(), best: None };
        let value =
            run.value(position, depth, Window { alpha: self.low, beta: self.high }, true)?;
        Ok(ExpectimaxResult { value, best: run.best, nodes: run.nodes })
    }
}

/// A search window. With `v` the true value, the result `r` has `r == v` if `alpha < v < beta`,
/// `v <= r <= alpha` if `v <= alpha`, `beta <= r <= v` if `v >= beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

struct ExpectimaxRun<'s, 'a, G: Stochastic, F> {
    search: &'s Expectimax<'a, G, F>,
    budget: &'s Budget,
    nodes: u64,
    /// A stack: the moves of all positions on the current path, those of the current position
    /// last.
    moves: Vec<G::Move>,
    best: Option<G::Move>,
}

/// An outcome of a roll.
struct RollOutcome<P> {
    position: P,
    chance: f64,
    low: f64,
    high: f64,
}

impl<G: Stochastic, F: Fn(&G::Position) -> f64> ExpectimaxRun<'_, '_, G, F> {
    fn value(
        &mut self,
        position: &G::Position,
        depth: u32,
        window: Window,
        is_root: bool,
    ) -> Result<f64, SolveError> {
        self.nodes += 1;
        if self.nodes > self.budget.nodes || self.budget.is_stopped() {
            return Err(SolveError::Stopped);
        }
        let turn = self.search.game.turn(position);
        if depth == 0 || matches!(turn, Turn::Over(_)) {
            return Ok((self.search.judge)(position));
        }
        match turn {
            Turn::Play(side) => self.choice(position, side, depth, window, is_root),
            _ => self.roll(position, depth, window),
        }
    }

    /// The value of the best move for the side to move.
    fn choice(
        &mut self,
        position: &G::Position,
        side: Side,
        depth: u32,
        mut window: Window,
        is_root: bool,
    ) -> Result<f64, SolveError> {
        let first = self.moves.len();
        self.search.game.moves(position, &mut self.moves);
        let mut best: Option<f64> = None;
        for place in first..self.moves.len() {
            let next = self.search.game.after(position, self.moves[place].clone());
            let value = self.value(&next, depth - 1, window, false)?;
            let is_better = best.is_none_or(|best| match side {
                Side::First => value > best,
                Side::Second => value < best,
            });
            if is_better {
                best = Some(value);
                if is_root {
                    self.best = Some(self.moves[place].clone());
                }
            }
            if self.search.cuts != Cuts::Nothing {
                match side {
                    Side::First => window.alpha = window.alpha.max(value),
                    Side::Second => window.beta = window.beta.min(value),
                }
                if window.alpha >= window.beta && !is_root {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        Ok(best.expect("law: an unfinished position has moves"))
    }

    /// The mean of all outcomes, weighted by their probabilities.
    fn roll(
        &mut self,
        position: &G::Position,
        depth: u32,
        window: Window,
    ) -> Result<f64, SolveError> {
        let mut parts = self.parts(position);
        if self.search.cuts == Cuts::Nothing {
            let mut sum = 0.0;
            for part in &parts {
                sum += part.chance * self.value(&part.position, depth - 1, window, false)?;
            }
            return Ok(sum);
        }
        if self.search.cuts == Cuts::Star2
            && depth > 1
            && let Some(decided) = self.probe(&mut parts, depth, window)?
        {
            return Ok(decided);
        }
        let mut done = 0.0;
        for place in 0..parts.len() {
            let part = &parts[place];
            let (low, high) = rest(&parts[place + 1..]);
            let inner = self.inner(part.chance, window, done + low, done + high);
            let value = self.value(&part.position, depth - 1, inner.clipped, false)?;
            done += part.chance * value;
            if value <= inner.alpha {
                return Ok(done + high);
            }
            if value >= inner.beta {
                return Ok(done + low);
            }
        }
        Ok(done)
    }

    fn parts(&mut self, position: &G::Position) -> Vec<RollOutcome<G::Position>> {
        let game = self.search.game;
        let first = self.moves.len();
        game.moves(position, &mut self.moves);
        let rolls = &self.moves[first..];
        let total: u64 =
            rolls.iter().map(|roll| u64::from(game.weight(position, roll.clone()))).sum();
        let part = |roll: &G::Move| RollOutcome {
            position: game.after(position, roll.clone()),
            chance: f64::from(game.weight(position, roll.clone())) / total as f64,
            low: self.search.low,
            high: self.search.high,
        };
        let parts = rolls.iter().map(part).collect();
        self.moves.truncate(first);
        parts
    }

    /// The window of an outcome, if the sum of all others is between `low` and `high`.
    fn inner(&self, chance: f64, window: Window, low: f64, high: f64) -> Inner {
        let (alpha, beta) = ((window.alpha - high) / chance, (window.beta - low) / chance);
        let (least, most) = (self.search.low, self.search.high);
        let clipped = Window { alpha: alpha.max(least), beta: beta.min(most) };
        Inner { alpha, beta, clipped }
    }

    /// Bounds each outcome by one of its moves, as the side to move can get at least that
    /// value. Returns a value if the bounds put the node outside the window.
    fn probe(
        &mut self,
        parts: &mut [RollOutcome<G::Position>],
        depth: u32,
        window: Window,
    ) -> Result<Option<f64>, SolveError> {
        for place in 0..parts.len() {
            let Turn::Play(side) = self.search.game.turn(&parts[place].position) else {
                continue;
            };
            let first = self.moves.len();
            self.search.game.moves(&parts[place].position, &mut self.moves);
            let next = self.search.game.after(&parts[place].position, self.moves[first].clone());
            self.moves.truncate(first);
            let (low, high) = rest(parts);
            let (own, chance) = (&parts[place], parts[place].chance);
            let inner =
                self.inner(chance, window, low - chance * own.low, high - chance * own.high);
            let (least, most) = (self.search.low, self.search.high);
            match side {
                Side::First => {
                    let ask = Window { alpha: least, beta: inner.clipped.beta };
                    parts[place].low = self.value(&next, depth - 2, ask, false)?;
                }
                Side::Second => {
                    let ask = Window { alpha: inner.clipped.alpha, beta: most };
                    parts[place].high = self.value(&next, depth - 2, ask, false)?;
                }
            }
            let (low, high) = rest(parts);
            if low >= window.beta {
                return Ok(Some(low));
            }
            if high <= window.alpha {
                return Ok(Some(high));
            }
        }
        Ok(None)
    }
}

struct Inner {
    alpha: f64,
    beta: f64,
    clipped: Window,
}

/// The lower and upper bound of the sum of these outcomes.
fn rest<P>(parts: &[RollOutcome<P>]) -> (f64, f64) {
    let sum =
        |of: fn(&RollOutcome<P>) -> f64| parts.iter().map(|part| part.chance * of(part)).sum();
    (sum(|part| part.low), sum(|part| part.high))
}

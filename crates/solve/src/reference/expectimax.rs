//! Single positions of games with chance, to a limited depth.
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
//! Values are those of the first side: it wants much, the second little. They lie in a known
//! range, which is what makes cuts at rolls of chance possible (Ballard 1983): what is not
//! yet searched of a roll is worth at least the lowest and at most the highest value, and
//! once that decides the question, the rest is not searched. To hand the window of the
//! position above down to a roll's outcomes unchanged would be wrong: an outcome is only
//! part of a sum.

use crate::{Budget, SolveError};
use spar_rules::{Side, Stochastic, Turn};

/// What is left out because it cannot change the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cuts {
    /// Nothing: every position down to the depth is visited.
    Nothing,
    /// Moves, as in alpha-beta search, and outcomes of rolls by the range of values.
    Star1,
    /// The same, after a look at one move of every outcome, which bounds the outcome
    /// better than the range does. Pays where good moves come first.
    Star2,
}

/// What to search, and how.
pub struct Expectimax<'a, G, F> {
    /// The rules.
    pub game: &'a G,
    /// No value is lower.
    pub low: f64,
    /// No value is higher.
    pub high: f64,
    /// The value for the first side of a finished position, or of one at the depth's end:
    /// between `low` and `high`.
    pub judge: F,
    /// What may be left out.
    pub cuts: Cuts,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectimaxResult<M> {
    /// The value of the position for the first side.
    pub value: f64,
    /// The first best move; none if nobody moves.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<G: Stochastic, F: Fn(&G::Position) -> f64> Expectimax<'_, G, F> {
    /// The value of a position, searched `depth` plies deep; a roll of chance counts as a
    /// ply.
    ///
    /// # Errors
    /// If the budget's nodes are used up or it is stopped.
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

/// The question that a search answers: with `v` the true value, the result `r` has
/// `r == v` if `alpha < v < beta`, `v <= r <= alpha` if `v <= alpha`, `beta <= r <= v` if
/// `v >= beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

struct ExpectimaxRun<'s, 'a, G: Stochastic, F> {
    search: &'s Expectimax<'a, G, F>,
    budget: &'s Budget,
    nodes: u64,
    /// Moves of all positions on the way, those of the last one at the end.
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

    /// The best of all moves for the side to move.
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

    /// The mean of all outcomes, by their weights.
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

    /// The window of an outcome, if all others together are worth between `low` and
    /// `high`.
    fn inner(&self, chance: f64, window: Window, low: f64, high: f64) -> Inner {
        let (alpha, beta) = ((window.alpha - high) / chance, (window.beta - low) / chance);
        let (least, most) = (self.search.low, self.search.high);
        let clipped = Window { alpha: alpha.max(least), beta: beta.min(most) };
        Inner { alpha, beta, clipped }
    }

    /// Bounds each outcome by one of its moves: what the side to move can have, or better.
    /// Gives a value if that decides the question.
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

/// What parts of a roll are worth together, at least and at most.
fn rest<P>(parts: &[RollOutcome<P>]) -> (f64, f64) {
    let sum =
        |of: fn(&RollOutcome<P>) -> f64| parts.iter().map(|part| part.chance * of(part)).sum();
    (sum(|part| part.low), sum(|part| part.high))
}

//! A further sweep over a solved game, ends of play first: computes one value for each position
//! from the values of its successors.
//!
//! ```
//! use spar_games::lines::{Board, Lines};
//! use spar_rules::Game;
//! use spar_solve::explicit::{Next, Step, Table};
//! use spar_solve::{Budget, Silent};
//!
//! /// How many games can follow.
//! #[derive(Clone)]
//! struct Games;
//!
//! impl Step<Lines, u64> for Games {
//!     fn step(&mut self, game: &Lines, board: &Board, next: &Next<Lines, u64>) -> u64 {
//!         let mut moves = Vec::new();
//!         game.moves(board, &mut moves);
//!         let games = moves.iter().map(|mv| next.of(&game.after(board, *mv))).sum();
//!         if moves.is_empty() { 1 } else { games }
//!     }
//! }
//!
//! let game = Lines::named("tictactoe").unwrap();
//! let budget = Budget::unlimited();
//! let table = Table::solve(&game, &budget, &Silent).unwrap();
//! let games = table.sweep(&game, "counting", &Games, &budget, &Silent).unwrap();
//! assert_eq!(games.of(&game, &game.start()), Some(255_168));
//! ```

use super::bitmap::Bitmap;
use super::ranked::Table;
use super::schedule::{Schedule, Walk};
use super::score::ByteScore;
use crate::budget::filled;
use crate::{Budget, Progress, SolveError};
use spar_rules::{Ranked, Side, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The result that a sweep stores for each position: a small `Copy` type that threads can share
/// through cells. The schedule of a sweep makes a result visible before it is read.
pub trait Stored: Copy {
    /// The cell that stores a result.
    type Cell: Send + Sync;
    /// Creates an empty cell.
    fn cell() -> Self::Cell;
    /// Reads the result from a cell.
    fn load(cell: &Self::Cell) -> Self;
    /// Writes the result to a cell.
    fn store(self, cell: &Self::Cell);
}

impl Stored for u8 {
    type Cell = AtomicU8;
    fn cell() -> AtomicU8 {
        AtomicU8::new(0)
    }
    #[inline]
    fn load(cell: &AtomicU8) -> u8 {
        cell.load(Relaxed)
    }
    #[inline]
    fn store(self, cell: &AtomicU8) {
        cell.store(self, Relaxed);
    }
}

impl Stored for u64 {
    type Cell = AtomicU64;
    fn cell() -> AtomicU64 {
        AtomicU64::new(0)
    }
    #[inline]
    fn load(cell: &AtomicU64) -> u64 {
        cell.load(Relaxed)
    }
    #[inline]
    fn store(self, cell: &AtomicU64) {
        cell.store(self, Relaxed);
    }
}

impl<const WORDS: usize> Stored for [u64; WORDS] {
    type Cell = [AtomicU64; WORDS];
    fn cell() -> [AtomicU64; WORDS] {
        [const { AtomicU64::new(0) }; WORDS]
    }
    #[inline]
    fn load(cell: &[AtomicU64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| cell[word].load(Relaxed))
    }
    #[inline]
    fn store(self, cell: &[AtomicU64; WORDS]) {
        for (word, cell) in self.into_iter().zip(cell) {
            cell.store(word, Relaxed);
        }
    }
}

/// Computes the result of a position from the results of its successors. The sweep clones the
/// step for each piece of the work, so it may hold buffers.
///
/// Law: images that [`Ranked::fold`] folds together get the same result.
pub trait Step<G: Ranked, T: Stored>: Clone + Sync {
    /// The result of this position. Also called for finished positions.
    fn step(&mut self, game: &G, position: &G::Position, next: &Next<G, T>) -> T;
}

/// The results of the positions after the current one.
pub struct Next<'a, G, T: Stored> {
    game: &'a G,
    reached: &'a Bitmap,
    cells: &'a [T::Cell],
}

impl<G: Ranked, T: Stored> Next<'_, G, T> {
    /// The result of a successor of the current position.
    #[inline]
    pub fn of(&self, position: &G::Position) -> T {
        let (rank, _) = self.game.fold(position);
        T::load(&self.cells[self.reached.place(rank)])
    }
}

/// The results of a sweep for all positions.
pub struct Swept<'t, T: Stored> {
    table: Held<'t>,
    cells: Vec<T::Cell>,
}

/// The table that was swept.
enum Held<'t> {
    Borrowed(&'t Table),
    Shared(Arc<Table>),
}

impl std::ops::Deref for Held<'_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        match self {
            Held::Borrowed(table) => table,
            Held::Shared(table) => table,
        }
    }
}

/// One table entry. It stands for a position and its images.
pub struct Entry<P, T> {
    /// The position itself.
    pub position: P,
    /// Its index in the table.
    pub place: u64,
    /// The number of distinct images, the position itself included.
    pub images: u32,
    /// Its value for the side to move. If the game is over: for the side that would move next.
    pub value: Value,
    /// The result of the sweep.
    pub found: T,
}

impl Table {
    /// Computes a result for every position that play reaches, by `step`, successors first. The
    /// results do not depend on the number of threads.
    ///
    /// # Errors
    /// If the results exceed the budget's memory, or if the work is stopped.
    pub fn sweep<G: Ranked, T: Stored>(
        &self,
        game: &G,
        stage: &'static str,
        step: &impl Step<G, T>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Swept<'_, T>, SolveError> {
        let cells = self.cells(game, stage, step, budget, progress)?;
        Ok(Swept { table: Held::Borrowed(self), cells })
    }

    /// Like [`sweep`](Table::sweep), but the result shares ownership of the table.
    ///
    /// # Errors
    /// As [`sweep`](Table::sweep).
    pub fn sweep_shared<G: Ranked, T: Stored>(
        self: &Arc<Table>,
        game: &G,
        stage: &'static str,
        step: &impl Step<G, T>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Swept<'static, T>, SolveError> {
        let cells = self.cells(game, stage, step, budget, progress)?;
        Ok(Swept { table: Held::Shared(Arc::clone(self)), cells })
    }

    fn cells<G: Ranked, T: Stored>(
        &self,
        game: &G,
        stage: &'static str,
        step: &impl Step<G, T>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Vec<T::Cell>, SolveError> {
        let count = self.scores.len();
        let needed = u128::from(self.bytes()) + (count * size_of::<T::Cell>()) as u128;
        if needed > u128::from(budget.memory) {
            return Err(SolveError::TooLarge { needed, allowed: budget.memory });
        }
        let cells: Vec<T::Cell> = filled(count, T::cell)?;
        let next = Next { game, reached: &self.reached, cells: &cells };
        let schedule = Schedule::new(game, self.ranks);
        schedule.run(Walk::Down, stage, budget, progress, |low, high| {
            let mut step = step.clone();
            self.reached.descend(low, high, |rank, place| {
                let value: T = step.step(game, &game.unrank(rank), &next);
                value.store(&cells[place]);
            });
        })?;
        Ok(cells)
    }
}

impl<T: Stored> Swept<'_, T> {
    /// The bytes of the results in memory, without the table.
    pub fn bytes(&self) -> u64 {
        (self.cells.len() * size_of::<T::Cell>()) as u64
    }

    /// The result of a position, or `None` if play does not reach it from the start.
    pub fn of<G: Ranked>(&self, game: &G, position: &G::Position) -> Option<T> {
        let (rank, _) = game.fold(position);
        let reached = &self.table.reached;
        reached.contains(rank).then(|| T::load(&self.cells[reached.place(rank)]))
    }

    /// Calls `visit` with all entries, in the order of their folded ranks.
    pub fn each<G: Ranked>(&self, game: &G, visit: impl FnMut(Entry<G::Position, T>)) {
        self.each_where(game, |_| true, visit);
    }

    /// Calls `visit` with the entries whose score passes a filter, in the order of their folded
    /// ranks. Skipping the other entries is cheap.
    pub fn each_where<G: Ranked>(
        &self,
        game: &G,
        keep: impl Fn(Value) -> bool,
        mut visit: impl FnMut(Entry<G::Position, T>),
    ) {
        let mut place = 0;
        self.table.reached.ascend(0, self.table.ranks, |rank| {
            let here = place;
            place += 1;
            let score = ByteScore(self.table.scores[here].load(Relaxed) as i8);
            if !keep(score.value(Side::First)) {
                return;
            }
            let position = game.unrank(rank);
            let (images, value) = (game.fold(&position).1, score.value(game.side(&position)));
            let found = T::load(&self.cells[here]);
            visit(Entry { position, place: here as u64, images, value, found });
        });
    }
}

//! A whole game, loaded from the shelf or solved and stored there.

use crate::explicit::{Classes, HashedTable, Summary, Table};
use crate::tables::{Kept, TableError};
use crate::{Budget, Context, Progress, SolveError};
use spar_rules::{Deterministic, Game, Ranked, Symmetric, Tactics, Value, seen_by_mover};
use std::ops::{ControlFlow, Range};

/// The values of a whole game.
pub enum Whole<G: Tactics> {
    /// A table that was just solved.
    Solved(Table),
    /// A table on the shelf.
    Kept(Kept),
    /// A small game without ranks, or whose ranks need too much memory.
    Hashed(HashedTable<G>),
}

/// The maximum number of bytes for solving a game with a hash table, so that a hopeless attempt
/// ends early.
const HASHED_MEMORY: u64 = 256 << 20;

/// Whether the paper's layers are counted for a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layered {
    /// They are counted.
    Yes,
    /// They are not: the paper does not define them for this variant.
    No,
}

impl<G: Ranked + Tactics> Whole<G> {
    /// Loads the game from the shelf, or solves it and stores it there. Adds remarks about
    /// problems that do not prevent this, such as a damaged table or a shelf without write
    /// access.
    ///
    /// # Errors
    /// If the game is too large for the budget, or the work is stopped.
    pub fn get(
        game: &G,
        name: &str,
        layered: Layered,
        context: &Context,
        remarks: &mut Vec<String>,
    ) -> Result<Whole<G>, SolveError> {
        Whole::get_and(game, name, layered, context, remarks, |_| Ok(()))
    }

    /// Like [`get`](Whole::get). `count` adds statistics to a table that was just solved,
    /// before it is stored.
    fn get_and(
        game: &G,
        name: &str,
        layered: Layered,
        context: &Context,
        remarks: &mut Vec<String>,
        count: impl FnOnce(&mut Table) -> Result<(), SolveError>,
    ) -> Result<Whole<G>, SolveError> {
        if let Some(kept) = kept(game, name, context, remarks) {
            match kept.check() {
                Ok(()) => return Ok(Whole::Kept(kept)),
                Err(error) => distrust(name, &error, context, remarks),
            }
        }
        match Table::solve(game, &context.budget, &*context.progress) {
            Ok(mut table) => {
                if layered == Layered::Yes {
                    table.count_layers(game, &context.budget, &*context.progress)?;
                }
                count(&mut table)?;
                keep(game, name, &table, context, remarks);
                Ok(Whole::Solved(table))
            }
            Err(too_large) if too_large.is_memory() => {
                let memory = context.budget.memory.min(HASHED_MEMORY);
                let budget = context.budget.clone().with_memory(memory);
                match HashedTable::solve(game, &budget, &*context.progress) {
                    Ok(mut table) => {
                        if layered == Layered::Yes {
                            table.count_layers();
                        }
                        Ok(Whole::Hashed(table))
                    }
                    Err(SolveError::Stopped) => Err(SolveError::Stopped),
                    // Without ranks, only the search itself can estimate the size.
                    Err(hashed) if game.ranks().is_none() && memory == context.budget.memory => {
                        Err(hashed)
                    }
                    Err(_) => Err(too_large),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Like [`get`](Whole::get), with the number of classes and of moves in the summary. Stored
    /// tables contain both, except those of an early version, for which they are counted each
    /// time.
    ///
    /// # Errors
    /// If the game is too large for the budget, or the work is stopped.
    pub fn get_with_classes(
        game: &G,
        name: &str,
        layered: Layered,
        context: &Context,
        remarks: &mut Vec<String>,
    ) -> Result<Whole<G>, SolveError>
    where
        G: Symmetric,
    {
        let (budget, progress) = (&context.budget, &*context.progress);
        let count = |table: &mut Table| table.count_classes(game, budget, progress);
        let mut whole = Whole::get_and(game, name, layered, context, remarks, count)?;
        match &mut whole {
            Whole::Solved(_) => {}
            Whole::Hashed(table) => table.count_classes(game, budget)?,
            Whole::Kept(kept) => {
                if kept.summary().classes.is_none() || kept.summary().moves.is_none() {
                    count_again(game, kept, context, remarks)?;
                }
            }
        }
        Ok(whole)
    }

    /// Statistics over all positions.
    pub fn summary(&self) -> &Summary {
        match self {
            Whole::Solved(table) => table.summary(),
            Whole::Kept(kept) => kept.summary(),
            Whole::Hashed(table) => table.summary(),
        }
    }

    /// Loads all values into memory, for work that looks up many of them.
    ///
    /// # Errors
    /// If the stored table cannot be read completely.
    pub fn in_memory(self) -> Result<Whole<G>, TableError> {
        match self {
            Whole::Kept(kept) => kept.load().map(Whole::Solved),
            whole => Ok(whole),
        }
    }

    /// The value of a position for the side to move, or `None` if play does not reach it.
    ///
    /// # Errors
    /// If the stored table cannot be read.
    pub fn value(&self, game: &G, position: &G::Position) -> Result<Option<Value>, TableError> {
        match self {
            Whole::Solved(table) => Ok(table.value(game, position)),
            Whole::Kept(kept) => kept.value(game, position),
            Whole::Hashed(table) => Ok(table.value(position)),
        }
    }

    /// The number of entries. Images that the game folds count as one entry.
    pub fn len(&self) -> u64 {
        match self {
            Whole::Solved(table) => table.len(),
            Whole::Kept(kept) => kept.len(),
            Whole::Hashed(table) => table.len(),
        }
    }

    /// Always false: the start has an entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry at an index below [`len`](Whole::len). Stored and just solved tables of the
    /// same game have the same indices.
    ///
    /// # Errors
    /// If the stored table cannot be read.
    pub fn at(&self, game: &G, place: u64) -> Result<(G::Position, Value), TableError> {
        match self {
            Whole::Solved(table) => Ok(table.at(game, place)),
            Whole::Kept(kept) => kept.at(game, place),
            Whole::Hashed(table) => {
                let (position, value) = table.at(place);
                Ok((position.clone(), value))
            }
        }
    }

    /// Calls `visit` with the positions of the entries at these indices and their values, in
    /// the table's order. Indices from [`len`](Whole::len) on are ignored.
    ///
    /// # Errors
    /// If the stored table cannot be read.
    pub fn visit_places(
        &self,
        game: &G,
        places: Range<u64>,
        mut visit: impl FnMut(&G::Position, Value),
    ) -> Result<(), TableError> {
        match self {
            Whole::Solved(table) => table.visit_places(game, places, visit),
            Whole::Kept(kept) => kept.visit_places(game, places, visit)?,
            Whole::Hashed(table) => {
                for place in places.start..places.end.min(table.len()) {
                    let (position, value) = table.at(place);
                    visit(position, value);
                }
            }
        }
        Ok(())
    }

    /// Calls `visit` with every position and its value, in the table's order.
    ///
    /// # Errors
    /// If the stored table cannot be read completely.
    pub fn visit<B>(
        &self,
        game: &G,
        mut visit: impl FnMut(&G::Position, Value) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, TableError> {
        match self {
            Whole::Solved(table) => Ok(table.visit(game, visit)),
            Whole::Kept(kept) => kept.visit(game, visit),
            Whole::Hashed(table) => {
                Ok(table.entries().try_for_each(|(it, value)| visit(it, value)))
            }
        }
    }
}

/// Positions visited between two checks of the budget, a power of two.
const VISITED_BETWEEN_CHECKS: u64 = 1 << 14;

/// Counts the moves and classes of a stored table that does not contain these numbers.
fn count_again<G: Ranked + Symmetric>(
    game: &G,
    kept: &mut Kept,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Result<(), SolveError> {
    let classes = Classes::of(game);
    let (mut n_moves, mut n_classes, mut visited) = (0, 0, 0_u64);
    let mut moves = Vec::new();
    let total = kept.summary().positions;
    let flow = kept.visit(game, |position, _| {
        moves.clear();
        game.moves(position, &mut moves);
        n_moves += moves.len() as u64;
        n_classes += u64::from(classes.is_least(game, position));
        visited += 1;
        if visited.is_multiple_of(VISITED_BETWEEN_CHECKS) {
            context.progress.report("counting classes", visited, total);
            if context.budget.is_stopped() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    match flow {
        Ok(ControlFlow::Break(())) => return Err(SolveError::Stopped),
        Ok(ControlFlow::Continue(())) => {
            let summary = kept.summary_mut();
            (summary.moves, summary.classes) = (Some(n_moves), Some(n_classes));
        }
        Err(error) => remarks.push(format!("moves and classes are not counted: {}", chain(&error))),
    }
    Ok(())
}

/// Opens the table of a game if the shelf has a valid one.
pub fn kept<G: Ranked>(
    game: &G,
    name: &str,
    context: &Context,
    remarks: &mut Vec<String>,
) -> Option<Kept> {
    let shelf = context.sources.shelf.as_ref().filter(|_| game.ranks().is_some())?;
    shelf.get(game, name).unwrap_or_else(|error| {
        distrust(name, &error, context, remarks);
        None
    })
}

/// Adds a remark that a table is not used. A damaged table is removed from the shelf if the
/// shelf may be changed; other tables may be of use to another version of the program.
pub fn distrust(name: &str, error: &TableError, context: &Context, remarks: &mut Vec<String>) {
    let mut what = "it is not used";
    if let (TableError::Damaged { .. }, Some(shelf)) = (error, &context.sources.shelf)
        && shelf.is_for_writing()
        && shelf.remove(name).is_ok()
    {
        what = "it was removed";
    }
    remarks.push(format!("{}; {what}", chain(error)));
}

fn keep<G: Ranked>(
    game: &G,
    name: &str,
    table: &Table,
    context: &Context,
    remarks: &mut Vec<String>,
) {
    let Some(shelf) = context.sources.shelf.as_ref().filter(|it| it.is_for_writing()) else {
        return;
    };
    // Keep a table that a later version has written.
    if let Err(TableError::Newer { .. }) = shelf.get(game, name) {
        return;
    }
    if let Err(error) = shelf.put(game, name, table, &context.budget, &*context.progress) {
        remarks.push(format!("the solved game is not kept: {}", chain(&error)));
    }
}

/// The values of all positions that play can reach from this one. Only for games with cycles,
/// where a search cannot prove draws: returns `None` for other games, and if the budget is
/// exceeded.
pub fn reached<G: Deterministic>(
    game: &G,
    position: &G::Position,
    budget: &Budget,
    progress: &dyn Progress,
) -> Option<HashedTable<G>> {
    if game.horizon(position).is_some() {
        return None;
    }
    let memory = budget.memory.min(HASHED_MEMORY);
    HashedTable::solve_from(game, position, &budget.clone().with_memory(memory), progress).ok()
}

/// Every move of a position with its value, or `None` if some value is unknown.
pub type MoveValues<M> = Result<Option<Vec<(M, Value)>>, TableError>;

/// Every move of a position with its value for the side to move. `None` if the table lacks a
/// position after a move.
///
/// # Errors
/// If the table cannot be read.
pub fn move_values<G: Game>(
    game: &G,
    position: &G::Position,
    mut value_of: impl FnMut(&G::Position) -> Result<Option<Value>, TableError>,
) -> MoveValues<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut valued = Vec::new();
    for mv in moves {
        let next = game.after(position, mv.clone());
        let Some(value) = value_of(&next)? else { return Ok(None) };
        valued.push((mv, seen_by_mover(game, position, &next, value)));
    }
    Ok(Some(valued))
}

/// An error message followed by the messages of its causes.
pub fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

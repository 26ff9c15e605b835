//! The command `solve GAME --from FILE`: values of many positions.

use super::Common;
use super::pieces::Pieces;
use super::solve::no_values;
use crate::batch::{Batch, Item};
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire;
use spar_catalog::{AnyGame, AnyPosition};
use spar_challenge::oracle::Evaluation;
use spar_solve::Context;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A list of positions to solve.
pub(super) struct Task<'a> {
    /// The file that contains the list.
    pub(super) list: &'a Path,
    /// The command that resumes the work.
    pub(super) command: String,
    /// The budget of all positions together, and the sources.
    pub(super) context: Context,
    pub(super) evaluate: &'a Evaluate<'a>,
}

/// Evaluates one position.
type Evaluate<'a> = dyn Fn(&dyn AnyPosition, &Context) -> Result<Evaluation, Fault> + Sync + 'a;

/// Solves every position of the list; each row is the output of `solve GAME POSITION --json`.
pub(super) fn run(
    game: &dyn AnyGame,
    task: Task<'_>,
    pieces: &Pieces,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    if !game.abilities().contains(&"values") {
        return Err(no_values(game));
    }
    let Task { list, command, context, evaluate } = task;
    let items = pieces.positions(list, game)?;
    if items.is_empty() {
        printer.remark(format!("no positions in `{}`", list.display()));
    }
    let batch = Batch { unit: "positions", command, seed: common.seed.unwrap_or(0), items };
    let budget = context.budget.clone();
    // Each thread searches a position of its own, with a share of the memory.
    let (memory, threads) = (budget.memory, budget.threads);
    let own = budget.clone().with_threads(1).with_memory(memory / threads as u64);
    let context = Context::quiet(own, context.sources);
    let remarks = Mutex::new(BTreeSet::new());
    let piece = |item: &Item, _seed: u64| {
        let position = game.read_position(&item.name)?;
        let evaluation = evaluate(&*position, &context)?;
        let solved = wire::SolvedPosition::of(wire::Position::of(game, &*position), &evaluation);
        let new = evaluation.remarks().iter().cloned();
        remarks.lock().unwrap_or_else(PoisonError::into_inner).extend(new);
        Ok(vec![wire::line(&solved)])
    };
    let exit = pieces.run(&batch, &piece, budget, common, printer);
    let remarks = remarks.into_inner().unwrap_or_else(PoisonError::into_inner);
    for remark in &remarks {
        printer.remark(remark);
    }
    exit
}

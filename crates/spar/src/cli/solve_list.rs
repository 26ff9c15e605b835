//! The command `solve GAME --from FILE`: values of many positions.

use super::Common;
use super::pieces::Pieces;
use super::solve::no_values;
use crate::batch::{Batch, Item};
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire;
use spar_catalog::AnyGame;
use spar_solve::Context;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Solves every position of the list, with the budget and the sources of the context; each row is the output of `solve GAME POSITION --json`.
pub(super) fn run(
    game: &dyn AnyGame,
    list: &Path,
    pieces: &Pieces,
    context: Context,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    if !game.abilities().contains(&"values") {
        return Err(no_values(game));
    }
    let items = pieces.positions(list, game)?;
    if items.is_empty() {
        printer.remark(format!("no positions in `{}`", list.display()));
    }
    let command = format!("solve {}", game.facts().name);
    let batch = Batch { unit: "positions", command, seed: common.seed.unwrap_or(0), items };
    let budget = context.budget.clone();
    // Each thread searches a position of its own, with a share of the memory.
    let (memory, threads) = (budget.memory, budget.threads);
    let own = budget.clone().with_threads(1).with_memory(memory / threads as u64);
    let context = Context::quiet(own, context.sources);
    let remarks = Mutex::new(BTreeSet::new());
    let piece = |item: &Item, _seed: u64| {
        let position = game.read_position(&item.name)?;
        let evaluation = position.evaluate(&context).ok_or_else(|| no_values(game))?;
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

//! `generate --twin`: the position most like that of a miss, in which the missed move is right.

use crate::cli::Common;
use crate::cli::show::board;
use crate::fault::{Exit, Fault};
use crate::limits::why_stopped;
use crate::printer::Printer;
use crate::wire::twin::TwinOfMiss;
use spar_catalog::{AnyGame, AnyPosition, TwinResult, words};
use spar_challenge::twin::{Nearest, NoMiss};
use spar_rules::quoted;

/// Prints the twin of a position after this move missed in it.
pub(super) fn twin(
    game: &dyn AnyGame,
    position: &str,
    mv: &str,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    let position = game.read_position(position)?;
    let mv = position.copied().play(mv)?;
    let context = common.context();
    let answer = position.twin(&mv, None, &context)?.ok_or_else(|| {
        let what = format!("{} has no twins", quoted(&game.facts().name));
        Fault::with_hint(what, "twins are made by placing tokens, which this game does not support")
    })?;
    let stopped = why_stopped(&context.budget);
    drop(context);
    if let Err(why @ (NoMiss::NoMove | NoMiss::Kept | NoMiss::Lost)) = answer {
        let hint = "give a move that loses what another move of the position keeps";
        return Err(Fault::with_hint(why.clause(&quoted(&mv)), hint));
    }
    if common.json {
        printer.json(&TwinOfMiss::of(game, &*position, &mv, &answer))?;
    } else {
        tell(game, &*position, &mv, &answer, printer)?;
    }
    Ok(match answer.map(|told| told.found) {
        Ok(Nearest::Twin(_)) => Exit::Done,
        Ok(Nearest::None) => Exit::No,
        Ok(Nearest::Ended { .. }) | Err(_) => stopped.map_or(Exit::Partial, Exit::Stopped),
    })
}

fn tell(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    mv: &str,
    answer: &TwinResult<String>,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let told = match answer {
        Ok(told) => told,
        Err(why) => {
            printer.remark(why.clause(&quoted(mv)));
            return Ok(());
        }
    };
    let Nearest::Twin(twin) = &told.found else {
        printer.remark(&told.sentence);
        return Ok(());
    };
    board(&*game.read_position(&twin.position)?, printer)?;
    printer.line(format!("{} to move", words::side(game, position.side())))?;
    printer.line(&told.sentence)?;
    printer.line(told.difference.as_deref().unwrap_or_default())?;
    printer.line(format!("position {}", twin.position))?;
    if !told.is_reached {
        printer.remark("the game is too large to solve here: play may not reach this position");
    }
    Ok(())
}

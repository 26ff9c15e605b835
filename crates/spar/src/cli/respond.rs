//! The command `solve --against`: the best response to a given player, and its chances.

use super::Common;
use super::solve::unsolved;
use crate::fault::{Exit, Fault};
use crate::limits::why_stopped;
use crate::printer::Printer;
use crate::wire::response::BestResponse;
use spar_catalog::{AnyGame, AnyPosition, words};
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::Player;
use spar_challenge::response::{Among, Mistake, NoResponse, Question, Response};
use spar_rules::{Side, Turn};
use spar_solve::SolveError;
use spar_solve::mdp::expected::Outlook;

/// Computes and prints the best response of a side to a player.
pub(super) fn run(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    against: &Player,
    side: Side,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    game.players().check(against)?;
    let context = common.context();
    let evaluation = position.evaluate(&context);
    let question = Question { rival: against.clone(), side, among: Among::All };
    let found = position.respond(&question, &context);
    let stopped = why_stopped(&context.budget);
    drop(context);
    let found = match (found, stopped) {
        (Ok(found), _) => found,
        (Err(NoResponse::Solve(SolveError::Stopped) | NoResponse::Player), Some(stopped)) => {
            if common.json {
                let value = evaluation.as_ref().and_then(Evaluation::value);
                let unknown = Response::unknown(side);
                let response = BestResponse::of(game, position, value, against, &unknown);
                printer.json(&response)?;
            }
            printer.remark("stopped before the best response was known");
            return Ok(Exit::Stopped(stopped));
        }
        (Err(error), _) => return Err(refused(&error)),
    };
    let value = evaluation.as_ref().and_then(Evaluation::value);
    if common.json {
        let response = BestResponse::of(game, position, value, against, &found);
        printer.json(&response)?;
        return Ok(Exit::Done);
    }
    printer.line(words::verdict(game, position, evaluation.as_ref()))?;
    let you = words::side(game, side);
    let (phrase, chances) = (against.phrase(), chances(&found.outlook));
    let text = format!("best against {phrase}, as {you}: {chances}");
    for line in words::wrapped(&text, printer.width().max(40)) {
        printer.line(line)?;
    }
    if let (Turn::Play(mover), Some(mistake)) = (position.turn(), &found.mistake)
        && mover == side
    {
        printer.line(invited(mistake))?;
    }
    tell_moves(&found, printer)
}

/// Describes the mistake that a move invites, and how often the player makes one.
fn invited(mistake: &Mistake<String>) -> String {
    let Mistake { after, reply, weight, erring, whole } = mistake;
    let how_often = |parts: &u32| match parts {
        parts if parts == whole => "every time".to_owned(),
        parts => format!("in {parts} of {whole}"),
    };
    if weight == erring {
        return format!("play {after}: it falls for {reply} {}", how_often(weight));
    }
    format!("play {after}: it errs {}, for example with {reply}", how_often(erring))
}

fn tell_moves(found: &Response, printer: &mut Printer) -> Result<Exit, Fault> {
    let mut moves: Vec<&(String, Outlook)> = found.moves.iter().collect();
    moves.sort_by(|a, b| b.1.result().middle().total_cmp(&a.1.result().middle()));
    for (mv, outlook) in moves {
        let mark = if found.best.contains(mv) { '*' } else { ' ' };
        printer.line(format!("{mark} {mv:6} {}", chances(outlook)))?;
    }
    Ok(Exit::Done)
}

/// The chances in words: `wins 13/16 = 81.2 %, exact (draws 12.5 %, loses 6.2 %)`.
fn chances(outlook: &Outlook) -> String {
    words::chances(&outlook.into())
}

fn refused(error: &NoResponse) -> Fault {
    match error {
        NoResponse::Solve(error) => Fault::with_hint(
            format!("the best response is out of reach: {}", unsolved(error)),
            "ask about a later position, or allow more `--memory` or `--time`",
        ),
        error => Fault::new(error.to_string()),
    }
}

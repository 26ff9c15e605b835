use super::pieces::Pieces;
use super::players::{SideName, player_of};
use super::policies::PolicyArgs;
use super::{Common, respond, solve_list};
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::output::Output;
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::units::{write_bytes, write_count, write_size};
use spar_catalog::{AnyGame, AnyPosition, AnyWhole, BestScore, words};
use spar_challenge::oracle::Evaluation;
use spar_rules::Side;
use spar_solve::book::Books;
use spar_solve::explicit::{Summary, estimate};
use spar_solve::score::Unfinished;
use spar_solve::whole::chain;
use spar_solve::{Context, Silent, SolveError, Sources};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Find out who wins, how soon, and how
///
/// Without a position, the whole game is solved: every position that play can reach. The result is
/// saved, so that later questions are answered at once. A game too large for `--memory` is searched
/// from its start instead. With `--from`, each position of a list is solved, and the output is one
/// line of JSON for each.
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[derive(Debug, Args)]
pub(super) struct Solve {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// Position as text, `start`, or moves from there: `start+d,c` [default: solve the whole game]
    position: Option<String>,
    /// Also print best play to the end, from the position or the start
    #[arg(long, conflicts_with_all = ["sets", "strategy"])]
    line: bool,
    /// Count the positions won and lost in 1, 2, 3, … moves, and the layers `W_j`
    /// of Ahmed, Chatterjee and Gulwani (2013)
    #[arg(long, conflicts_with = "position")]
    sets: bool,
    /// Write the best moves of every position to this file, as JSON Lines
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    strategy: Option<PathBuf>,
    /// Solve every position of this list: one per line, or JSON Lines with a `position`; `-` reads
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "line", "sets", "strategy"])]
    from: Option<PathBuf>,
    /// Find the best score, in games that have one: win by as much as possible, or lose by as
    /// little
    #[arg(long, conflicts_with_all = ["sets", "strategy", "from", "against"])]
    score: bool,
    /// Find the value of the position alone, or of each of the list, and not of its moves: faster
    #[arg(long, conflicts_with_all = ["line", "sets", "strategy", "score", "against"])]
    value_only: bool,
    /// Do not use a book of openings: search instead
    #[arg(long, conflicts_with_all = ["sets", "strategy", "score", "against"])]
    no_book: bool,
    /// The side that plays against the player of `--against`: its name in the game, `first` or
    /// `second` [default: the side to move]
    #[arg(long = "as", visible_alias = "seat", value_name = "SIDE")]
    seat: Option<SideName>,
    #[command(flatten)]
    pieces: Pieces,
    #[command(flatten)]
    policies: PolicyArgs,
}

impl Solve {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let position = game.read_position(self.position.as_deref().unwrap_or("start"))?;
        let side = self.seat.as_ref().map(|it| it.side(&*game)).transpose()?;
        let walk = position.walk();
        self.check_options(&*game, walk.is_some())?;
        if let (Some(against), None) = (self.policies.only_against(), &walk) {
            let side = side.unwrap_or(position.side());
            let against = player_of(&*game, against)?;
            return respond::run(&*game, &*position, &against, side, common, printer);
        }
        if self.score {
            return best_score(&*game, &*position, common, printer);
        }
        if let Some(walk) = walk {
            if self.sets || self.strategy.is_some() {
                return Err(Fault::new("`--sets` and `--strategy` are for games without chance"));
            }
            return self.policies.run(&*game, &*position, &walk, side, common, printer);
        }
        if let Some(list) = &self.from {
            let context = self.without_book(common.context());
            let command = self.command_of_list(&*game);
            let evaluate = |position: &dyn AnyPosition, context: &Context| {
                self.evaluate(&*game, position, context)
            };
            let task = solve_list::Task { list, command, context, evaluate: &evaluate };
            return solve_list::run(&*game, task, &self.pieces, common, printer);
        }
        if self.position.is_some() || self.line || self.value_only {
            return self.one(&*game, &*position, common, printer);
        }
        self.whole(&*game, common, printer)
    }

    /// Checks that the options apply together to a game of this kind.
    fn check_options(&self, game: &dyn AnyGame, is_walk: bool) -> Result<(), Fault> {
        if self.seat.is_some() && !self.policies.is_used() {
            let what = "`--as` needs another player";
            return Err(Fault::with_hint(what, "`--against WHO` names one"));
        }
        if self.policies.only_against().is_some() && !is_walk {
            let others = [
                ("--line", self.line),
                ("--sets", self.sets),
                ("--strategy", self.strategy.is_some()),
                ("--from", self.from.is_some()),
                ("--out` and `--shard", self.pieces.is_used()),
            ];
            if let Some((option, _)) = others.iter().find(|it| it.1) {
                let what = format!("`{option}` cannot be used with `--against`");
                return Err(Fault::with_hint(what, "`--json` gives every move with its chances"));
            }
            return Ok(());
        }
        if self.score {
            return Ok(());
        }
        if self.policies.is_used() && !is_walk {
            let what = format!("these options do not apply to `{}`", game.facts().name);
            let hint = "`--self-play` and similar options are for `spar solve ladders`; \
                        `--against WHO` alone works for every game";
            return Err(Fault::with_hint(what, hint));
        }
        if is_walk && (self.line || self.value_only || self.from.is_some()) {
            let what = "`--line`, `--value-only` and `--from` are for games without chance";
            return Err(Fault::with_hint(what, "name a single position instead"));
        }
        if self.from.is_none() && self.pieces.is_used() {
            let what = "`--out` and `--shard` are for lists of positions";
            return Err(Fault::with_hint(what, "`--from FILE` names a list"));
        }
        Ok(())
    }

    /// The same context without books, if the user wants none.
    fn without_book(&self, context: Context) -> Context {
        let books = if self.no_book { Books::default() } else { context.sources.books };
        Context { sources: Sources { books, ..context.sources }, ..context }
    }

    /// Evaluates a position, with its moves or alone.
    fn evaluate(
        &self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        context: &Context,
    ) -> Result<Evaluation, Fault> {
        let evaluation = if self.value_only {
            position.bounds(context).map(Evaluation::of_value)
        } else {
            position.evaluate(context)
        };
        evaluation.ok_or_else(|| no_values(game))
    }

    /// The command that a list was begun with. Another one must not resume it.
    fn command_of_list(&self, game: &dyn AnyGame) -> String {
        let only = if self.value_only { " --value-only" } else { "" };
        format!("solve {}{only}", game.facts().name)
    }

    fn one(
        &self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let context = self.without_book(common.context());
        let evaluation = self.evaluate(game, position, &context)?;
        let stopped = why_stopped(&context.budget).filter(|_| !evaluation.is_exact());
        drop(context);
        evaluation.remarks().iter().for_each(|remark| printer.remark(remark));
        if common.json {
            let position = wire::Position::of(game, position);
            printer.json(&wire::SolvedPosition::of(position, &evaluation))?;
        } else {
            printer.line(words::verdict(game, position, Some(&evaluation)))?;
            let is_known = |it: &(_, Option<_>, Option<_>)| it.1.is_some() || it.2.is_some();
            if evaluation.moves().iter().any(is_known) {
                for line in words::moves_by_value(&evaluation) {
                    printer.line(line)?;
                }
            }
            if self.line && !evaluation.line().is_empty() {
                printer.line(format!("line: {}", evaluation.line().join(" ")))?;
            }
        }
        if evaluation.nodes() > 0 {
            printer.detail(searched(evaluation.nodes()));
        }
        Ok(ended(stopped, printer))
    }

    // Long: it handles all cases in which a game cannot be solved as a whole.
    fn whole(
        &self,
        game: &dyn AnyGame,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        // Open the file first, so that a wrong path is reported before the game is solved.
        let output = self.strategy.as_deref().map(Output::create).transpose()?;
        let mut context = self.without_book(common.context());
        let budget = context.budget.clone();
        let needed = game.most_positions().map_or(1 << 64, estimate);
        let too_large = SolveError::TooLarge { needed, allowed: budget.memory };
        let may_fit = needed <= u128::from(budget.memory);
        // Without ranks, the size of the game is unknown in advance.
        let is_open = game.most_positions().is_none();
        let wants_all = is_open && (self.sets || self.strategy.is_some());
        if !may_fit && !wants_all {
            // The reachable positions may fit after all, but leave time for searching the
            // start.
            context.budget = common.limits().part(&budget, FOR_WHOLE);
        }
        let whole = game.whole(&context).ok_or_else(|| no_values(game))?;
        context.budget = budget;
        let whole = match whole {
            Ok(whole) => whole,
            Err(SolveError::Stopped) if may_fit || wants_all => {
                let why = why_stopped(&context.budget);
                drop(context);
                if common.json {
                    printer.json(&wire::SolvedGame::unknown(game))?;
                } else {
                    printer.line(format!("{}: {UNPROVED}", words::turn(game, &*game.start())))?;
                }
                let exit = ended(why, printer);
                tell_what_helps(game, printer);
                return Ok(exit);
            }
            Err(SolveError::Stopped) => {
                let error = if is_open { &SolveError::Stopped } else { &too_large };
                return self.search_start(game, error, context, common, printer);
            }
            Err(error) => return self.search_start(game, &error, context, common, printer),
        };
        let (budget, stopped) = (context.budget.clone(), why_stopped(&context.budget));
        drop(context);
        let positions = words::counted(whole.summary().positions as usize, "position");
        printer.detail(format!("{positions}, {}", whole.source()));
        whole.remarks().iter().for_each(|remark| printer.remark(remark));
        if common.json {
            printer.json(&wire::SolvedGame::of(game, whole.summary(), self.sets))?;
        } else {
            tell(game, whole.summary(), self.sets, printer)?;
        }
        if let (Some(path), Some(output)) = (&self.strategy, output) {
            if write_strategy(whole, output, || budget.is_stopped())?.is_break() {
                return Ok(ended(why_stopped(&budget), printer));
            }
            printer.remark(format!("best moves written to `{}`", path.display()));
        }
        Ok(ended(stopped.filter(|why| *why == Stopped::Interrupt), printer))
    }

    /// Searches the start position, if the whole game cannot be solved.
    fn search_start(
        &self,
        game: &dyn AnyGame,
        error: &SolveError,
        mut context: Context,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let why = match error {
            SolveError::Stopped => "the whole game was not solved in time".to_owned(),
            error => unsolved(error),
        };
        let asked = [("--sets", self.sets), ("--strategy", self.strategy.is_some())];
        if let Some((option, _)) = asked.iter().find(|it| it.1) {
            let needed = match error {
                SolveError::TooLarge { needed, .. } => u64::try_from(*needed).ok(),
                _ => None,
            };
            let hint = match needed {
                Some(bytes) => format!(
                    "`{option}` needs the whole game; `--memory {}` allows that much",
                    write_size(bytes)
                ),
                None => format!("`{option}` needs the whole game, which fits no machine"),
            };
            return Err(Fault::with_hint(why, hint));
        }
        context.progress = Box::new(Silent);
        printer.remark(format!("{why}; searching its start instead"));
        context.progress = common.bar();
        if common.json {
            // The number of searched positions is part of the result, and differs with threads.
            context.budget = context.budget.clone().with_threads(1);
        }
        let start = game.start();
        let found = start.bounds(&context).ok_or_else(|| no_values(game))?;
        let stopped = why_stopped(&context.budget).filter(|_| found.exact().is_none());
        drop(context);
        let proved = words::bounds((found.lower, found.upper));
        if common.json {
            printer.json(&wire::SolvedGame::searched(game, &found))?;
        } else {
            let known = proved.as_deref().unwrap_or(UNPROVED);
            printer.line(format!("{}: {known}", words::turn(game, &*start)))?;
        }
        let exit = ended(stopped, printer);
        if stopped.is_some() {
            printer.remark(searched(found.nodes));
            if proved.is_none() {
                tell_what_helps(game, printer);
            }
        }
        Ok(exit)
    }
}

/// Computes the best score, with the principal variation.
fn best_score(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    let context = common.context();
    let found = position.best_score(&context);
    let stopped = why_stopped(&context.budget);
    drop(context);
    let Some(found) = found else {
        let what = format!("`{}` has no score", game.facts().name);
        return Err(Fault::with_hint(what, "`reversi` has one"));
    };
    if let Err(Unfinished { why, .. }) = &found
        && (*why != SolveError::Stopped || stopped.is_none())
    {
        return Err(Fault::new(unsolved(why)));
    }
    if common.json {
        printer.json(&wire::BestScore::of(game, position, &found))?;
    } else {
        tell_score(game, position, &found, printer)?;
    }
    if found.is_ok() {
        return Ok(Exit::Done);
    }
    printer.remark("stopped before the best score was known");
    Ok(ended(stopped, printer))
}

/// Prints the best score, or the known values of moves.
fn tell_score(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    found: &BestScore,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let [first, second] = [Side::First, Side::Second].map(|side| words::side(game, side));
    printer.line(words::turn(game, position))?;
    let moves = match found {
        Ok(best) => {
            printer.line(format!("best play ends {} ({first}:{second})", best.score))?;
            &best.moves
        }
        Err(Unfinished { moves, .. }) if moves.is_empty() => {
            printer.line(UNPROVED)?;
            moves
        }
        Err(Unfinished { moves, .. }) => moves,
    };
    let leads = |lead: i64| match lead {
        0 => "even".to_owned(),
        lead if lead > 0 => format!("{first} by {lead}"),
        lead => format!("{second} by {}", -lead),
    };
    for (mv, lead) in moves {
        printer.line(format!("  {mv:6} {}", leads(*lead)))?;
    }
    if let Ok(best) = found {
        printer.line(format!("line: {}", best.line.join(" ")))?;
    }
    Ok(())
}

/// Describes why a game was not solved.
pub(super) fn unsolved(error: &SolveError) -> String {
    match error {
        SolveError::TooLarge { needed, allowed } => too_large(*needed, *allowed),
        SolveError::NoMemory { needed } => {
            let needed = write_bytes(u64::try_from(*needed).unwrap_or(u64::MAX));
            format!("it needs {needed} of memory, more than the system can provide")
        }
        error => error.to_string(),
    }
}

/// The number of searched positions, in words.
fn searched(nodes: u64) -> String {
    format!("{} searched", words::counted(nodes as usize, "position"))
}

/// The message if a search was stopped too early.
const UNPROVED: &str = "nothing is proved yet";

/// The share of `--time` for a whole game that is unlikely to fit.
const FOR_WHOLE: f64 = 0.5;

/// Prints which options would give more results.
fn tell_what_helps(game: &dyn AnyGame, printer: &mut Printer) {
    let name = &game.facts().name;
    printer.remark(format!(
        "hint: give more `--time`, or ask about a later position: `spar solve {name} POSITION`"
    ));
}

/// Describes why a whole game is too large.
fn too_large(needed: u128, allowed: u64) -> String {
    let needed = u64::try_from(needed)
        .map_or("far too much".to_owned(), |bytes| format!("about {}", write_bytes(bytes)));
    format!("the whole game needs {needed}, more than the {} of `--memory`", write_bytes(allowed))
}

pub(super) fn no_values(game: &dyn AnyGame) -> Fault {
    let what = format!("`{}` cannot be solved like this", game.facts().name);
    if game.start().walk().is_some() {
        let hint = "`--self-play` and `--against WHO` work on boards of any size";
        return Fault::with_hint(what, hint);
    }
    Fault::new(what)
}

/// Prints why the work ended early, if it did.
fn ended(stopped: Option<Stopped>, printer: &mut Printer) -> Exit {
    match stopped {
        None => return Exit::Done,
        Some(Stopped::Time) => printer.remark("stopped by `--time`; this is what is known"),
        Some(Stopped::Interrupt) => printer.remark("interrupted; no partial result was saved"),
    }
    stopped.map_or(Exit::Done, Exit::Stopped)
}

fn tell(
    game: &dyn AnyGame,
    summary: &Summary,
    sets: bool,
    printer: &mut Printer,
) -> Result<(), Fault> {
    let verdict = words::turn(game, &*game.start());
    printer.line(&game.facts().title)?;
    printer.line(format!("{verdict}: {}\n", summary.value))?;
    let rows = [
        ("positions", summary.positions),
        ("  ended, won by a side", summary.ended),
        ("  ended, drawn", summary.full),
        ("  won by the side to move", summary.wins),
        ("  drawn", summary.draws),
        ("  lost by the side to move", summary.losses),
    ];
    let counted = [("moves", summary.moves), ("positions up to symmetry", summary.classes)];
    let counted = counted.into_iter().filter_map(|(name, count)| Some((name, count?)));
    for (name, count) in rows.into_iter().chain(counted) {
        printer.line(format!("{name:28}{:>16}", write_count(count)))?;
    }
    if sets {
        tell_sets(summary, printer)?;
    }
    Ok(())
}

/// Prints the numbers of positions by distance, in the winner's moves, and the paper's layers.
fn tell_sets(summary: &Summary, printer: &mut Printer) -> Result<(), Fault> {
    let mut by_moves: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
    for (plies, count) in &summary.win_in {
        by_moves.entry(plies.div_ceil(2)).or_default()[0] += count;
    }
    for (plies, count) in &summary.loss_in {
        by_moves.entry(plies / 2).or_default()[1] += count;
    }
    printer.line(format!("\n{:16}{:>16}{:>16}", "moves of winner", "won", "lost"))?;
    for (moves, [won, lost]) in by_moves {
        let [won, lost] = [won, lost].map(write_count);
        let moves = if moves == 0 { "at once".to_owned() } else { moves.to_string() };
        printer.line(format!("{moves:>15} {won:>16}{lost:>16}"))?;
    }
    match summary.layers {
        Some(layers) => tell_layers(&layers, printer),
        None => Ok(printer.line("\nno layers W_j: they are not defined for this game")?),
    }
}

fn tell_layers(layers: &[u64], printer: &mut Printer) -> Result<(), Fault> {
    printer.line("\nlayers W_j of Ahmed, Chatterjee, Gulwani (2013), x to move")?;
    for (j, count) in layers.iter().enumerate() {
        printer.line(format!("{j:>15} {:>16}", write_count(*count)))?;
    }
    Ok(())
}

/// Writes a line `{"position", "value", "plies", "best"}` for every unfinished position.
fn write_strategy(
    whole: Box<dyn AnyWhole>,
    mut output: Output,
    is_stopped: impl Fn() -> bool,
) -> Result<ControlFlow<()>, Fault> {
    let mut failed = None;
    let flow = whole.strategy(&mut |line, best| {
        let row = wire::StrategyLine::of(line, best);
        let written = serde_json::to_writer(&mut output, &row).map_err(Into::into);
        if let Err(error) = written.and_then(|()| output.write_all(b"\n")) {
            failed = Some(error);
        }
        if failed.is_some() || is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let flow = flow.map_err(|error| Fault::new(chain(&error)))?;
    match failed {
        Some(error) => Err(output.fault(&error)),
        None if flow.is_break() => Ok(flow),
        None => output.finish().map(|()| flow),
    }
}

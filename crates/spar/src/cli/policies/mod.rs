//! The command `solve` for races: the fastest policy, the best response to a player, optimal
//! play of both sides, and policies that keep the opponent in the game.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `tell` | the text output, with the policy drawn on the board |
//! | `export` | the export to files for model checkers |
//! | `dump` | every square, or every pair of squares, as a table |

pub(super) use dump::Dumped;

mod dump;
mod export;
mod tell;

use super::players::{file_text, player_names, player_of};
use super::solve::unsolved;
use super::{Common, players};
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::wire::policies::SolvedPolicies;
use clap::Args;
use spar_catalog::{AnyGame, AnyPosition};
use spar_challenge::policy::Player;
use spar_challenge::track::{
    NOVICE, Objective, POLICY, PolicyQuestion, QuitRule, Shortfall, Walk, Walker, WalkerError,
    sweep_bytes,
};
use spar_rules::{Side, Turn};
use spar_solve::{Budget, Context, SolveError};
use std::path::{Path, PathBuf};

/// What is asked of a race.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Sides that walk by themselves, as in `ladders`")]
pub(super) struct PolicyArgs {
    /// Find what does best against this player, in any game
    #[arg(long, value_name = "WHO", help_heading = None::<&'static str>, help = format!(
        "Find what does best against this player, in any game: {}; in `ladders` also a file with \
         one letter per square, or with a line of letters for each square of the other player",
        player_names()
    ))]
    against: Option<String>,
    /// Both sides play their best
    #[arg(long, conflicts_with_all = ["against", "keep_in_game"])]
    self_play: bool,
    /// Win as often as possible before the other player gives up (the novice, unless `--against`
    /// names another)
    #[arg(long)]
    keep_in_game: bool,
    /// Distance in squares at which the other player gives up, or a file with lines `ours theirs
    /// chance` [default: half the board]
    #[arg(long, value_name = "WHEN", requires = "keep_in_game")]
    quits: Option<String>,
    /// Stay close to the other player: each turn costs the squared distance, and later turns are
    /// discounted by this factor, from 0 to below 1 (against the novice, unless `--against` names
    /// another)
    #[arg(long, value_name = "DISCOUNT", conflicts_with_all = ["self_play", "keep_in_game", "seat"])]
    experience: Option<f64>,
    /// Also show plain value iteration, sweep by sweep
    #[arg(long)]
    iterations: bool,
    /// Largest width of bounds; for turns, relative to their number [default: 1e-9]
    #[arg(long, value_name = "WIDTH")]
    precision: Option<f64>,
    /// Write the problem for model checkers: NAME.drn; NAME.prism for the files NAME.tra, .sta,
    /// .lab and .srew of PRISM; NAME.storm for the files NAME.tra, .lab and .rew of Storm
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
}

/// The opponent in a question: the given text and the parsed player.
struct Rival {
    said: String,
    player: Player,
}

impl Rival {
    /// The opponent's name for use in a sentence.
    fn phrase(&self) -> String {
        if self.player.is(&POLICY) {
            return format!("the player of `{}`", self.said);
        }
        self.player.phrase()
    }
}

impl PolicyArgs {
    /// Returns whether any option is used that needs policies by squares.
    pub(super) fn is_used(&self) -> bool {
        let PolicyArgs { against, self_play, keep_in_game, iterations, precision, .. } = self;
        let flags = [*self_play, *keep_in_game, *iterations, against.is_some()];
        let asked = [precision.is_some(), self.export.is_some(), self.experience.is_some()];
        flags.contains(&true) || asked.contains(&true)
    }

    /// The player of `--against`, if no other option is used.
    pub(super) fn only_against(&self) -> Option<&str> {
        let asked = PolicyArgs { against: None, ..self.clone() };
        self.against.as_deref().filter(|_| !asked.is_used())
    }

    fn precision(&self) -> Result<f64, Fault> {
        let precision = self.precision.unwrap_or(1e-9);
        if precision > 0.0 && precision < 1.0 {
            return Ok(precision);
        }
        let what = format!("`--precision {precision}` is not a valid width");
        Err(Fault::with_hint(what, "it is a number above 0 and below 1, such as 1e-9"))
    }

    /// The opponent, if the options need one.
    fn rival(&self, game: &dyn AnyGame) -> Result<Option<Rival>, Fault> {
        let needs_one = self.keep_in_game || self.experience.is_some();
        let said = match (&self.against, needs_one) {
            (Some(said), _) => said.clone(),
            (None, true) => NOVICE.name.to_owned(),
            (None, false) => return Ok(None),
        };
        Ok(Some(Rival { player: player_of(game, &said)?, said }))
    }

    fn objective(
        &self,
        walk: &Walk,
        rival: Option<&Rival>,
        budget: &Budget,
    ) -> Result<Objective, Fault> {
        let Some(rival) = rival else {
            return Ok(if self.self_play { Objective::BothBest } else { Objective::Fastest });
        };
        let walker = walker(walk, &rival.player, budget)?;
        Ok(match (self.experience, self.keep_in_game) {
            (Some(discount), _) => Objective::Experience(walker, discount),
            (None, true) => Objective::KeepInGame(walker, quit_rule(walk, self.quits.as_deref())?),
            (None, false) => Objective::Against(walker),
        })
    }

    /// Checks the discount, and that the sweeps fit into memory.
    fn check(&self, walk: &Walk, memory: u64) -> Result<(), Fault> {
        if let Some(discount) = self.experience.filter(|it| !(0.0..1.0).contains(it)) {
            let what = format!("`--experience {discount}` is not a valid discount");
            return Err(Fault::with_hint(what, "it is a number from 0 to below 1, such as 0.9"));
        }
        if self.iterations && sweep_bytes(walk.track()) > u128::from(memory) {
            let what = format!("`--iterations` keeps every sweep of {} squares", walk.track().n());
            return Err(Fault::with_hint(what, "leave it out, or raise `--memory`"));
        }
        Ok(())
    }

    /// Solves the requested problem from a position and prints the result.
    pub(super) fn run(
        &self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        walk: &Walk,
        side: Option<Side>,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let side_here = side_to_move(position)?;
        let place = walk.place(side.unwrap_or(side_here));
        let precision = self.precision()?;
        let context = common.context();
        self.check(walk, context.budget.memory)?;
        let rival = self.rival(game)?;
        let objective = match self.objective(walk, rival.as_ref(), &context.budget) {
            Err(_) if context.budget.is_stopped() => return Ok(too_early(context, printer)),
            objective => objective?,
        };
        if side.is_some() && rival.is_none() && !self.self_play {
            let what = "`--seat` needs another player";
            return Err(Fault::with_hint(what, "`--against WHO` or `--self-play` names one"));
        }
        if let Some(path) = &self.export {
            if self.self_play || self.keep_in_game || self.experience.is_some() || !place.we_move {
                return Err(Fault::with_hint(
                    "these formats cannot describe this problem",
                    "one piece alone, and `--against WHO` with us to move, can be written",
                ));
            }
            let written = export::write(path, walk.track(), objective.rival(), &place)?;
            printer.remark(format!("written for model checkers: {}", written.join(", ")));
        }
        let question = PolicyQuestion { objective, precision, with_sweeps: self.iterations };
        let found = match walk.answer(&place, &question, &context) {
            Ok(found) => found,
            Err(SolveError::Stopped) => return Ok(too_early(context, printer)),
            Err(error) => return Err(failed(&error)),
        };
        let stopped = why_stopped(&context.budget);
        drop(context);
        tell_stalls(&found.stalls, printer);
        let phrase = rival.as_ref().map_or(String::new(), Rival::phrase);
        let names = (game.facts().name.clone(), position.text(), rival.map(|it| it.said));
        let is_stopped = matches!(found.shortfall, Some(Shortfall::Stopped(_)));
        let found = SolvedPolicies::of(names, &place, &question, found);
        if common.json {
            if let Some(remark) = &found.remark {
                printer.remark(remark);
            }
            printer.json(&found)?;
        } else {
            tell::tell(game, position, (walk.track(), &place), &found, &phrase, printer)?;
        }
        if is_stopped {
            return Ok(stopped.map_or(Exit::Partial, Exit::Stopped));
        }
        Ok(Exit::Done)
    }
}

/// Prints some of the squares from which a player may never reach the goal.
fn tell_stalls(stalls: &[u32], printer: &mut Printer) {
    if stalls.is_empty() {
        return;
    }
    let shown: Vec<String> = stalls.iter().take(5).map(u32::to_string).collect();
    let more = if stalls.len() > 5 { ", …" } else { "" };
    printer.remark(format!(
        "this player may wait without end, from square {}{more}",
        shown.join(", ")
    ));
}

/// The side to move.
///
/// # Errors
/// If no side is to move.
pub(super) fn side_to_move(position: &dyn AnyPosition) -> Result<Side, Fault> {
    let text = position.text();
    match position.turn() {
        Turn::Play(side) => Ok(side),
        Turn::Roll => {
            let what = format!("`{text}` is waiting for a roll");
            Err(Fault::with_hint(what, "name the position before it or after it"))
        }
        Turn::Over(_) => Err(Fault::new(format!("`{text}` is over"))),
    }
}

/// A player's policy by squares.
pub(super) fn walker(walk: &Walk, player: &Player, budget: &Budget) -> Result<Walker, Fault> {
    walk.walker(player, budget).map_err(|error| match error {
        WalkerError::Read(error) => error.into(),
        WalkerError::Solve(error) => failed(&error),
    })
}

/// The rule by which a player gives up. The default is a distance of half the board.
pub(super) fn quit_rule(walk: &Walk, said: Option<&str>) -> Result<QuitRule, Fault> {
    let Some(text) = said else { return Ok(walk.quit_half()) };
    if text == "half" {
        return Ok(walk.quit_half());
    }
    if let Ok(squares) = text.parse() {
        return Ok(QuitRule::Apart(squares));
    }
    if !Path::new(text).exists() {
        return Err(Fault::with_hint(
            format!("`--quits {text}` is neither a number of squares nor a file"),
            "it is a number of squares, or a file with lines `ours theirs chance`: two squares \
             and a number from 0 to 1; `half` the board is the default",
        ));
    }
    let rule = walk.quit_chances(&file_text(text)?);
    Ok(rule.map_err(|error| players::in_file(text, error))?)
}

/// The error for a problem that could not be solved.
pub(super) fn failed(error: &SolveError) -> Fault {
    let why = unsolved(error);
    if error.is_memory() {
        let hint = "raise `--memory`: two pieces take a few bytes for each pair of squares";
        return Fault::with_hint(why, hint);
    }
    Fault::new(why)
}

/// Prints that nothing was proven in time.
fn too_early(context: Context, printer: &mut Printer) -> Exit {
    let stopped: Option<Stopped> = why_stopped(&context.budget);
    drop(context);
    printer.remark("stopped before anything was proven; raise `--time`");
    stopped.map_or(Exit::Partial, Exit::Stopped)
}

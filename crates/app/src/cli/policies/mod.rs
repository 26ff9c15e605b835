//! What `solve` does with races: the fastest policy, the best against a player, both at
//! their best, and keeping the other in the game.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `rival` | the other player: by name or from a file, and when it gives up |
//! | `place` | from where it is asked: both squares, our side, who moves |
//! | `answer` | the answers, with their bounds |
//! | `tell` | the answers in words, with the policy on the board |
//! | `sweeps` | plain value iteration, sweep by sweep |
//! | `export` | the problem as files for model checkers |
//! | `dump` | every square, or every pair of squares, as a table |

pub(super) use dump::Dumped;
pub(super) use place::Place;
pub(super) use rival::{Chooses, named};

mod answer;
mod dump;
mod export;
mod place;
mod rival;
mod sweeps;
mod tell;

use super::Common;
use super::solve::unsolved;
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::registry::{AnyGame, AnyPosition};
use answer::Asked;
use clap::Args;
use spar_rules::Side;
use spar_solve::SolveError;
use spar_solve::mdp::track::Track;
use std::path::PathBuf;

/// What is asked of a race.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Sides that walk by themselves, as in `ladders`")]
pub(super) struct PolicyArgs {
    /// What beats this player, in any game: `2`, `random`, …; in `ladders` also a file with a
    /// letter per square, or with a line of them for each square of the other
    #[arg(long, value_name = "WHO")]
    against: Option<String>,
    /// Both sides at their best
    #[arg(long, conflicts_with_all = ["against", "keep_in_game"])]
    self_play: bool,
    /// Win most before the other gives up (the novice unless `--against` says another)
    #[arg(long)]
    keep_in_game: bool,
    /// The other gives up so many squares apart, or a file with lines `ours theirs chance`
    /// [default: half the board]
    #[arg(long, value_name = "WHEN", requires = "keep_in_game")]
    quits: Option<String>,
    /// Stay close: each turn costs the squared distance, later turns count for less by this
    /// discount, from 0 to below 1 (against the novice unless `--against` says another)
    #[arg(long, value_name = "DISCOUNT", conflicts_with_all = ["self_play", "keep_in_game", "seat"])]
    experience: Option<f64>,
    /// Show plain value iteration too, sweep by sweep
    #[arg(long)]
    iterations: bool,
    /// How wide bounds may be, turns in relation to their number [default: 1e-9]
    #[arg(long, value_name = "WIDTH")]
    precision: Option<f64>,
    /// Write the problem for model checkers: NAME.drn; NAME.prism for NAME.tra, .sta, .lab and
    /// .srew of PRISM; NAME.storm for NAME.tra, .lab and .rew of Storm
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
}

impl PolicyArgs {
    /// Whether something was asked that only races have.
    pub(super) fn is_used(&self) -> bool {
        let PolicyArgs { against, self_play, keep_in_game, iterations, precision, .. } = self;
        let flags = [*self_play, *keep_in_game, *iterations, against.is_some()];
        let asked = [precision.is_some(), self.export.is_some(), self.experience.is_some()];
        flags.contains(&true) || asked.contains(&true)
    }

    /// The player that is to be answered, if nothing else was asked.
    pub(super) fn only_against(&self) -> Option<&str> {
        let asked = PolicyArgs { against: None, ..self.clone() };
        self.against.as_deref().filter(|_| !asked.is_used())
    }

    fn precision(&self) -> Result<f64, Fault> {
        let precision = self.precision.unwrap_or(1e-9);
        if precision > 0.0 && precision < 1.0 {
            return Ok(precision);
        }
        let what = format!("`--precision {precision}` is no width");
        Err(Fault::with_hint(what, "it is a number above 0 and below 1, such as 1e-9"))
    }

    /// Solves the race, asked about from a position, and tells what was found.
    pub(super) fn run(
        &self,
        game: &dyn AnyGame,
        track: &Track,
        position: &dyn AnyPosition,
        side: Option<Side>,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let place = Place::asked(position, side)?;
        let precision = self.precision()?;
        if let Some(discount) = self.experience.filter(|it| !(0.0..1.0).contains(it)) {
            let what = format!("`--experience {discount}` is no discount");
            return Err(Fault::with_hint(what, "it is a number from 0 to below 1, such as 0.9"));
        }
        let desk = common.desk();
        if self.iterations && sweeps::bytes(track) > u128::from(desk.budget.memory) {
            let what = format!("`--iterations` keeps every sweep of {} squares", track.n());
            return Err(Fault::with_hint(what, "leave it out, or `--memory` can be more"));
        }
        let rival = match self.rival(track, &desk.budget) {
            Err(_) if desk.budget.is_stopped() => {
                let stopped = why_stopped(&desk.budget);
                drop(desk);
                return Ok(too_early(stopped, printer));
            }
            rival => rival?,
        };
        if side.is_some() && rival.is_none() && !self.self_play {
            let what = "`--seat` needs another player";
            return Err(Fault::with_hint(what, "`--against WHO` or `--self-play` names one"));
        }
        if let Some(path) = &self.export {
            if self.self_play || self.keep_in_game || self.experience.is_some() || !place.we_move {
                return Err(Fault::with_hint(
                    "these formats cannot say what was asked",
                    "one piece alone, and `--against WHO` with us to move, can be written",
                ));
            }
            let other = rival.as_ref().map(|it| &it.policy);
            let written = export::write(path, track, other, &place)?;
            printer.remark(format!("written for model checkers: {}", written.join(", ")));
        }
        let asked = Asked { args: self, track, place: &place, precision, desk: &desk };
        let found = asked.answer(game, rival.as_ref());
        let stopped = why_stopped(&desk.budget);
        drop(desk);
        let found = match found {
            Ok(found) => found,
            Err(SolveError::Stopped) => return Ok(too_early(stopped, printer)),
            Err(error) if error.is_memory() => {
                return Err(Fault::with_hint(
                    unsolved(&error),
                    "two pieces take a few bytes for each pair of squares; `--memory` can be more",
                ));
            }
            Err(error) => return Err(Fault::new(error.to_string())),
        };
        if let Some(stalls) = &found.stalls {
            let shown: Vec<String> = stalls.iter().take(5).map(u32::to_string).collect();
            let more = if stalls.len() > 5 { ", …" } else { "" };
            printer.remark(format!(
                "this player may wait for ever, from square {}{more}",
                shown.join(", ")
            ));
        }
        if common.json {
            if let Some(remark) = &found.remark {
                printer.remark(remark);
            }
            printer.json(&found)?;
        } else {
            tell::tell(game, position, track, &place, &found, printer)?;
        }
        if found.stopped {
            return Ok(stopped.map_or(Exit::Partial, Exit::Stopped));
        }
        Ok(Exit::Done)
    }
}

/// Nothing was proven in time.
fn too_early(stopped: Option<Stopped>, printer: &mut Printer) -> Exit {
    printer.remark("stopped before anything was proven; `--time` can be longer");
    stopped.map_or(Exit::Partial, Exit::Stopped)
}

//! Messages about the end of a search for levels.

use crate::fault::{Exit, Fault};
use crate::limits::Stopped;
use crate::printer::Printer;
use spar_catalog::units::write_count;
use spar_catalog::{Report, words};
use spar_challenge::generate::{Census, GenerateError, Impossible, Searched, Wanted};

/// Prints how the search ended; `besides` names further conditions on the levels.
pub(super) fn tell(
    report: Report,
    taken: u64,
    count: u64,
    besides: &str,
    stopped: Option<Stopped>,
    printer: &mut Printer,
) -> Exit {
    match report {
        Report::Solved(Census { undecided: undecided @ 1.., .. }) if taken < count => {
            printer.remark(format!(
                "{} could not be decided: a limit lies within the bounds of the chances, or more \
                 `--memory` is needed",
                words::counted(undecided as usize, "position")
            ));
            return Exit::Partial;
        }
        Report::Solved(Census { exist, .. }) => {
            if let Some(exist) = exist.filter(|exist| *exist < count) {
                printer.remark(match exist {
                    0 => format!("no such level exists{besides} (proved)"),
                    1 => format!("only 1 exists{besides} (proved)"),
                    exist => format!("only {} exist{besides} (proved)", write_count(exist)),
                });
            } else if let Some(exist) = exist {
                printer.detail(format!("{} such levels exist", write_count(exist)));
            }
        }
        Report::Searched { searched, stopped: cut } => {
            for line in told_search(&searched) {
                printer.remark(line);
            }
            if cut {
                return ended(stopped, taken, printer);
            }
            if taken < count {
                printer.remark(format!(
                    "{} found in {} random plays; there may be more",
                    words::counted(taken as usize, "level"),
                    write_count(searched.attempts)
                ));
            }
        }
    }
    if taken == 0 { Exit::No } else { Exit::Done }
}

/// Prints why no such level can exist.
pub(super) fn no_such_level(wanted: &Wanted, printer: &mut Printer) -> Exit {
    if let Some(Impossible { player, wins_in }) = wanted.impossible() {
        let who = player.phrase();
        let wins = if player.rounds().is_some() {
            let moves = words::counted(wins_in as usize, "move");
            format!("sees every win in up to {moves} and never misses it")
        } else {
            "never misses a win".to_owned()
        };
        printer.remark(format!(
            "no such level exists, in any game: {who} {wins}, so its chance is 1 and the level \
             is easy for it"
        ));
    }
    Exit::No
}

/// The error for a failed search.
pub(super) fn failed_with(error: &GenerateError) -> Fault {
    match error {
        GenerateError::Solve(error) => Fault::new(crate::cli::solve::unsolved(error)),
        error @ GenerateError::Table(_) => Fault::new(spar_solve::whole::chain(error)),
    }
}

/// Prints that the search was stopped, if it was.
pub(super) fn ended(stopped: Option<Stopped>, taken: u64, printer: &mut Printer) -> Exit {
    let found = words::counted(taken as usize, "level");
    match stopped {
        Some(Stopped::Time) => printer.remark(format!("stopped by `--time` after {found}")),
        Some(Stopped::Interrupt) => printer.remark(format!("interrupted after {found}")),
        None => return Exit::Done,
    }
    stopped.map_or(Exit::Done, Exit::Stopped)
}

/// Describes the work of a search and the reliability of its estimates.
fn told_search(searched: &Searched) -> Vec<String> {
    let Searched { attempts, proved, rated, set_aside, checked, missed, given_up, .. } = *searched;
    let mut lines = vec![format!(
        "{} random plays, {} wins proved, {} rated exactly",
        write_count(attempts),
        write_count(proved),
        write_count(rated)
    )];
    if set_aside > 0 {
        let recall = searched
            .recall()
            .map_or("not known yet".to_owned(), |recall| format!("about {:.0} %", 100.0 * recall));
        lines.push(format!(
            "{} skipped because they are easy against foresight 1; {checked} of them rated as a \
             check, {missed} were levels: share found {recall}",
            write_count(set_aside)
        ));
    }
    if given_up > 0 {
        lines.push(format!("{} abandoned: too many positions", write_count(given_up)));
    }
    lines
}

//! Everything that is kept of games played, checked.

use crate::cli::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::store::{Finding, findings};
use crate::units::write_count;
use crate::wire;
use clap::Args;

/// Check the file, and play every game in it again by the rules; exit 1 if one is wrong
#[derive(Debug, Args)]
pub(super) struct Verify {}

impl Verify {
    #[allow(clippy::unused_self, reason = "all verbs are run alike")]
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let Some(store) = super::kept_store(common, printer)? else { return Ok(Exit::Done) };
        let (found, counts) = store.read(|reader| Ok((findings(&reader)?, reader.counts()?)))?;
        for Finding { session, what } in &found {
            if common.json {
                let (session, what) = (session.clone(), what.clone());
                printer.json(&wire::data::Finding { session, what })?;
            } else {
                let game = session.as_ref().map_or(String::new(), |id| format!("game `{id}`: "));
                printer.line(format!("{game}{what}"))?;
            }
        }
        if !found.is_empty() {
            return Ok(Exit::No);
        }
        let (players, sessions, events) = (counts.players, counts.sessions, counts.events);
        if common.json {
            printer.json(&wire::data::Verified { players, sessions, events })?;
        } else {
            let (sessions, events) = (write_count(sessions), write_count(events));
            printer.line(format!("all is well: games {sessions}, events {events}"))?;
        }
        Ok(Exit::Done)
    }
}

//! Checks all stored data about played games.

use crate::cli::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::units::write_count;
use spar_store::{Counts, Finding, Setting, Store, StoreError, findings};
use std::path::Path;

/// Check the file, replay every game and recompute every rating; exit code 1 if one is wrong
#[derive(Debug, Args)]
pub(super) struct VerifyStore {}

impl VerifyStore {
    #[allow(clippy::unused_self, reason = "all verbs are run alike")]
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let (found, counts) = match super::kept_file(common, printer)? {
            Some(path) => check(&path)?,
            // Nothing is stored, so there are no errors.
            None if common.json => (Vec::new(), Counts::default()),
            None => return Ok(Exit::Done),
        };
        for Finding { session, what } in &found {
            if common.json {
                let (session, what) = (session.clone(), what.clone());
                printer.json(&wire::data::StoreFinding { session, what })?;
            } else {
                let game = session.as_ref().map_or(String::new(), |id| format!("game `{id}`: "));
                printer.line(format!("{game}{what}"))?;
            }
        }
        if !found.is_empty() {
            return Ok(Exit::No);
        }
        let Counts { players, sessions, events, ratings } = counts;
        if common.json {
            printer.json(&wire::data::StoreVerified { players, sessions, events, ratings })?;
        } else {
            let [sessions, events, ratings] = [sessions, events, ratings].map(write_count);
            let played = format!("games {sessions}, events {events}");
            printer.line(format!("no errors: {played}, ratings computed again {ratings}"))?;
        }
        Ok(Exit::Done)
    }
}

/// The errors in a store. Damage that makes it unreadable is a finding too; a file that is not
/// a store cannot be checked.
fn check(path: &Path) -> Result<(Vec<Finding>, Counts), StoreError> {
    let damaged = |error: StoreError| {
        let finding = Finding { session: None, what: error.to_string() };
        (vec![finding], Counts::default())
    };
    let setting = Setting { look: false, ..Setting::default() };
    match Store::open_with(path, setting) {
        Ok(store) => {
            let checked = store.read(|reader| Ok((findings(&reader)?, reader.counts()?)));
            Ok(checked.unwrap_or_else(damaged))
        }
        Err(error @ StoreError::Damaged { .. }) => Ok(damaged(error)),
        Err(error) => Err(error),
    }
}

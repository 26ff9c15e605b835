//! Stored data: solved games and played games.

mod archive;
mod delete;
mod tables;
mod verify;

use super::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::{Args, Subcommand};
use spar_store::{Store, StoreError};
use std::path::PathBuf;

/// Manage saved games and tables
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Data {
    #[command(subcommand)]
    what: DataCommand,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    Tables(tables::Tables),
    Export(archive::Export),
    Import(archive::Import),
    Delete(delete::Delete),
    Verify(verify::VerifyStore),
}

impl Data {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        match &self.what {
            DataCommand::Tables(tables) => tables.run(common, printer),
            DataCommand::Export(export) => export.run(common, printer),
            DataCommand::Import(import) => import.run(common, printer),
            DataCommand::Delete(delete) => delete.run(common, printer),
            DataCommand::Verify(verify) => verify.run(common, printer),
        }
    }
}

/// The path of the store of played games.
fn store_file(common: &Common) -> Result<PathBuf, Fault> {
    common.store_file().ok_or_else(|| {
        Fault::with_hint("this system has no data folder", "`--data DIR` chooses one")
    })
}

/// Opens the store of played games; creates it if it does not exist.
pub(super) fn open_store(common: &Common) -> Result<Store, Fault> {
    Ok(Store::open(&store_file(common)?)?)
}

/// The path of the store of played games, if it exists.
fn kept_file(common: &Common, printer: &mut Printer) -> Result<Option<PathBuf>, Fault> {
    let path = store_file(common)?;
    if path.exists() {
        return Ok(Some(path));
    }
    printer.remark(format!("there are no games in `{}`", path.display()));
    Ok(None)
}

/// Opens the store of played games, if it exists. Works also while a server uses it.
fn kept_store(common: &Common, printer: &mut Printer) -> Result<Option<Store>, Fault> {
    let path = kept_file(common, printer)?;
    Ok(path.map(|path| Store::open(&path)).transpose()?)
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error.hint() {
            Some(hint) => Fault::with_hint(error.to_string(), hint),
            None => Fault::new(error.to_string()),
        }
    }
}

use super::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::Args;

/// Play a game by lines of text
#[derive(Debug, Args)]
pub(super) struct Play {}

impl Play {
    pub(super) fn run(&self, _common: &Common, _printer: &mut Printer) -> Result<Exit, Fault> {
        Ok(Exit::Done)
    }
}

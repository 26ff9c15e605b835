use super::Cli;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::{Args, CommandFactory};
use std::path::PathBuf;

/// Print the man page, or write one for each verb
#[derive(Debug, Args)]
#[command(after_help = "For example: spar man | man -l -")]
pub(super) struct Man {
    /// Write a page for each verb into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self, printer: &mut Printer) -> Result<Exit, Fault> {
        let command = Cli::command();
        if let Some(folder) = &self.dir {
            let write = || {
                std::fs::create_dir_all(folder)?;
                clap_mangen::generate_to(command, folder)
            };
            write().map_err(|error| Fault::writing(folder, &error))?;
            printer.remark(format!("man pages are in `{}`", folder.display()));
        } else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            printer.raw(&page)?;
        }
        Ok(Exit::Done)
    }
}

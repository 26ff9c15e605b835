use super::Cli;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
For example: spar completions bash > ~/.local/share/bash-completion/completions/spar")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, printer: &mut Printer) -> Result<Exit, Fault> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "spar", &mut script);
        printer.raw(&script)?;
        Ok(Exit::Done)
    }
}

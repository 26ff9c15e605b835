use super::Cli;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;
use spar_catalog::words;
use spar_challenge::players::{foresight, kinds};

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
        let mut command = suggesting(Cli::command());
        clap_complete::generate(self.shell, &mut command, "spar", &mut script);
        printer.raw(&script)?;
        Ok(Exit::Done)
    }
}

/// Adds suggested names for games and players. Only completions use this: other texts, such as
/// `connect4:rows=5`, are valid too.
fn suggesting(command: Command) -> Command {
    let verb = command.get_name().to_owned();
    let with_names = |arg: Arg| match (verb.as_str(), arg.get_id().as_str()) {
        (_, "game") => arg.value_parser(PossibleValuesParser::new(games())),
        ("play", "against") => {
            arg.value_parser(PossibleValuesParser::new([players(), vec![words::HUMAN]].concat()))
        }
        (_, "learner" | "opponent" | "against" | "one" | "other") => {
            arg.value_parser(PossibleValuesParser::new(players()))
        }
        _ => arg,
    };
    command.mut_args(with_names).mut_subcommands(suggesting)
}

fn games() -> Vec<&'static str> {
    spar_catalog::entries().into_iter().map(|entry| entry.name).collect()
}

/// The names of players without parameters, and small foresights.
fn players() -> Vec<&'static str> {
    let is_whole = |it: &&spar_challenge::policy::Kind| {
        it.parameters.iter().all(|parameter| !parameter.default.is_empty())
    };
    let plain = kinds().filter(is_whole).map(|it| it.name).filter(|it| *it != foresight::KIND.name);
    ["1", "2", "3", "4"].into_iter().chain(plain).collect()
}

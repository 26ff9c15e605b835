use super::Cli;
use super::examples::examples;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::{Args, Command, CommandFactory};
use clap_mangen::roff::{Roff, bold, roman};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Print the man page, or write one for each command
#[derive(Debug, Args)]
#[command(after_help = "For example: spar man | man -l -")]
pub(super) struct Man {
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// The exit codes and their meaning.
const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "Done."),
    ("1", "The answer is no."),
    ("2", "Wrong use or input; a message on standard error says why."),
    ("3", "Stopped early by --time, memory or disk space; the results so far were written."),
    ("130", "Interrupted; saved work is kept."),
];

/// The environment variables that the program reads.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("SPAR_DATA", "Folder for saved data, unless --data names another."),
    ("NO_COLOR", "If it is set and not empty: no colour and no Unicode boards."),
];

impl Man {
    pub(super) fn run(&self, printer: &mut Printer) -> Result<Exit, Fault> {
        let mut command = Cli::command().disable_help_subcommand(true);
        command.build();
        if let Some(folder) = &self.dir {
            let write = || {
                fs::create_dir_all(folder)?;
                write_pages(&command, "", folder)
            };
            write().map_err(|error| Fault::writing(folder, &error))?;
            printer.remark(format!("man pages are in `{}`", folder.display()));
        } else {
            printer.raw(&page(&command, "")?)?;
        }
        Ok(Exit::Done)
    }
}

/// Writes the pages of a command and its nested commands.
fn write_pages(command: &Command, verb: &str, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands() {
        let name = format!("{verb} {}", inner.get_name());
        write_pages(inner, name.trim_start(), folder)?;
    }
    let file = clap_mangen::Man::new(command.clone()).get_filename();
    fs::write(folder.join(file), page(command, verb)?)
}

/// The page of a command; the page of the program for the empty name.
fn page(command: &Command, verb: &str) -> io::Result<Vec<u8>> {
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if command.get_after_help().is_some() || command.get_after_long_help().is_some() {
        man.render_extra_section(&mut page)?;
    }
    section("EXAMPLES", &examples(verb)).to_writer(&mut page)?;
    section("EXIT STATUS", EXIT_STATUS).to_writer(&mut page)?;
    section("ENVIRONMENT", ENVIRONMENT).to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A section with a list of terms and their meaning.
fn section(title: &str, terms: &[(&str, &str)]) -> Roff {
    let mut section = Roff::new();
    section.control("SH", [title]);
    for (term, meaning) in terms {
        section.control("TP", []);
        section.text([bold(*term)]);
        section.text([roman(*meaning)]);
    }
    section
}

//! The entry point: parses the command line, runs the command and returns the exit code.

use spar::cli::Cli;
use spar::{limits, machine};
use std::process::ExitCode;

fn main() -> ExitCode {
    limits::keep_file_size_errors();
    let cli = Cli::read(std::env::args_os());
    let mut printer = cli.common.printer();
    match machine::fit_address_space().and_then(|()| cli.run(&mut printer)) {
        Ok(exit) => exit.into(),
        Err(fault) => {
            printer.fault(&fault);
            (&fault).into()
        }
    }
}

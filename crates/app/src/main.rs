//! Parse, run, exit code.

use clap::Parser;
use spar::cli::Cli;
use spar::fault::Fault;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut printer = cli.common.printer();
    match cli.run(&mut printer) {
        Ok(exit) => exit.into(),
        Err(Fault::ClosedPipe) => ExitCode::SUCCESS,
        Err(fault) => {
            printer.fault(&fault);
            ExitCode::from(2)
        }
    }
}

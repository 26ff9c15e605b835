//! The real program as a server.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts the program as a server with this folder on a free port. Returns its address.
pub(crate) fn listening(program: Command, data: &Path) -> (Child, String) {
    listening_with(program, data, "off")
}

/// Like `listening`, with a log in this format.
pub(crate) fn listening_with(mut program: Command, data: &Path, log: &str) -> (Child, String) {
    program.args(["serve", "--port", "0", "--log", log, "--data"]).arg(data);
    let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    let address = told.trim().strip_prefix("listening at http://").unwrap();
    (child, address.trim_end_matches('/').to_owned())
}

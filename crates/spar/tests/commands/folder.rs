//! Runs the program in a temporary folder.

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

/// A temporary folder that is deleted when the test ends.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    /// The program, with its data in this folder.
    pub(crate) fn spar(&self, arguments: &str) -> Command {
        let mut command = Command::cargo_bin("spar").unwrap();
        command.current_dir(self.path()).env("SPAR_DATA", self.at("data"));
        command.args(arguments.split_whitespace());
        command
    }

    /// Standard output and standard error of a run that exits with this code.
    pub(crate) fn said(&self, arguments: &str, code: i32) -> (String, String) {
        let output = self.spar(arguments).output().unwrap();
        let [out, error] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(code), "{arguments}: {error}");
        (out, error)
    }

    pub(crate) fn answer(&self, arguments: &str) -> String {
        self.said(arguments, 0).0
    }

    /// A process that can be signalled while it works.
    pub(crate) fn started(&self, arguments: &str) -> process::Child {
        process::Command::new(env!("CARGO_BIN_EXE_spar"))
            .current_dir(self.path())
            .env("SPAR_DATA", self.at("data"))
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// Sends a signal: `-INT`.
pub(crate) fn signal(child: &process::Child, name: &str) {
    // Use the shell's built-in `kill`: not every system has a program with that name.
    let command = format!("kill {name} {}", child.id());
    assert!(process::Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

//! `spar load`: the results of a small load, and errors.

use serde_json::Value as Json;
use std::process::{Child, Command, Output, Stdio};

fn load(arguments: &str) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_spar"));
    program.arg("load").args(arguments.split_whitespace());
    program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

fn loaded(arguments: &str) -> Output {
    load(arguments).wait_with_output().unwrap()
}

/// The arguments of the server that a load has started, once it has.
fn server_of(load: &Child) -> Vec<String> {
    let id = load.id();
    loop {
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let child = children.split_whitespace().next().map(|it| format!("/proc/{it}/cmdline"));
        let line = child.and_then(|it| std::fs::read(it).ok()).unwrap_or_default();
        let arguments: Vec<String> =
            String::from_utf8(line).unwrap().split_terminator('\0').map(str::to_owned).collect();
        if arguments.iter().any(|it| it == "serve") {
            return arguments;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_small_load_is_answered_rightly_and_tells_what_it_raised() {
    let load = load("--players 8 --seconds 2 --seed 3 --json");
    let server = server_of(&load);
    let output = load.wait_with_output().unwrap();
    let told: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["errors"], output.status.code()), (&0.into(), Some(0)), "{told}");
    assert!(told["moves"].as_u64() > Some(0) && told["answers"].as_u64() > told["moves"].as_u64());
    assert!(told["moves_per_commit"].as_f64() > Some(0.0), "{told}");
    let raised: Vec<String> = serde_json::from_value(told["raised"].clone()).unwrap();
    assert!(raised.len() >= 14 && server.ends_with(&raised), "{server:?}");
}

#[test]
fn what_no_server_plays_is_refused_before_one_starts() {
    for (arguments, error) in [
        ("--game conect4", "no game is named `conect4`"),
        ("--game tictactoe:rows=99", "rows"),
        ("--against 9", "above this server's limit of 6"),
        ("--against human", "`human` is not a computer player"),
        ("--players 0", "--players"),
        ("--seconds 0", "--seconds"),
    ] {
        let output = loaded(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(said.contains(error), "{arguments}: {said}");
    }
}

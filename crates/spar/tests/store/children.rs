//! Other processes: killed during writes, and two that write at the same time.

use crate::{Place, append, event, findings, new_player, new_session};
use spar_rules::SplitMix;
use spar_store::{Store, StoreError};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The environment variable with the path of the child's store.
const FILE: &str = "SPAR_TEST_STORE";
/// The environment variable with the person for whom the child plays.
const WHO: &str = "SPAR_TEST_WHO";
/// The environment variable with the number of events that the child writes.
const EVENTS: &str = "SPAR_TEST_EVENTS";

/// A child that writes this many events for a person and reports each confirmed one.
pub(crate) fn child(command: &mut Command, place: &Place, who: &str, n_events: usize) -> Child {
    command.args(["--exact", "children::writes_as_a_child", "--nocapture"]);
    command.env(FILE, place.file()).env(WHO, who).env(EVENTS, n_events.to_string());
    command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap()
}

fn this_program() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

/// Does nothing unless it runs in a child.
#[test]
fn writes_as_a_child() {
    let Some(file) = std::env::var_os(FILE).map(PathBuf::from) else { return };
    let who = std::env::var(WHO).unwrap();
    let n_events: usize = std::env::var(EVENTS).unwrap().parse().unwrap();
    let store = Store::open(&file).unwrap();
    for change in [new_player(&who, ""), new_session(&who, &who)] {
        match store.write(change) {
            Ok(_) | Err(StoreError::Taken) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let begun = store.read(|reader| reader.log(&who)).unwrap().len();
    for number in begun..begun + n_events {
        store.write(append(&who, &who, number..number + 1)).unwrap();
        // Bypass the test harness's output capture, so that it is visible at once.
        writeln!(std::io::stdout(), "reply {number}").unwrap();
    }
}

/// The number of a confirmed event in a line of the child.
pub(crate) fn reply(line: &str) -> Option<usize> {
    line.split_once("reply ")?.1.trim().parse().ok()
}

#[test]
fn what_was_answered_outlasts_a_kill() {
    let place = Place::new();
    let mut random = SplitMix::new(20);
    let mut answered = 0;
    for round in 0..20 {
        let mut writer = child(&mut this_program(), &place, "ann", 1_000_000);
        let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        // Some are killed while they open the store, most during writes.
        let wanted = random.below(40);
        let replies = lines.by_ref().map_while(Result::ok).filter_map(|line| reply(&line));
        answered = replies.take(wanted as usize).fold(answered, |_, number| number + 1);
        for _ in 0..random.below(200_000) {
            std::hint::spin_loop();
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        let rest = lines.map_while(Result::ok).filter_map(|line| reply(&line));
        answered = rest.fold(answered, |_, number| number + 1);

        let store = place.open();
        let log = store.read(|reader| reader.log("ann")).unwrap();
        assert!(log.len() >= answered, "round {round}: {} of {answered}", log.len());
        let wanted: Vec<_> = (0..log.len()).map(event).collect();
        assert_eq!(log, wanted, "round {round}");
        assert_eq!(findings(&store), [""; 0], "round {round}");
        answered = log.len();
    }
    assert!(answered > 20, "the children hardly wrote");
}

#[test]
fn two_processes_write_at_once() {
    for _ in 0..3 {
        let place = Place::new();
        // Both processes also try to create the file.
        let names = ["ann", "bob"];
        let children = names.map(|who| child(&mut this_program(), &place, who, 100));
        for writer in children {
            let output = writer.wait_with_output().unwrap();
            assert!(output.status.success());
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(text.lines().filter_map(reply).count(), 100);
        }
        let store = place.open();
        for who in names {
            assert_eq!(store.read(|reader| reader.log(who)).unwrap().len(), 100);
        }
        assert_eq!(findings(&store), [""; 0]);
    }
}

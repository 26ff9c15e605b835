//! The n-th write, sync, open, truncation or removal fails, for every n. Afterwards the file
//! contains all confirmed changes, and at most one failed change, completely.

use crate::children::reply;
use crate::{Place, append, decide, exported, findings, new_level, new_player, new_session, token};
use spar_store::{Change, Store};
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The environment variable with the path of the child's store.
const FILE: &str = "SPAR_TEST_FAULTS";

/// More calls than any run makes.
const MOST: usize = 1000;

/// The changes that a child makes, one after the other.
fn script() -> Vec<Change> {
    let name = |name: &str| Change::Name { player: "ann".to_owned(), name: name.to_owned() };
    vec![
        new_player("ann", ""),
        new_level("a", "ann", Some(1500)),
        decide("a", "ann", true, 1),
        Change::All(vec![
            new_player("bob", ""),
            new_session("s", "bob"),
            append("s", "bob", 0..40),
        ]),
        name("Ann"),
        new_level("b", "ann", Some(1600)),
        decide("b", "ann", false, 100_000_000),
        Change::Link { player: "bob".to_owned(), hash: token("link"), until: 9 },
        Change::Forget { player: "bob".to_owned() },
        name("Anna"),
    ]
}

/// The stored data after subsets of the changes.
#[derive(Default)]
struct States(HashMap<Vec<usize>, String>);

impl States {
    fn after(&mut self, numbers: &[usize]) -> &str {
        self.0.entry(numbers.to_vec()).or_insert_with(|| {
            let place = Place::new();
            let store = place.open();
            for (number, change) in script().into_iter().enumerate() {
                if numbers.contains(&number) {
                    // Changes that depend on a failed one are rejected.
                    let _ = store.write(change);
                }
            }
            exported(&store)
        })
    }

    /// Returns whether this is the data of the confirmed changes, or of these and one failed
    /// change.
    fn allow(&mut self, kept: &str, answered: &[usize]) -> bool {
        let failed = (0..script().len()).filter(|it| !answered.contains(it));
        let with = |number| {
            let mut numbers = [answered, &[number]].concat();
            numbers.sort_unstable();
            numbers
        };
        self.after(answered) == kept || failed.map(with).any(|it| self.after(&it) == kept)
    }
}

/// Does nothing unless it runs in a child, which continues after errors.
#[test]
fn writes_as_a_child() {
    let Some(file) = std::env::var_os(FILE).map(PathBuf::from) else { return };
    let Ok(store) = Store::open(&file) else { return };
    for (number, change) in script().into_iter().enumerate() {
        if store.write(change).is_ok() {
            // Bypass the test harness's output capture, so that it is visible at once.
            writeln!(std::io::stdout(), "reply {number}").unwrap();
        }
    }
}

/// The calls that fail.
#[derive(Clone, Copy, Debug)]
struct Fault {
    /// The system calls.
    calls: &'static str,
    error: &'static str,
    /// Whether all calls after the n-th fail too.
    for_ever: bool,
    /// The affected files, by the suffix of their names.
    files: &'static [&'static str],
    /// Whether the child creates the store, so that its folder is affected too.
    is_new: bool,
}

impl Fault {
    /// Runs the script with the n-th call failing. Returns `false` if there was no such call.
    fn strikes(self, n: usize, states: &mut States) -> bool {
        let place = Place::new();
        if !self.is_new {
            drop(place.open());
        }
        let trace = place.folder().join("trace");
        let Fault { calls, error, for_ever, .. } = self;
        let from = if for_ever { "+" } else { "" };
        let mut strace = Command::new("strace");
        strace.args(["-f", "-e", &format!("trace={calls}")]);
        strace.args(["-e", &format!("inject={calls}:error={error}:when={n}{from}")]);
        for end in self.files {
            strace.arg("-P").arg(format!("{}{end}", place.file().display()));
        }
        if self.is_new {
            strace.arg("-P").arg(place.folder());
        }
        strace.arg("-o").arg(&trace);
        strace.arg(std::env::current_exe().unwrap());
        strace.args(["--exact", "faults::writes_as_a_child", "--nocapture", "--test-threads=1"]);
        strace.env(FILE, place.file()).stderr(Stdio::null());
        let output = strace.output().expect("`strace` is missing; Debian: apt-get install strace");
        let text = String::from_utf8(output.stdout).unwrap();
        let answered: Vec<usize> = text.lines().filter_map(reply).collect();
        let trace = fs::read_to_string(trace).unwrap();
        let has_struck = trace.contains("(INJECTED)");
        assert!(has_struck || answered.len() == script().len(), "{self:?} {n}: {text}\n{trace}");

        let store = place.open();
        assert_eq!(findings(&store), [""; 0], "{self:?} {n}");
        let kept = exported(&store);
        let is_right = states.allow(&kept, &answered);
        assert!(is_right, "{self:?} {n}, {answered:?} answered: {kept}\n{trace}");
        has_struck
    }
}

/// Calls are counted per thread. One thread opens the store and another writes, so the second
/// thread's calls are all covered only if the first one makes none.
const FAULTS: [Fault; 14] = {
    const fn fault(calls: &'static str, error: &'static str) -> Fault {
        Fault { calls, error, for_ever: false, files: &["", "-wal"], is_new: false }
    }
    const fn for_ever(fault: Fault) -> Fault {
        Fault { for_ever: true, ..fault }
    }
    const fn shared(fault: Fault) -> Fault {
        Fault { files: &["-shm"], ..fault }
    }
    const fn new(fault: Fault) -> Fault {
        Fault { files: &["", "-wal", "-shm", "-journal"], is_new: true, ..fault }
    }
    const SYNCS: &str = "fsync,fdatasync";
    [
        fault("pwrite64", "EIO"),
        fault("pwrite64", "ENOSPC"),
        for_ever(fault("pwrite64", "ENOSPC")),
        fault(SYNCS, "EIO"),
        for_ever(fault(SYNCS, "EIO")),
        fault("openat", "EIO"),
        fault("unlink", "EIO"),
        shared(fault("pwrite64", "EIO")),
        shared(fault("openat", "EIO")),
        new(fault("pwrite64", "EIO")),
        new(fault(SYNCS, "EIO")),
        new(fault("openat", "EIO")),
        new(fault("ftruncate", "EIO")),
        fault("ftruncate", "EIO"),
    ]
};

#[test]
fn a_call_that_fails_leaves_the_old_or_the_new() {
    let mut states = States::default();
    for (fault, n) in
        [(0, 3), (0, 20), (2, 30), (3, 2), (4, 7), (5, 2), (9, 20), (10, 4), (8, 1), (13, 1)]
    {
        assert!(FAULTS[fault].strikes(n, &mut states), "{:?} {n} hit nothing", FAULTS[fault]);
    }
}

#[test]
#[ignore = "two minutes: `cargo test -p spar --test store -- --ignored --nocapture every_call`"]
fn every_call_that_fails_leaves_the_old_or_the_new() {
    let mut states = States::default();
    let mut n_failed = 0;
    for fault in FAULTS {
        let n_struck = (1..MOST).take_while(|n| fault.strikes(*n, &mut states)).count();
        let line = format!("{fault:?}: {n_struck} calls failed, one at a time\n");
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        assert_ne!(n_struck, 0, "{fault:?} hit nothing");
        n_failed += n_struck;
    }
    assert!(n_failed > 200, "only {n_failed} calls failed");
}

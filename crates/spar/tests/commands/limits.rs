//! Limits of the machine: endless input, full disks, file size limits, memory. Each run ends
//! with an error message and the documented exit code.
#![cfg(target_os = "linux")]

use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::Command;

/// The result of a run: the exit code (`None` if a signal ended it) and the output.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    answer: String,
    said: String,
}

/// Runs a shell command line in this folder; `spar` is the program. A memory limit prevents a
/// failing test from using all memory of the machine.
fn shell(folder: &Path, line: &str) -> Ran {
    let spar = cargo_bin("spar");
    let line = format!("spar() {{ '{}' \"$@\"; }}; {line}", spar.display());
    let output = Command::new("bash")
        .args(["-c", &line])
        .current_dir(folder)
        .env("SPAR_DATA", folder.join("data"))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code(), answer: text(&output.stdout), said: text(&output.stderr) }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names.retain(|it| it != "data");
    names
}

#[test]
fn input_without_line_ends_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    // Enough for the longest line, far too little for the endless /dev/zero.
    let limited = |line: &str| shell(folder.path(), &format!("ulimit -v 1000000; {line}"));
    for line in [
        "spar verify /dev/zero",
        "spar verify - </dev/zero",
        "spar merge /dev/zero",
        "spar solve tictactoe --from /dev/zero",
        "spar rate tictactoe --from - </dev/zero",
        "spar generate tictactoe --from /dev/zero",
        "spar generate tictactoe --served /dev/zero",
        "spar survey --read /dev/zero",
        "spar survey --read - </dev/zero",
        "spar data import /dev/zero",
        "spar data import - </dev/zero",
        "spar play tictactoe </dev/zero",
    ] {
        let ran = limited(line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.said.contains("line 1 is longer than 67 MB"), "{line}: {}", ran.said);
    }
    for line in [
        "spar games /dev/zero",
        "spar show ladders:board=/dev/zero",
        "spar solve ladders --against /dev/zero",
        "spar solve ladders --against novice --keep-in-game --quits /dev/zero",
    ] {
        let ran = limited(line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.said.contains("ordinary file"), "{line}: {}", ran.said);
    }
}

#[test]
fn a_journal_without_line_ends_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let line = "echo start >list; truncate -s 200M out.jsonl.spar-job; ulimit -v 1000000; \
                spar solve tictactoe --from list --out out.jsonl";
    let ran = shell(folder.path(), line);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.said.contains("line 1 is longer than 67 MB"), "{}", ran.said);
}

#[test]
fn a_full_disk_is_no_wrong_use() {
    let folder = tempfile::tempdir().unwrap();
    let prepare = "echo start >list; spar solve tictactoe --from list --shard 1/1 >shard; \
                   spar generate tictactoe --json >levels";
    assert_eq!(shell(folder.path(), prepare).code, Some(0));
    for line in [
        "spar games >/dev/full",
        "spar show tictactoe >/dev/full",
        "spar show tictactoe --json >/dev/full",
        "spar show tictactoe --svg - >/dev/full",
        "spar show tictactoe --svg /dev/full",
        "spar solve tictactoe >/dev/full",
        "spar solve tictactoe --strategy /dev/full",
        "spar solve tictactoe --from list >/dev/full",
        "spar solve tictactoe --from list --out /dev/full",
        "spar solve ladders >/dev/full",
        "spar perft tictactoe --depth 2 >/dev/full",
        "spar dump tictactoe >/dev/full",
        "spar dump tictactoe --out /dev/full",
        "spar dump tictactoe --format parquet --out /dev/full",
        "spar dump tictactoe --json --out /dev/full",
        "spar play tictactoe </dev/null >/dev/full",
        "spar rate tictactoe start >/dev/full",
        "spar generate tictactoe >/dev/full",
        "spar generate tictactoe --format csv --out /dev/full",
        "spar generate tictactoe --format html --out /dev/full",
        "spar verify levels >/dev/full",
        "spar survey bottom2 --foresight 1 >/dev/full",
        "spar survey bottom2 --foresight 1 --format parquet --out /dev/full",
        "spar match bottom2 1 1 >/dev/full",
        "spar merge shard >/dev/full",
        "spar merge shard --out /dev/full",
        "spar completions bash >/dev/full",
        "spar man >/dev/full",
    ] {
        let ran = shell(folder.path(), line);
        assert_eq!(ran.code, Some(3), "{line}: {ran:?}");
        let (text, json) = ("the disk is full\nhint: ", "the disk is full\",\"hint\":\"");
        let said = if line.contains("--json") { json } else { text };
        assert!(ran.said.contains(said), "{line}: {}", ran.said);
    }
}

#[test]
fn a_limit_on_the_size_of_files_is_a_sentence_and_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    for (line, rest) in [
        ("spar dump connect3 --out x.csv", vec![]),
        ("spar dump connect3 --out x.parquet", vec![]),
        ("spar dump connect3 --json --out x.jsonl", vec![]),
        ("spar solve connect3 --strategy x.jsonl", vec![]),
        ("spar generate connect3 --count 100 --out x.html", vec![]),
        ("spar show qubic --svg x.svg --time 1ms", vec![]),
        ("spar solve ladders --export x.drn", vec![]),
    ] {
        let ran = shell(folder.path(), &format!("ulimit -f 1; {line}"));
        assert_eq!(ran.code, Some(3), "{line}: {ran:?}");
        assert!(
            ran.said.contains("the file would be larger than the limit allows"),
            "{line}: {ran:?}"
        );
        assert!(ran.said.contains("`ulimit -f` shows and changes the limit"), "{line}: {ran:?}");
        assert_eq!(files(folder.path()), rest as Vec<String>, "{line}");
    }
}

#[test]
fn a_batch_stopped_by_a_limit_on_files_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let list = "for i in $(seq 40); do echo start; done >list; ";
    let command = "spar solve tictactoe --from list --out x.jsonl --threads 1";
    let ran = shell(folder.path(), &format!("{list} ulimit -f 4; {command}"));
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(files(folder.path()), ["list", "x.jsonl.spar-job"]);
    let ran = shell(folder.path(), command);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.said.contains("continuing: "), "{ran:?}");
    let whole = std::fs::read_to_string(folder.path().join("x.jsonl")).unwrap();
    assert_eq!(whole.lines().count(), 40);
}

#[test]
fn memory_that_the_system_does_not_give_is_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for kilobytes in [200_000, 300_000, 600_000] {
        for (line, codes) in [
            ("spar solve connect4:rows=5,cols=5 --time 1s", &[0, 3][..]),
            ("spar dump connect4:rows=5,cols=5 --time 1s", &[2, 3]),
            ("spar generate connect4:rows=5,cols=5 --attempts 5 --time 1s", &[0, 1, 3]),
            ("spar survey connect4:rows=4,cols=5 --foresight 1 --time 2s", &[0, 3]),
            ("spar solve ladders:n=5000 --self-play --time 1s", &[2, 3]),
            ("spar solve connect4 start --no-book --time 1s", &[3]),
            ("spar solve ladders:n=10000000 --time 1s", &[2, 3]),
        ] {
            let ran = shell(folder.path(), &format!("ulimit -v {kilobytes}; {line}"));
            let is_promised = ran.code.is_some_and(|it| codes.contains(&it));
            assert!(is_promised, "{kilobytes} kB, {line}: {ran:?}");
            assert!(!ran.said.contains("panicked"), "{kilobytes} kB, {line}: {ran:?}");
        }
    }
}

#[test]
fn an_address_space_too_small_to_run_in_is_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let ran = shell(folder.path(), "ulimit -v 120000; spar solve bottom2");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let said = "the address space of this process is limited to 122 MB, which is too little\nhint: allow more: ";
    assert!(ran.said.contains(said), "{ran:?}");
    let least = ran.said.rsplit('`').nth(1).unwrap();
    let ran = shell(folder.path(), &format!("{least}; spar solve bottom2"));
    assert_eq!(ran.code, Some(0), "the hint works: {ran:?}");
}

#[test]
fn more_memory_than_the_machine_has_is_not_used_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let ran = shell(folder.path(), "spar solve bottom2 --memory 900000T");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.said.contains("this machine cannot give 900000 TB"), "{ran:?}");
    // Its table would take some 4 TB.
    let ran = shell(folder.path(), "spar dump connect4 --memory 900000T --time 1s");
    assert!(ran.code == Some(2) || ran.code == Some(3), "{ran:?}");
    assert!(!ran.said.contains("panicked") && ran.answer.is_empty(), "{ran:?}");
    // A limit of the process counts as the machine's, and is only printed with `--verbose`.
    let line = |more: &str| format!("ulimit -v 400000; spar solve bottom2 {more}");
    let ran = shell(folder.path(), &line("-v"));
    assert!(ran.said.contains("this machine cannot give 2.0 GB"), "{ran:?}");
    assert!(!shell(folder.path(), &line("")).said.contains("memory for tables"), "{ran:?}");
}

#[test]
fn levels_of_a_race_that_need_more_memory_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["spar generate ladders --memory 1", "spar generate ladders --memory 1 --json"] {
        let ran = shell(folder.path(), line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.said.contains("`--memory`"), "{line}: {ran:?}");
    }
}

#[test]
fn pairs_of_a_race_that_do_not_fit_on_the_disk_are_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let line = "ulimit -f 1; spar dump ladders --pairs --out pairs.parquet";
    let ran = shell(folder.path(), line);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.said.contains("pairs.parquet"), "{ran:?}");
}

/// File names are printed as typed, except for control characters.
#[test]
fn errors_about_files_hold_nothing_that_a_terminal_obeys() {
    for args in [
        &["solve", "\u{1b}[31mred.toml"][..],
        &["rate", "tictactoe", "--from", "/nowhere/\u{1b}[2J\u{202e}x"],
        &["dump", "tictactoe", "--out", "/nowhere/\u{1b}]0;x/x.csv"],
    ] {
        let out = Command::new(cargo_bin("spar")).args(args).output().unwrap();
        let told = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains("\\u{1b}"), "{told:?}");
        assert!(!told.contains(['\u{1b}', '\u{202e}']), "{told:?}");
    }
}

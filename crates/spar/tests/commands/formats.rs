//! Checks machine-readable output with a strict parser: CSV with the `csv` crate, which
//! requires the same number of fields in every row. `scripts/formats` checks this and more with
//! other parsers.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program in a folder and returns its output; the exit code must be 0.
fn answer(folder: &Path, arguments: &str) -> Vec<u8> {
    let output = Command::new(cargo_bin("spar"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env("SPAR_DATA", folder.join("data"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "spar {arguments}: {said}");
    output.stdout
}

/// The rows of a CSV file as maps from column names. Lines must end as in RFC 4180 or Unix, no
/// line may be empty, and every row must have a field for each column.
fn csv(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    let text = str::from_utf8(bytes).expect("CSV is UTF-8");
    assert!(text.ends_with('\n') && !text.contains("\n\n"), "an empty line: {text:?}");
    let mut reader = csv::ReaderBuilder::new().flexible(false).from_reader(bytes);
    let names = reader.headers().unwrap().clone();
    let mut sorted: Vec<&str> = names.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len(), "a column stands twice: {names:?}");
    let row = |row: csv::Result<csv::StringRecord>| {
        let row = row.unwrap_or_else(|error| panic!("{error}: {text}"));
        names.iter().map(str::to_owned).zip(row.iter().map(str::to_owned)).collect()
    };
    let rows: Vec<_> = reader.records().map(row).collect();
    assert!(!rows.is_empty(), "no row: {text:?}");
    rows
}

#[test]
fn levels_as_csv_have_a_row_each() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rows = csv(&answer(at, "generate connect3 --count 3 --format csv"));
    assert_eq!(rows.len(), 3);
    answer(at, "generate connect3 --count 3 --out levels.csv");
    assert_eq!(csv(&fs::read(at.join("levels.csv")).unwrap()), rows);
    let json = answer(at, "generate connect3 --count 3 --json");
    for (line, row) in str::from_utf8(&json).unwrap().lines().zip(&rows) {
        let level: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(level["position"], row["position"]);
        assert_eq!(level["why"], row["why"]);
    }
    // A name with commas, and a race.
    let rows = csv(&answer(at, "generate tictactoe:rows=4,cols=4 --count 2 --format csv"));
    assert_eq!(rows[1]["game"], "tictactoe:rows=4,cols=4");
    let race = "generate ladders --learner fastest --opponent novice --count 2 --format csv";
    assert_eq!(csv(&answer(at, race)).len(), 2);
}

#[test]
fn dumps_as_csv_have_a_row_for_each_position() {
    let folder = tempfile::tempdir().unwrap();
    // Published: Tic-Tac-Toe has 5478 positions, the start included.
    let rows = csv(&answer(folder.path(), "dump tictactoe"));
    assert_eq!(rows.len(), 5478);
    answer(folder.path(), "dump tictactoe --out x.csv");
    assert_eq!(csv(&fs::read(folder.path().join("x.csv")).unwrap()), rows);
}

#[test]
fn surveys_as_csv_have_a_row_for_each_variant() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rows = csv(&answer(at, "survey tictactoe --rows 2,3 --foresight 0..1 --format csv"));
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["game"], "tictactoe");
    answer(at, "survey tictactoe --rows 2,3 --foresight 0..1 --out x.csv");
    assert_eq!(csv(&fs::read(at.join("x.csv")).unwrap()), rows);
    answer(at, "survey tictactoe --rows 2,3 --foresight 0..1 --out x.jsonl");
    assert_eq!(csv(&answer(at, "survey --read x.jsonl --format csv")), rows);
}

#[test]
fn reproduced_tables_are_csv() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let tables = "reproduce start-positions --game bottom2 --format csv";
    let rows = csv(&answer(at, tables));
    assert!(rows.iter().all(|row| row["game"].starts_with("bottom2")), "{rows:?}");
    answer(at, "reproduce ladders --part three-squares,table-1 --out tables");
    let mut n_tables = 0;
    for file in fs::read_dir(at.join("tables")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|it| it == "csv") {
            csv(&fs::read(&path).unwrap());
            n_tables += 1;
        }
    }
    assert!(n_tables >= 2, "{n_tables}");
}

/// The shards 1 and 2 of a batch, merged into a file.
fn merged(at: &Path, command: &str, out: &str) -> Vec<u8> {
    for number in ["1", "2"] {
        answer(at, &format!("{command} --shard {number}/2 --out {number}.jsonl --restart"));
    }
    answer(at, &format!("merge 1.jsonl 2.jsonl --out {out}"));
    fs::read(at.join(out)).unwrap()
}

#[test]
fn merge_writes_what_the_file_is_named_and_what_one_run_writes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let survey = "survey tictactoe --rows 2,3 --foresight 0..1";
    for out in ["s.csv", "s.parquet", "s.md", "s.jsonl", "s"] {
        let whole = format!("whole-{out}");
        answer(at, &format!("{survey} --out {whole}"));
        let wanted = fs::read(at.join(whole)).unwrap();
        assert_eq!(merged(at, survey, out), wanted, "{out}");
    }
    assert_eq!(csv(&fs::read(at.join("s.csv")).unwrap()).len(), 2);
    fs::write(at.join("list"), "xx./oo./...\nxxx/oo./...\nx../.o./..x\n").unwrap();
    // The second position is finished, so it cannot be rated and the last column has the
    // reason.
    let rated = csv(&merged(at, "rate tictactoe --from list", "rated.csv"));
    assert_eq!(rated.len(), 3);
    let reasons: Vec<bool> = rated.iter().map(|row| !row["reason"].is_empty()).collect();
    assert_eq!(reasons, [false, true, false]);
    assert_eq!(rated[1]["position"], "xxx/oo./...");
    answer(at, "rate tictactoe --from list --out rated-whole.csv");
    let files = ["rated.csv", "rated-whole.csv"].map(|it| fs::read(at.join(it)).unwrap());
    assert_eq!(files[0], files[1]);
    let picked = csv(&merged(at, "generate tictactoe --wins-in 1 --from list", "picked.csv"));
    assert_eq!(picked.len(), 1);
}

#[test]
fn what_has_no_such_format_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("list"), "start\n").unwrap();
    answer(at, "solve tictactoe --from list --shard 1/1 --out 1.jsonl");
    answer(at, "rate tictactoe --from list --shard 1/1 --out 2.jsonl");
    for (arguments, said) in [
        ("merge 1.jsonl --out x.csv", "the rows of `spar solve` cannot be written as CSV"),
        ("merge 2.jsonl --out x.parquet", "the rows of `spar rate` cannot be written as Parquet"),
        ("merge 2.jsonl --out x.html", "the rows of `spar rate` cannot be written as HTML"),
        ("rate tictactoe --from list --out x.md", "cannot be written as Markdown"),
        ("rate tictactoe --from list --shard 1/1 --out x.csv", "a shard is always JSON Lines"),
        ("show tictactoe --json --svg -", "would both write to standard output"),
        ("solve tictactoe --strategy -", "this cannot go to standard output"),
    ] {
        let mut command = Command::new(cargo_bin("spar"));
        command.args(arguments.split_whitespace()).current_dir(at);
        let output = command.env("SPAR_DATA", at.join("data")).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {errors}");
        let hint = if arguments.contains("--json") { "\"hint\":\"" } else { "\nhint: " };
        assert!(errors.contains(said) && errors.contains(hint), "{arguments}: {errors}");
    }
    let ours = ["1.jsonl", "2.jsonl", "data", "list"];
    for file in fs::read_dir(at).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(ours.contains(&name.as_str()), "`{name}` was written");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let drawing = String::from_utf8(answer(at, "show tictactoe --svg -")).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"), "{drawing}");
    assert_eq!(csv(&answer(at, "dump tictactoe --out -")).len(), 5478);
    assert_eq!(csv(&answer(at, "generate connect3 --format csv --out -")).len(), 1);
    fs::write(at.join("list"), "start\n").unwrap();
    answer(at, "solve tictactoe --from list --shard 1/1 --out 1.jsonl");
    let rows = answer(at, "merge 1.jsonl --out -");
    assert_eq!(rows, answer(at, "solve tictactoe --from list --out -"));
    assert!(!at.join("-").exists(), "no file is named `-`");
}

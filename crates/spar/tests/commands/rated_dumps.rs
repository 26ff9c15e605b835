//! `dump --learner --opponent`: the chances and the hardness of every position.

use assert_cmd::cargo::cargo_bin;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &str) -> Output {
    Command::new(cargo_bin("spar"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env("SPAR_DATA", folder.join("data"))
        .output()
        .unwrap()
}

fn answer(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "spar {arguments}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::ReaderBuilder::new().flexible(false).from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// Tic-Tac-Toe between two random players, from the rules alone: the chances of the side to
/// move to win, to draw and to lose.
fn at_random(board: [char; 9]) -> [f64; 3] {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let is_line = |line: &[usize; 3]| line.iter().all(|it| board[*it] == board[line[0]]);
    if LINES.iter().any(|line| board[line[0]] != '.' && is_line(line)) {
        return [0.0, 0.0, 1.0];
    }
    let free: Vec<usize> = (0..9).filter(|it| board[*it] == '.').collect();
    if free.is_empty() {
        return [0.0, 1.0, 0.0];
    }
    let mover = if free.len() % 2 == 1 { 'x' } else { 'o' };
    let mut sum = [0.0; 3];
    for place in &free {
        let mut next = board;
        next[*place] = mover;
        let [win, draw, loss] = at_random(next);
        sum = [sum[0] + loss, sum[1] + draw, sum[2] + win];
    }
    sum.map(|it| it / free.len() as f64)
}

#[test]
fn a_rated_dump_has_the_chances_of_random_play() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(&answer(folder.path(), "dump tictactoe --learner 0 --opponent random"));
    assert_eq!(rows.len(), 5478);
    // Known: the first player wins 58.5 % at random.
    assert_eq!((&rows[0]["exact"][..], &rows[0]["hardness"][..]), ("737/1260", "medium"));
    for row in &rows {
        let board: Vec<char> = row["position"].chars().filter(|it| *it != '/').collect();
        let wanted = at_random(board.try_into().unwrap());
        for (name, wanted) in ["win", "draw", "loss"].iter().zip(wanted) {
            let [is, low, high] =
                ["", "_low", "_high"].map(|it| row[&format!("{name}{it}")].parse::<f64>().unwrap());
            assert!((is - wanted).abs() < 1e-8 && low <= is && is <= high, "{row:?}");
            assert!(low - 1e-15 <= wanted && wanted <= high + 1e-15, "{row:?}");
        }
        let hardness = match wanted[0] {
            _ if row["turn"] == "over" => "",
            win if win > 2.0 / 3.0 - 1e-12 => "easy",
            win if win < 1.0 / 3.0 + 1e-12 => "hard",
            _ => "medium",
        };
        assert_eq!(row["hardness"], hardness, "{row:?}");
    }
}

/// `rate` computes a single position, with fractions only.
#[test]
fn a_rated_dump_agrees_with_rate() {
    let folder = tempfile::tempdir().unwrap();
    for (game, players) in [
        ("tictactoe", "--learner 1 --opponent 2"),
        ("bottom2", "--learner 2 --opponent 3 --ties fastest --easy 0.8"),
        // Players that sweeps do not support, and a game without ranks.
        ("tictactoe:rows=2,cols=3,connect=2", "--learner respond:against=1 --opponent 1"),
        ("take", "--learner 1 --opponent 2"),
    ] {
        let rows = rows(&answer(folder.path(), &format!("dump {game} {players}")));
        let unfinished: Vec<_> = rows.iter().filter(|row| row["turn"] != "over").collect();
        for row in unfinished.iter().step_by(unfinished.len() / 8 + 1) {
            let position = &row["position"];
            let line = format!("rate {game} {position} {players} --json");
            let rated: serde_json::Value =
                serde_json::from_str(&answer(folder.path(), &line)).unwrap();
            assert_eq!(rated["hardness"], row["hardness"][..], "{line}");
            let win = rated["chance"]["win"].as_f64().unwrap();
            let bound = |name: &str| row[name].parse::<f64>().unwrap();
            assert!(bound("win_low") <= win && win <= bound("win_high"), "{line}: {row:?}");
            if row["kind"] == "exact" {
                assert_eq!(rated["chance"]["exact"], row["exact"][..], "{line}");
            }
        }
    }
}

#[test]
fn a_rated_dump_is_the_same_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let game = "tictactoe:rows=2,connect=2";
    let line = format!("dump {game} --learner 1 --opponent 2");
    let csv = answer(at, &line);
    let rows = rows(&csv);
    let json = answer(at, &format!("{line} --json"));
    for (row, line) in rows.iter().zip(json.lines()) {
        let line: HashMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        assert_eq!(line.len(), row.len());
        for (name, value) in line {
            let text = match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text,
                number => number.as_f64().unwrap().to_string(),
            };
            assert_eq!(text, row[&name], "{name}");
        }
    }
    answer(at, &format!("{line} --out x.parquet"));
    let reader = SerializedFileReader::new(fs::File::open(at.join("x.parquet")).unwrap()).unwrap();
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let mut n_rows = 0;
    for (row, wanted) in reader.get_row_iter(None).unwrap().zip(&rows) {
        n_rows += 1;
        for ((name, field), column) in row.unwrap().get_column_iter().zip(&names) {
            assert_eq!(name, column);
            let text = match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                Field::ULong(number) => number.to_string(),
                Field::Double(number) => number.to_string(),
                other => panic!("{other:?}"),
            };
            assert_eq!(text, wanted[name], "{name}");
        }
    }
    assert_eq!(n_rows, rows.len());
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let told: HashMap<&str, &str> =
        metadata.iter().map(|it| (&it.key[..], it.value.as_deref().unwrap())).collect();
    assert_eq!(told["spar.game"], game);
    assert_eq!(told["spar.version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((told["spar.learner"], told["spar.opponent"]), ("1", "2"));
    let settings: serde_json::Value = serde_json::from_str(told["spar.settings"]).unwrap();
    assert_eq!((&settings["rows"], &settings["connect"]), (&"2".into(), &"2".into()));
}

#[test]
fn what_cannot_be_rated_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (line, said) in [
        ("dump ladders --learner fastest", "rates games without chance only"),
        ("dump ladders --learner random --opponent novice", "rates games without chance only"),
        ("dump tictactoe --learner novice", "this game has no player `novice`"),
    ] {
        let output = run(folder.path(), line);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(errors.contains(said), "{line}: {errors}");
    }
    let output = run(folder.path(), "dump connect4:rows=5,cols=5 --learner 2 --time 300ms");
    assert_eq!(output.status.code(), Some(3));
}

//! The commands `solve`, `dump` and `data tables`, and the effects of disk errors, signals and
//! other processes.

use crate::folder::{Folder, signal};
use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value;
use spar_rules::SplitMix;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{self, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn spar(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("spar").unwrap();
    command.arg("--data").arg(data).args(args);
    command
}

fn json(data: &Path, args: &[&str]) -> Value {
    let output = spar(data, args).arg("--json").output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A process that can be signalled while it works.
fn started(data: &Path, args: &[&str]) -> process::Child {
    process::Command::new(env!("CARGO_BIN_EXE_spar"))
        .arg("--data")
        .arg(data)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn files(data: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(data.join("tables")) else { return Vec::new() };
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Checks the reference figures of CONNECT-3 on 4×4.
fn is_connect3(solved: &Value) -> bool {
    let counts = ["positions", "ended", "full", "wins", "draws", "losses"];
    counts.map(|key| solved[key].as_u64()) == [41_750, 17_802, 18, 18_605, 322, 5_003].map(Some)
        && solved["value"] == "win"
        && solved["plies"] == 9
        && solved["exact"] == true
}

#[test]
fn a_whole_game_is_told_and_kept() {
    let data = tempfile::tempdir().unwrap();
    let solved = json(data.path(), &["solve", "connect3", "--sets"]);
    assert!(is_connect3(&solved), "{solved}");
    assert_eq!(solved["win_in"][0], serde_json::json!({"plies": 1, "count": 16_100}));
    assert_eq!(solved["loss_in"][6], serde_json::json!({"plies": 14, "count": 2}));
    let layers: Vec<u64> = solved["layers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["count"].as_u64().unwrap())
        .collect();
    assert_eq!(layers, [9_180, 826, 94, 2, 0]);
    assert_eq!(files(data.path()).len(), 1);
    assert_eq!(json(data.path(), &["solve", "connect3", "--sets"]), solved, "from the shelf");
    assert_eq!(json(data.path(), &["solve", "connect3"]).get("layers"), None);
}

#[test]
fn under_misere_there_are_no_layers() {
    let data = tempfile::tempdir().unwrap();
    let solved = json(data.path(), &["solve", "tictactoe:line=loses", "--sets"]);
    assert_eq!(solved["layers"], Value::Null);
    assert_eq!(solved["value"], "draw");
}

#[test]
fn a_position_is_the_same_from_the_shelf_and_by_search() {
    let data = tempfile::tempdir().unwrap();
    let args = ["solve", "connect3", "..../.o../.x../.ox."];
    let searched = json(data.path(), &args);
    assert_eq!(searched["value"], "win");
    assert_eq!(searched["plies"], 5);
    assert_eq!(searched["best"], serde_json::json!(["a", "c"]));
    json(data.path(), &["solve", "connect3"]);
    assert_eq!(json(data.path(), &args), searched);
}

#[test]
fn a_game_too_large_is_searched_from_its_start() {
    let data = tempfile::tempdir().unwrap();
    let output =
        spar(data.path(), &["solve", "connect4:rows=4,cols=5", "--memory", "1M", "--json"])
            .output()
            .unwrap();
    let solved: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&solved["value"], &solved["positions"]), (&"draw".into(), &Value::Null));
    let remark = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(remark.contains("more than the 1.0 MB of `--memory`; searching its start"), "{remark}");
}

#[test]
fn sets_of_a_game_too_large_are_refused_with_the_memory_they_need() {
    let data = tempfile::tempdir().unwrap();
    let game = "connect4:rows=4,cols=5";
    let output = spar(data.path(), &["solve", game, "--sets", "--memory", "1M"]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty(), "no value is told in their place");
    let named = error.split("`--memory ").last().unwrap().split('`').next().unwrap();
    let solved = json(data.path(), &["solve", game, "--sets", "--memory", named]);
    assert_eq!(solved["positions"], 3_945_711, "as Tromp counts them");
    assert!(solved["layers"].is_array(), "{solved}");
}

#[test]
fn a_game_stopped_early_says_what_is_proved_or_that_nothing_is() {
    let data = tempfile::tempdir().unwrap();
    for (game, time) in [("connect4", "1500ms"), ("connect4:rows=5,cols=5", "200ms")] {
        let asked = ["solve", game, "--no-book", "--time", time];
        let output = spar(data.path(), &asked).output().unwrap();
        let [out, error] =
            [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
        assert_eq!(output.status.code(), Some(3), "{error}");
        assert!(out.starts_with("X to move: "), "{out}{error}");
        let is_unproved = out.contains("nothing is proved yet");
        assert_ne!(is_unproved, out.contains("not known yet; at best a win in "), "{out}");
        assert_eq!(is_unproved, error.contains("hint: give more `--time`"), "{error}");
    }
    let asked = ["solve", "connect4", "--no-book", "--time", "1s", "--json"];
    let output = spar(data.path(), &asked).output().unwrap();
    let solved: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(solved["at_least"]["value"].is_string() && solved["searched"].is_u64(), "{solved}");
}

#[test]
fn a_stopped_search_tells_what_it_has_proven() {
    let data = tempfile::tempdir().unwrap();
    let asked = ["solve", "connect4", "start", "--no-book", "--time", "300ms", "--json"];
    let output = spar(data.path(), &asked).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let solved: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&solved["exact"], &solved["value"]), (&false.into(), &Value::Null));
    assert!(solved["at_least"]["value"].is_string() && solved["at_most"]["value"].is_string());
}

#[test]
fn a_dump_holds_every_position() {
    let data = tempfile::tempdir().unwrap();
    let output = spar(data.path(), &["dump", "bottom2"]).output().unwrap();
    let csv = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(csv.lines().next(), Some("position,turn,value,plies"));
    assert_eq!(rows.len(), 4_174);
    assert_eq!(rows[0], ".../.../...,first,draw,");
    assert_eq!(rows.iter().filter(|row| row.ends_with(",win,1")).count(), 1_808);

    let path = data.path().join("bottom2.parquet");
    spar(data.path(), &["dump", "bottom2", "--out"]).arg(&path).assert().success();
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let mut read = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let text = |column| row.get_string(column).unwrap().clone();
        let plies = row.get_ulong(3).map_or(String::new(), |plies| plies.to_string());
        read.push(format!("{},{},{},{plies}", text(0), text(1), text(2)));
    }
    assert_eq!(read, rows);
}

#[test]
fn a_strategy_keeps_the_value_everywhere() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("best.jsonl");
    spar(data.path(), &["solve", "tictactoe", "--strategy"]).arg(&path).assert().success();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5_478 - 942 - 16, "all unfinished positions");
    assert!(lines.iter().all(|line| !line["best"].as_array().unwrap().is_empty()));
    let corner = lines.iter().find(|line| line["position"] == "x../.../...").unwrap();
    assert_eq!(corner["best"], serde_json::json!(["b2"]), "only the centre holds");
}

#[test]
fn a_folder_that_cannot_be_written_still_gives_the_answer() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("a-file");
    fs::write(&file, "no folder").unwrap();
    let output = spar(&file, &["solve", "connect3", "--json"]).output().unwrap();
    assert!(output.status.success());
    assert!(is_connect3(&serde_json::from_slice(&output.stdout).unwrap()));
    let remark = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(remark.contains("not kept"), "{remark}");
}

#[test]
fn a_damaged_table_is_named_and_made_again() {
    let data = tempfile::tempdir().unwrap();
    json(data.path(), &["solve", "connect3"]);
    let path = data.path().join("tables").join(&files(data.path())[0]);
    let whole = fs::read(&path).unwrap();
    let mut random = SplitMix::new(1);
    for _ in 0..20 {
        let mut bytes = whole.clone();
        if random.below(2) == 0 {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << random.below(8);
        } else {
            bytes.truncate(random.below(bytes.len() as u64) as usize);
        }
        fs::write(&path, &bytes).unwrap();
        let checked = spar(data.path(), &["data", "tables", "check"]).output().unwrap();
        assert_eq!(checked.status.code(), Some(1), "{}", String::from_utf8_lossy(&checked.stdout));
        let position = json(data.path(), &["solve", "connect3", "..../.o../.x../.ox."]);
        assert_eq!((&position["value"], &position["plies"]), (&"win".into(), &5.into()));
        // If the whole game is requested, each command creates the table again.
        fs::write(&path, &bytes).unwrap();
        let dumped = spar(data.path(), &["dump", "connect3"]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&dumped.stdout).lines().count(), 41_751);
        assert!(String::from_utf8_lossy(&dumped.stderr).contains("damaged"));
        assert_eq!(fs::read(&path).unwrap(), whole, "made again by `dump`");
        fs::write(&path, &bytes).unwrap();
        assert!(is_connect3(&json(data.path(), &["solve", "connect3"])));
        assert_eq!(fs::read(&path).unwrap(), whole, "made again to the byte");
    }
}

#[test]
fn an_interrupt_ends_with_130_and_leaves_nothing() {
    let data = tempfile::tempdir().unwrap();
    for milliseconds in [50, 300, 700] {
        let child = started(data.path(), &["solve", "connect4:rows=5,cols=5"]);
        sleep(Duration::from_millis(milliseconds));
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        // Before it listens, the signal itself ends it, which shells also report as 130.
        let ended = output.status.code() == Some(130) || output.status.signal() == Some(2);
        assert!(ended, "after {milliseconds} ms: {}", output.status);
        assert_eq!(files(data.path()), [""; 0], "after {milliseconds} ms");
    }
}

#[test]
fn killed_runs_leave_old_or_new_and_are_cleared() {
    let data = tempfile::tempdir().unwrap();
    let game = ["solve", "bottom2:rows=4,cols=4", "--json"];
    let mut random = SplitMix::new(9);
    for _ in 0..12 {
        let mut child = started(data.path(), &game);
        sleep(Duration::from_millis(random.below(700)));
        let _ = child.kill();
        child.wait().unwrap();
        let checked = spar(data.path(), &["data", "tables", "check"]).output().unwrap();
        assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stdout));
        if random.below(2) == 0 {
            spar(data.path(), &["data", "tables", "remove", "--all"]).assert().success();
            assert_eq!(files(data.path()), [""; 0]);
        }
    }
    let solved = json(data.path(), &game[..2]);
    assert_eq!(solved["positions"], 1_824_843);
}

#[test]
fn two_at_once_do_not_disturb_each_other() {
    let data = tempfile::tempdir().unwrap();
    for _ in 0..3 {
        let args = ["solve", "connect3", "--json"];
        let both = [started(data.path(), &args), started(data.path(), &args)];
        for child in both {
            let output = child.wait_with_output().unwrap();
            assert!(is_connect3(&serde_json::from_slice(&output.stdout).unwrap()));
        }
        assert_eq!(files(data.path()).len(), 1, "{:?}", files(data.path()));
        spar(data.path(), &["data", "tables", "remove", "connect3"]).assert().success();
    }
}

#[test]
fn output_keeps_links_pipes_and_permissions() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let data = tempfile::tempdir().unwrap();
    let at = |name: &str| data.path().join(name);
    let dump = |name: &str| {
        spar(data.path(), &["dump", "tictactoe", "--out"]).arg(at(name)).assert().success();
    };
    fs::write(at("target.csv"), "old").unwrap();
    fs::set_permissions(at("target.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink(at("target.csv"), at("link.csv")).unwrap();
    dump("link.csv");
    assert!(fs::symlink_metadata(at("link.csv")).unwrap().is_symlink());
    let target = fs::metadata(at("target.csv")).unwrap();
    assert_eq!(target.permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(at("target.csv")).unwrap().starts_with("position,turn"));

    let pipe = at("pipe");
    let made = process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|it| it.success()) {
        let path = pipe.clone();
        let reader = std::thread::spawn(move || fs::read_to_string(path).unwrap());
        dump("pipe");
        assert_eq!(reader.join().unwrap().lines().count(), 5_479);
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
    let left = fs::read_dir(data.path()).unwrap().map(|it| it.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")));
}

#[test]
fn tall_and_narrow_boards_are_quick_and_right() {
    let data = tempfile::tempdir().unwrap();
    // With one column there is only one game: each number of stones occurs once.
    let solved = json(data.path(), &["solve", "connect4:rows=22,cols=1"]);
    assert_eq!((&solved["positions"], &solved["value"]), (&23.into(), &"draw".into()));
    // The counts of Tromp and Böck (2025).
    let solved = json(data.path(), &["solve", "connect4:rows=6,cols=2"]);
    assert_eq!(solved["positions"], 1_571);
    // If no line fits on the board, all positions are drawn.
    let solved = json(data.path(), &["solve", "connect4:rows=3,cols=4,along=c"]);
    assert_eq!((&solved["ended"], &solved["value"]), (&0.into(), &"draw".into()));
}

#[test]
fn all_replies_that_err_are_counted() {
    let folder = Folder::new();
    // After two of the three replies, the number of sticks is not a multiple of four.
    let told = folder.answer("solve take --against random");
    assert!(told.contains("play 1: it errs in 2 of 3, for example with 1\n"), "{told}");
    let told = folder.answer("solve take 5-first --against random");
    assert!(!told.contains("it falls for"), "{told}");
}

#[test]
fn a_response_to_a_response_is_refused_with_what_is_allowed() {
    let folder = Folder::new();
    let (_, error) = folder.said("solve tictactoe --against respond:against=respond:against=1", 2);
    assert!(error.contains("it takes a player, not `respond` or `trap`"), "{error}");
}

#[test]
fn the_value_alone_is_that_of_the_whole_answer() {
    let folder = Folder::new();
    let positions =
        ["4326457265417", "42261247", "7175643125231756", "5375771475746273356356631541642"];
    fs::write(folder.at("list.txt"), positions.join("\n")).unwrap();
    let rows = |options: &str| -> Vec<Value> {
        let answer = folder.answer(&format!("solve connect4 --from list.txt {options}"));
        answer.lines().map(|row| serde_json::from_str(row).unwrap()).collect()
    };
    let (whole, alone) = (rows(""), rows("--value-only --no-book"));
    assert_eq!((whole.len(), alone.len()), (positions.len(), positions.len()));
    for (whole, alone) in whole.iter().zip(&alone) {
        for field in ["position", "value", "plies", "turn", "exact"] {
            assert_eq!(whole[field], alone[field], "{field}: {alone}");
        }
        let lists = [&alone["best"], &alone["moves"], &alone["line"]];
        assert_eq!(lists, [&serde_json::json!([]); 3]);
    }
    let answer = folder.answer("solve connect4 5375771475746273356356631541642 --value-only");
    assert_eq!(answer, "O to move: win in 2\n");
    assert_eq!(folder.answer("solve connect3 --value-only"), "X to move: win in 5\n");
    // Rows with values alone are not the rest of a list with all moves.
    folder.answer("solve connect4 --from list.txt --shard 1/2 --out 1.jsonl");
    folder.answer("solve connect4 --from list.txt --value-only --shard 2/2 --out 2.jsonl");
    let (_, why) = folder.said("merge 1.jsonl 2.jsonl", 2);
    assert!(why.contains("belongs to another run"), "{why}");
    let (_, why) = folder.said("solve connect4 44 --value-only --line", 2);
    assert!(why.contains("cannot be used with"), "{why}");
}

//! `solve --from` and `merge` in scripts and clusters: shards, threads, kills, interrupts and
//! concurrent runs do not change the result.

use crate::folder::{Folder, signal};
use serde_json::Value;
use spar_rules::SplitMix;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

impl Folder {
    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    /// Writes a list of positions from random play with this many moves.
    fn list(&self, name: &str, game: &str, count: usize, moves: usize) -> Vec<String> {
        let game = spar_catalog::open(game).unwrap();
        let mut random = SplitMix::new(11);
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut position = game.start();
            for _ in 0..moves {
                let legal = position.moves();
                if !legal.is_empty() {
                    let chosen = random.below(legal.len() as u64) as usize;
                    position.play(&legal[chosen]).unwrap();
                }
            }
            positions.push(position.text());
        }
        self.write(name, &(positions.join("\n") + "\n"));
        positions
    }
}

/// Waits until a file is there and longer than `bytes`, however long it takes.
fn wait_for(path: &Path, bytes: u64) {
    while !fs::metadata(path).is_ok_and(|it| it.len() > bytes) {
        sleep(Duration::from_millis(5));
    }
}

/// A game in which every position is solved quickly.
const QUICK: &str = "connect3";

#[test]
fn each_row_is_what_solve_prints_for_its_position() {
    let folder = Folder::new();
    let positions = folder.list("list", QUICK, 12, 5);
    let alone = |position: &String| folder.answer(&format!("solve {QUICK} {position} --json"));
    let wanted: String = positions.iter().map(alone).collect();
    assert_eq!(folder.answer(&format!("solve {QUICK} --from list")), wanted);
    assert_eq!(wanted.lines().count(), 12);
    // The same with a table, from standard input, and with rows as input.
    let mut command = folder.spar(&format!("solve {QUICK} --from -"));
    let piped = command.write_stdin(folder.read("list")).output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), wanted);
    folder.write("rows", &wanted);
    assert_eq!(folder.answer(&format!("solve {QUICK} --from rows")), wanted);
    folder.answer(&format!("solve {QUICK}"));
    assert_eq!(folder.answer(&format!("solve {QUICK} --from list")), wanted);
}

#[test]
fn threads_shards_and_files_change_nothing() {
    let folder = Folder::new();
    folder.list("list", QUICK, 40, 4);
    let whole = folder.answer(&format!("solve {QUICK} --from list --threads 1"));
    assert_eq!(folder.answer(&format!("solve {QUICK} --from list --threads 2")), whole);
    folder.answer(&format!("solve {QUICK} --from list --out kept --threads 2"));
    assert_eq!(folder.read("kept"), whole);
    assert!(!folder.at("kept.spar-job").exists());
    for of in [1, 3, 7] {
        let mut names = Vec::new();
        for number in 1..=of {
            let name = format!("{number}-of-{of}");
            let arguments = format!("solve {QUICK} --from list --shard {number}/{of}");
            folder.answer(&format!("{arguments} --out {name}"));
            assert_eq!(folder.answer(&arguments), folder.read(&name));
            names.insert(0, name);
        }
        assert_eq!(folder.answer(&format!("merge {}", names.join(" "))), whole);
        folder.answer(&format!("merge {} --out merged", names.join(" ")));
        assert_eq!(folder.read("merged"), whole);
    }
}

#[test]
fn a_shard_says_of_what_run_it_is_and_whether_it_is_whole() {
    let folder = Folder::new();
    folder.write("list", "start\nstart+b\n# no position\nstart+b,b\n");
    let shard = folder.answer("solve connect3 --from list --shard 1/2 --seed 9");
    let lines: Vec<Value> = shard.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    let fingerprint = lines[0]["fingerprint"].as_str().unwrap();
    let header = format!(
        r#"{{"spar":"shard","format":1,"command":"solve connect3","seed":9,"shard":1,"of":2,"items":3,"fingerprint":"{fingerprint}"}}"#
    );
    assert_eq!(shard.lines().next(), Some(&header[..]));
    assert_eq!((&lines[1]["item"], &lines[2]["item"]), (&0.into(), &2.into()));
    let row: Value = serde_json::from_str(lines[2]["rows"][0].as_str().unwrap()).unwrap();
    assert_eq!(row["position"], "..../..../.o../.x..");
    assert_eq!((&lines[3]["end"], &lines[3]["rows"]), (&true.into(), &2.into()));
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_bytes() {
    let folder = Folder::new();
    folder.list("list", "connect4:rows=5,cols=5", 150, 8);
    let arguments = "solve connect4:rows=5,cols=5 --from list --threads 2";
    let wanted = folder.answer(arguments);
    assert_eq!(wanted.lines().count(), 150);
    let half = folder.answer(&format!("{arguments} --shard 1/2"));
    let mut random = SplitMix::new(4);
    let mut kills = 0;
    // The whole list and a shard: both use a journal.
    for (number, shard, wanted) in
        [(0, "", &wanted), (1, "", &wanted), (2, "", &wanted), (3, "--shard 1/2", &half)]
    {
        let (out, journal) =
            (format!("out-{number}"), folder.at(&format!("out-{number}.spar-job")));
        let command = format!("{arguments} {shard} --out {out}");
        // The first kill certainly happens during the work, later ones at any time.
        let is_in_the_midst = |_attempt: u32| {
            let mut child = folder.started(&command);
            let is_long = || fs::metadata(&journal).is_ok_and(|it| it.len() > 2_000);
            while !is_long() && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
            let _ = child.kill();
            child.wait().unwrap();
            let is_done = fs::remove_file(folder.at(&out)).is_ok();
            is_long() && !is_done
        };
        assert!((0..100).any(is_in_the_midst), "every kill came too late");
        while !folder.at(&out).exists() {
            let mut child = folder.started(&command);
            // Short waits first, then longer ones, so that the loop ends.
            sleep(Duration::from_millis(random.below(20 + 5 * kills)));
            let _ = child.kill();
            child.wait().unwrap();
            kills += 1;
        }
        // It may have been killed after the result was renamed, but before the journal was
        // removed.
        folder.answer(&command);
        assert_eq!(&folder.read(&out), wanted, "after {kills} kills");
    }
    let left = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
    let mut left: Vec<String> = left.map(|it| it.to_string_lossy().into_owned()).collect();
    left.sort();
    assert_eq!(left, ["list", "out-0", "out-1", "out-2", "out-3"], "nothing else stays");
}

#[test]
fn an_interrupt_and_the_time_leave_what_is_done_and_say_how_to_go_on() {
    let folder = Folder::new();
    // The first positions take a moment; the whole board takes minutes.
    folder.write("list", "4444441111\n44444412222\n4444443333\nstart\nstart+a\n");
    let command = "solve connect4 --no-book --from list --threads 1 --out out";
    let child = folder.started(command);
    wait_for(&folder.at("out.spar-job"), 1_000);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{:?}", output.status.signal());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("interrupted: ") && said.contains("of 5 items are done"), "{said}");
    assert!(said.contains("the same command continues from there"), "{said}");
    assert!(!folder.at("out").exists());

    let (out, said) = folder.said(&format!("{command} --time 300ms"), 3);
    assert_eq!(out, "");
    assert!(said.starts_with("continuing: ") && said.contains("stopped by `--time`: "), "{said}");
    assert!(folder.at("out.spar-job").exists() && !folder.at("out").exists());

    let (out, said) = folder.said("solve connect4 --no-book --from list --threads 1 --time 2s", 3);
    assert!(out.lines().count() < 5 && out.lines().all(|row| row.ends_with("\"exact\":true}")));
    assert!(said.contains("with `--out FILE` the same command continues"), "{said}");
}

#[test]
fn a_second_process_on_the_same_file_is_refused() {
    let folder = Folder::new();
    folder.write("list", "start\nstart+a\n");
    let command = "solve connect4 --no-book --from list --out out";
    let mut child = folder.started(command);
    wait_for(&folder.at("out.spar-job"), 10);
    for again in [command.to_owned(), format!("{command} --restart")] {
        let (_, said) = folder.said(&again, 2);
        assert!(said.starts_with("error: another run is writing to `"), "{said}");
        assert!(said.contains("\nhint: wait for it, or choose another `--out`"), "{said}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // A killed process holds no lock.
    folder.said(&format!("{command} --time 100ms"), 3);
}

#[test]
fn the_journal_of_another_command_is_refused_until_told_otherwise() {
    let folder = Folder::new();
    folder.write("list", "start\nstart+a\n");
    folder.said("solve connect4 --no-book --from list --out out --time 100ms", 3);
    folder.write("list", "start\nstart+b\n");
    let command = "solve connect4 --no-book --from list --out out --time 100ms";
    let (_, said) = folder.said(command, 2);
    assert!(said.contains("is the journal of another run: its items differ"), "{said}");
    assert!(said.contains("hint: start over with `--restart`, remove the file"), "{said}");
    let (_, said) = folder.said("solve connect3 --from list --out out", 2);
    assert!(said.contains("command `solve connect4`, not command `solve connect3`"), "{said}");
    folder.said(&format!("{command} --restart"), 3);
    folder.said("solve connect3 --from list --out out --restart", 0);
    assert_eq!(folder.read("out").lines().count(), 2);
    assert!(!folder.at("out.spar-job").exists());
}

#[test]
fn merge_refuses_what_is_not_one_whole_run() {
    let folder = Folder::new();
    folder.list("list", QUICK, 10, 6);
    for number in 1..=3 {
        let run = format!("solve {QUICK} --from list --shard {number}/3 --out s{number}");
        folder.answer(&run);
    }
    folder.answer(&format!("solve {QUICK} --from list --shard 2/3 --seed 1 --out foreign"));
    let text = folder.read("s2");
    folder.write("cut", &text[..text.len() - 30]);
    folder.write("damaged", &text.replacen("win", "won", 1));
    let refused = |arguments: &str, code: i32| {
        let (out, said) = folder.said(&format!("merge {arguments} --out merged"), code);
        assert!(out.is_empty() && !folder.at("merged").exists());
        said
    };
    assert_eq!(
        refused("s1 s3", 1),
        "error: shard 2 of 3 is missing\n\
         hint: run the command that wrote the other shards with `--shard 2/3`\n"
    );
    assert!(refused("s3", 1).starts_with("error: shards 1 and 2 of 3 are missing\n"));
    assert_eq!(
        refused("s1 s2 s3 s2", 2),
        "error: shard 2 of 3 is given twice: `s2` and `s2`\nhint: name each shard once\n"
    );
    assert_eq!(
        refused("s1 foreign s3", 2),
        "error: `foreign` belongs to another run than `s1`: seed 1, not seed 0\n\
         hint: merge the shards of one run\n"
    );
    let again = "\nhint: create this shard again with the same command\n";
    assert_eq!(
        refused("s1 cut s3", 2),
        format!("error: `cut` is cut short at line 5: the line does not end{again}")
    );
    assert_eq!(
        refused("damaged s1 s3", 2),
        format!(
            "error: `damaged` is damaged at line 5: the checksum does not match the lines before it{again}"
        )
    );
    assert!(refused("list", 2).starts_with("error: `list` is not a shard: "));
    assert!(refused("s1 none", 2).starts_with("error: cannot read `none`: there is no such file"));
}

#[test]
fn wrong_use_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    folder.write("list", "start\nx.q/.../...\n");
    let refused = |arguments: &str| folder.said(arguments, 2).1;
    assert_eq!(
        refused("solve tictactoe --from list --out out"),
        "error: line 2 of `list`: `q` at c3 is not a stone\nhint: a cell is `x`, `o` or `.`\n"
    );
    assert!(refused("solve tictactoe --from none").contains("`none`: there is no such file"));
    assert!(refused("solve tictactoe --from .").contains("`.`: it is a folder"));
    folder.write("list", "start\n");
    assert!(refused("solve tictactoe --from list --shard 3/2").contains("looks like `2/8`"));
    assert!(refused("solve tictactoe --from - --out out").contains("standard input"));
    assert!(refused("solve tictactoe --from list --restart").contains("`--out FILE`"));
    assert!(refused("solve tictactoe start --from list").contains("cannot be used with"));
    assert!(refused("solve tictactoe --shard 1/2").contains("hint: `--from FILE` names a list"));
    assert!(refused("solve tictactoe --from list --out .").contains("it is a folder"));
    assert!(refused("solve tictactoe --from list --out no/out").contains("folder does not exist"));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(left, [folder.at("list")]);
}

#[test]
fn a_device_is_written_to_without_a_journal() {
    let folder = Folder::new();
    folder.write("list", "start\n");
    folder.answer("solve tictactoe --from list --out /dev/null");
    assert!(!Path::new("/dev/null.spar-job").exists());
    let empty = folder.spar("solve tictactoe --from -").write_stdin("# none\n").output().unwrap();
    assert!(empty.status.success() && empty.stdout.is_empty());
}

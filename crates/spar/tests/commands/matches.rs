//! The command `match`: sampled, swept, stopped.

use crate::folder::{Folder, signal};
use serde_json::Value as Json;
use std::fs;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

impl Folder {
    /// The JSON output of a match, and its exit code.
    fn matched(&self, arguments: &str) -> (Json, Option<i32>) {
        let output = self.spar(&format!("match {arguments} --json")).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let json = serde_json::from_slice(&output.stdout);
        (json.unwrap_or_else(|it| panic!("{arguments}: {it}: {error}")), output.status.code())
    }
}

/// Waits until a process has installed its interrupt handler.
fn handles_interrupts(child: &Child) {
    for _ in 0..3000 {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
        // SIGINT is number 2.
        if caught.is_none_or(|mask| mask & 0b10 != 0) {
            return;
        }
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_sample_without_wins_does_not_exclude_zero() {
    // Foresight 1 never wins against foresight 2 here, by exact computation.
    let folder = Folder::new();
    let (exact, _) = folder.matched("tictactoe 1 2");
    assert_eq!(exact["first"]["exact"], "0");
    let (sampled, _) = folder.matched("tictactoe 1 2 --simulate --plays 300");
    let sample = &sampled["first"]["sample"];
    assert_eq!((&sample["wins"], &sample["interval"][0]), (&0.into(), &0.0.into()), "{sampled}");
    assert!(sample["interval"][1].as_f64().unwrap() > 0.0);
}

#[test]
fn equal_players_do_not_lose_a_match_by_chance() {
    let folder = Folder::new();
    let mut n_below = 0;
    for seed in 0..8 {
        // Equal players have an expected score of one half, whatever a sample shows.
        let (met, code) =
            folder.matched(&format!("tictactoe 1 1 --simulate --plays 40 --seed {seed}"));
        let score = met["score"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|it| met["score_interval"][it].as_f64().unwrap());
        assert!(low <= score && score <= high, "{met}");
        assert_eq!(code, Some(i32::from(high < 0.5)), "{met}");
        n_below += u32::from(score < 0.5 && code == Some(0));
    }
    assert!(n_below > 0, "some sample falls below one half");
    // A player that is weaker by exact computation, and by a large enough sample.
    assert_eq!(folder.matched("tictactoe random perfect").1, Some(1));
    assert_eq!(folder.matched("tictactoe random perfect --simulate --plays 100").1, Some(1));
    assert_eq!(folder.matched("tictactoe perfect random").1, Some(0));
}

#[test]
fn a_game_of_many_positions_is_swept() {
    let folder = Folder::new();
    let (met, code) = folder.matched("connect3:rows=4,cols=5,along=d,line=loses 2 2");
    // The fractions, computed one position after the other in half a minute.
    let win = 92_318_184_331_927_428_947.0 / 251_942_400_000_000_000_000.0;
    let loss = 65_922_053_003_740_749_407.0 / 139_968_000_000_000_000_000.0;
    let near = |it: &Json, to: f64| (it.as_f64().unwrap() - to).abs() < 1e-7;
    assert!(near(&met["first"]["win"], win) && near(&met["first"]["loss"], loss), "{met}");
    assert!(near(&met["second"]["win"], loss) && near(&met["second"]["loss"], win), "{met}");
    assert!(near(&met["score"], 0.5) && met["played"].is_null(), "{met}");
    assert_eq!((code, &met["stopped"]), (Some(0), &Json::Null));
}

#[test]
fn they_start_where_it_is_said() {
    let folder = Folder::new();
    let (met, code) = folder.matched("tictactoe perfect perfect --start xx./oo./...");
    // x wins with its next move, and so would o if it were to move.
    assert_eq!((&met["first"]["exact"], &met["second"]["exact"]), (&"1".into(), &"0".into()));
    assert_eq!((code, &met["score"]), (Some(0), &0.5.into()));
    assert_eq!(folder.matched("tictactoe perfect perfect --from xx./oo./...").0, met, "as before");
    assert!(!folder.answer("match --help").contains("--from"));
}

#[test]
fn a_match_stopped_by_time_tells_what_it_has() {
    let folder = Folder::new();
    for arguments in [
        "connect4 2 3 --plays 10000000 --time 1200ms",
        "tictactoe 1 2 --simulate --plays 10000000 --time 1s",
        "ladders:n=300,seed=1 random random --simulate --plays 10000000 --time 1s",
    ] {
        let (met, code) = folder.matched(arguments);
        assert_eq!((code, &met["stopped"]), (Some(3), &true.into()), "{arguments}: {met}");
        for seat in [&met["first"], &met["second"]] {
            let plays = seat["sample"]["plays"].as_u64();
            assert!(seat.is_null() || plays.unwrap() < 10_000_000, "{arguments}: {met}");
        }
        let [low, high] = [0, 1].map(|it| met["score_interval"][it].as_f64().unwrap());
        assert!(0.0 <= low && low <= high && high <= 1.0, "{arguments}: {met}");
        assert_eq!(met["score"].is_null(), met["first"].is_null() || met["second"].is_null());
    }
    let (out, error) = folder.said("match tictactoe 1 2 --simulate --plays 10000000 --time 1s", 3);
    assert!(out.contains("score of 1: "), "{out}");
    assert!(error.contains("stopped by `--time`; this is what is known"), "{error}");
}

#[test]
fn an_interrupted_match_tells_what_it_has() {
    let folder = Folder::new();
    for (arguments, played) in [
        ("match tictactoe 1 2 --simulate --plays 10000000 --json", true),
        ("match connect4 4 4 --json", false),
    ] {
        let child = folder.started(arguments);
        handles_interrupts(&child);
        // Long enough for a result on a fast machine; the test does not depend on it.
        sleep(Duration::from_millis(1500));
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{arguments}: {error}");
        let met: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(met["stopped"], true, "{met}");
        assert!(met["score_interval"].is_array(), "{met}");
        assert!(error.contains("interrupted; this is what is known"), "{error}");
        if played && !met["first"].is_null() {
            assert_eq!(met["first"]["kind"], "sampled", "{met}");
            assert_eq!(met["played"]["guessed"], 0, "{met}");
        }
    }
}

#[test]
fn an_option_that_a_best_response_does_not_have_is_refused() {
    let folder = Folder::new();
    fs::write(folder.at("list.txt"), "start\n").unwrap();
    for option in ["--from list.txt", "--line", "--sets", "--strategy best.jsonl"] {
        let (_, error) = folder.said(&format!("solve tictactoe --against 1 {option}"), 2);
        assert!(error.contains("cannot be used with `--against`"), "{option}: {error}");
    }
    assert!(!folder.at("best.jsonl").exists());
    assert!(folder.said("solve tictactoe --as second", 2).1.contains("needs another player"));
}

#[test]
fn a_level_of_a_player_that_the_checker_does_not_know_is_told_so() {
    let folder = Folder::new();
    for (made, player) in [
        ("connect3 --learner 2 --opponent trap:against=2 --count 1", "trap:against=2"),
        ("ladders --learner keep-in-game --opponent novice --count 1", "keep-in-game"),
    ] {
        folder.answer(&format!("generate {made} --out levels.jsonl"));
        let (told, error) = folder.said("verify levels.jsonl", 1);
        let said = format!("the checker does not know the player `{player}`");
        assert!(told.contains(&said) && !told.contains("--memory"), "{told} {error}");
        assert!(error.contains("levels that cannot be checked: 1 of 1"), "{error}");
        assert!(!error.contains("doubted"), "{error}");
    }
}

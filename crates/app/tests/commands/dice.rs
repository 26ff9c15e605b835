//! Games with dice at the terminal: `play`, `show`, `rate`, `generate` and `verify`.

use crate::desk::Desk;
use serde_json::Value as Json;
use std::fs;

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Plays by these lines, as lines of JSON.
fn played(desk: &Desk, arguments: &str, input: &str) -> Vec<Json> {
    let output = desk.spar(arguments).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_choice_is_rolled_and_undo_rolls_the_same_again() {
    let desk = Desk::new();
    let events =
        played(&desk, "play ladders --against human --seed 4 --json", "T\nundo\n7\nt\nquit\n");
    let of = |kind: &str| events.iter().filter(|it| it["event"] == kind).collect::<Vec<_>>();
    let moves = of("move");
    let made: Vec<&str> = moves.iter().map(|it| it["by"].as_str().unwrap()).collect();
    // The roll is the second's turn already, so undo takes back the choice before it.
    assert_eq!(made, ["person", "chance", "person", "chance"]);
    assert_eq!(moves[1]["move"], moves[3]["move"]);
    assert_eq!(moves[1]["dice"], moves[3]["dice"]);
    let sum: u64 = moves[1]["dice"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum();
    assert_eq!(moves[1]["move"], sum.to_string());
    assert_eq!(of("error")[0]["error"], "`7` is no move here");
}

#[test]
fn a_race_is_played_to_its_end_with_the_rolls_told() {
    let desk = Desk::new();
    let output = desk
        .spar("play ladders --against novice --seed 2 -q")
        .write_stdin("hint\nvalues\n".to_owned() + &"D\n".repeat(60))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("you are x, against novice play"), "{said}");
    assert!(said.contains("wins ") && said.contains(" %: "), "the hint: {said}");
    assert!(said.contains("x plays D\nx rolls "), "{said}");
    assert!(said.contains("\no rolls "), "{said}");
    let end = said.lines().last().unwrap();
    assert!(end.ends_with("has won: you won") || end.ends_with("has won: you lost"), "{end}");
}

#[test]
fn players_that_a_game_does_not_have_are_refused() {
    let desk = Desk::new();
    for arguments in ["play ladders --against 2", "rate ladders start --learner 2"] {
        let (_, error) = desk.said(arguments, 2);
        assert!(error.contains("this game has no player `2`"), "{error}");
        assert!(error.contains("it has `random`, `novice`, `fastest` and `perfect`"), "{error}");
    }
    let (_, error) = desk.said("generate tictactoe --learner fastest", 2);
    assert!(error.contains("this game has no player `fastest`"), "{error}");
    let (_, error) = desk.said("generate ladders --wins-in 3", 2);
    assert!(error.contains("`--wins-in` says nothing of a race"), "{error}");
}

#[test]
fn levels_of_a_race_are_generated_rated_and_proved() {
    let desk = Desk::new();
    let generate = "generate ladders --learner fastest --opponent novice --hardness hard --json";
    let text = desk.answer(&format!("{generate} --count 5 --seed 3"));
    let levels = lines(&text);
    assert_eq!(levels.len(), 5);
    for level in &levels {
        assert_eq!((&level["hardness"], &level["value"]), (&Json::from("hard"), &Json::Null));
        assert_eq!(
            (&level["learner"], &level["opponent"]),
            (&Json::from("fastest"), &Json::from("novice"))
        );
        let [low, high] = [0, 1].map(|it| level["chance"]["bounds"][0][it].as_f64().unwrap());
        assert!(low <= high && high <= 1.0 / 3.0 && high - low < 1e-8);
        let position = level["position"].as_str().unwrap();
        let seat = if level["side"] == "first" { "x" } else { "o" };
        let rated = desk.answer(&format!(
            "rate ladders {position} --as {seat} --learner fastest --opponent novice --json"
        ));
        assert_eq!(lines(&rated)[0]["chance"], level["chance"]);
    }
    assert_eq!(desk.answer(&format!("{generate} --count 5 --seed 3")), text, "same bytes");
    fs::write(desk.at("levels.jsonl"), &text).unwrap();
    assert!(desk.answer("verify levels.jsonl").contains('5'));
    let sure = |it: &&Json| it["chance"]["win"].as_f64() > Some(0.01);
    let mut wrong = levels.iter().find(sure).expect("not all are lost").clone();
    let chance = &mut wrong["chance"];
    for (name, index, off) in [("win", 0, -0.001), ("loss", 2, 0.001)] {
        let moved = |it: &Json| Json::from(it.as_f64().unwrap() + off);
        chance[name] = moved(&chance[name]);
        for end in 0..2 {
            chance["bounds"][index][end] = moved(&chance["bounds"][index][end]);
        }
    }
    fs::write(desk.at("wrong.jsonl"), wrong.to_string()).unwrap();
    let (out, error) = desk.said("verify wrong.jsonl", 1);
    assert!(format!("{out}{error}").contains("the chances are "), "{out}{error}");
    let (out, error) = desk.said(
        "generate ladders --learner novice --opponent perfect --chance 0.9..1 --as x --count 500 --json",
        0,
    );
    assert!(out.lines().count() < 196 && error.contains("exist, proved"), "{error}");
    let text = desk.answer("generate ladders --learner fastest --opponent novice --even --seed 1");
    assert!(text.contains("for the fastest against the novice: wins "), "{text}");
}

#[test]
fn a_position_of_a_race_is_shown_with_its_chances() {
    let desk = Desk::new();
    let shown = desk.answer("show ladders 17-18-first");
    assert!(shown.contains("wins ") && shown.contains("with best play"), "{shown}");
    for verb in ["show", "solve"] {
        let told = desk.answer(&format!("{verb} ladders 17-18-first"));
        assert!(told.contains("   16.7 %  D\n    2.8 %  T\n    0.0 %  1\n"), "{told}");
        assert!(told.contains("certified within "), "{told}");
    }
    let solved = desk.answer("show ladders 17-18-first --json");
    let solved = &lines(&solved)[0];
    assert!(solved["moves"][0]["chance"]["low"].is_f64(), "{solved}");
}

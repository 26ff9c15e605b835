//! Games with dice at the terminal: `play`, `show`, `rate`, `generate` and `verify`.

use crate::folder::Folder;
use serde_json::Value as Json;
use spar_challenge::policy::Player;
use spar_challenge::track::NOVICE;
use std::fs;

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Plays these input lines and returns the lines of JSON.
fn played(folder: &Folder, arguments: &str, input: &str) -> Vec<Json> {
    let output = folder.spar(arguments).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_choice_is_rolled_and_undo_rolls_the_same_again() {
    let folder = Folder::new();
    let events =
        played(&folder, "play ladders --against human --seed 4 --json", "T\nundo\n7\nt\nquit\n");
    let of = |kind: &str| events.iter().filter(|it| it["event"] == kind).collect::<Vec<_>>();
    let moves = of("move");
    let made: Vec<&str> = moves.iter().map(|it| it["by"].as_str().unwrap()).collect();
    // The roll belongs to the second side's turn, so undo takes back the choice before it.
    assert_eq!(made, ["person", "chance", "person", "chance"]);
    assert_eq!(moves[1]["move"], moves[3]["move"]);
    assert_eq!(moves[1]["dice"], moves[3]["dice"]);
    let sum: u64 = moves[1]["dice"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum();
    assert_eq!(moves[1]["move"], sum.to_string());
    assert_eq!(of("error")[0]["error"], "`7` is not a legal move here");
}

#[test]
fn a_race_is_played_to_its_end_with_the_rolls_told() {
    let folder = Folder::new();
    let output = folder
        .spar("play ladders --against novice --seed 2 -q")
        .write_stdin("hint\nvalues\n".to_owned() + &"D\n".repeat(60))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("you are Full, against the novice"), "{said}");
    assert!(said.contains("wins ") && said.contains(" %: "), "the hint: {said}");
    assert!(said.contains("Full plays D\nFull rolls "), "{said}");
    assert!(said.contains("\nHollow rolls "), "{said}");
    let end = said.lines().last().unwrap();
    assert!(end.ends_with("has won: you won") || end.ends_with("has won: you lost"), "{end}");
}

#[test]
fn players_that_a_game_does_not_have_are_refused() {
    let folder = Folder::new();
    for arguments in ["play ladders --against 2", "rate ladders start --learner 2"] {
        let (_, error) = folder.said(arguments, 2);
        assert!(error.contains("this game has no player `2`"), "{error}");
        assert!(
            error.contains(
                "it has `random`, `novice`, `fastest`, `keep-in-game`, `policy:…` and `perfect`"
            ),
            "{error}"
        );
    }
    let (_, error) = folder.said("generate tictactoe --learner fastest", 2);
    assert!(error.contains("this game has no player `fastest`"), "{error}");
    let (_, error) = folder.said("generate ladders --wins-in 3", 2);
    assert!(error.contains("`--wins-in` does not apply to games with chance"), "{error}");
}

/// Returns whether a level's hardness agrees with its share of the best chance: easy from 2/3,
/// hard up to 1/3.
fn is_as_hard_as_it_says(level: &Json) -> bool {
    let best = &level["best"];
    let (low, high) = (best["low"].as_f64().unwrap(), best["high"].as_f64().unwrap());
    let win = level["chance"]["win"].as_f64().unwrap();
    let share = 2.0 * win / (low + high);
    let right = match share {
        share if share >= 2.0 / 3.0 - 1e-7 => "easy",
        share if share <= 1.0 / 3.0 + 1e-7 => "hard",
        _ => "medium",
    };
    low > 0.0 && high >= low && high - low < 1e-8 && win > 0.0 && level["hardness"] == right
}

#[test]
fn no_level_of_a_race_is_hopeless_and_each_says_why() {
    let folder = Folder::new();
    let players = ["random", "novice", "fastest", "perfect"];
    let mut hard = 0;
    for (learner, opponent) in players.iter().flat_map(|it| players.map(|other| (*it, other))) {
        let generate = format!("generate ladders --learner {learner} --opponent {opponent}");
        let levels = lines(&folder.answer(&format!("{generate} --count 1000 --json")));
        assert!(levels.len() > 200, "{learner} {opponent}: {}", levels.len());
        for level in &levels {
            assert!(is_as_hard_as_it_says(level), "{level}");
            assert!(level["why"].as_str().unwrap().starts_with("From square "), "{level}");
            assert!(!level["best_moves"].as_array().unwrap().is_empty(), "{level}");
        }
        for level in levels.iter().take(2) {
            let (position, side) = (&level["position"], &level["side"]);
            let (position, side) = (position.as_str().unwrap(), side.as_str().unwrap());
            let solved = folder.answer(&format!(
                "solve ladders {position} --against {opponent} --seat {side} --json"
            ));
            let chance = &lines(&solved)[0]["chance"];
            let near =
                |end: &str| chance[end].as_f64().unwrap() - level["best"][end].as_f64().unwrap();
            assert!(near("low").abs() < 1e-8 && near("high").abs() < 1e-8, "{level} {solved}");
        }
        let output =
            folder.spar(&format!("{generate} --count 1000 --hardness hard --json")).output();
        let output = output.unwrap();
        let found = String::from_utf8(output.stdout).unwrap().lines().count();
        let all = levels.iter().filter(|it| it["hardness"] == "hard").count();
        assert_eq!(found, all, "{learner} {opponent}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let none = said.contains("no such level exists (proved)");
        assert_eq!((none, output.status.code()), (all == 0, Some(i32::from(all == 0))), "{said}");
        hard += all;
    }
    assert!(hard > 0, "some level of the paper's board is hard for somebody");
}

#[test]
fn levels_of_a_race_are_generated_rated_and_proved() {
    let folder = Folder::new();
    let generate = "generate ladders --learner novice --opponent fastest --json";
    let text = folder.answer(&format!("{generate} --count 5 --seed 3"));
    let levels = lines(&text);
    assert_eq!(levels.len(), 5);
    for level in &levels {
        assert_eq!(level["value"], Json::Null);
        assert_eq!(
            (&level["learner"], &level["opponent"]),
            (&Json::from("novice"), &Json::from("fastest"))
        );
        let [low, high] = [0, 1].map(|it| level["chance"]["bounds"][0][it].as_f64().unwrap());
        assert!(low <= high && high - low < 1e-8);
        let position = level["position"].as_str().unwrap();
        let seat = if level["side"] == "first" { "x" } else { "o" };
        let rated = folder.answer(&format!(
            "rate ladders {position} --as {seat} --learner novice --opponent fastest --json"
        ));
        assert_eq!(lines(&rated)[0], *level);
    }
    assert_eq!(folder.answer(&format!("{generate} --count 5 --seed 3")), text, "same bytes");
    fs::write(folder.at("levels.jsonl"), &text).unwrap();
    assert!(folder.answer("verify levels.jsonl").contains('5'));
    let sure = |it: &&Json| (0.02..0.98).contains(&it["chance"]["win"].as_f64().unwrap());
    let right = levels.iter().find(sure).expect("not all are sure");
    let doubted = |wrong: &Json| {
        fs::write(folder.at("wrong.jsonl"), wrong.to_string()).unwrap();
        let (out, error) = folder.said("verify wrong.jsonl", 1);
        format!("{out}{error}")
    };
    let moved = |it: &Json, off: f64| Json::from(it.as_f64().unwrap() + off);
    let mut wrong = right.clone();
    let chance = &mut wrong["chance"];
    for (name, index, off) in [("win", 0, -0.0001), ("loss", 2, 0.0001)] {
        chance[name] = moved(&chance[name], off);
        for end in 0..2 {
            chance["bounds"][index][end] = moved(&chance["bounds"][index][end], off);
        }
    }
    let said = doubted(&wrong);
    assert!(said.contains("the chances are "), "{said}");
    let mut wrong = right.clone();
    for end in ["low", "high"] {
        wrong["best"][end] = moved(&wrong["best"][end], 0.0001);
    }
    let said = doubted(&wrong);
    assert!(said.contains("the best chance is "), "{said}");
    let mut wrong = right.clone();
    wrong["why"] = right["why"].as_str().unwrap().replace("From square ", "From square 1").into();
    let said = doubted(&wrong);
    assert!(said.contains("`why` should be: From square "), "{said}");
    let mut wrong = right.clone();
    wrong["best_moves"] = Json::from(vec!["1", "D", "T"]);
    let mut other = right.clone();
    other["best_moves"] = Json::from(Vec::<String>::new());
    for wrong in [wrong, other] {
        assert!(doubted(&wrong).contains("`best_moves` should be: "), "{wrong}");
    }
    let mut wrong = right.clone();
    wrong["moves"][0]["chance"]["low"] = Json::from(0.999);
    wrong["moves"][0]["chance"]["high"] = Json::from(0.999);
    assert!(doubted(&wrong).contains("the best chances after its choices are "), "{wrong}");
    let mut wrong = right.clone();
    wrong["hardness"] = if right["hardness"] == "easy" { "hard" } else { "easy" }.into();
    assert!(doubted(&wrong).contains("`hardness` does not follow"), "{wrong}");
    let mut wrong = right.clone();
    wrong.as_object_mut().unwrap().remove("best");
    wrong["hardness"] = Json::Null;
    let said = doubted(&wrong);
    assert!(said.contains("hardness") || said.contains("how often best play wins"), "{said}");
    let (out, error) = folder.said(
        "generate ladders --learner novice --opponent perfect --chance 0.9..1 --as x --count 500 --json",
        0,
    );
    assert!(out.lines().count() < 196 && error.contains("exist (proved)"), "{error}");
    let text =
        folder.answer("generate ladders --learner fastest --opponent novice --even --seed 1");
    assert!(text.contains("for the fastest against the novice: wins "), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("; best play wins ") && text.contains("certified within 1e-"), "{text}");
    // Nobody can win from here, or the learner never does; both are printed as ordinary
    // numbers.
    for position in ["17-18-first", "0-18-first"] {
        let rate = format!("rate ladders {position} --learner fastest --opponent novice");
        let text = folder.answer(&rate).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("wins 0.0 %, certified within 1e-12"), "{text}");
    }
}

#[test]
fn no_hopeless_start_of_a_race_is_offered_as_a_level() {
    let game = spar_catalog::open("ladders").unwrap();
    let context = spar_solve::Context::bare(spar_solve::Budget::unlimited());
    let positions = |opponent: &Player| {
        let graded = game.listed_levels(opponent, &context).unwrap();
        graded.into_iter().map(|it| it.position).collect::<Vec<_>>()
    };
    let against_novice = positions(&Player::of_kind(&NOVICE));
    // The novice steps from 18 to the goal at once, and no roll leads from 0 to the goal.
    assert!(!against_novice.contains(&"0-18-first".to_owned()));
    assert!(against_novice.contains(&"17-18-first".to_owned()), "one die may still win");
    assert!(positions(&Player::random()).contains(&"0-18-first".to_owned()));
}

#[test]
fn the_key_of_a_sheet_of_a_race_has_the_answers() {
    let folder = Folder::new();
    let generate = "generate ladders --learner fastest --opponent novice --progression 8";
    let levels = lines(&folder.answer(&format!("{generate} --json")));
    let page = folder.answer(&format!("{generate} --format html"));
    let answers: Vec<&str> = page
        .split("Best choice")
        .skip(1)
        .map(|it| it.split_once("<strong>").unwrap().1.split_once("</strong>").unwrap().0)
        .collect();
    assert_eq!(levels.len(), 8);
    assert_eq!(answers.len(), 8);
    for (level, answer) in levels.iter().zip(answers) {
        let best: Vec<&str> =
            level["best_moves"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert_eq!(best.join(" "), answer);
        assert!(best.len() < 3, "some choice is wrong: {level}");
        assert!(page.contains(level["why"].as_str().unwrap().split(" and ").next().unwrap()));
    }
    assert!(page.contains("1 (one step), D (one die), T (two dice)"), "{page}");
}

#[test]
fn a_position_of_a_race_is_shown_with_its_chances() {
    let folder = Folder::new();
    let shown = folder.answer("show ladders 17-18-first");
    assert!(shown.contains("wins ") && shown.contains("with best play"), "{shown}");
    assert!(shown.contains("   16.7 %  D\n    2.8 %  T\n    0.0 %  1\n"), "{shown}");
    assert!(shown.contains("certified within 1e-"), "{shown}");
    let solved = folder.answer("show ladders 17-18-first --json");
    let solved = &lines(&solved)[0];
    assert!(solved["moves"][0]["chance"]["low"].is_f64(), "{solved}");
}

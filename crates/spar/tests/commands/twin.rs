//! `generate --twin`.

use crate::folder::Folder;
use serde_json::{Value as Json, json};

fn read(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_twin_of_a_miss_is_drawn_and_written() {
    let folder = Folder::new();
    let ask = "generate tictactoe --twin xx./oo./... c1";
    let found = read(&folder.answer(&format!("{ask} --json")));
    assert_eq!((&found["move"], &found["goal"]), (&json!("c1"), &json!("win")));
    assert_eq!((&found["proved"], &found["reachable"]), (&json!(true), &json!(true)));
    assert_eq!(found["distance"], found["cells"].as_array().unwrap().len());
    let twin = found["twin"].as_str().unwrap();
    let solved = read(&folder.answer(&format!("solve tictactoe {twin} --json")));
    assert_eq!(solved["value"], "win");
    assert!(solved["best"].as_array().unwrap().contains(&json!("c1")), "{solved}");
    let text = folder.answer(ask);
    assert!(text.contains(&format!("position {twin}\n")), "{text}");
    assert!(text.contains("Here c1 is one of the moves that win fastest.\n"), "{text}");
    assert!(text.contains(" differ"), "{text}");
}

#[test]
fn a_miss_without_a_twin_is_proved_to_have_none() {
    let folder = Folder::new();
    // With two sticks, to take both loses, and nowhere does it win.
    let ask = "generate take:sticks=2 --twin 2-first 2";
    let (out, _) = folder.said(&format!("{ask} --json"), 1);
    let none = read(&out);
    assert_eq!((&none["twin"], &none["distance"]), (&Json::Null, &Json::Null));
    assert_eq!((&none["proved"], &none["checked"]), (&json!(true), &Json::Null));
    let (out, error) = folder.said(ask, 1);
    assert_eq!(out, "");
    let none = "There is no twin: in no position that play can reach, with the same side to move";
    assert!(error.contains(&format!("{none}, is take 2 ")), "{error}");
}

#[test]
fn a_twin_that_is_not_found_in_time_is_not_denied() {
    let folder = Folder::new();
    let ask = "generate connect4 --twin start a --time 1ms";
    let (out, _) = folder.said(&format!("{ask} --json"), 3);
    let ended = read(&out);
    assert_eq!((&ended["twin"], &ended["proved"]), (&Json::Null, &json!(false)));
    folder.said(ask, 3);
}

#[test]
fn only_misses_have_twins() {
    let folder = Folder::new();
    let refused = |ask: &str| folder.said(&format!("generate tictactoe --twin {ask}"), 2).1;
    assert!(refused("xx./oo./... c3").contains("`c3` is not a miss: it loses nothing that counts"));
    assert!(refused("oo./oxx/.x. a1").contains("`a1` is not a miss: every move loses here"));
    assert!(refused("xxx/oo./... a1").contains("is not a legal move here"));
    assert!(refused("xx./oo./... b2").contains("is not a legal move here"));
    assert!(refused("xx./oo./... c1 --count 2").contains("cannot be used with"));
    assert!(refused("xx./oo./...").contains("2 values required"));
}

//! Levels through the API: which ones are offered, and which are never repeated.

use super::client::{Client, Server};
use serde_json::{Value, json};

/// The next level of a game, without skipped ones.
async fn next(client: &mut Client, query: &str, passed: &[String]) -> Value {
    let not = passed.join("%20");
    client.get(&format!("/api/levels/next?{query}&not={not}")).await.with(200)
}

fn position(level: &Value) -> String {
    level["begin"]["position"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn levels_passed_over_come_again_only_after_all_others() {
    let server = Server::new();
    let mut client = server.client();
    let mut passed: Vec<String> = Vec::new();
    // It has thirty built-in levels.
    for count in 0..40 {
        let level = next(&mut client, "game=bottom2&wanted=10", &passed).await;
        let position = position(&level);
        assert!(count >= 30 || !passed.contains(&position), "{position} came twice");
        assert_ne!(passed.last(), Some(&position), "the same twice in a row");
        passed.push(position);
    }
}

#[tokio::test]
async fn a_level_is_generated_where_none_that_is_kept_is_near() {
    let server = Server::new();
    let mut client = server.client();
    let kept: Vec<String> =
        spar_catalog::ladder::kept("tictactoe").map(|it| it.level.position.clone()).collect();
    let level = next(&mut client, "game=tictactoe&wanted=90", &kept).await;
    assert!(!kept.contains(&position(&level)), "all that are kept are passed over");
    assert!(level["rating"].as_i64().unwrap() < 1400, "{}", level["rating"]);
}

#[tokio::test]
async fn what_one_person_has_had_denies_another_no_level() {
    // It has five levels, none of them built in.
    let game = "tictactoe:rows=2,cols=3";
    let path =
        |passed: &[String]| format!("/api/levels/next?game={game}&not={}", passed.join("%20"));
    let server = Server::new();
    let mut ann = server.client();
    let mut passed: Vec<String> = Vec::new();
    loop {
        let level = ann.get(&path(&passed)).await;
        if level.status == 404 {
            break;
        }
        passed.push(position(&level.with(200)));
    }
    assert_eq!(passed.len(), 5);
    // Bob skipped as many positions, but different ones: one level is left for him.
    let last = passed.pop().unwrap();
    passed.push("start".to_owned());
    let level = server.client().get(&path(&passed)).await.with(200);
    assert_eq!(position(&level), last);
    // The result does not depend on earlier requests.
    assert_eq!(Server::new().client().get(&path(&passed)).await.with(200), level);
}

#[tokio::test]
async fn a_generated_level_counts_and_does_not_come_again() {
    let server = Server::new();
    let mut client = server.client();
    let game = "tictactoe:rows=3,cols=4";
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..4 {
        let level = next(&mut client, &format!("game={game}&wanted=90"), &[]).await;
        let position = position(&level);
        assert!(!seen.contains(&position), "{position} came twice");
        seen.push(position.clone());
        assert_eq!(level["rated"], true);
        let body = json!({"begin": level["begin"]});
        client.post("/api/sessions", &body).await.with(201);
    }
}

#[tokio::test]
async fn a_game_without_kept_levels_has_one_that_is_found() {
    let server = Server::new();
    let mut client = server.client();
    let level = next(&mut client, "game=connect4:rows=7,cols=7", &[]).await;
    assert_eq!(level["begin"]["goal"], "win");
}

#[tokio::test]
async fn what_was_had_comes_again_longest_ago_first() {
    let server = Server::new();
    let mut client = server.client();
    let query = "game=bottom2&wanted=10";
    let mut had: Vec<String> = Vec::new();
    let again = loop {
        let level = next(&mut client, query, &[]).await;
        let position = position(&level);
        if had.contains(&position) {
            break level;
        }
        had.push(position);
        client.post("/api/sessions", &json!({"begin": level["begin"]})).await.with(201);
    };
    let passed = [position(&again)];
    let other = next(&mut client, query, &passed).await;
    assert!(had.contains(&position(&other)) && position(&other) != passed[0]);
    // After it was begun again, though not finished, it is the latest.
    client.post("/api/sessions", &json!({"begin": again["begin"]})).await.with(201);
    assert_ne!(position(&next(&mut client, query, &[]).await), passed[0]);
}

#[tokio::test]
async fn wishes_that_cannot_be_are_refused() {
    let server = Server::new();
    let mut client = server.client();
    let start = ".../.../...%20";
    let path = |not: &str| format!("/api/levels/next?game=tictactoe&not={not}");
    client.get(&path(&start.repeat(200))).await.with(200);
    let refused = client.get(&path(&start.repeat(201))).await.with(422);
    assert_eq!(refused["error"], "there are more than 200 positions to skip");
    client.get(&path("nonsense")).await.with(422);
    for wanted in ["9", "91", "4294967295"] {
        let path = format!("/api/levels/next?game=tictactoe&wanted={wanted}");
        let refused = client.get(&path).await.with(422);
        assert_eq!(refused["hint"], "`wanted` is a number from 10 to 90");
    }
}
